import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { createAttemptLimit } from '../runtime/attempt-limit.js';
import { endSession, startSession } from '../services/admin-session.js';
import type { ServiceDeps } from '../services/context.js';
import { type AdminCookie, isOwnPage } from './admin-cookie.js';
import { remoteAddress } from './remote-address.js';
import { sendJson } from './send-json.js';
import type { Sessions } from './sessions.js';

export interface AdminSessionOptions {
  services: ServiceDeps;
  sessions: Sessions;
  cookie: AdminCookie;
  /** E.g. `https://callboard.example`. */
  publicOrigin: string;
}

const MAX_BYTES = 4_096;
const proof = z.union([
  z.strictObject({ token: z.string().min(1).max(512) }),
  z.strictObject({ code: z.string().min(1).max(512) }),
]);

/**
 * `POST /admin/session` with `{token}` or `{code}` signs a browser in, `DELETE` signs it out. Only a page of this server may do
 * either, and only with JSON, which a form cannot send.
 */
export function createAdminSessionRoute({ services, sessions, cookie, publicOrigin }: AdminSessionOptions) {
  const limit = createAttemptLimit({ max: 10, windowMs: 60_000 });

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = networkOf(request.socket.remoteAddress ?? '');
    const wait = limit.waitFor(address);
    if (wait > 0) {
      const error = `Too many attempts have failed from your address: try again in ${wait} seconds.`;
      return sendJson(response, 429, { error }, { 'retry-after': String(wait), connection: 'close' });
    }
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      return sendJson(response, 415, { error: 'Send JSON.' }, { connection: 'close' });
    }
    const body = await readBody(request);
    if (body === undefined) {
      return sendJson(response, 413, { error: 'That is no token.' }, { connection: 'close' });
    }
    const given = proof.safeParse(parseJson(body));
    if (!given.success) return sendJson(response, 400, { error: 'Send {"token": …} or {"code": …}.' });
    const session = await startSession(services, given.data, remoteAddress(request));
    if (!session) {
      limit.failed(address);
      return sendJson(response, 401, { error: 'token' in given.data ? BAD_TOKEN : BAD_LINK });
    }
    const { name, role } = session.actor;
    sendJson(response, 200, { name, role }, { 'set-cookie': cookie.set(session.secret) });
  }

  async function signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const secret = cookie.read(request.headers);
    if (secret !== undefined) await endSession(services, secret, remoteAddress(request));
    sessions.recheck();
    response.writeHead(204, { 'set-cookie': cookie.clear() }).end();
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST' && request.method !== 'DELETE') {
      return sendJson(response, 405, { error: 'Sign in by POST, out by DELETE.' }, { allow: 'POST, DELETE' });
    }
    if (!isOwnPage(request.headers, publicOrigin)) {
      const error = `Only pages of ${publicOrigin} may do this. Is PUBLIC_URL the address that you opened?`;
      return sendJson(response, 403, { error }, { connection: 'close' });
    }
    return request.method === 'POST' ? signIn(request, response) : signOut(request, response);
  };
}

const BAD_TOKEN = 'This API token is unknown, revoked or expired.';
const BAD_LINK =
  'This link has been used already, or is older than 15 minutes. Sign in with an API token, or restart Callboard for a new link.';

/** Who has one IPv6 address has 2⁶⁴ of them. */
function networkOf(address: string): string {
  return isIPv6(address) && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address;
}

/** Undefined: it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** Undefined: it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
