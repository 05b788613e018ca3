/**
 * The engine: what a worker process does. State is in PostgreSQL; each loop asks one question of it, acts in one
 * transaction, and sleeps until the answer can have changed:
 *
 *   plan      which schedules have no next run?   → due times
 *   claim     which schedules are due?            → executions
 *   backfill  which past slots may run next?      → executions
 *   expand    which executions have no jobs yet?  → jobs, in batches
 *   batch     which batch may go?                 → released jobs
 *   retry     whose wait is over?                 → released jobs
 *   dispatch  which released jobs fit in?         → requests, answers
 *   judge     which reported results fit their schemas?
 *   settle    what has ended?                     → retries, counters, roll-up
 *   conclude  whose execution has ended?          → failures counted, what waited starts
 *   context   which step of a pipeline has waited enough?
 *   deadline  what has taken too long?            → ended attempts
 *   recover   what did a crash leave behind?
 *   health    which agents are to be asked how they are?
 *   watch     does work stand still? (src/watch; servers ask as well)
 *   notify    what must people know?      (src/watch)
 *   fleet     which workers are there, and which jobs can none of them serve?
 *   snapshot  how does this machine fare?
 *   retention what is too old to be kept?
 *   agent sessions: which logins of agents hold others up?
 *
 * Loops wake each other in-process and are woken by NOTIFY for what others wrote, which says what that is. A lost wake-up, an emptied queue or a dead
 * worker costs seconds, never work: recovery makes every loop look at the rows.
 */

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { findCancelled } from '../db/jobs/recover-attempts.js';
import { countContextsInFlight } from '../db/pipelines/find-contexts.js';
import { callsAtOnce, DEFAULT_SCHEDULER_CONFIG } from '../domain/config/scheduler-config.js';
import type { CancelReason } from '../domain/execution/reasons.js';
import { boundedLabel } from '../runtime/metrics.js';
import { createAgentDirectory } from '../services/agents/agent-directory.js';
import { notifyAgents, type OverAttempt } from '../services/jobs/notify-agents.js';
import { createResultJudge } from '../services/jobs/result-judge.js';
import { finishSteps } from '../services/pipelines/finish-steps.js';
import { registerWorkMetrics } from '../services/workers/work-metrics.js';
import { createWatch } from '../watch/watch.js';
import { createCircuitKeeper } from './dispatch/circuit-keeper.js';
import { createDispatcher } from './dispatch/dispatcher.js';
import { createSendLateness } from './dispatch/send-lateness.js';
import { createStepPace } from './dispatch/step-pace.js';
import { createUpstreamLoader } from './dispatch/upstream-loader.js';
import { createWorkCalls } from './dispatch/work-calls.js';
import type { EngineContext } from './engine-context.js';
import { createEngineMetrics } from './engine-metrics.js';
import type { Engine, EngineOptions } from './engine-options.js';
import { createAgentSessionLoop } from './finish/agent-session-loop.js';
import { createAnswerWriter } from './finish/answer-writer.js';
import { createContextLoop } from './finish/context-loop.js';
import { createDeadlineLoop } from './finish/deadline-loop.js';
import { createFollowUp } from './finish/follow-up.js';
import { createJudgeLoop } from './finish/judge-loop.js';
import { createRetryLoop } from './finish/retry-loop.js';
import { createSettleLoop } from './finish/settle-loop.js';
import { createChangeListener } from './maintain/change-listener.js';
import { createDatabaseClock } from './maintain/database-clock.js';
import { createDrain } from './maintain/drain.js';
import { createFleetLoop } from './maintain/fleet-loop.js';
import { createHealthLoop } from './maintain/health-loop.js';
import { createLeaseKeeper } from './maintain/lease.js';
import { createRecoverLoop } from './maintain/recover-loop.js';
import { createRetentionLoop } from './maintain/retention-loop.js';
import { createSnapshotLoop } from './maintain/snapshot-loop.js';
import { createRunTraces } from './run-traces.js';
import { createBackfillLoop } from './schedule/backfill-loop.js';
import { createBatchLoop } from './schedule/batch-loop.js';
import { createClaimLoop } from './schedule/claim-loop.js';
import { createConcludeLoop } from './schedule/conclude-loop.js';
import { createExpander } from './schedule/expand-loop.js';
import { createPlanLoop } from './schedule/plan-loop.js';

/** Executions expanded at once by one worker; each holds two connections. */
const EXPAND_CONCURRENCY = 2;
/** How long the queue may take to let go of what this worker has taken. */
const QUEUE_FAREWELL_MS = 10_000;
/** Parts of batches that one worker takes from the queue at once: more would keep them from idle workers. */
const DISPATCH_CONCURRENCY = 2;

export function createEngine(options: EngineOptions): Engine {
  const {
    pool,
    queues,
    listener,
    logger,
    invoker,
    safetyNetMs = 10_000,
    keepLease = createLeaseKeeper,
  } = options;
  const { id: workerId, capabilities } = options.registration;
  const directory = createAgentDirectory(options);
  const metrics = createEngineMetrics(options.registry, () => countContextsInFlight(pool));
  const clock = createDatabaseClock();
  const traces = options.tracing && createRunTraces(options.tracing);
  const context: EngineContext = { pool, queues, directory, logger, metrics, clock, safetyNetMs, traces };
  const tell = (attempts: readonly OverAttempt[], reason: string) =>
    notifyAgents({ directory, http: options.http, logger }, attempts, reason);
  let capacity = options.maxConcurrent ?? 50;
  let shutdownGraceMs = DEFAULT_SCHEDULER_CONFIG.scheduler.shutdownGrace;

  const lease = keepLease({
    pool,
    databaseUrl: options.databaseUrl,
    registration: options.registration,
    logger,
    // What it held under its last lease is free with the next look, for itself as well.
    onHeld: onFleetChange,
    onLost: () => dispatcher.abandonAll(),
  });
  registerWorkMetrics(options.registry, pool);
  const agentLabel = boundedLabel();
  const sendLateness = createSendLateness(context);
  const circuits = createCircuitKeeper(context);
  const pace = createStepPace(() => dispatcher.capacityChanged());
  const writer = createAnswerWriter({
    pool,
    pace,
    logger,
    holds: (held) => lease.current() === held,
    finishSteps: (held, answers, onCommitted) =>
      dispatcher.claiming(held, async () => {
        const finished = await finishSteps(pool, held, answers, dispatcher.stepClaim());
        onCommitted();
        await yieldToOthers();
        return finished;
      }),
    onWritten(batch) {
      circuits.record(batch.contacts);
      followUp.answersWritten(batch);
    },
    onRoom: () => dispatcher.capacityChanged(),
  });
  const calls = createWorkCalls(
    context,
    capabilities,
    () => dispatcher,
    (keys) => fleet.foreign(keys),
  );
  const dispatcher = createDispatcher({
    pool,
    directory,
    send: {
      directory,
      invoker,
      secretKey: options.secretKey,
      publicUrl: options.publicUrl,
      loadUpstream: createUpstreamLoader(pool),
      onDependent: (ms) => metrics.dependentDelay.observe(ms / 1_000),
    },
    writer,
    pace,
    lease: lease.current,
    mayClaim: () => !calls.isDraining(),
    served: calls.served,
    maySend: lease.isFresh,
    logger,
    capacity: () => capacity,
    onLoad(activeJobs) {
      metrics.activeJobs.set(activeJobs);
      lease.reportLoad(activeJobs);
    },
    onClaimed: sendLateness.sent,
    onDeadline: (msLeft) => deadline.expect(msLeft),
    onOutcome({ agentId }, outcome, durationMs) {
      const agent = agentLabel(agentId);
      metrics.attempts.inc({ agent, outcome });
      metrics.requestDuration.observe({ agent }, durationMs / 1_000);
    },
    onThrottled: () => batch.answered(),
    onGivenBack: calls.callAll,
  });
  const expander = createExpander(
    context,
    { pool, dataSources: options.dataSources, directory, holdsFirst: (...of) => batch.holdsFirst(...of) },
    (batches) => followUp.announce(batches),
    () => batch.loop.wake(),
    () => followUp.executionsEnded(),
  );
  const claim = createClaimLoop(context, {
    lease: lease.current,
    claiming: (held, work) => dispatcher.claiming(held, work, false),
    sendAtOnce: () => dispatcher.idleClaim(),
    room: (least, maxMs) => dispatcher.idleRoom(least, maxMs),
    onRecorded: sendLateness.expect,
    onStarted: expander.started,
    expand: expander.take,
    onLater: () => expander.loop.wake(),
    onReplaced: () => conclude.wake(),
  });
  const plan = createPlanLoop(context, () => claim.wake());
  const conclude = createConcludeLoop(context, {
    expand: expander.take,
    onStopped(attempts) {
      settle.wake();
      void dropCancelled();
      const running = attempts.filter(({ wasRunning }) => wasRunning);
      const of = (wanted: CancelReason) => running.filter(({ reason }) => reason === wanted);
      tell(of('replaced'), 'A newer run replaces it.');
      tell(of('run_timeout'), 'The run took longer than its schedule allows.');
      tell(of('operator'), 'cancelled');
    },
  });
  const backfill = createBackfillLoop(context, expander.take);
  const batch = createBatchLoop(context, {
    claiming: dispatcher.claiming,
    idleClaim: dispatcher.idleClaim,
    idleRoom: dispatcher.idleRoom,
    lease: lease.current,
    isAlone: () => fleet.isAlone(),
    announce: (batches) => followUp.announce(batches),
  });
  const retry = createRetryLoop(context, calls.poke);
  const results = createResultJudge({ pool, directory });
  const judge = createJudgeLoop(context, results, () => settle.wake());
  const settle = createSettleLoop(context, { pool, results, random: Math.random }, (settled) =>
    followUp.attemptsSettled(settled),
  );
  const deadline = createDeadlineLoop(
    context,
    (ended) => {
      settle.wake();
      tell(ended, 'The time for this attempt is over.');
    },
    () => {
      settle.wake();
      batch.answered();
    },
    () => followUp.executionsEnded(),
  );
  const recover = createRecoverLoop(
    context,
    dispatcher.freeForgotten,
    (ended) => tell(ended, 'The heartbeats of this agent have stopped.'),
    () => {
      dispatcher.poke();
      for (const { wake } of [plan, claim, conclude, expander.loop, judge, settle, retry, deadline.loop])
        wake();
      batch.answered();
    },
  );
  const contexts = createContextLoop(context, (released, scheduleExecutionId) => {
    followUp.announceSteps(released, scheduleExecutionId);
    settle.wake();
    batch.loop.wake();
    followUp.executionsEnded();
  });
  const health = createHealthLoop(context, options.http);
  const watch = createWatch({ ...options, config: directory.config });
  const fleet = createFleetLoop(context, workerId, {
    onDraining: (draining) => drain.set(draining),
    onThrottled: (executionIds) => batch.answered(executionIds),
    onMatched: calls.callAll,
  });
  const drain = createDrain(
    context,
    calls,
    [plan, claim, backfill.loop, expander.loop],
    () => dispatcher.inHand().length,
  );
  const snapshot = createSnapshotLoop(context, workerId, () => dispatcher.inHand().length);
  const retention = createRetentionLoop(context);
  const agentSessions = createAgentSessionLoop(context);
  const followUp = createFollowUp({
    context,
    dispatcher,
    calls,
    fleet,
    batch,
    backfill,
    conclude,
    contexts,
    retry,
    settle,
  });
  const changes = createChangeListener({
    clock,
    loops: {
      plan,
      claim,
      conclude,
      judge,
      settle,
      retry,
      contexts,
      health,
      snapshot,
      batch,
      backfill,
      expander,
    },
    dropCancelled,
    pokeDispatcher: dispatcher.poke,
    wakeNotify: watch.wakeNotify,
    onFleetChange,
    async onConfigChange() {
      directory.invalidate();
      await applyConfig().catch((err: unknown) => logger.error('config.not_applied', { err }));
    },
  });
  /** What stops first; the others finish what is in flight. */
  const intake = [
    plan,
    claim,
    conclude,
    backfill.loop,
    batch.loop,
    retry,
    recover,
    health,
    ...watch.loops,
    contexts,
    judge,
    retention,
    agentSessions,
    snapshot,
    sendLateness.loop,
  ];
  const loops = [...intake, expander.loop, settle, deadline.loop, fleet.loop];

  async function applyConfig(): Promise<void> {
    const [{ httpClient, scheduler }, { maxConcurrent, lockTtlMs }] = await Promise.all([
      directory.config(),
      directory.engine(),
    ]);
    const { connectionPool } = httpClient;
    capacity = callsAtOnce(options.maxConcurrent ?? maxConcurrent, connectionPool.maxSockets);
    shutdownGraceMs = scheduler.shutdownGrace;
    lease.reportCapacity(capacity);
    lease.setLeaseMs(options.leaseMs ?? lockTtlMs);
    dispatcher.capacityChanged();
    // A call that waits for a socket spends its own deadline: there is one for each.
    invoker.configure({ ...connectionPool, maxSockets: Math.max(connectionPool.maxSockets, capacity) });
  }

  async function dropCancelled(): Promise<void> {
    const inHand = dispatcher.inHand();
    if (inHand.length === 0) return;
    try {
      dispatcher.abort(await findCancelled(pool, inHand));
    } catch (err) {
      logger.warn('cancel.check_failed', { err });
    }
  }

  /** A worker came, left, died, or is to drain: what it was to do is anybody's. */
  function onFleetChange(): void {
    recover.wake();
    fleet.loop.wake();
  }

  return {
    async start() {
      await changes.listen(listener);
      await applyConfig();
      await lease.start();
      await queues.process(
        { expand: expander.expand, dispatch: dispatcher.serve },
        { expandConcurrency: EXPAND_CONCURRENCY, dispatchConcurrency: DISPATCH_CONCURRENCY },
      );
      for (const loop of loops) loop.start();
    },
    async stop(deadlineSignal) {
      // First: it starts and stops others.
      await fleet.loop.stop();
      await Promise.all([...intake, expander].map((loop) => loop.stop()));
      // At once: what this worker took from the queue now would be lost on it.
      // A queue that is away does not say goodbye; what it has of ours, the rows have too.
      const farewell = AbortSignal.any([deadlineSignal, AbortSignal.timeout(QUEUE_FAREWELL_MS)]);
      await Promise.all([dispatcher.stop(deadlineSignal), queues.close(farewell)]);
      await circuits.drain();
      await Promise.all([deadline.loop, settle, sendLateness.loop].map((loop) => loop.stop()));
      // What has just ended is settled here, as far as that goes: the next worker would otherwise find it.
      await settle.runOnce().catch((err: unknown) => logger.warn('settle.at_stop_failed', { err }));
      await conclude.runOnce().catch((err: unknown) => logger.warn('conclude.at_stop_failed', { err }));
      await lease.stop();
    },
    holdsLease: lease.isFresh,
    shutdownGraceMs: () => shutdownGraceMs,
  };
}
