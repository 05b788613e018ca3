import { databaseNow } from '../../../src/db/system/database-now.js';
import type { Pool } from '../../../src/runtime/database/pool.js';
import {
  type Claim,
  type ClaimSettings,
  claimDueSchedules,
} from '../../../src/services/schedules/claim/claim-due-schedules.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';

export const SETTINGS: ClaimSettings = {
  timezone: 'UTC',
  enabled: true,
  misfireThresholdMs: 5_000,
  batchSize: 500,
};

export interface SlotRow {
  id: string;
  status: string;
  runStatus: string | null;
  reason: string | null;
  source: string | null;
  slotAt: Date;
  lastSlotAt: Date | null;
  missedCount: number;
  fireAt: Date;
  waitingSince: Date | null;
  decision: { source?: string; candidates?: { source: string; reason: string }[] };
}

export interface ScheduleState {
  enabled: boolean;
  nextRunAt: Date | null;
  nextRunSource: string | null;
  runCount: number;
  failureCount: number;
  pausedUntil: Date | null;
  pauseNote: string | null;
  hintIntervalMs: number | null;
  hintNextRunAt: Date | null;
  hintExpiresAt: Date | null;
  hintReason: string | null;
  decision: Record<string, unknown> | null;
}

/**
 * A database with an agent called `agent`, whose schedules become due by backdated rows, so that no time
 * passes.
 */
export interface ClaimFixture {
  db: TestDatabase;
  pool: Pool;
  /** A whole number of seconds before the database's time. */
  ago(ms: number): Promise<Date>;
  /** A schedule every `interval` that is due at `nextRunAt`. */
  schedule(interval: number, nextRunAt: Date, columns?: Record<string, unknown>): Promise<string>;
  /** Makes it due again, at a recent instant of its own. */
  makeDue(id: string, at?: Date): Promise<Date>;
  claim(settings?: Partial<ClaimSettings>): Promise<Claim>;
  /** By slot. */
  slots(scheduleId: string): Promise<SlotRow[]>;
  state(scheduleId: string): Promise<ScheduleState>;
  /** Ends a run as expansion and roll-up would. */
  end(executionId: string, runStatus?: string): Promise<void>;
}

export async function createClaimFixture(): Promise<ClaimFixture> {
  const db = await createTestDatabase({ writer: 'engine' });
  const { pool } = db;
  await insertAgent(pool, 'agent', 'http://127.0.0.1:9/run');
  return {
    db,
    pool,
    async ago(ms) {
      const now = await databaseNow(pool);
      return new Date(Math.floor((now.getTime() - ms) / 1_000) * 1_000);
    },
    schedule: (interval, nextRunAt, columns = {}) =>
      insertSchedule(pool, { agentId: 'agent', interval, nextRunAt }, columns),
    async makeDue(id, at) {
      const due = at ?? new Date((await databaseNow(pool)).getTime() - 20);
      await pool.query(
        `UPDATE "Schedule" SET "nextRunAt" = $2, "nextRunSource" = NULL, "activatedAt" = least("activatedAt", $2) WHERE id = $1`,
        [id, due],
      );
      return due;
    },
    claim: (settings) => claimDueSchedules(pool, { ...SETTINGS, ...settings }),
    async slots(scheduleId) {
      const { rows } = await pool.query<SlotRow>(
        `SELECT * FROM "ScheduleExecution" WHERE "scheduleId" = $1 AND trigger = 'schedule' ORDER BY "slotAt"`,
        [scheduleId],
      );
      return rows;
    },
    async state(scheduleId) {
      const { rows } = await pool.query<ScheduleState>('SELECT * FROM "Schedule" WHERE id = $1', [
        scheduleId,
      ]);
      return rows[0] as ScheduleState;
    },
    async end(executionId, runStatus = 'succeeded') {
      await pool.query(
        `UPDATE "ScheduleExecution" SET "expandedAt" = clock_timestamp(), "completedAt" = clock_timestamp(), "runStatus" = $2, status = 'success' WHERE id = $1`,
        [executionId, runStatus],
      );
    },
  };
}

/** What happened to the slot of each row: "skipped misfire ×149", "pending", "pending waiting". */
export function outcomes(rows: readonly SlotRow[]): string[] {
  return rows.map(({ status, runStatus, reason, missedCount }) =>
    [status === 'skipped' ? status : runStatus, reason, missedCount > 0 ? `×${missedCount}` : '']
      .filter(Boolean)
      .join(' '),
  );
}
