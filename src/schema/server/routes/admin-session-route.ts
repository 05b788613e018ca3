import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { parseJsonText } from '../../../domain/json.js';
import { utf8Text } from '../../../http/incoming/utf8-text.js';
import { createFairSemaphore } from '../../../runtime/limits/fair-semaphore.js';
import { endSession, type SignInProof, startSession } from '../../../services/access/admin-session.js';
import type { ServiceDeps } from '../../../services/access/context.js';
import { type AdminCookie, isOwnPage } from '../../access/admin-cookie.js';
import type { SignIn } from '../../access/sign-in.js';
import { type ClientAddress, networkOf } from '../client-address.js';
import { readBody } from '../read-body.js';
import { sendJson } from '../send-json.js';
import type { Sessions } from '../sessions.js';

export interface AdminSessionOptions {
  services: ServiceDeps;
  sessions: Sessions;
  signIn: SignIn;
  clientAddress: ClientAddress;
  cookie: AdminCookie;
  /** Such as `https://callboard.example`. */
  publicOrigin: string;
}

const MAX_BYTES = 4_096;
const proof = z.union([
  z.strictObject({ token: z.string().min(1).max(512) }),
  z.strictObject({ code: z.string().min(1).max(512) }),
]);

/**
 * `POST /admin/session` with `{token}` or `{code}` signs a browser in, `DELETE` signs it out. Only a
 * page of this server may do either, and only with JSON, which a form cannot send.
 */
export function createAdminSessionRoute(options: AdminSessionOptions) {
  const { services, sessions, cookie, publicOrigin, clientAddress } = options;
  const places = createFairSemaphore({ max: 4, maxPerKey: 2, maxWaitingPerKey: 50, waitMs: 10_000 });

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      return sendJson(response, 415, { error: 'Send JSON.' }, { connection: 'close' });
    }
    const body = await readBody(request, MAX_BYTES);
    if (body === undefined) {
      return sendJson(response, 413, { error: 'The body is too large.' }, { connection: 'close' });
    }
    const given = proof.safeParse(parseJsonText(utf8Text(body) ?? ''));
    if (!given.success) return sendJson(response, 400, { error: 'Send {"token": …} or {"code": …}.' });
    const address = clientAddress(request);
    const leave = await places.enter(networkOf(address));
    if (!leave) return tooMany(response, 1);
    try {
      await openSession(given.data, address, response);
    } finally {
      leave();
    }
  }

  /**
   * A valid token is accepted however many invalid ones came from the same address, which may be that
   * of a proxy.
   */
  async function openSession(given: SignInProof, address: string | null, response: ServerResponse) {
    const outcome = await startSession(services, given, address);
    if (outcome.kind === 'started') {
      const { secret, actor } = outcome.session;
      const { name, role } = actor;
      return sendJson(response, 200, { name, role }, { 'set-cookie': cookie.set(secret) });
    }
    if (outcome.kind === 'scoped') return sendJson(response, 403, { error: SCOPED_TOKEN });
    const wait = options.signIn.failed(address, 'token' in given ? given.token : given.code);
    if (wait > 0) return tooMany(response, wait);
    sendJson(response, 401, { error: 'token' in given ? BAD_TOKEN : BAD_LINK });
  }

  async function signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const secret = cookie.read(request.headers);
    if (secret !== undefined) await endSession(services, secret, clientAddress(request));
    sessions.recheck();
    response.writeHead(204, { 'set-cookie': cookie.clear() }).end();
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST' && request.method !== 'DELETE') {
      return sendJson(
        response,
        405,
        { error: 'Use POST to sign in and DELETE to sign out.' },
        { allow: 'POST, DELETE' },
      );
    }
    if (!isOwnPage(request.headers, publicOrigin)) {
      const error = `Only pages of ${publicOrigin} may do this. Is PUBLIC_URL the address that you opened?`;
      return sendJson(response, 403, { error }, { connection: 'close' });
    }
    return request.method === 'POST' ? signIn(request, response) : signOut(request, response);
  };
}

const SCOPED_TOKEN =
  'This API token is limited to some agents or schedules, so it cannot sign in to the admin. Use it with the API.';
const BAD_TOKEN = 'This API token is unknown, revoked or expired.';
const BAD_LINK =
  'This link has been used already, or is older than 15 minutes. Sign in with an API token, or restart Callboard for a new link.';

function tooMany(response: ServerResponse, wait: number): void {
  const error = `Too many attempts have failed from your address: try again in ${wait} seconds.`;
  sendJson(response, 429, { error }, { 'retry-after': String(wait), connection: 'close' });
}
