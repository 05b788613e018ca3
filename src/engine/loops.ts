import type { Loop } from '../runtime/loop.js';
import { createResultValidator } from '../services/jobs/result-validator.js';
import { createWatch, type Watch } from '../watch/watch.js';
import type { Dispatcher } from './dispatch/dispatcher.js';
import type { EngineContext } from './engine-context.js';
import type { EngineOptions } from './engine-options.js';
import { createAgentSessionLoop } from './finish/agent-session-loop.js';
import { createContextLoop } from './finish/context-loop.js';
import { createDeadlineLoop, type DeadlineLoop } from './finish/deadline-loop.js';
import { createRetryLoop } from './finish/retry-loop.js';
import { createSettleLoop } from './finish/settle-loop.js';
import { createValidateLoop } from './finish/validate-loop.js';
import type { LocalWorker } from './local-worker.js';
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

/**
 * The loops of a worker, by phase, and the question that each asks the database. A loop wakes none of the
 * others: it signals what has happened, and `wake-ups.ts` says what follows.
 */
export interface Loops {
  // From due slots to released jobs
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
  /** Which runs have ended or must be stopped? Counts failures, starts queued runs. */
  conclude: Loop;

  // From answers to their consequences
  /** Which reported results match their schemas? */
  validate: Loop;
  /** Which attempts have ended? Retries, counts, ends runs. */
  settle: Loop;
  /** Which retry delays are over? */
  retry: Loop;
  /** Which steps of pipelines have waited long enough? */
  contexts: Loop;
  /** Which attempts, jobs and runs are out of time? */
  deadline: DeadlineLoop;
  /** Which sessions of agents' logins block others? */
  agentSessions: Loop;

  // Maintenance
  /** What did a crash leave behind? */
  recover: Loop;
  /** Which agents have to be asked for their health? */
  health: Loop;
  /** Which workers are there, and which jobs can none of them serve? */
  fleet: FleetLoop;
  /** How loaded is this machine? */
  snapshot: Loop;
  /** What is old enough to be deleted? */
  retention: Loop;
  /** Is work blocked, and which notifications are due? Servers run these loops as well. */
  watch: Watch;
}

export function createLoops(
  context: EngineContext,
  options: EngineOptions,
  lease: LeaseKeeper,
  dispatcher: Dispatcher,
): Loops {
  const { pool, directory } = context;
  const { id } = options.registration;
  const results = createResultValidator({ pool, directory });
  const fleet = createFleetLoop(ofLoop(context), id);
  const sizes = options.claimSizes ?? CLAIM_SIZES;
  const worker: LocalWorker = { id, lease, dispatcher, fleet, sizes };
  return {
    plan: createPlanLoop(ofLoop(context)),
    claim: createClaimLoop(context, worker),
    backfill: createBackfillLoop(ofLoop(context)),
    expander: createExpander(ofLoop(context), worker, options.dataSources),
    chunk: createChunkLoop(ofLoop(context)),
    batch: createBatchLoop(ofLoop(context), worker),
    conclude: createConcludeLoop(ofLoop(context)),

    validate: createValidateLoop(context, results),
    settle: createSettleLoop(context, { pool, results, random: Math.random }),
    retry: createRetryLoop(ofLoop(context)),
    contexts: createContextLoop(ofLoop(context)),
    deadline: createDeadlineLoop(ofLoop(context)),
    agentSessions: createAgentSessionLoop(context),

    recover: createRecoverLoop(ofLoop(context), worker),
    health: createHealthLoop(context, options.http),
    fleet,
    snapshot: createSnapshotLoop(context, worker),
    retention: createRetentionLoop(context),
    watch: createWatch({ ...options, config: directory.config }),
  };
}

/**
 * Each loop has a safety net of its own length, up to a fifth shorter. If all loops of a worker asked the database at the
 * same moment, a slot that is due then would wait.
 */
function ofLoop(context: EngineContext): EngineContext {
  return { ...context, safetyNetMs: context.safetyNetMs * (1 - Math.random() / 5) };
}
