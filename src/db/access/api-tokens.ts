import type { Queryable } from '../system/queryable.js';

export interface StoredToken<Role extends string> {
  id: string;
  name: string;
  role: Role;
  tokenHash: string;
  scope: unknown;
  expiresAt: Date | null;
}

/**
 * The valid tokens with these hashes. Records their use at most once a minute, so that reading does not become
 * writing.
 */
export async function useTokens<Role extends string>(
  client: Queryable,
  hashes: readonly string[],
): Promise<StoredToken<Role>[]> {
  const { rows } = await client.query<StoredToken<Role> & { noteUse: boolean }>(
    `SELECT id, name, role, "tokenHash", scope, "expiresAt",
       "lastUsedAt" IS NULL OR "lastUsedAt" < clock_timestamp() - interval '1 minute' AS "noteUse"
     FROM "ApiToken"
     WHERE "tokenHash" = ANY ($1) AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > clock_timestamp())`,
    [hashes],
  );
  const used = rows.filter(({ noteUse }) => noteUse).map(({ id }) => id);
  // Rows that another process is updating in the same way are skipped.
  if (used.length > 0)
    await client.query(
      `UPDATE "ApiToken" SET "lastUsedAt" = clock_timestamp()
       WHERE id IN (SELECT id FROM "ApiToken" WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED)`,
      [used],
    );
  return rows;
}

/** IDs of the valid tokens of admins. */
export async function findAdminTokens(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "ApiToken" WHERE role = 'admin' AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > clock_timestamp())`,
  );
  return rows.map(({ id }) => id);
}

/** Revoking again keeps the first time. @returns false if there is no such token */
export async function markTokenRevoked(client: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE "ApiToken" SET "revokedAt" = coalesce("revokedAt", clock_timestamp()) WHERE id = $1`,
    [id],
  );
  return rowCount === 1;
}
