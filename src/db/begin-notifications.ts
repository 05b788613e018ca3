import type { Queryable } from './queryable.js';

/** A channel that a notification is to go by; `problem`: why it cannot. */
export interface WantedChannel {
  name: string;
  problem: string | null;
}

/**
 * Closes notifications that are due, so that nothing more is counted into them, and puts them on their way: a delivery by each
 * channel, skipped where it cannot be used.
 *
 * @returns how many
 */
export async function beginNotifications(
  client: Queryable,
  channels: readonly WantedChannel[],
  limit: number,
): Promise<number> {
  const { rows } = await client.query<{ begun: number }>(
    `WITH due AS (
       SELECT id FROM "Notification" WHERE status = 'open' AND "dueAt" <= clock_timestamp() ORDER BY "dueAt" LIMIT $3 FOR UPDATE SKIP LOCKED
     ), begun AS (
       UPDATE "Notification" n SET status = CASE WHEN $4 THEN 'sending' ELSE 'skipped' END FROM due WHERE n.id = due.id RETURNING n.id
     ), delivery AS (
       INSERT INTO "NotificationDelivery" (id, "notificationId", channel, status, error, "nextAttemptAt", at)
       SELECT uuid_v7(), begun.id, c.channel, CASE WHEN c.problem IS NULL THEN 'pending' ELSE 'skipped' END, c.problem,
         CASE WHEN c.problem IS NULL THEN clock_timestamp() END, clock_timestamp()
       FROM begun CROSS JOIN unnest($1::text[], $2::text[]) AS c(channel, problem)
     )
     SELECT count(*)::int AS begun FROM begun`,
    [
      channels.map(({ name }) => name),
      channels.map(({ problem }) => problem),
      limit,
      channels.some(({ problem }) => problem === null),
    ],
  );
  return rows[0]?.begun ?? 0;
}
