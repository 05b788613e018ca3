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

/** A channel to send a notification to. `problem` says why it cannot be used. */
export interface WantedChannel {
  name: string;
  problem: string | null;
}

export interface Begun {
  begun: number;
  /** Those of them that are summarized instead of sent, by kind. */
  heldBack: HeldBack[];
}

/** Counts the notifications of each kind that were sent within the window, without summaries. */
const SENT = `SELECT n.kind, count(DISTINCT n.id) AS count
  FROM "NotificationDelivery" d JOIN "Notification" n ON n.id = d."notificationId"
  WHERE d.channel = ANY ($1::text[]) AND d.id >= ${idOfAge('$5')} AND d.status <> 'skipped' AND n."groupKey" <> $6 GROUP BY n.kind`;

/**
 * Closes due notifications, so that no further occurrences are added to them, and creates a delivery for each
 * channel. The delivery is skipped if the channel cannot be used. Notifications beyond {@link MOST_SENT} of a
 * kind in a window are skipped for every channel, with the reason. Runs in a transaction. Only one process
 * does this at a time, so that the counts are right. Other processes return without doing anything.
 */
export async function beginNotifications(
  client: Queryable,
  channels: readonly WantedChannel[],
  limit: number,
): Promise<Begun> {
  if (!(await lockWatch(client, 'notifications'))) return { begun: 0, heldBack: [] };
  const { rows } = await client.query<HeldBack & { begun: number }>(
    `WITH due AS (
       SELECT id, kind, "dueAt", "groupKey" = $6 AS "isSummary" FROM "Notification"
       WHERE status = 'open' AND "dueAt" <= clock_timestamp() ORDER BY "dueAt", id LIMIT $3 FOR UPDATE SKIP LOCKED
     ), sent AS (${SENT}), judged AS (
       SELECT due.id, $4 AND NOT "isSummary"
         AND coalesce(sent.count, 0) + row_number() OVER (PARTITION BY due.kind, "isSummary" ORDER BY "dueAt", due.id) > $7::int AS "isHeldBack"
       FROM due LEFT JOIN sent ON sent.kind = due.kind
     ), begun AS (
       UPDATE "Notification" n SET status = CASE WHEN $4 AND NOT "isHeldBack" THEN 'sending' ELSE 'skipped' END
       FROM judged WHERE n.id = judged.id
       RETURNING n.id, n.kind, n."subjectType", n."subjectId", n."firstAt", n."lastAt", "isHeldBack"
     ), delivery AS (
       INSERT INTO "NotificationDelivery" (id, "notificationId", channel, status, error, "nextAttemptAt", at)
       SELECT uuid_v7(), begun.id, c.channel, CASE WHEN problem IS NULL THEN 'pending' ELSE 'skipped' END, problem,
         CASE WHEN problem IS NULL THEN clock_timestamp() END, clock_timestamp()
       FROM begun CROSS JOIN unnest($1::text[], $2::text[]) AS c(channel, trouble)
       CROSS JOIN LATERAL (SELECT coalesce(c.trouble, CASE WHEN "isHeldBack" THEN $8::text END) AS problem) judged
     )
     SELECT kind, count(*) FILTER (WHERE "isHeldBack")::int AS count, count(*)::int AS begun,
       (array_agg("subjectType" ORDER BY id))[1] AS "subjectType", (array_agg("subjectId" ORDER BY id) FILTER (WHERE "isHeldBack"))[1] AS "subjectId",
       min("firstAt") FILTER (WHERE "isHeldBack") AS "firstAt", max("lastAt") FILTER (WHERE "isHeldBack") AS "lastAt"
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
    heldBack: rows.flatMap(({ begun: _, ...summary }) => (summary.count > 0 ? [summary] : [])),
  };
}
