import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import { toJsonb } from '../../db/system/to-jsonb.js';
import { insertRow } from '../../db/system/write-row.js';
import { type Scope, scopeSchema } from '../../domain/access/scope.js';
import { line, oneOf } from '../../domain/input-forms.js';
import type { Issue } from '../../domain/issue.js';
import { uuidv7 } from '../../runtime/ids.js';
import { type CreateUseCase, createOnce } from '../system/create-once.js';
import { parseInput } from '../system/parse-input.js';
import { conflict, invalid, invalidAt, ok } from '../system/result.js';

const createInput = z
  .strictObject({
    name: line(100),
    role: oneOf(['viewer', 'operator', 'admin']),
    expiresAt: z.date('must be a date and time').nullish(),
    scope: scopeSchema.nullish(),
  })
  .refine(({ role, scope }) => !scope || role !== 'admin', {
    path: ['role'],
    message: 'cannot be ADMIN for a token with a scope: choose VIEWER or OPERATOR',
  });

export interface CreatedToken {
  id: string;
  /** The token itself. It is returned only this once. */
  token: string;
}

/**
 * Creates an API token. Only its hash is stored, so a repeated request cannot be answered with the token: it
 * is refused.
 */
export const createApiToken: CreateUseCase<CreatedToken> = async (
  deps,
  actor,
  input,
  { idempotencyKey } = {},
) => {
  const parsed = parseInput(createInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { name, role, expiresAt, scope } = parsed.value;
  const token = newToken();
  const id = uuidv7();
  const columns = {
    id,
    name,
    role,
    ...(scope ? scopedTokenColumns(token, scope) : tokenColumns(token)),
    expiresAt: expiresAt ?? null,
    createdBy: actor.id,
  };
  const once = { operation: 'createApiToken', input, idempotencyKey };
  const result = await createOnce(deps, once, async (client) => {
    if (expiresAt && expiresAt <= (await databaseNow(client)))
      return invalidAt(['expiresAt'], 'is in the past');
    const unknown = scope ? await unknownAgents(client, scope) : [];
    if (unknown.length > 0) return invalid(unknown);
    await insertRow(client, 'ApiToken', columns);
    return ok({ id });
  });
  if (result.kind !== 'ok') return result;
  if (result.value.repeated) {
    return conflict(
      `This request already created the token "${name}" (ID ${result.value.id}), which was shown once. If you did not receive it, revoke that token and create another one (in the API, with a new idempotency key).`,
    );
  }
  deps.logger.info('token.created', { id, role, actor: actor.id, isScoped: scope != null });
  return ok({ id, token });
};

async function unknownAgents(client: Queryable, { agentIds }: Scope): Promise<Issue[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM "AgentRegistry" WHERE id = ANY ($1)', [
    agentIds,
  ]);
  const known = new Set(rows.map(({ id }) => id));
  return agentIds.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: ['scope', 'agentIds', String(index)], message: `there is no agent ${JSON.stringify(id)}` }],
  );
}

/** 256 random bits. */
export function newToken(): string {
  return `cb_${randomBytes(32).toString('base64url')}`;
}

/** The stored form of a token without a scope. */
export function tokenColumns(token: string): { tokenHash: string; hint: string } {
  return { tokenHash: hashToken(token), hint: `…${token.slice(-4)}` };
}

function scopedTokenColumns(token: string, scope: Scope) {
  return { ...tokenColumns(token), tokenHash: hashScopedToken(token), scope: toJsonb(scope) };
}

/**
 * Tokens are random, so a plain hash cannot be brute-forced. The lookup uses the hash, so its timing reveals
 * nothing about the token.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The hash that a token with a scope is stored under. A server that does not know scopes looks tokens up by
 * `hashToken`, so it finds none that has one.
 */
export function hashScopedToken(token: string): string {
  return `scoped:${hashToken(token)}`;
}
