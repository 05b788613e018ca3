import { advanceSchedules } from '../db/advance-schedules.js';
import { databaseNow } from '../db/database-now.js';
import { extendSkips } from '../db/extend-skips.js';
import { insertExecutionsWithJobs, type NewExecution } from '../db/insert-executions.js';
import type { SingleJob } from '../db/insert-single-jobs.js';
import { loadOverlaps } from '../db/load-overlaps.js';
import { type DueSchedule, lockDueSchedules } from '../db/lock-due-schedules.js';
import { loadLastSlots } from '../db/lock-schedules.js';
import { msUntilNextDue } from '../db/next-due.js';
import type { Queryable } from '../db/queryable.js';
import { deferReplacement, requestReplacement } from '../db/replace-executions.js';
import { moveWaiting } from '../db/waiting-executions.js';
import { LIMITS } from '../domain/limits.js';
import { type SpreadSettings, spreadCatchUp } from '../domain/schedule/jitter.js';
import { type Pool, withTransaction } from '../runtime/pool.js';
import { type DecidedSchedule, type DecisionSettings, decideDueSchedule } from './decide-due-schedule.js';

export interface ClaimSettings extends DecisionSettings, SpreadSettings {
  /** Schedules of one transaction. */
  batchSize: number;
}

export interface Claim {
  /** New with this claim, and their jobs with them: they can be sent. */
  started: SingleJob[];
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
  /** Milliseconds until the next is due; 0: one is that somebody holds; null: none will be. */
  untilDueMs: number | null;
  /** The database's clock at the decision. */
  now: Date;
}

/** Gives an execution its job, where it has just one; else it is expanded on its own. */
export type SingleJobPlanner = (execution: NewExecution) => Promise<SingleJob | undefined>;

/** A backlog that takes longer is more than this system can do: what is late then is late. */
const DRAIN_AT_MOST_MS = 60_000;

/**
 * Turns every due slot into a row, in one transaction: schedules are locked, pure functions decide, the executions are
 * inserted, those that are one call with their job, and the schedules moved on. A crash before the commit changes nothing, after it
 * loses nothing.
 */
export async function claimDueSchedules(
  pool: Pool,
  settings: ClaimSettings,
  planJob: SingleJobPlanner = async () => undefined,
): Promise<Claim> {
  return withTransaction(pool, async (client) => {
    const locked = await lockDueSchedules(client, settings.batchSize);
    if (!locked) return nothing(client);
    const { due, now } = locked;
    const decided = spread(await decide(client, due, withinReason(settings, now), now), now, settings);
    const all = await moveWaiters(client, decided);
    const extended = await extendSkips(client, firstSkips(all));
    const recording = all.filter(({ id }) => !extended.has(id));
    const jobs = await planJobs(recording, now, planJob);
    const inserted = new Set(await insertExecutionsWithJobs(client, recording, jobs));
    const counted = decided.map((schedule) => withoutRepeats(schedule, inserted));
    const replaced = counted.flatMap((schedule) => schedule.replaced);
    const replacedIds = await requestReplacement(client, replaced);
    const deferred = await deferReplacement(client, replaced);
    const advances = counted.map(({ advance }) => advance);
    const untilDueMs = await advanceSchedules(client, advances, now);
    const recorded = all.filter(({ id }) => inserted.has(id));
    const starting = recorded.filter(mayStart);
    const started = jobs.filter(({ scheduleExecutionId }) => inserted.has(scheduleExecutionId));
    const expanded = new Set(started.map(({ scheduleExecutionId }) => scheduleExecutionId));
    return {
      started,
      executionIds: starting
        .filter(({ id, fireAt }) => fireAt <= now && !expanded.has(id))
        .map(({ id }) => id),
      replacedIds,
      deferred,
      later: starting.some(({ fireAt }) => fireAt > now),
      recorded,
      extending: all.filter(({ id }) => extended.has(id)),
      more:
        due.length === settings.batchSize ||
        advances.some(({ nextRunAt }) => nextRunAt !== null && nextRunAt <= now),
      untilDueMs,
      now,
    };
  });
}

async function nothing(client: Queryable): Promise<Claim> {
  return {
    started: [],
    executionIds: [],
    replacedIds: [],
    deferred: 0,
    later: false,
    recorded: [],
    extending: [],
    more: false,
    now: await databaseNow(client),
    untilDueMs: await msUntilNextDue(client, 'schedule'),
  };
}

function withinReason(settings: ClaimSettings, now: Date): ClaimSettings {
  const earliest = new Date(now.getTime() - DRAIN_AT_MOST_MS);
  const { watchedSince } = settings;
  return watchedSince && watchedSince < earliest ? { ...settings, watchedSince: earliest } : settings;
}

function mayStart({ status, waitingSince }: NewExecution): boolean {
  return status === 'pending' && !waitingSince;
}

/** As many as one statement should carry; the others are expanded after it. */
async function planJobs(
  executions: readonly NewExecution[],
  now: Date,
  planJob: SingleJobPlanner,
): Promise<SingleJob[]> {
  const jobs: SingleJob[] = [];
  let bytes = 0;
  for (const execution of executions) {
    if (!mayStart(execution) || execution.fireAt > now || bytes > LIMITS.expansionChunkBytes) continue;
    const job = await planJob(execution);
    if (!job) continue;
    bytes += JSON.stringify(job.params).length;
    jobs.push(job);
  }
  return jobs;
}

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
  const waking = due.filter(({ nextRunSource }) => nextRunSource === 'paused').map(({ id }) => id);
  const lastSlots = await loadLastSlots(client, waking);
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
