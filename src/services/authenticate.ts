import type { Actor, ServiceDeps } from './context.js';
import { hashToken } from './create-api-token.js';

/** Longer than any token: not worth hashing. */
const MAX_LENGTH = 512;

/**
 * Who a token belongs to; undefined when there is no such token in force. That it was used is noted at most once a minute, so
 * that reading does not become writing.
 */
export async function authenticate(
  deps: Pick<ServiceDeps, 'pool'>,
  token: string,
): Promise<Actor | undefined> {
  if (token.length > MAX_LENGTH) return undefined;
  const { rows } = await deps.pool.query<Actor & { noteUse: boolean }>(
    `SELECT id, name, role, "lastUsedAt" IS NULL OR "lastUsedAt" < clock_timestamp() - interval '1 minute' AS "noteUse"
     FROM "ApiToken" WHERE "tokenHash" = $1 AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > clock_timestamp())`,
    [hashToken(token)],
  );
  const [found] = rows;
  if (!found) return undefined;
  const { noteUse, ...actor } = found;
  if (noteUse)
    await deps.pool.query(`UPDATE "ApiToken" SET "lastUsedAt" = clock_timestamp() WHERE id = $1`, [actor.id]);
  return actor;
}
