import { createHmac } from 'node:crypto';
import { insertTogether, type WrittenRow } from '../../db/system/insert-together.js';
import type { Queryable } from '../../db/system/queryable.js';
import { type Columns, insertRow } from '../../db/system/write-row.js';
import { isJoined, withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { invalid, ok, type Result } from './result.js';
import { canonicalJson, idempotencyKeyInput, withIdempotency } from './with-idempotency.js';

/** Options of a request that creates something. */
export interface CreationRequest {
  /** Repeating the request with the same key creates nothing more; see {@link withIdempotency}. */
  idempotencyKey?: string | null | undefined;
  /** Who manages the object as configuration. If absent, it is not managed. */
  managedBy?: string | null | undefined;
}

export type Created = { id: string; repeated: boolean };

/** What an actor can create. The role is checked before. */
export type CreateUseCase<Value = Created> = (
  deps: ServiceDeps,
  actor: Actor,
  input: unknown,
  request?: CreationRequest,
) => Promise<Result<Value>>;

/** The created object, with its row if the statement returned it. */
export type CreatedRow = { id: string; row?: WrittenRow };

interface Creation extends CreationRequest {
  /** The name of the mutation that the key belongs to. */
  operation: string;
  /** The input. It must be the same if the key is used again. */
  input: unknown;
}

type Deps = Pick<ServiceDeps, 'pool' | 'secretKey' | 'previousSecretKey'>;

/** Creates something in its own transaction, unless it was already created under this idempotency key. */
export async function createOnce(
  deps: Deps,
  creation: Creation,
  create: (client: Queryable) => Promise<Result<{ id: string }>>,
): Promise<Result<Created>> {
  const key = idempotencyKeyInput.safeParse(creation.idempotencyKey);
  if (!key.success) {
    return invalid(key.error.issues.map(({ message }) => ({ path: ['idempotencyKey'], message })));
  }
  return withTransaction(deps.pool, (client) =>
    withIdempotency(client, { ...keyed(deps, creation), key: key.data }, () => create(client)),
  );
}

function keyed({ secretKey, previousSecretKey }: Deps, { operation, input, idempotencyKey }: Creation) {
  if (idempotencyKey == null) return { operation, target: '', request: null };
  // Inputs contain passwords: with a plain hash, readers of the table could try passwords against it.
  const digestBy = (key: Uint8Array) => ({
    digest: createHmac('sha256', key).update(canonicalJson(input)).digest('hex'),
  });
  return {
    operation,
    target: '',
    request: digestBy(secretKey),
    // While the secret key is changed, the first request may have come before.
    otherForm: previousSecretKey && digestBy(previousSecretKey),
  };
}

/**
 * Inserts one row. @returns undefined if its `key` already exists; otherwise the row, if the statement
 * returns it
 */
export type Insert = (table: string, columns: Columns) => Promise<{ row?: WrittenRow } | undefined>;

/**
 * Like `createOnce`, for a use case that only writes one row, as its last step. Without an
 * idempotency key no transaction is needed, and concurrent requests share the statement that inserts
 * their rows.
 */
export async function createOnceByOneStatement(
  deps: Deps,
  creation: Creation,
  create: (client: Queryable, insert: Insert) => Promise<Result<CreatedRow>>,
): Promise<Result<Created & CreatedRow>> {
  if (creation.idempotencyKey != null || isJoined(deps.pool))
    return createOnce(deps, creation, (client) =>
      create(client, async (table, columns) => ((await insertRow(client, table, columns)) ? {} : undefined)),
    );
  const result = await create(deps.pool, async (table, columns) => {
    const row = await insertTogether(deps.pool, table, columns);
    return row && { row };
  });
  return result.kind === 'ok' ? ok({ ...result.value, repeated: false }) : result;
}
