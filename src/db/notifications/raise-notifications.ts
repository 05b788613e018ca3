import { type NewNotification, WINDOW_MS } from '../../domain/notification/notification.js';
import { uuidv7 } from '../../runtime/ids.js';
import type { Queryable } from '../system/queryable.js';
import { toJsonb } from '../system/to-jsonb.js';

/**
 * Adds to open notifications or creates new ones. A new one is due at once, or at the end of the current
 * window if one with the same kind and group key was sent within it. An episode that was already reported is
 * not reported again. Rows are written in the order of their keys, so that two workers do not deadlock.
 *
 * @returns the ids of new notifications
 */
export async function raiseNotifications(
  client: Queryable,
  notifications: readonly NewNotification[],
): Promise<string[]> {
  if (notifications.length === 0) return [];
  const { rows } = await client.query<{ id: string; isNew: boolean }>(
    `INSERT INTO "Notification" AS n (id, kind, "groupKey", "subjectType", "subjectId", "scheduleId", "pipelineId", "agentId", title, message, count,
       "followsId", "firstAt", "lastAt", "dueAt", "windowEndsAt", data)
     SELECT r.id, r.kind, r."groupKey", r."subjectType", r."subjectId", r."scheduleId", r."pipelineId", r."agentId", r.title, r.message, r.count,
       sent.id, r."firstAt", r."lastAt", coalesce(sent."windowEndsAt", clock.now), coalesce(sent."windowEndsAt", clock.now) + $2 * interval '1 millisecond',
       r.data
     FROM jsonb_to_recordset($1::jsonb) AS r(id text, kind text, "groupKey" text, "subjectType" text, "subjectId" text, "scheduleId" text,
       "pipelineId" text, "agentId" text, title text, message text, count int, "firstAt" timestamptz, "lastAt" timestamptz, data jsonb)
     CROSS JOIN (SELECT clock_timestamp() AS now) clock
     LEFT JOIN LATERAL (
       SELECT t.id, t."windowEndsAt" FROM "Notification" t
       WHERE t.kind = r.kind AND t."groupKey" = r."groupKey" AND t."windowEndsAt" > clock.now
       ORDER BY t."windowEndsAt" DESC LIMIT 1) sent ON true
     WHERE r.data -> 'episode' IS NULL OR NOT EXISTS (
       SELECT FROM "Notification" t WHERE t.kind = r.kind AND t."groupKey" = r."groupKey" AND t.data -> 'episode' = r.data -> 'episode')
     ORDER BY r.kind, r."groupKey"
     ON CONFLICT (kind, "groupKey") WHERE status = 'open' DO UPDATE SET
       count = n.count + CASE WHEN n.data -> 'episode' = EXCLUDED.data -> 'episode' THEN 0 ELSE EXCLUDED.count END,
       "firstAt" = least(n."firstAt", EXCLUDED."firstAt"), "lastAt" = greatest(n."lastAt", EXCLUDED."lastAt"),
       "agentId" = CASE WHEN n."agentId" = EXCLUDED."agentId" THEN n."agentId" END,
       "pipelineId" = CASE WHEN n."pipelineId" = EXCLUDED."pipelineId" THEN n."pipelineId" END,
       data = CASE WHEN n."agentId" IS DISTINCT FROM EXCLUDED."agentId" THEN n.data - 'agent' ELSE n.data END
         || jsonb_strip_nulls(jsonb_build_object('episode', EXCLUDED.data -> 'episode'))
     RETURNING n.id, n.xmax = 0 AS "isNew"`,
    [toJsonb(notifications.map((notification) => ({ ...notification, id: uuidv7() }))), WINDOW_MS],
  );
  return rows.filter(({ isNew }) => isNew).map(({ id }) => id);
}
