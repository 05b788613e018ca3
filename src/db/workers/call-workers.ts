import type { Queryable } from '../system/queryable.js';

/** Has every worker look for jobs that it can claim: what is ready is nothing for the one that knows of it. */
export async function callWorkers(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_notify('callboard_dispatch', '')`);
}
