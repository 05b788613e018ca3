import type { Queryable } from '../system/queryable.js';
import type { DueSchedule } from './claim/lock-due-schedules.js';
import { LOAN } from './template-loan.js';

/** A schedule as stored, due or not. */
export interface StoredSchedule extends Omit<DueSchedule, 'nextRunAt' | 'targetReady'> {
  key: string | null;
  description: string | null;
  enabled: boolean;
  nextRunAt: Date | null;
  /** Why it cannot run although it is enabled. */
  flag: string | null;
  successfulHistoryLimit: number | null;
  failedHistoryLimit: number | null;
  labels: string[];
  updatedAt: Date;
}

/** SQL: reads a {@link StoredSchedule} as `s`. */
export const SELECT_SCHEDULE = `SELECT s.*, ${LOAN} AS lent FROM "Schedule" s`;

const BY_ID = `${SELECT_SCHEDULE} WHERE s.id = $1`;

/** Locks a schedule until the transaction ends, so that its slots are not claimed meanwhile. */
export async function lockSchedule(client: Queryable, id: string): Promise<StoredSchedule | undefined> {
  const { rows } = await client.query<StoredSchedule>(`${BY_ID} FOR UPDATE OF s`, [id]);
  return rows[0];
}

/** Reads a schedule without locking it. */
export async function loadSchedule(client: Queryable, id: string): Promise<StoredSchedule | undefined> {
  const { rows } = await client.query<StoredSchedule>(BY_ID, [id]);
  return rows[0];
}
