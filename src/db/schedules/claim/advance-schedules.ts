import type { BlockReason } from '../../../domain/schedule/alert.js';
import { columns } from '../../system/columns.js';
import type { Queryable } from '../../system/queryable.js';

/** The new state of a schedule whose due slots were decided. */
export interface ScheduleAdvance {
  id: string;
  nextRunAt: Date | null;
  nextRunSource: string | null;
  decision: unknown;
  /** What this claim adds to `runCount`. A queued run that was replaced counts less. */
  runs: number;
  /** Whether a run was started. */
  ran: boolean;
  /** Whether a slot ran or was recorded. */
  handled: boolean;
  enabled: boolean;
  deleted: boolean;
  flag: BlockReason | null;
  /** Whether a pause is over or a hint is used up. */
  dropPause?: boolean;
  dropOneShot?: boolean;
  dropHints?: boolean;
}

/** Advances as rows. A claim adds the ids of the runs that count, if they are new. */
export const ADVANCES = columns<ScheduleAdvance & { runIds?: readonly string[] }>({
  id: 'text',
  nextRunAt: 'timestamptz',
  nextRunSource: 'text',
  decision: 'jsonb',
  runs: 'int',
  ran: 'boolean',
  handled: 'boolean',
  enabled: 'boolean',
  deleted: 'boolean',
  flag: 'text',
  dropPause: 'boolean',
  dropOneShot: 'boolean',
  dropHints: 'boolean',
  runIds: 'jsonb',
});

/**
 * Parts of a statement that writes the advances in `moved` at the time of the parameter `now`. It updates
 * schedules, and deletes those with `afterOnce: delete`, whose runs continue from the snapshot.
 */
export const advanced = (now: string) => `gone AS (
    DELETE FROM "Schedule" WHERE id = ANY (ARRAY(SELECT id FROM moved WHERE deleted))
  ), going AS (
    UPDATE "Schedule" s SET
      "nextRunAt" = m."nextRunAt", "nextRunSource" = m."nextRunSource", decision = m.decision, enabled = m.enabled, flag = m.flag, "updatedAt" = clock_timestamp(),
      "runCount" = s."runCount" + m.runs, "lastRunAt" = CASE WHEN m.ran THEN ${now} ELSE s."lastRunAt" END,
      "handledAt" = CASE WHEN m.handled THEN ${now} ELSE s."handledAt" END,
      "pausedUntil" = CASE WHEN m."dropPause" IS NOT TRUE THEN s."pausedUntil" END,
      "pauseNote" = CASE WHEN m."dropPause" IS NOT TRUE THEN s."pauseNote" END,
      "hintNextRunAt" = CASE WHEN m."dropHints" IS NOT TRUE AND m."dropOneShot" IS NOT TRUE THEN s."hintNextRunAt" END,
      "hintIntervalMs" = CASE WHEN m."dropHints" IS NOT TRUE THEN s."hintIntervalMs" END,
      "hintExpiresAt" = CASE WHEN m."dropHints" IS NOT TRUE THEN s."hintExpiresAt" END,
      "hintReason" = CASE WHEN m."dropHints" IS NOT TRUE THEN s."hintReason" END,
      "hintBy" = CASE WHEN m."dropHints" IS NOT TRUE THEN s."hintBy" END,
      "hintAt" = CASE WHEN m."dropHints" IS NOT TRUE THEN s."hintAt" END,
      "hintSince" = CASE WHEN m."dropHints" IS NOT TRUE THEN s."hintSince" END
    FROM moved m WHERE s.id = m.id AND s.id = ANY (ARRAY(SELECT id FROM moved WHERE NOT deleted))
  )`;

/**
 * When the next schedule is due, whether it is one of `moved` or not.
 *
 * @param except parameter with the ids of schedules that are left out
 */
export const nextDue = (except: string) => `SELECT least(
    (SELECT min("nextRunAt") FROM moved WHERE enabled AND NOT deleted),
    (SELECT "nextRunAt" FROM "Schedule" WHERE enabled AND "nextRunAt" IS NOT NULL AND id NOT IN (SELECT id FROM moved) AND id <> ALL (${except}::text[]) ORDER BY "nextRunAt" LIMIT 1))`;

/** Advances locked schedules without recording a slot. */
export async function advanceSchedules(
  client: Queryable,
  advances: readonly ScheduleAdvance[],
  now: Date,
): Promise<void> {
  await client.query(
    `WITH moved AS MATERIALIZED (SELECT * FROM ${ADVANCES.from(2, 'm')}), ${advanced('$1')} SELECT`,
    [now, ...ADVANCES.arrays(advances)],
  );
}
