import { readScope } from '../../domain/access/scope.js';
import type { Actor, ServiceDeps } from './context.js';
import { hashScopedToken, hashToken } from './create-api-token.js';

/** Longer than any token, so not worth hashing. */
const MAX_LENGTH = 512;

/** The owner of a token. Undefined if no valid token has this value. */
export async function authenticate(
  deps: Pick<ServiceDeps, 'pool'>,
  token: string,
): Promise<Actor | undefined> {
  const [actor] = await authenticateAll(deps, [token]);
  return actor;
}

/**
 * Authenticates many tokens at once, in order. The use of a token is recorded at most once a minute,
 * so that reading does not become writing.
 */
export async function authenticateAll(
  { pool }: Pick<ServiceDeps, 'pool'>,
  tokens: readonly string[],
): Promise<(Actor | undefined)[]> {
  const hashes = tokens.map((token) =>
    token.length > MAX_LENGTH ? undefined : { plain: hashToken(token), scoped: hashScopedToken(token) },
  );
  const asked = [...new Set(hashes.flatMap((hash) => (hash ? [hash.plain, hash.scoped] : [])))];
  if (asked.length === 0) return hashes.map(() => undefined);
  const { rows } = await pool.query<StoredToken>(
    `SELECT id, name, role, "tokenHash", scope,
       "lastUsedAt" IS NULL OR "lastUsedAt" < clock_timestamp() - interval '1 minute' AS "noteUse"
     FROM "ApiToken"
     WHERE "tokenHash" = ANY ($1) AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > clock_timestamp())`,
    [asked],
  );
  const used = rows.filter(({ noteUse }) => noteUse).map(({ id }) => id);
  if (used.length > 0) {
    // Rows that another process is updating in the same way are skipped.
    await pool.query(
      `UPDATE "ApiToken" SET "lastUsedAt" = clock_timestamp()
       WHERE id IN (SELECT id FROM "ApiToken" WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED)`,
      [used],
    );
  }
  const byHash = new Map(rows.map((row) => [row.tokenHash, row]));
  return hashes.map((hash) => {
    if (!hash) return undefined;
    const scoped = byHash.get(hash.scoped);
    return scoped ? limitedActor(scoped) : unlimitedActor(byHash.get(hash.plain));
  });
}

interface StoredToken extends Pick<Actor, 'id' | 'name' | 'role'> {
  tokenHash: string;
  scope: unknown;
  noteUse: boolean;
}

/** Undefined if the stored scope cannot be read: such a token allows nothing. */
function limitedActor({ id, name, role, scope: stored }: StoredToken): Actor | undefined {
  const scope = readScope(stored);
  return scope && role !== 'admin' ? { id, name, role, scope } : undefined;
}

function unlimitedActor(row: StoredToken | undefined): Actor | undefined {
  return row && row.scope === null ? { id: row.id, name: row.name, role: row.role } : undefined;
}
