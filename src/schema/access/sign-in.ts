import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../domain/limits.js';
import { createAttemptLimit } from '../../runtime/limits/attempt-limit.js';
import type { Actor } from '../../services/access/context.js';
import type { Credential } from '../../services/access/create-authenticator.js';
import type { GraphQLContext } from '../context.js';
import { tooManyRequests } from '../server/admission.js';
import { type ClientAddress, networkOf } from '../server/client-address.js';
import type { Sessions } from '../server/sessions.js';
import { unauthenticated } from '../types/coded-error.js';
import type { AdminCookie } from './admin-cookie.js';

/** Who sent the request. */
export type SignedIn = Pick<GraphQLContext, 'actor' | 'credential' | 'address'>;

export interface SignInOptions {
  sessions: Pick<Sessions, 'authenticate'>;
  cookie: Pick<AdminCookie, 'read'>;
  clientAddress: ClientAddress;
}

export interface SignIn {
  /**
   * Authenticates a request before its body is read.
   * @param authorization the header, or what a WebSocket sends in its place
   * @throws GraphQLError `UNAUTHENTICATED` if the token is not valid, `TOO_MANY_REQUESTS` after many
   * invalid ones
   */
  ofRequest(request: IncomingMessage, authorization: string | undefined): Promise<SignedIn>;
  /** Records an invalid secret. Returns the seconds to wait if the address has sent too many. */
  failed(address: string | null, secret: string): number;
}

/**
 * A valid token is accepted however many invalid ones came from the same address, which may be that
 * of a proxy: nobody is locked out. The answers to further invalid tokens are short.
 */
export function createSignIn({ sessions, cookie, clientAddress }: SignInOptions): SignIn {
  const limit = createAttemptLimit({ max: LIMITS.failedTokensPerMinute, windowMs: 60_000 });

  function failed(address: string | null, secret: string): number {
    return limit.failed(networkOf(address), createHash('sha256').update(secret).digest('base64url'));
  }

  async function ofToken(authorization: string, address: string | null): Promise<SignedIn> {
    const secret = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
    const credential: Credential | undefined = secret === undefined ? undefined : { kind: 'token', secret };
    const actor: Actor | undefined = credential && (await sessions.authenticate(credential));
    if (actor) return { actor, credential, address };
    const wait = failed(address, authorization);
    if (wait > 0)
      throw tooManyRequests('Too many wrong API tokens from your address. Try again later.', wait);
    const error = unauthenticated(
      credential === undefined
        ? 'The Authorization header must be "Bearer <API token>".'
        : 'This API token is unknown, revoked or expired.',
    );
    error.extensions.http = { status: 401 };
    throw error;
  }

  return {
    failed,
    async ofRequest(request, authorization) {
      const address = clientAddress(request);
      if (authorization) return ofToken(authorization, address);
      // Browsers send cookies unasked, so an invalid one counts as no cookie.
      const secret = cookie.read(request.headers);
      const credential: Credential | undefined =
        secret === undefined ? undefined : { kind: 'session', secret };
      const actor = credential && (await sessions.authenticate(credential));
      return { actor, credential: actor && credential, address };
    },
  };
}
