import type { Capabilities } from '../../domain/worker/requirements.js';
import type { Queryable } from '../system/queryable.js';

export interface AliveWorker {
  id: string;
  capabilities: Capabilities;
  /** Claims no more work. */
  draining: boolean;
}

/** Workers whose lease has not expired. */
export async function aliveWorkers(client: Queryable): Promise<AliveWorker[]> {
  const { rows } = await client.query<AliveWorker>(
    `SELECT id, capabilities, draining FROM "Worker" WHERE state <> 'dead' AND "leaseExpiresAt" > clock_timestamp()`,
  );
  return rows;
}
