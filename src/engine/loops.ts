import type { Loop } from '../runtime/loop.js';
import { createResultValidator } from '../services/jobs/result-validator.js';
import { createWatch, type Watch } from '../watch/watch.js';
import type { Dispatch } from './dispatch/dispatch.js';
import type { Announce, EngineContext } from './engine-context.js';
import type { EngineOptions } from './engine-options.js';
import { createAgentSessionLoop } from './finish/agent-session-loop.js';
import { createContextLoop } from './finish/context-loop.js';
import { createDeadlineLoop, type DeadlineLoop } from './finish/deadline-loop.js';
import { createRetryLoop } from './finish/retry-loop.js';
import { createSettleLoop } from './finish/settle-loop.js';
import { createValidateLoop } from './finish/validate-loop.js';
import { createFleetLoop, type FleetLoop } from './maintain/fleet-loop.js';
import { createHealthLoop } from './maintain/health-loop.js';
import type { LeaseKeeper } from './maintain/lease.js';
import { createRecoverLoop } from './maintain/recover-loop.js';
import { createRetentionLoop } from './maintain/retention-loop.js';
import { createSnapshotLoop } from './maintain/snapshot-loop.js';
import { type BackfillLoop, createBackfillLoop } from './schedule/backfill-loop.js';
import { type BatchLoop, createBatchLoop } from './schedule/batch-loop.js';
import { type ChunkLoop, createChunkLoop } from './schedule/chunk-loop.js';
import { type ClaimLoop, createClaimLoop } from './schedule/claim-loop.js';
import { CLAIM_SIZES } from './schedule/claim-sizes.js';
import { createConcludeLoop } from './schedule/conclude-loop.js';
import { createExpander, type Expander } from './schedule/expand-loop.js';
import { createPlanLoop } from './schedule/plan-loop.js';

/** The loops of a worker, and the question that each asks the database. */
export interface Loops {
  /** Which schedules have no next run? */
  plan: Loop;
  /** Which schedules are due? Inserts runs. */
  claim: ClaimLoop;
  /** Which past slots may run next? Inserts runs. */
  backfill: BackfillLoop;
  /** Which runs have no jobs yet? Inserts jobs, in batches. */
  expander: Expander;
  /** Which jobs of expanded runs are not rows yet, and are not claimed soon? Inserts them. */
  chunk: ChunkLoop;
  /** Which batch may be released? */
  batch: BatchLoop;
  /** Which retry delays are over? */
  retry: Loop;
  /** Which reported results match their schemas? */
  validate: Loop;
  /** Which attempts have ended? Retries, counts, ends runs. */
  settle: Loop;
  /** Which runs have ended or must be stopped? Counts failures, starts queued runs. */
  conclude: Loop;
  /** Which steps of pipelines have waited long enough? */
  contexts: Loop;
  /** Which attempts, jobs and runs are out of time? */
  deadline: DeadlineLoop;
  /** What did a crash leave behind? */
  recover: Loop;
  /** Which agents have to be asked for their health? */
  health: Loop;
  /** Is work blocked, and which notifications are due? Servers run this loop as well. */
  watch: Watch;
  /** Which workers are there, and which jobs can none of them serve? */
  fleet: FleetLoop;
  /** How loaded is this machine? */
  snapshot: Loop;
  /** What is old enough to be deleted? */
  retention: Loop;
  /** Which sessions of agents' logins block others? */
  agentSessions: Loop;
}

/** Creates the loops, each after those that it calls. */
export function createLoops(
  context: EngineContext,
  options: EngineOptions,
  lease: LeaseKeeper,
  { dispatcher, calls, sendLateness }: Dispatch,
): Loops {
  const { pool, directory, signals } = context;
  const { id: workerId } = options.registration;
  const sizes = options.claimSizes ?? CLAIM_SIZES;
  const announce: Announce = (batches) => signals.emit('batchesReleased', batches);
  const results = createResultValidator({ pool, directory });

  const fleet = createFleetLoop(context, workerId);
  const batch = createBatchLoop(context, {
    claiming: dispatcher.claiming,
    idleClaim: dispatcher.idleClaim,
    idleRoom: dispatcher.idleRoom,
    lease: lease.current,
    workerId,
    isAlone: fleet.isAlone,
    sizes,
    announce,
  });
  const chunk = createChunkLoop(context, () => batch.loop.wake());
  const expander = createExpander(
    context,
    { pool, dataSources: options.dataSources, directory, holdsFirst: batch.holdsFirst, chunks: sizes.chunks },
    announce,
    () => {
      batch.loop.wake();
      chunk.loop.wake();
    },
    () => signals.emit('runsEnded'),
  );
  const claim = createClaimLoop(context, {
    lease: lease.current,
    claiming: (held, work) => dispatcher.claiming(held, work, false),
    sendAtOnce: dispatcher.idleClaim,
    room: dispatcher.idleRoom,
    onRecorded: sendLateness.expect,
    onStarted: expander.started,
    expand: expander.accept,
  });
  return {
    plan: createPlanLoop(context),
    claim,
    backfill: createBackfillLoop(context, expander.accept),
    expander,
    chunk,
    batch,
    retry: createRetryLoop(context, calls.poke),
    validate: createValidateLoop(context, results),
    settle: createSettleLoop(context, { pool, results, random: Math.random }),
    conclude: createConcludeLoop(context, expander.accept),
    contexts: createContextLoop(context),
    deadline: createDeadlineLoop(context),
    recover: createRecoverLoop(context, dispatcher.freeForgotten),
    health: createHealthLoop(context, options.http),
    watch: createWatch({ ...options, config: directory.config }),
    fleet,
    snapshot: createSnapshotLoop(context, workerId, () => dispatcher.unanswered().length),
    retention: createRetentionLoop(context),
    agentSessions: createAgentSessionLoop(context),
  };
}
