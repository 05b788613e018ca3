/**
 * Sessions of browsers in the admin. A browser signs in with an API token, a one-time link, or the identity
 * provider (start-person-session.ts). It gets its own secret in a cookie, which is valid as long as both the
 * session and its API token, or the role of its person, are.
 */
import { randomBytes } from 'node:crypto';
import {
  deleteExpiredSessions,
  deleteSession,
  findSessionOwner,
  insertSession,
  insertSignInLink,
  redeemSignInLink,
} from '../../db/access/admin-sessions.js';
import { type PoolClient, withTransaction } from '../../runtime/database/pool.js';
import { uuidv7 } from '../../runtime/ids.js';
import { actingAs } from './acting-as.js';
import { authenticate } from './authenticate.js';
import type { Actor, ServiceDeps } from './context.js';
import { hashToken } from './create-api-token.js';
import { nameOfPerson } from './person-name.js';
import { recordAudit } from './record-audit.js';

type Deps = Pick<ServiceDeps, 'pool' | 'logger'>;

/** The credential: the API token itself, or the code of a link. */
export type SignInProof = { token: string } | { code: string };

export interface AdminSession {
  /** The secret for the cookie. It is returned only this once. */
  secret: string;
  actor: Actor;
}

/** `scoped`: the token is valid, but limited, and a browser may not sign in with it. */
export type SignInOutcome = { kind: 'started'; session: AdminSession } | { kind: 'invalid' | 'scoped' };

/** How long a browser stays signed in, in seconds: two weeks. */
export const SESSION_SECONDS = 14 * 24 * 3_600;
/** How long a link is valid, in seconds. */
const LINK_SECONDS = 15 * 60;

/**
 * Invalid if the token is, or if the link was used before or has expired.
 * @param address of the browser's connection
 */
export async function startSession(
  deps: Deps,
  proof: SignInProof,
  address: string | null,
): Promise<SignInOutcome> {
  const [method, actor] =
    'token' in proof
      ? (['token', await authenticate(deps, proof.token)] as const)
      : (['link', await redeemSignInLink<Actor['role']>(deps.pool, hashToken(proof.code))] as const);
  if (!actor || ('scope' in actor && actor.scope)) {
    deps.logger.info('session.refused', { method, ...(actor && { reason: 'scoped', actor: actor.id }) });
    return { kind: actor ? 'scoped' : 'invalid' };
  }
  const secret = randomBytes(32).toString('base64url');
  await deleteExpiredSessions(deps.pool);
  await recorded(deps, actor, { action: 'signIn', address }, async (client) => {
    await insertSession(client, {
      id: uuidv7(),
      secretHash: hashToken(secret),
      owner: { tokenId: actor.id },
      seconds: SESSION_SECONDS,
    });
  });
  deps.logger.info('session.started', { actor: actor.id, method });
  return { kind: 'started', session: { secret, actor } };
}

/**
 * The owner of a session. Undefined if the session, its token, or the role of its person is no longer
 * valid.
 */
export async function authenticateSession(
  deps: Pick<ServiceDeps, 'pool'>,
  secret: string,
): Promise<Actor | undefined> {
  const found = await findSessionOwner<Actor['role']>(deps.pool, hashToken(secret));
  if (!found) return undefined;
  const { id, name, role, email, isPerson, expiresAt } = found;
  return isPerson
    ? { id, name: nameOfPerson(name, email), role, isPerson, expiresAt }
    : { id, name, role, expiresAt };
}

/** Signs out. Ending a session that does not exist changes nothing. */
export async function endSession(deps: Deps, secret: string, address: string | null): Promise<void> {
  const actor = await authenticateSession(deps, secret);
  if (!actor) return;
  await recorded(deps, actor, { action: 'signOut', address }, async (client) => {
    await deleteSession(client, hashToken(secret));
  });
}

/** Makes a change and its audit entry in one transaction. */
function recorded(
  { pool }: Deps,
  actor: Actor,
  { action, address }: { action: 'signIn' | 'signOut'; address: string | null },
  change: (client: PoolClient) => Promise<void>,
): Promise<void> {
  return actingAs({ actor, action, origin: 'admin', address }, () =>
    withTransaction(pool, async (client) => {
      await change(client);
      const entityType = actor.isPerson ? 'Person' : 'ApiToken';
      await recordAudit(client, { action, entityType, entityId: actor.id });
    }),
  );
}

/**
 * The code of a one-time link, valid for 15 minutes, that signs in as the first admin. It is for people who
 * can read the server's output. Undefined if there is no admin.
 */
export async function createSignInCode(deps: Pick<ServiceDeps, 'pool'>): Promise<string | undefined> {
  const code = randomBytes(32).toString('base64url');
  return (await insertSignInLink(deps.pool, hashToken(code), LINK_SECONDS)) ? code : undefined;
}
