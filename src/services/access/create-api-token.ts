import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { databaseNow } from '../../db/system/database-now.js';
import { insertRow } from '../../db/system/write-row.js';
import { uuidv7 } from '../../runtime/ids.js';
import { type CreationRequest, createOnce } from '../system/create-once.js';
import { line, oneOf, parseInput } from '../system/parse-input.js';
import { conflict, invalidAt, ok, type Result } from '../system/result.js';
import type { Actor, ServiceDeps } from './context.js';

const createInput = z.strictObject({
  name: line(100),
  role: oneOf(['viewer', 'operator', 'admin']),
  expiresAt: z.date('must be a date and time').nullish(),
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
export async function createApiToken(
  deps: ServiceDeps,
  actor: Actor,
  input: unknown,
  { idempotencyKey }: CreationRequest = {},
): Promise<Result<CreatedToken>> {
  const parsed = parseInput(createInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const { name, role, expiresAt } = parsed.value;
  const token = newToken();
  const id = uuidv7();
  const columns = {
    id,
    name,
    role,
    ...tokenColumns(token),
    expiresAt: expiresAt ?? null,
    createdBy: actor.id,
  };
  const once = { operation: 'createApiToken', input, idempotencyKey };
  const result = await createOnce(deps, once, async (client) => {
    if (expiresAt && expiresAt <= (await databaseNow(client)))
      return invalidAt(['expiresAt'], 'is in the past');
    await insertRow(client, 'ApiToken', columns);
    return ok({ id });
  });
  if (result.kind !== 'ok') return result;
  if (result.value.repeated) {
    return conflict(
      `This request already created the token "${name}" (id ${result.value.id}), which was shown once. If you did not receive it, revoke it and create another with a new idempotency key.`,
    );
  }
  deps.logger.info('token.created', { id, role, actor: actor.id });
  return ok({ id, token });
}

/** 256 random bits. */
export function newToken(): string {
  return `cb_${randomBytes(32).toString('base64url')}`;
}

/** The stored form of a token. */
export function tokenColumns(token: string): { tokenHash: string; hint: string } {
  return { tokenHash: hashToken(token), hint: `…${token.slice(-4)}` };
}

/**
 * Tokens are random, so a plain hash cannot be brute-forced. The lookup uses the hash, so its timing reveals
 * nothing about the token.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
