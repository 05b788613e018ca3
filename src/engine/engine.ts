/**
 * The engine: what a worker process does. State is in PostgreSQL. Each loop asks the database one question,
 * acts in one transaction, and sleeps until the answer can have changed.
 *
 * - `loops.ts` lists the loops and their questions.
 * - `dispatch/` takes released jobs to their agents and writes the answers.
 * - `wake-ups.ts` says which loops check after something happened here, or after a NOTIFY from another
 * process.
 *
 * A lost wake-up, an emptied queue or a dead worker costs seconds, never work: recovery makes every loop
 * check the rows.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { countContextsInFlight } from '../db/pipelines/find-contexts.js';
import { createDatabaseClock } from '../runtime/database/database-clock.js';
import type { Loop } from '../runtime/loop.js';
import { aborted } from '../runtime/time-limit.js';
import { createAgentDirectory } from '../services/agents/agent-directory.js';
import { registerWorkMetrics } from '../services/workers/work-metrics.js';
import { createCancelledRequests } from './dispatch/cancelled-requests.js';
import { createDispatchParts, type DispatchParts } from './dispatch/dispatch-parts.js';
import type { EngineContext } from './engine-context.js';
import { createEngineMetrics } from './engine-metrics.js';
import type { Engine, EngineOptions } from './engine-options.js';
import { createCancelNotices } from './finish/cancel-notices.js';
import { createLoops, type Loops } from './loops.js';
import { createAppliedSettings } from './maintain/applied-settings.js';
import { createChangeListener } from './maintain/change-listener.js';
import { createDrain } from './maintain/drain.js';
import { createLeaseKeeper, type LeaseKeeper } from './maintain/lease.js';
import { createRunTraces } from './run-traces.js';
import { createSignals } from './signals.js';
import { wakeUps } from './wake-ups.js';

/** Runs that one worker expands at the same time; each holds two connections. */
const EXPAND_CONCURRENCY = 2;
/**
 * Parts of batches that one worker takes from the queue at the same time. If it took more, idle workers would
 * get none.
 */
const DISPATCH_CONCURRENCY = 2;
/** How long the work that is aborted at the deadline may take to end. */
const ABORT_MS = 1_000;
/** How long closing the queue may take. */
const QUEUE_CLOSE_MS = 10_000;

export function createEngine(options: EngineOptions): Engine {
  const context = createContext(options);
  const { queues, signals } = context;
  const lease = (options.keepLease ?? createLeaseKeeper)({
    ...options,
    // Attempts that this worker claimed under an earlier lease can now be claimed by any worker, including
    // this one.
    onAcquired: () => signals.emit('fleetChanged'),
    onLost: () => signals.emit('leaseLost'),
  });
  const settings = createAppliedSettings(context, options, lease);
  const dispatch = createDispatchParts(context, options, lease, settings.capacity);
  const loops = createLoops(context, options, lease, dispatch.dispatcher);
  const cancelled = createCancelledRequests(context, dispatch.dispatcher);
  const { plan, claim, backfill, expander, settle, deadline, fleet, watch, ...others } = loops;
  const drain = createDrain(context, dispatch, [plan, claim, backfill, expander]);
  const notices = createCancelNotices(context, options.http);
  signals.connect(wakeUps(context, { dispatch, loops, drain, notices, cancelled }));
  const changes = createChangeListener(context, { cancelled, applySettings: settings.apply });

  // The other loops finish what is in flight.
  const intake = [plan, claim, backfill, expander, ...Object.values(others), ...watch.loops];

  return {
    async start() {
      await changes.listen(options.listener);
      await settings.apply();
      await lease.start();
      await queues.process(
        { expand: expander.expand, dispatch: () => dispatch.dispatcher.serve() },
        { expandConcurrency: EXPAND_CONCURRENCY, dispatchConcurrency: DISPATCH_CONCURRENCY },
      );
      for (const loop of [...intake, dispatch.sendLateness.loop, settle, deadline, fleet]) loop.start();
    },
    stop: (deadlineSignal) => stopEngine(context, { dispatch, loops, lease, intake }, deadlineSignal),
    holdsLease: lease.isFresh,
    shutdownGraceMs: settings.shutdownGraceMs,
  };
}

interface Running {
  dispatch: DispatchParts;
  loops: Loops;
  lease: LeaseKeeper;
  /** Loops that stop before the dispatcher does. */
  intake: readonly Loop[];
}

/**
 * Takes on no more work, waits for the calls in progress, settles them, and gives the lease back. If something
 * is still in progress after the deadline, the lease is given back nevertheless: others take over at once, and
 * what this worker would still write is refused.
 */
async function stopEngine(
  context: EngineContext,
  running: Running,
  deadlineSignal: AbortSignal,
): Promise<void> {
  const finished = finishWork(context, running, deadlineSignal);
  const late = aborted(deadlineSignal).then(() => sleep(ABORT_MS, undefined, { ref: false }));
  await Promise.race([finished, late]);
  await running.lease.stop();
  await finished;
}

async function finishWork(
  { queues, logger }: EngineContext,
  { dispatch, loops, intake }: Omit<Running, 'lease'>,
  deadlineSignal: AbortSignal,
): Promise<void> {
  const { expander, chunk, settle, conclude, deadline, fleet } = loops;
  const { dispatcher, circuits, sendLateness } = dispatch;
  await fleet.stop(); // first, because draining starts and stops other loops
  await Promise.all([...intake.map((loop) => loop.stop()), expander.end()]);
  await chunk.storeAll(deadlineSignal); // otherwise, nobody would see them until another worker stores them
  // Both stop together, so that nothing is taken from the queue that would not be sent. If the queue is
  // unavailable, the rows still have everything. In Node.js 20, an AbortSignal.timeout that only
  // AbortSignal.any refers to may never abort.
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), QUEUE_CLOSE_MS);
  const closeBy = AbortSignal.any([deadlineSignal, tooLong.signal]);
  await Promise.all([dispatcher.stop(deadlineSignal), queues.close(closeBy)]);
  clearTimeout(timer);
  await circuits.drain();
  await Promise.all([deadline, settle, sendLateness.loop].map((loop) => loop.stop()));
  // Settles what has just ended, which would otherwise wait for another worker.
  await settle.runOnce().catch((err: unknown) => logger.warn('settle.at_stop_failed', { err }));
  await conclude.runOnce().catch((err: unknown) => logger.warn('conclude.at_stop_failed', { err }));
}

function createContext(options: EngineOptions): EngineContext {
  const { pool, claims = pool, queues, logger, registry, tracing, safetyNetMs = 10_000 } = options;
  registerWorkMetrics(registry, pool);
  return {
    pool,
    claims,
    queues,
    logger,
    safetyNetMs,
    directory: createAgentDirectory(options),
    metrics: createEngineMetrics(registry, () => countContextsInFlight(pool)),
    clock: options.clock ?? createDatabaseClock(),
    signals: createSignals(),
    traces: tracing && createRunTraces(tracing),
  };
}
