import type { Queryable } from '../system/queryable.js';
import type { ScheduleAdvance } from './claim/advance-schedules.js';
import { SELECT_SCHEDULE, type StoredSchedule } from './lock-schedule.js';

/** Progress of planning schedules after a change of the default time zone; locked. */
export interface ZoneChange {
  zoneBefore: string;
  /** Schedules up to this id are done. */
  cursor: string;
  pass: 1 | 2;
}

/** Records that the default zone has changed, so that all schedules in it are planned again. */
export async function beginZoneChange(client: Queryable, zoneBefore: string): Promise<void> {
  await client.query(
    `INSERT INTO "ZoneChange" ("zoneBefore") VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET "zoneBefore" = EXCLUDED."zoneBefore", cursor = '', pass = 1, "passFrom" = clock_timestamp()`,
    [zoneBefore],
  );
}

/** Milliseconds until there is something to do; null: there is nothing. */
export async function msUntilZoneChange(client: Queryable): Promise<number | null> {
  const { rows } = await client.query<{ ms: number }>(
    `SELECT greatest(0, extract(epoch FROM "passFrom" - clock_timestamp()) * 1000)::float8 AS ms FROM "ZoneChange"`,
  );
  return rows[0]?.ms ?? null;
}

/** Undefined if there is nothing to do now, or another worker does it. */
export async function lockZoneChange(client: Queryable): Promise<ZoneChange | undefined> {
  const { rows } = await client.query<ZoneChange>(
    `SELECT "zoneBefore", cursor, pass FROM "ZoneChange" WHERE "passFrom" <= clock_timestamp() FOR UPDATE SKIP LOCKED`,
  );
  return rows[0];
}

/** Locks the next schedules in the default zone. Leaves out those that another transaction has locked. */
export async function lockZoneFollowers(
  client: Queryable,
  after: string,
  limit: number,
): Promise<StoredSchedule[]> {
  const { rows } = await client.query<StoredSchedule>(
    `${SELECT_SCHEDULE} WHERE s.id > $1 AND s.timezone IS NULL AND s."cronExpression" IS NOT NULL AND s.enabled AND NOT s.template
       AND s."nextRunAt" IS NOT NULL AND s.flag IS DISTINCT FROM 'invalid_timing'
     ORDER BY s.id LIMIT $2 FOR UPDATE OF s SKIP LOCKED`,
    [after, limit],
  );
  return rows;
}

/** Stores the progress of the locked change. */
export async function moveZoneChange(client: Queryable, cursor: string): Promise<void> {
  await client.query('UPDATE "ZoneChange" SET cursor = $1', [cursor]);
}

/** Ends the first pass over all schedules and plans the second for so much later. */
export async function beginSecondPass(client: Queryable, inMs: number): Promise<void> {
  await client.query(
    `UPDATE "ZoneChange" SET cursor = '', pass = 2, "passFrom" = clock_timestamp() + $1 * interval '1 millisecond'`,
    [inMs],
  );
}

export async function endZoneChange(client: Queryable): Promise<void> {
  await client.query('DELETE FROM "ZoneChange"');
}

/** The new plan of a schedule. */
export interface Replan
  extends Pick<ScheduleAdvance, 'id' | 'nextRunAt' | 'nextRunSource' | 'decision' | 'enabled'> {
  activatedAt: Date;
}

export async function writeReplans(client: Queryable, replans: readonly Replan[]): Promise<void> {
  if (replans.length === 0) return;
  await client.query(
    `UPDATE "Schedule" s SET "activatedAt" = r."activatedAt", "nextRunAt" = r."nextRunAt", "nextRunSource" = r."nextRunSource", decision = r.decision, enabled = r.enabled
     FROM jsonb_to_recordset($1::jsonb) AS r(id text, "activatedAt" timestamptz, "nextRunAt" timestamptz, "nextRunSource" text, decision jsonb, enabled boolean)
     WHERE s.id = r.id`,
    [JSON.stringify(replans)],
  );
}
