import type { CancelledRequests } from './dispatch/cancelled-requests.js';
import type { DispatchParts } from './dispatch/dispatch-parts.js';
import type { EngineContext } from './engine-context.js';
import type { CancelNotices } from './finish/cancel-notices.js';
import { createFollowUp } from './finish/follow-up.js';
import type { Loops } from './loops.js';
import type { Drain } from './maintain/drain.js';
import type { Reactions } from './signals.js';

export interface WakeUpOptions {
  dispatch: DispatchParts;
  loops: Loops;
  drain: Drain;
  notices: CancelNotices;
  cancelled: CancelledRequests;
}

/** Which loops check the rows after each signal. */
export function wakeUps(
  context: EngineContext,
  { dispatch, loops, drain, notices, cancelled }: WakeUpOptions,
): Reactions {
  const { plan, claim, backfill, expander, chunk, batch, retry, validate, settle, conclude, contexts } =
    loops;
  const { deadline, recover, health, watch, fleet, snapshot } = loops;
  const { dispatcher, calls, circuits, sendLateness } = dispatch;
  const followUp = createFollowUp(context, dispatch, loops);
  const answered = () => batch.answered();
  const claimJobs = () => dispatcher.poke();

  return {
    schedulesPlanned: [claim.wake],
    slotsRecorded: [sendLateness.expect],
    runsToExpand: [expander.accept],
    runsPostponed: [expander.wake],
    runsReplaced: [conclude.wake],
    runsCancelled: [conclude.wake],
    runsEnded: [backfill.ended, conclude.wake],
    firstBatchPending: [batch.wake, chunk.wake],
    chunkStored: [batch.wake],
    chunksHastened: [chunk.wake],
    batchesReleased: [followUp.batchesReleased],
    contextsAdvanced: [followUp.stepsReleased, settle.wake, batch.wake, backfill.ended, conclude.wake],

    roomFreed: [() => dispatcher.capacityChanged()],
    deadlineSet: [deadline.expect],
    answersWritten: [(batch) => circuits.record(batch.contacts), followUp.answersWritten],
    resultsValidated: [settle.wake],
    attemptsSettled: [followUp.attemptsSettled],
    retriesDue: [calls.poke],
    attemptsStopped: [settle.wake, cancelled.abort, notices.stopped],
    attemptsTimedOut: [settle.wake, notices.timedOut],
    agentsLost: [notices.silent],
    jobsExpired: [settle.wake, answered],
    jobsThrottled: [batch.answered],

    leaseLost: [() => dispatcher.abandonAll()],
    fleetChanged: [recover.wake, fleet.wake],
    drainingSet: [drain.set],
    requirementsFound: [fleet.requirementsFound],
    jobsMatched: [calls.wakeAll],
    recovered: [
      claimJobs,
      ...[plan, claim, conclude, expander, chunk, validate, settle, retry, deadline].map(({ wake }) => wake),
      answered,
    ],

    settingsChanged: [
      ...[health, plan, claim, snapshot].map(({ wake }) => wake),
      claimJobs,
      answered, // a circuit may have opened, so batches continue without the jobs that wait for it
    ],
    schedulesUnplanned: [plan.wake],
    scheduleDue: [claim.dueAt],
    runDue: [(fireAt) => expander.wakeIn(context.clock.msUntil(fireAt))],
    backfillsChanged: [backfill.wake],
    jobsChanged: [
      ...[conclude, validate, settle, retry, contexts].map(({ wake }) => wake),
      chunk.runsChanged,
      answered,
      claimJobs,
    ],
    notificationsRaised: [watch.wakeNotify],
    workersCalled: [claimJobs],
    batchesOffered: [batch.offered],
  };
}
