/** Keys that clients give to objects to find them again. At most one object of each kind has a key. */

import { z } from 'zod';
import type { Queryable } from '../../db/system/queryable.js';
import { isSqlState } from '../../runtime/database/sqlstate.js';
import { conflict, type Refusal, type Result } from './result.js';

export const stableKey = z
  .string('must be a string')
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'must begin with a letter or digit and contain only letters, digits, ".", "_" and "-", at most 128 characters',
  );

export const stableKeyInput = stableKey.nullish().transform((key) => key ?? null);

type Keyed = 'Schedule' | 'Pipeline' | 'Webhook';

/**
 * The refusal if another object has the key.
 * @param id of the object that wants the key, if it already exists
 */
export async function takenKey(
  client: Queryable,
  entity: Keyed,
  key: string | null | undefined,
  id: string | null = null,
): Promise<Refusal | undefined> {
  if (key === null || key === undefined) return undefined;
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT id, name FROM "${entity}" WHERE key = $1 AND id IS DISTINCT FROM $2`,
    [key, id],
  );
  const [holder] = rows;
  if (!holder) return undefined;
  const what = entity.toLowerCase();
  return conflict(
    `The key "${key}" is already used by the ${what} "${holder.name}" (ID ${holder.id}). Choose another key, or update that ${what}.`,
  );
}

/** The refusal for a row that was not inserted because of its key. */
export async function keyTaken(client: Queryable, entity: Keyed, key: string | null): Promise<Refusal> {
  return (
    (await takenKey(client, entity, key)) ??
    conflict(`The key "${key}" was in use until just now. Try again.`)
  );
}

/**
 * If two requests use one key at the same moment, the database refuses the second. It gets the same
 * refusal as a later request.
 */
export async function orTakenKey<T>(
  client: Queryable,
  entity: Keyed,
  key: string | null | undefined,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    const taken = isSqlState(error, 'uniqueViolation') && constraint === `${entity}_key_key`;
    const refusal = taken ? await takenKey(client, entity, key) : undefined;
    if (refusal) return refusal;
    throw error;
  }
}
