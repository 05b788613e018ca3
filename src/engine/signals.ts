import type { LateAttempt } from '../db/jobs/end/fail-late-attempts.js';
import type { ReleasedBatch } from '../db/runs/advance-batches.js';
import type { NewExecution } from '../db/runs/insert-executions.js';
import type { Settled } from '../services/jobs/settle-attempts.js';
import type { StoppedAttempt } from '../services/runs/stop/stop-executions.js';
import type { WrittenBatch } from './finish/answer-batch.js';

/** Attempts of one batch that were released together. */
export type Released = Pick<
  ReleasedBatch,
  'scheduleExecutionId' | 'batchIndex' | 'released' | 'priority' | 'targetType'
>;

/** What can happen in a worker, with its details. `wake-ups.ts` says which loops each of these wakes. */
interface SignalDetails {
  // Schedules and runs
  schedulesPlanned: [];
  /** Due slots were recorded, as runs or as skipped. */
  slotsRecorded: [executions: readonly NewExecution[]];
  /** These runs have no jobs yet, and nothing else expands them. */
  runsToExpand: [scheduleExecutionIds: readonly string[]];
  /** Claimed runs start a little later. */
  runsPostponed: [];
  /** Newer runs replace these, which have to be stopped. */
  runsReplaced: [];
  /** Jobs became rows of a run that was cancelled at the same moment. They have to be stopped. */
  runsCancelled: [];
  /** Runs may have ended. */
  runsEnded: [];
  /** The first batch of a run is due and was left to the batch loop. */
  firstBatchPending: [];
  /** Jobs of a run became rows, which its due batch may need. */
  chunkStored: [];
  /** Jobs of a due batch should become rows now. */
  chunksHastened: [];
  batchesReleased: [batches: readonly Released[]];
  /** Contexts moved on after a wait: `released` steps may start, one of them in this run. */
  contextsAdvanced: [released: number, scheduleExecutionId: string];

  // Attempts
  /** There may be room for another request. */
  roomFreed: [];
  /** A running attempt ends in this many milliseconds unless its agent reports or sends a heartbeat. */
  deadlineSet: [msLeft: number];
  answersWritten: [batch: WrittenBatch];
  resultsValidated: [];
  attemptsSettled: [settled: Settled];
  /** Delays of retries are over. */
  retriesDue: [];
  attemptsStopped: [attempts: readonly StoppedAttempt[]];
  attemptsTimedOut: [attempts: readonly LateAttempt[]];
  /** The agents of these attempts sent no heartbeats. */
  agentsLost: [attempts: readonly LateAttempt[]];
  /** Jobs waited for longer than allowed. */
  jobsExpired: [];
  /** Jobs began to wait for a limit or a worker. The runs are left out if they are not known. */
  jobsThrottled: [scheduleExecutionIds?: readonly string[]];

  // Workers
  leaseLost: [];
  /** A worker started, stopped, died or was asked to drain. */
  fleetChanged: [];
  /** An operator has set whether this worker drains. */
  drainingSet: [draining: boolean];
  /** Jobs with requirements that this worker cannot serve are waiting. */
  requirementsFound: [keys: readonly string[]];
  /** Jobs that no worker could serve can be served again. */
  jobsMatched: [];
  /** Recovery has finished a round. */
  recovered: [];

  // Written by other processes
  settingsChanged: [];
  /** Enabled schedules may have no next run. */
  schedulesUnplanned: [];
  /** A schedule changed; milliseconds since 1970, by the database's clock. */
  scheduleDue: [dueAt: number];
  /** A run was added; milliseconds since 1970, by the database's clock. */
  runDue: [fireAt: number];
  backfillsChanged: [];
  jobsChanged: [];
  notificationsRaised: [];
  /** Another worker asks all workers to check for released jobs. */
  workersCalled: [];
  /** A worker has no room for all jobs of a batch that it releases. */
  batchesOffered: [workerId: string];
}

type Handler<Signal extends keyof SignalDetails> = (...details: SignalDetails[Signal]) => void;

/** What follows from each signal, in this order. */
export type Reactions = { [Signal in keyof SignalDetails]: readonly Handler<Signal>[] };

/** Connects the parts of one engine. The sender of a signal does not know which parts react to it. */
export interface Signals {
  /** Calls the handlers of the signal, one after another, before it returns. */
  emit<Signal extends keyof SignalDetails>(signal: Signal, ...details: SignalDetails[Signal]): void;
  /** Call once, before anything is emitted. */
  connect(reactions: Reactions): void;
}

export function createSignals(): Signals {
  let reactions: Reactions | undefined;
  return {
    emit(signal, ...details) {
      for (const handle of reactions?.[signal] ?? []) handle(...details);
    },
    connect(wanted) {
      reactions = wanted;
    },
  };
}
