import { type StoredToken, useTokens } from '../../db/access/api-tokens.js';
import { readScope } from '../../domain/access/scope.js';
import type { Actor, ServiceDeps } from './context.js';
import { hashScopedToken, hashToken } from './create-api-token.js';

/** A longer text is not hashed: no token is as long. */
export const MAX_TOKEN_LENGTH = 512;

/** The owner of a token. Undefined if no valid token has this value. */
export async function authenticate(
  deps: Pick<ServiceDeps, 'pool'>,
  token: string,
): Promise<Actor | undefined> {
  const [actor] = await authenticateAll(deps, [token]);
  return actor;
}

/** Authenticates many tokens at once, in order. */
export async function authenticateAll(
  { pool }: Pick<ServiceDeps, 'pool'>,
  tokens: readonly string[],
): Promise<(Actor | undefined)[]> {
  const hashes = tokens.map((token) =>
    token.length > MAX_TOKEN_LENGTH ? undefined : { plain: hashToken(token), scoped: hashScopedToken(token) },
  );
  const asked = [...new Set(hashes.flatMap((hash) => (hash ? [hash.plain, hash.scoped] : [])))];
  if (asked.length === 0) return hashes.map(() => undefined);
  const rows = await useTokens<Actor['role']>(pool, asked);
  const byHash = new Map(rows.map((row) => [row.tokenHash, row]));
  return hashes.map((hash) => {
    if (!hash) return undefined;
    const scoped = byHash.get(hash.scoped);
    return scoped ? limitedActor(scoped) : unlimitedActor(byHash.get(hash.plain));
  });
}

type TokenRow = StoredToken<Actor['role']>;

/** Undefined if the stored scope cannot be read: such a token allows nothing. */
function limitedActor(row: TokenRow): Actor | undefined {
  const scope = readScope(row.scope);
  return scope && row.role !== 'admin' ? { ...actorOf(row), scope } : undefined;
}

function unlimitedActor(row: TokenRow | undefined): Actor | undefined {
  return row && row.scope === null ? actorOf(row) : undefined;
}

function actorOf({ id, name, role, expiresAt }: TokenRow): Actor {
  return { id, name, role, ...(expiresAt && { expiresAt }) };
}
