import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../domain/limits.js';
import { createAttemptLimit } from '../../runtime/attempt-limit.js';
import type { Actor } from '../../services/access/context.js';
import type { GraphQLContext } from '../context.js';
import { tooManyRequests } from '../server/admission.js';
import { type ClientAddress, networkOf } from '../server/client-address.js';
import type { Credential, Sessions } from '../server/sessions.js';
import { unauthenticated } from '../types/coded-error.js';
import type { AdminCookie } from './admin-cookie.js';

/** Who asks. */
export type SignedIn = Pick<GraphQLContext, 'actor' | 'credential' | 'address'>;

export interface SignInOptions {
  sessions: Pick<Sessions, 'authenticate'>;
  cookie: Pick<AdminCookie, 'read'>;
  clientAddress: ClientAddress;
}

export interface SignIn {
  /**
   * Who sent the request, before anything of its body is read.
   *
   * @param authorization the header, or what stands for it
   * @throws GraphQLError `UNAUTHENTICATED` for a token that is not good, `TOO_MANY_REQUESTS` for the next of many
   */
  ofRequest(request: IncomingMessage, authorization: string | undefined): Promise<SignedIn>;
  /** Notes a secret that was not good. Returns the seconds to wait when the address has come with too many. */
  failed(address: string | null, secret: string): number;
}

/**
 * Tokens are checked however many wrong ones came from the same address, which may be that of a proxy: nobody is locked out. Wrong
 * ones are answered more and more briefly.
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
      throw tooManyRequests('Too many API tokens from your address are wrong: try again later.', wait);
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
      // A cookie is sent unasked, so one that is not good any more counts as none.
      const secret = cookie.read(request.headers);
      const credential: Credential | undefined =
        secret === undefined ? undefined : { kind: 'session', secret };
      const actor = credential && (await sessions.authenticate(credential));
      return { actor, credential: actor && credential, address };
    },
  };
}
