import type { Queryable } from './queryable.js';

/** The new state of a schedule whose due slots were decided. */
export interface ScheduleAdvance {
  id: string;
  nextRunAt: Date | null;
  nextRunSource: string | null;
  decision: unknown;
  /** Runs started by this claim. */
  runs: number;
  enabled: boolean;
  deleted: boolean;
  flag: string | null;
}

/** Moves schedules on past the slots just recorded; `afterOnce: delete` removes them (their executions go on from the snapshot). */
export async function advanceSchedules(
  client: Queryable,
  advances: readonly ScheduleAdvance[],
  now: Date,
): Promise<void> {
  await client.query(
    `WITH moved AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS m(id text, "nextRunAt" timestamptz, "nextRunSource" text, decision jsonb, runs int, enabled boolean, deleted boolean, flag text)
     ), gone AS (
       DELETE FROM "Schedule" s USING moved m WHERE s.id = m.id AND m.deleted
     )
     UPDATE "Schedule" s SET
       "nextRunAt" = m."nextRunAt", "nextRunSource" = m."nextRunSource", decision = m.decision, enabled = m.enabled, flag = m.flag,
       "runCount" = s."runCount" + m.runs, "lastRunAt" = CASE WHEN m.runs > 0 THEN $2 ELSE s."lastRunAt" END
     FROM moved m WHERE s.id = m.id AND NOT m.deleted`,
    [JSON.stringify(advances), now],
  );
}
