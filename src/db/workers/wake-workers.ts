import type { Queryable } from '../system/queryable.js';

/** The channel on which workers notify each other. */
export const WAKE_CHANNEL = 'callboard_dispatch';
const OFFER = 'batch:';

/** Makes every worker check for jobs that it can claim. The worker that found these jobs cannot run them. */
export async function wakeWorkers(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_notify('${WAKE_CHANNEL}', '')`);
}

/** Makes the other workers check for due batches. This worker has no room for all jobs of one of them. */
export async function offerBatches(client: Queryable, workerId: string): Promise<void> {
  await client.query(`SELECT pg_notify('${WAKE_CHANNEL}', $1)`, [`${OFFER}${workerId}`]);
}

/** @returns the id of the worker that offers batches, or undefined if the message is for every worker */
export function offeredBy(payload: string): string | undefined {
  return payload.startsWith(OFFER) ? payload.slice(OFFER.length) : undefined;
}
