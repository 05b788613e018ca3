import { createHmac } from 'node:crypto';
import type { Queryable } from '../db/queryable.js';
import { withTransaction } from '../runtime/pool.js';
import type { ServiceDeps } from './context.js';
import { invalid, type Result } from './result.js';
import { canonicalJson, idempotencyKeyInput, withIdempotency } from './with-idempotency.js';

/** What a request to create something may say about itself. */
export interface CreationRequest {
  /** The same request with the same key creates nothing more; see {@link withIdempotency}. */
  idempotencyKey?: string | null | undefined;
}

export type Created = { id: string; repeated: boolean };

/**
 * Creates something in a transaction of its own, unless it was created under this idempotency key already.
 * @param operation the mutation's name: a key belongs to it
 * @param input what must be the same when the key comes again
 */
export async function createOnce(
  deps: Pick<ServiceDeps, 'pool' | 'secretKey'>,
  { operation, input, idempotencyKey }: CreationRequest & { operation: string; input: unknown },
  create: (client: Queryable) => Promise<Result<{ id: string }>>,
): Promise<Result<Created>> {
  const key = idempotencyKeyInput.safeParse(idempotencyKey);
  if (!key.success) {
    return invalid(key.error.issues.map(({ message }) => ({ path: ['idempotencyKey'], message })));
  }
  // Inputs hold passwords: with a plain hash, who reads the table could try passwords against it.
  const digest = createHmac('sha256', deps.secretKey).update(canonicalJson(input)).digest('hex');
  return withTransaction(deps.pool, (client) =>
    withIdempotency(client, { operation, target: '', key: key.data, request: { digest } }, () =>
      create(client),
    ),
  );
}
