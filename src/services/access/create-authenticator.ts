import DataLoader from 'dataloader';
import type { Pool } from '../../runtime/database/pool.js';
import { authenticateSession } from './admin-session.js';
import { authenticateAll } from './authenticate.js';
import type { Actor } from './context.js';

/** An API token, or the cookie of a browser that signed in before. */
export interface Credential {
  kind: 'token' | 'session';
  secret: string;
}

/**
 * Resolves credentials to their owners. Undefined if a credential is unknown, revoked or expired.
 * Tokens that arrive together are looked up in one statement.
 */
export function createAuthenticator(pool: Pool): (credential: Credential) => Promise<Actor | undefined> {
  const tokens = new DataLoader<string, Actor | undefined>((secrets) => authenticateAll({ pool }, secrets), {
    cache: false,
    maxBatchSize: 500,
  });
  return ({ kind, secret }) =>
    kind === 'token' ? tokens.load(secret) : authenticateSession({ pool }, secret);
}
