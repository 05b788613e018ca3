import {
  HELD_BACK_KEY,
  HELD_BACK_REASON,
  type HeldBack,
  MOST_SENT,
} from '../../domain/notification/hold-back.js';
import { WINDOW_MS } from '../../domain/notification/notification.js';
import { idOfAge } from '../system/id-of-age.js';
import type { Queryable } from '../system/queryable.js';
import { lockWatch } from './watch.js';

/** A channel that a notification is to go by; `problem`: why it cannot. */
export interface WantedChannel {
  name: string;
  problem: string | null;
}

export interface Begun {
  /** Notifications that are closed now. */
  begun: number;
  /** Those of them that are not told one by one, by kind. */
  held: HeldBack[];
}

/** Of a kind, those that went out within the window; what only tells of others does not count. */
const TOLD = `SELECT n.kind, count(DISTINCT n.id) AS count
  FROM "NotificationDelivery" d JOIN "Notification" n ON n.id = d."notificationId"
  WHERE d.channel = ANY ($1::text[]) AND d.id >= ${idOfAge('$5')} AND d.status <> 'skipped' AND n."groupKey" <> $6 GROUP BY n.kind`;

/**
 * In a transaction: closes notifications that are due, so that nothing more is counted into them, and puts them on their way: a
 * delivery by each channel, skipped where it cannot be used. Beyond {@link MOST_SENT} of a kind in a window they are held back:
 * skipped by each channel, with the reason. One process at a time, so that all count the same; the others leave it to that one.
 */
export async function beginNotifications(
  client: Queryable,
  channels: readonly WantedChannel[],
  limit: number,
): Promise<Begun> {
  if (!(await lockWatch(client, 'notifications'))) return { begun: 0, held: [] };
  const { rows } = await client.query<HeldBack & { begun: number }>(
    `WITH due AS (
       SELECT id, kind, "dueAt", "groupKey" = $6 AS "isSummary" FROM "Notification"
       WHERE status = 'open' AND "dueAt" <= clock_timestamp() ORDER BY "dueAt", id LIMIT $3 FOR UPDATE SKIP LOCKED
     ), told AS (${TOLD}), judged AS (
       SELECT due.id, $4 AND NOT "isSummary"
         AND coalesce(told.count, 0) + row_number() OVER (PARTITION BY due.kind, "isSummary" ORDER BY "dueAt", due.id) > $7::int AS held
       FROM due LEFT JOIN told ON told.kind = due.kind
     ), begun AS (
       UPDATE "Notification" n SET status = CASE WHEN $4 AND NOT held THEN 'sending' ELSE 'skipped' END
       FROM judged WHERE n.id = judged.id
       RETURNING n.id, n.kind, n."subjectType", n."subjectId", n."firstAt", n."lastAt", held
     ), delivery AS (
       INSERT INTO "NotificationDelivery" (id, "notificationId", channel, status, error, "nextAttemptAt", at)
       SELECT uuid_v7(), begun.id, c.channel, CASE WHEN problem IS NULL THEN 'pending' ELSE 'skipped' END, problem,
         CASE WHEN problem IS NULL THEN clock_timestamp() END, clock_timestamp()
       FROM begun CROSS JOIN unnest($1::text[], $2::text[]) AS c(channel, trouble)
       CROSS JOIN LATERAL (SELECT coalesce(c.trouble, CASE WHEN held THEN $8::text END) AS problem) judged
     )
     SELECT kind, count(*) FILTER (WHERE held)::int AS count, count(*)::int AS begun,
       (array_agg("subjectType" ORDER BY id))[1] AS "subjectType", (array_agg("subjectId" ORDER BY id) FILTER (WHERE held))[1] AS "subjectId",
       min("firstAt") FILTER (WHERE held) AS "firstAt", max("lastAt") FILTER (WHERE held) AS "lastAt"
     FROM begun GROUP BY kind ORDER BY kind`,
    [
      channels.map(({ name }) => name),
      channels.map(({ problem }) => problem),
      limit,
      channels.some(({ problem }) => problem === null),
      ...[WINDOW_MS, HELD_BACK_KEY, MOST_SENT, HELD_BACK_REASON],
    ],
  );
  return {
    begun: rows.reduce((sum, { begun }) => sum + begun, 0),
    held: rows.flatMap(({ begun: _, ...held }) => (held.count > 0 ? [held] : [])),
  };
}
