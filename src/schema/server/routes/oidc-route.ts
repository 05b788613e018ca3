import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { databaseNow } from '../../../db/system/database-now.js';
import { createOidcClient, type OidcChecks, type OidcClient } from '../../../http/oidc-client.js';
import { createFairSemaphore } from '../../../runtime/limits/fair-semaphore.js';
import type { OidcSettings } from '../../../runtime/oidc-settings.js';
import type { SecretBox } from '../../../runtime/secrets/secret-box.js';
import type { ServiceDeps } from '../../../services/access/context.js';
import { PERSON_SESSION_SECONDS, startPersonSession } from '../../../services/access/start-person-session.js';
import { type AdminCookie, createCookie } from '../../access/admin-cookie.js';
import { type ClientAddress, networkOf } from '../client-address.js';
import { sendJson } from '../send-json.js';
import type { Sessions } from '../sessions.js';

export interface OidcRouteOptions {
  /** Undefined if people sign in with API tokens only. */
  settings: OidcSettings | undefined;
  services: ServiceDeps;
  sessions: Pick<Sessions, 'recheck'>;
  clientAddress: ClientAddress;
  cookie: AdminCookie;
  publicUrl: string;
}

/** Why a sign-in failed. The page has a text for each code. */
type Refusal = 'denied' | 'no_role' | 'expired' | 'failed' | 'unavailable' | 'busy';

/** Seconds that the provider has to send the browser back. */
const SIGN_IN_SECONDS = 600;
/** Longest path to return to. A cookie holds 4 KB. */
const MAX_NEXT = 1_000;
const CONTEXT = 'oidc/sign-in';
const begun = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  until: z.number(),
});

/**
 * `GET /admin/oidc` says whether there is a provider. `/admin/oidc/sign-in` sends the browser to it,
 * and the provider sends it back to `/admin/oidc/callback`.
 */
export function createOidcRoute(options: OidcRouteOptions) {
  const { settings, services, sessions, cookie, clientAddress, publicUrl } = options;
  const client = settings && createOidcClient(settings);
  const places = createFairSemaphore({ max: 8, maxPerKey: 4, maxWaitingPerKey: 50, waitMs: 10_000 });
  const redirectUri = `${publicUrl}/admin/oidc/callback`;
  const pending = createPendingSignIn(publicUrl, services.secretBox);

  function redirect(response: ServerResponse, location: string, cookies: string[]): void {
    response.writeHead(302, { location, 'set-cookie': cookies }).end();
  }

  function refuse(response: ServerResponse, reason: Refusal): void {
    redirect(response, `${publicUrl}/admin/sign-in#problem=${reason}`, [pending.clear()]);
  }

  async function begin(provider: OidcClient, request: IncomingMessage, response: ServerResponse) {
    const next = new URL(request.url ?? '', publicUrl).searchParams.get('next')?.slice(0, MAX_NEXT) ?? '/';
    const { url, checks } = await provider.begin(redirectUri);
    redirect(response, url, [pending.set(checks, next, await databaseNow(services.pool))]);
  }

  async function finish(provider: OidcClient, request: IncomingMessage, response: ServerResponse) {
    const found = pending.read(request, await databaseNow(services.pool));
    if (!found) return refuse(response, 'expired');
    const { search } = new URL(request.url ?? '', publicUrl);
    const outcome = await provider.finish(new URL(redirectUri + search), found.checks);
    if (outcome.kind !== 'ok') {
      const err = outcome.kind === 'failed' ? outcome.err : undefined;
      services.logger.warn('session.refused', { method: 'oidc', reason: outcome.kind, err });
      return refuse(response, outcome.kind);
    }
    const address = clientAddress(request);
    const session = await startPersonSession(
      services,
      outcome.identity,
      options.settings as OidcSettings,
      address,
    );
    // The sign-in may have changed the role, which applies to open sessions too.
    sessions.recheck();
    if (session.kind === 'no_role') return refuse(response, 'no_role');
    const cookies = [cookie.set(session.secret, PERSON_SESSION_SECONDS), pending.clear()];
    redirect(response, `${publicUrl}/admin${placeWithin(found.next)}`, cookies);
  }

  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET')
      return sendJson(response, 405, { error: 'Use GET for sign-in pages.' }, { allow: 'GET' });
    if (path === '/admin/oidc') return sendJson(response, 200, { available: client !== undefined });
    const handle = { '/admin/oidc/sign-in': begin, '/admin/oidc/callback': finish }[path];
    if (!client || !handle) return sendJson(response, 404, { error: 'There is no such page.' });
    // Each of these requests calls the provider.
    const leave = await places.enter(networkOf(clientAddress(request)));
    if (!leave) return refuse(response, 'busy');
    try {
      await handle(client, request, response);
    } catch (err) {
      if (response.headersSent) throw err;
      services.logger.warn('oidc.unavailable', { err }, 'The identity provider could not be reached');
      refuse(response, 'unavailable');
    } finally {
      leave();
    }
  };
}

/** Only a path of this server, so that a link cannot lead anywhere else after the sign-in. */
function placeWithin(next: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && next !== '/' ? next : '';
}

/**
 * Keeps the state of a sign-in, encrypted, in the browser that began it, so that no one can finish
 * another person's sign-in. Its age is measured by the database's clock, because another server may finish the
 * sign-in. `Lax`, because the page of the provider sends the browser back.
 */
function createPendingSignIn(publicUrl: string, secretBox: SecretBox) {
  const cookie = createCookie(publicUrl, 'callboard-oidc', 'Lax');
  return {
    read({ headers }: IncomingMessage, now: Date): { checks: OidcChecks; next: string } | undefined {
      try {
        const { next, until, ...checks } = begun.parse(
          JSON.parse(secretBox.open(cookie.read(headers) ?? '', CONTEXT)),
        );
        return until > now.getTime() ? { checks, next } : undefined;
      } catch {
        return undefined;
      }
    },
    set(checks: OidcChecks, next: string, now: Date) {
      const until = now.getTime() + SIGN_IN_SECONDS * 1_000;
      const sealed = secretBox.seal(JSON.stringify({ ...checks, next, until }), CONTEXT);
      return cookie.set(sealed, SIGN_IN_SECONDS);
    },
    clear: cookie.clear,
  };
}
