import type { Capabilities } from '../../domain/worker/requirements.js';
import type { Queryable } from '../system/queryable.js';

export interface LivingWorker {
  id: string;
  capabilities: Capabilities;
  /** Claims no more work. */
  draining: boolean;
}

/** Workers whose lease has not expired. */
export async function livingWorkers(client: Queryable): Promise<LivingWorker[]> {
  const { rows } = await client.query<LivingWorker>(
    `SELECT id, capabilities, draining FROM "Worker" WHERE state <> 'dead' AND "leaseExpiresAt" > clock_timestamp()`,
  );
  return rows;
}
