import type { ClaimedAttempt } from '../../../db/jobs/claim/claim-attempts.js';
import { deferReplacement, requestReplacement } from '../../../db/runs/end/replace-executions.js';
import type { NewExecution } from '../../../db/runs/insert-executions.js';
import type { SingleJob } from '../../../db/runs/insert-single-jobs.js';
import { moveWaiting } from '../../../db/runs/waiting-executions.js';
import { loadOverlaps } from '../../../db/schedules/claim/load-overlaps.js';
import {
  type DueSchedule,
  type LockedSchedules,
  lockDueSchedules,
  nextDueSchedule,
} from '../../../db/schedules/claim/lock-due-schedules.js';
import { prepareRecord, type SendAtOnce } from '../../../db/schedules/claim/record-claim.js';
import { extendSkips } from '../../../db/schedules/extend-skips.js';
import { loadLastSlots } from '../../../db/schedules/lock-schedules.js';
import type { Queryable } from '../../../db/system/queryable.js';
import { type SpreadSettings, spreadCatchUp } from '../../../domain/schedule/slots/jitter.js';
import { liesInRows } from '../../../runtime/database/database-error.js';
import { type Pool, withShortTransaction } from '../../../runtime/database/pool.js';
import { sleepUntil } from '../../../runtime/sleep-until.js';
import { type DecidedSchedule, type DecisionSettings, decideDueSchedule } from './decide-due-schedule.js';
import { claimedOf, planJobs, startingOf } from './first-jobs.js';

export interface ClaimSettings extends DecisionSettings, SpreadSettings {
  /** Schedules per transaction. */
  batchSize: number;
  /** How early a schedule may be locked, in milliseconds. Its slot is recorded when it is due. */
  aheadMs?: number | undefined;
  /** Schedules that are left out, because they could not be claimed a moment ago. */
  except?: readonly string[] | undefined;
}

/** Thrown if a value in the row of a schedule, which only SQL can write, keeps its claim from being recorded. */
export class UnclaimableScheduleError extends Error {
  constructor(
    readonly scheduleId: string,
    cause: unknown,
  ) {
    super('a schedule cannot be claimed', { cause });
  }
}

export interface Claim {
  /** New jobs of runs that are a single call. */
  started: SingleJob[];
  /** Those of them that this worker has claimed and sends itself. */
  claimed: ClaimedAttempt[];
  /** New runs to expand now. */
  executionIds: string[];
  /** Replaced runs whose open attempts have to be ended. */
  replacedIds: string[];
  /** Number of runs that will be replaced as soon as their rows are not locked. */
  deferred: number;
  /** Whether some start a little later, because of jitter or a catch-up. */
  later: boolean;
  /** Recorded runs and skips, for the log. */
  recorded: NewExecution[];
  /** Skips that extended the row of earlier ones. */
  extending: NewExecution[];
  more: boolean;
  /**
   * When the next schedule is due that is not left out, or was at the earliest if there are more. Null if none
   * is.
   */
  nextDueAt: Date | null;
  /** Whether nothing was claimed, because nothing was due or other transactions have locked it. */
  isEmpty: boolean;
  /** The instant of the decision, by which all claimed slots were due. */
  now: Date;
  /** A reading of the database's clock, asked at an instant of `performance.now()`. */
  clock: { now: Date; askedAt: number };
}

export interface ClaimHelp {
  /** Plans the job of a run that is a single call. Other runs are expanded later. */
  planJob(execution: NewExecution): Promise<SingleJob | undefined>;
  /** What this worker can send immediately. Undefined if nothing. Called when everything else is decided. */
  sendAtOnce(): Promise<SendAtOnce | undefined>;
}

const NO_HELP: ClaimHelp = { planJob: async () => undefined, sendAtOnce: async () => undefined };

/** A call without rows takes less time than this. */
const WARM_UP_MS = 8;
const NO_RECORD = { executions: [], jobs: [], advances: [], runIds: [] };

/** A rehearsal takes less time than this. */
const REHEARSAL_MS = 500;

/** If a backlog takes longer than this, the system is overloaded, and late slots count as late. */
const DRAIN_AT_MOST_MS = 60_000;

/**
 * Turns every due slot into a row, in one transaction: it locks schedules, decides with pure functions, and
 * records runs, the jobs of single calls, and the next runs of the schedules in one statement. A crash before
 * the commit changes nothing. A crash after it loses nothing.
 *
 * Two workers cannot claim one slot: the row of the schedule is locked until the commit, other workers skip
 * it, and a unique index allows one run for each schedule and slot.
 * `test/services/schedules/claim-due-schedules.test.ts` races several claims.
 *
 * If nothing is due now, schedules that are due within `aheadMs` are locked and decided early, and recorded
 * when they are due.
 *
 * @throws {UnclaimableScheduleError} for the earliest due schedule. Call again without it.
 */
export async function claimDueSchedules(
  pool: Pool,
  settings: ClaimSettings,
  help: Partial<ClaimHelp> = {},
): Promise<Claim> {
  let due: readonly DueSchedule[] = [];
  try {
    return await claimTogether(pool, settings, help, (locked) => {
      due = locked;
    });
  } catch (error) {
    const [first] = due;
    if (first === undefined || !liesInRows(error)) throw error;
    if (due.length === 1) throw new UnclaimableScheduleError(first.id, error);
    return claimDueSchedules(pool, { ...settings, batchSize: due.length >> 1 }, help);
  }
}

/** @param onLocked called with the schedules that it is about to claim */
async function claimTogether(
  pool: Pool,
  settings: ClaimSettings,
  help: Partial<ClaimHelp>,
  onLocked: (due: readonly DueSchedule[]) => void,
): Promise<Claim> {
  let askedAt = 0;
  return withShortTransaction(pool, {
    async first(client): Promise<LockedSchedules | undefined> {
      askedAt = performance.now();
      const { batchSize, aheadMs, except } = settings;
      const locked = await lockDueSchedules(client, batchSize, aheadMs, except);
      onLocked(locked?.due ?? []);
      return locked;
    },
    work: async (client, locked, commit) =>
      locked
        ? claimLocked(client, locked, { settings, help: { ...NO_HELP, ...help }, askedAt, commit })
        : nothing(client, settings),
  });
}

/** Connections whose server process has planned the statements of a claim. */
const rehearsed = new WeakSet<Queryable>();

/**
 * Sends the statements of a claim without rows, so that the first slot does not wait until they are planned and the
 * functions of triggers compiled. A text is prepared when it is used again, and the lock was asked for already.
 */
async function rehearse(client: Queryable, { aheadMs, except }: ClaimSettings, now: Date): Promise<void> {
  if (rehearsed.has(client)) return;
  rehearsed.add(client);
  const record = prepareRecord(NO_RECORD, { now, areMoreDue: false, except });
  await lockDueSchedules(client, 0, aheadMs, except);
  await record(client);
  await record(client);
}

interface ClaimWork {
  settings: ClaimSettings;
  help: ClaimHelp;
  /** When the schedules were locked, by `performance.now()`. */
  askedAt: number;
  /** Sends COMMIT together with the pending statement. No statement may follow. */
  commit(): void;
}

/** Decides what happens to the slots of locked schedules, and records it when they are due. */
async function claimLocked(
  client: Queryable,
  locked: LockedSchedules,
  { settings, help, askedAt, commit }: ClaimWork,
): Promise<Claim> {
  const { due, now, dueIn } = dueFirst(locked);
  const areMoreDue = locked.due.length === settings.batchSize;
  const dueAt = performance.now() + dueIn;
  // Overlaps with open runs are decided when the slot is due.
  if (!due.every(startsAnyway)) await sleepUntil(dueAt);
  const decided = spread(await decide(client, due, withinReason(settings, now), now), now, settings);
  const all = await moveWaiters(client, decided);
  const extended = await extendSkips(client, firstSkips(all));
  const executions = all.filter(({ id }) => !extended.has(id));
  const jobs = await planJobs(executions, now, help.planJob);
  const advances = decided.map(({ advance }) => advance);
  const runIds = decided.map(runIdsOf);
  const options = { now, areMoreDue, except: settings.except };
  const record = prepareRecord({ executions, jobs, advances, runIds }, options);
  // A first call without rows lets the server prepare the statement before the slot is due.
  if (dueAt - performance.now() > WARM_UP_MS) await prepareRecord(NO_RECORD, options)(client);
  await sleepUntil(dueAt);
  const recording = record(client, await help.sendAtOnce());
  if (decided.every((schedule) => schedule.replaced.length === 0)) commit();
  const { executionIds, claimed, nextDueAt } = await recording;
  const inserted = new Set(executionIds);
  const replaced = decided.flatMap((schedule) => replacedBy(schedule, inserted));
  const replacedIds = await requestReplacement(client, replaced);
  const deferred = await deferReplacement(client, replaced);
  const started = jobs.filter(({ scheduleExecutionId }) => inserted.has(scheduleExecutionId));
  const recorded = all.filter(({ id }) => inserted.has(id));
  return {
    started,
    claimed: claimedOf(started, claimed),
    ...startingOf(recorded, started, now),
    replacedIds,
    deferred,
    recorded,
    extending: all.filter(({ id }) => extended.has(id)),
    more: areMoreDue || advances.some(({ nextRunAt }) => nextRunAt !== null && nextRunAt <= now),
    nextDueAt: areMoreDue ? (locked.due.at(-1)?.nextRunAt ?? null) : nextDueAt,
    isEmpty: false,
    now,
    clock: { now: locked.now, askedAt },
  };
}

async function nothing(client: Queryable, settings: ClaimSettings): Promise<Claim> {
  const askedAt = performance.now();
  const { now, nextDueAt } = await nextDueSchedule(client, settings.except);
  if (!nextDueAt || nextDueAt.getTime() - now.getTime() > REHEARSAL_MS) await rehearse(client, settings, now);
  return {
    started: [],
    claimed: [],
    executionIds: [],
    replacedIds: [],
    deferred: 0,
    later: false,
    recorded: [],
    extending: [],
    more: false,
    isEmpty: true,
    nextDueAt,
    now,
    clock: { now, askedAt },
  };
}

/** Schedules that are due, or else those that are due next, with the instant at which they are. */
function dueFirst({ due, now, readAt }: LockedSchedules): { due: DueSchedule[]; now: Date; dueIn: number } {
  const first = due[0]?.nextRunAt ?? now;
  const at = first > now ? first : now;
  return {
    due: due.filter(({ nextRunAt }) => nextRunAt <= at),
    now: at,
    dueIn: Math.max(0, at.getTime() - readAt),
  };
}

/** Whether it starts regardless of open runs, and is not resuming after a pause. */
function startsAnyway({ concurrencyPolicy, nextRunSource }: DueSchedule): boolean {
  return concurrencyPolicy === 'allow' && nextRunSource !== 'paused';
}

function runIdsOf({ executions }: DecidedSchedule): string[] {
  return executions.flatMap(({ id, status }) => (status === 'pending' ? [id] : []));
}

/** A slot that has already run, for example because the clock was set back, replaces no run. */
function replacedBy(schedule: DecidedSchedule, inserted: ReadonlySet<string>): string[] {
  const runIds = runIdsOf(schedule);
  return runIds.length === 0 || runIds.some((id) => inserted.has(id)) ? schedule.replaced : [];
}

function withinReason(settings: ClaimSettings, now: Date): ClaimSettings {
  const earliest = new Date(now.getTime() - DRAIN_AT_MOST_MS);
  const { watchedSince } = settings;
  return watchedSince && watchedSince < earliest ? { ...settings, watchedSince: earliest } : settings;
}

/**
 * Reads the open runs of locked schedules, in later statements than the lock, so that no other claim can
 * change them.
 */
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
 * Moves queued runs to their newer slot. If that slot is already recorded, for example because the
 * clock was set back, the queued run keeps its own.
 * @returns the runs to record
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

/** Spreads late slots, so that they do not all run at once after downtime. */
function spread(
  decided: readonly DecidedSchedule[],
  now: Date,
  settings: SpreadSettings,
): readonly DecidedSchedule[] {
  if (!decided.some(({ late }) => late)) return decided;
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

/** The oldest skip of each schedule. It may extend the row of the last recorded skip. */
function firstSkips(executions: readonly NewExecution[]): NewExecution[] {
  const seen = new Set<string | null>();
  return executions.filter(({ scheduleId, status }) => {
    const isFirst = !seen.has(scheduleId);
    seen.add(scheduleId);
    return isFirst && status === 'skipped';
  });
}
