import DataLoader from 'dataloader';
import type { Pool } from '../../runtime/pool.js';
import { authenticateSession } from './admin-session.js';
import { authenticateAll } from './authenticate.js';
import type { Actor } from './context.js';

/** A credential as people come with it. */
interface Credential {
  kind: 'token' | 'session';
  secret: string;
}

/** Who credentials belong to; undefined: they are unknown, revoked or expired. Tokens that come together are one statement. */
export function createAuthenticator(pool: Pool): (credential: Credential) => Promise<Actor | undefined> {
  const tokens = new DataLoader<string, Actor | undefined>((secrets) => authenticateAll({ pool }, secrets), {
    cache: false,
    maxBatchSize: 500,
  });
  return ({ kind, secret }) =>
    kind === 'token' ? tokens.load(secret) : authenticateSession({ pool }, secret);
}
