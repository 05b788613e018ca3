/** The current session with its API client and live updates. A new session starts with an empty cache. */
import { type Api, createApi, isSignedOut } from '../lib/graphql/client.js';
import { createLive, type Live } from '../lib/graphql/live.js';
import { signOut as endSession } from '../lib/session.js';
import { BootDocument } from '../lib/viewer.generated.js';
import type { Viewer } from '../lib/viewer.js';

export interface Session {
  viewer: Viewer;
  client: Api['client'];
  live: Live;
}

let current: Promise<Session | undefined> | undefined;
let onEnded: () => void = () => {};

/**
 * The session of the cookie. Undefined if nobody is signed in.
 * @throws if the server cannot be reached, or cannot answer
 */
export function getSession(): Promise<Session | undefined> {
  current ??= open().catch((error: unknown) => {
    current = undefined;
    throw error;
  });
  return current;
}

/** Called when the server ends the session, because the token was revoked or the session expired. */
export function onSessionEnded(listener: () => void): void {
  onEnded = listener;
}

/** Forgets the session and all data that was read in it. */
export async function forgetSession(): Promise<void> {
  const session = await current?.catch(() => undefined);
  current = undefined;
  session?.live.close();
}

export async function signOut(): Promise<void> {
  await endSession();
  await forgetSession();
}

async function open(): Promise<Session | undefined> {
  let hasEnded = false;
  const ended = () => {
    if (hasEnded) return;
    hasEnded = true;
    void forgetSession().then(onEnded);
  };
  const { client, patches } = createApi(() => isOpen && ended());
  let isOpen = false;
  // The cursor is read with the first answer, before any data: see lib/graphql/live.ts.
  const { data, error } = await client.query(BootDocument, {}, { requestPolicy: 'network-only' });
  if (error && !isSignedOut(error)) throw error;
  if (!data?.me) return undefined;
  isOpen = true;
  const live = createLive({ client, patches, cursor: data.eventCursor, onSignedOut: ended });
  return { viewer: data.me, client, live };
}
