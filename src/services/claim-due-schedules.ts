import { advanceSchedules } from '../db/advance-schedules.js';
import { databaseNow } from '../db/database-now.js';
import { extendSkips } from '../db/extend-skips.js';
import { insertExecutions, type NewExecution } from '../db/insert-executions.js';
import { loadOverlaps } from '../db/load-overlaps.js';
import { type DueSchedule, lockDueSchedules } from '../db/lock-due-schedules.js';
import { loadLastSlots } from '../db/lock-schedules.js';
import type { Queryable } from '../db/queryable.js';
import { deferReplacement, requestReplacement } from '../db/replace-executions.js';
import { moveWaiting } from '../db/waiting-executions.js';
import { type SpreadSettings, spreadCatchUp } from '../domain/schedule/jitter.js';
import { type Pool, withTransaction } from '../runtime/pool.js';
import { type DecidedSchedule, type DecisionSettings, decideDueSchedule } from './decide-due-schedule.js';

export interface ClaimSettings extends DecisionSettings, SpreadSettings {
  /** Schedules of one transaction. */
  batchSize: number;
}

export interface Claim {
  /** Executions to expand now, new with this claim. */
  executionIds: string[];
  /** Executions that were replaced, and whose open attempts are still to be ended. */
  replacedIds: string[];
  /** Executions that will be replaced as soon as nobody holds their row. */
  deferred: number;
  /** Some fire a little later: jitter, or the spreading of a catch-up. */
  later: boolean;
  /** Executions and skips recorded, for the log. */
  recorded: NewExecution[];
  /** Skips that lengthened the row of those before them. */
  extending: NewExecution[];
  /** More may be due: claim again at once. */
  more: boolean;
  /** The database's clock at the decision. */
  now: Date;
}

/**
 * Turns every due slot into a row, in one transaction: schedules are locked, pure functions decide, the executions are
 * inserted and the schedules moved on. A crash before the commit changes nothing, after it loses nothing.
 */
export async function claimDueSchedules(pool: Pool, settings: ClaimSettings): Promise<Claim> {
  return withTransaction(pool, async (client) => {
    const now = await databaseNow(client);
    const due = await lockDueSchedules(client, now, settings.batchSize);
    if (due.length === 0) return { ...NOTHING, now };
    const decided = spread(await decide(client, due, settings, now), now, settings);
    const all = await moveWaiters(client, decided);
    const extended = await extendSkips(client, firstSkips(all));
    const inserted = new Set(
      await insertExecutions(
        client,
        all.filter(({ id }) => !extended.has(id)),
      ),
    );
    const counted = decided.map((schedule) => withoutRepeats(schedule, inserted));
    const replaced = counted.flatMap((schedule) => schedule.replaced);
    const replacedIds = await requestReplacement(client, replaced);
    const deferred = await deferReplacement(client, replaced);
    await advanceSchedules(
      client,
      counted.map(({ advance }) => advance),
      now,
    );
    const recorded = all.filter(({ id }) => inserted.has(id));
    const starting = recorded.filter(({ status, waitingSince }) => status === 'pending' && !waitingSince);
    return {
      executionIds: starting.filter(({ fireAt }) => fireAt <= now).map(({ id }) => id),
      replacedIds,
      deferred,
      later: starting.some(({ fireAt }) => fireAt > now),
      recorded,
      extending: all.filter(({ id }) => extended.has(id)),
      more:
        due.length === settings.batchSize ||
        decided.some(({ advance }) => advance.nextRunAt !== null && advance.nextRunAt <= now),
      now,
    };
  });
}

const NOTHING = {
  executionIds: [],
  replacedIds: [],
  deferred: 0,
  later: false,
  recorded: [],
  extending: [],
  more: false,
};

/** What is going on of a schedule is read after it was locked, in later statements: nobody else can change it by a claim. */
async function decide(
  client: Queryable,
  due: readonly DueSchedule[],
  settings: ClaimSettings,
  now: Date,
): Promise<DecidedSchedule[]> {
  const exclusive = due.filter(({ concurrencyPolicy }) => concurrencyPolicy !== 'allow');
  const overlaps = await loadOverlaps(
    client,
    exclusive.map(({ id }) => id),
  );
  const waking = due.filter(({ nextRunSource }) => nextRunSource === 'paused');
  const lastSlots = await loadLastSlots(
    client,
    waking.map(({ id }) => id),
  );
  const overlapOf = new Map(overlaps.map((overlap) => [overlap.scheduleId, overlap]));
  return due.map((schedule) => {
    const around = { overlap: overlapOf.get(schedule.id), lastSlotAt: lastSlots.get(schedule.id) ?? null };
    return decideDueSchedule(schedule, around, settings, now);
  });
}

/**
 * Gives what waits its newer slot. Where that is recorded already (the clock was put back, say), it keeps its own, which then is no
 * overlap. @returns what is to be recorded
 */
async function moveWaiters(client: Queryable, decided: readonly DecidedSchedule[]): Promise<NewExecution[]> {
  const moved = await moveWaiting(
    client,
    decided.flatMap((schedule) => schedule.moved),
  );
  return decided.flatMap((schedule) =>
    schedule.moved.every(({ id }) => moved.has(id))
      ? schedule.executions
      : schedule.executions.filter(({ reason }) => reason !== 'overlap'),
  );
}

/** A slot that has run already (the clock was put back, say) is no run of this claim: it counts for nothing and replaces nothing. */
function withoutRepeats(schedule: DecidedSchedule, inserted: ReadonlySet<string>): DecidedSchedule {
  const runs = schedule.executions.filter(({ status }) => status === 'pending');
  const repeats = runs.filter(({ id }) => !inserted.has(id)).length;
  if (repeats === 0) return schedule;
  const { advance, replaced } = schedule;
  return {
    ...schedule,
    advance: { ...advance, runs: advance.runs - repeats, ran: repeats < runs.length },
    replaced: repeats < runs.length ? replaced : [],
  };
}

/** After downtime, what is late does not all fire at once. */
function spread(
  decided: readonly DecidedSchedule[],
  now: Date,
  settings: SpreadSettings,
): readonly DecidedSchedule[] {
  const runs = decided.flatMap(({ executions, advance, late }) =>
    executions
      .filter(({ status }) => status === 'pending')
      .map(({ fireAt }) => ({ scheduleId: advance.id, fireAt, late })),
  );
  const times = spreadCatchUp(runs, now, settings).values();
  return decided.map((schedule) => ({
    ...schedule,
    executions: schedule.executions.map((execution) =>
      execution.status === 'pending'
        ? { ...execution, fireAt: times.next().value ?? execution.fireAt }
        : execution,
    ),
  }));
}

/** The oldest of each schedule: what was recorded last may lengthen into it. */
function firstSkips(executions: readonly NewExecution[]): NewExecution[] {
  const seen = new Set<string | null>();
  return executions.filter(({ scheduleId, status }) => {
    const isFirst = !seen.has(scheduleId);
    seen.add(scheduleId);
    return isFirst && status === 'skipped';
  });
}
