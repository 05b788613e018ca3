import type { Queryable } from '../system/queryable.js';

/** Makes every worker check for jobs that it can claim. The worker that found these jobs cannot run them. */
export async function wakeWorkers(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_notify('callboard_dispatch', '')`);
}
