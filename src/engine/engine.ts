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

import { setTimeout as sleep } from 'node:timers/promises';
import type { CancelReason } from '../db/cancel-attempts.js';
import { countContextsInFlight } from '../db/find-contexts.js';
import { findCancelled } from '../db/recover-attempts.js';
import { callsAtOnce, DEFAULT_SCHEDULER_CONFIG } from '../domain/config/scheduler-config.js';
import { boundedLabel } from '../runtime/metrics.js';
import { createAgentDirectory } from '../services/agent-directory.js';
import { finishSteps } from '../services/finish-steps.js';
import { createResultJudge } from '../services/result-judge.js';
import { rollUpLost } from '../services/roll-up-executions.js';
import { type OverAttempt, tellAgents } from '../services/tell-agents.js';
import { registerWorkMetrics } from '../services/work-metrics.js';
import { createWatch } from '../watch/watch.js';
import { createAgentSessionLoop } from './agent-session-loop.js';
import { createAnswerWriter } from './answer-writer.js';
import { createBackfillLoop } from './backfill-loop.js';
import { createBatchLoop } from './batch-loop.js';
import { createCircuitKeeper } from './circuit-keeper.js';
import { createClaimLoop } from './claim-loop.js';
import { createConcludeLoop } from './conclude-loop.js';
import { createContextLoop } from './context-loop.js';
import { createDatabaseClock } from './database-clock.js';
import { createDeadlineLoop } from './deadline-loop.js';
import { createDispatcher } from './dispatcher.js';
import { type EngineContext, type Released, tokensFor } from './engine-context.js';
import { createEngineMetrics } from './engine-metrics.js';
import type { Engine, EngineOptions } from './engine-options.js';
import { createExpander } from './expand-loop.js';
import { createFleetLoop } from './fleet-loop.js';
import { parseForeignWrites } from './foreign-writes.js';
import { createHealthLoop } from './health-loop.js';
import { createJudgeLoop } from './judge-loop.js';
import { createLeaseKeeper } from './lease.js';
import { logEnded } from './log-ended.js';
import { createPlanLoop } from './plan-loop.js';
import { createRecoverLoop } from './recover-loop.js';
import { createRetentionLoop } from './retention-loop.js';
import { createRetryLoop } from './retry-loop.js';
import { createSendLateness } from './send-lateness.js';
import { createSettleLoop } from './settle-loop.js';
import { createSnapshotLoop } from './snapshot-loop.js';
import { createUpstreamLoader } from './upstream-loader.js';
import { createWorkCalls } from './work-calls.js';

/** Executions expanded at once by one worker; each holds two connections. */
const EXPAND_CONCURRENCY = 2;
/** What others write within this time wakes the loops once, after the first that did so at once. */
const COALESCE_MS = 20;
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
  const context: EngineContext = { pool, queues, directory, logger, metrics, clock, safetyNetMs };
  const tell = (attempts: readonly OverAttempt[], reason: string) =>
    tellAgents({ directory, http: options.http, logger }, attempts, reason);
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
  const writer = createAnswerWriter({
    pool,
    logger,
    holds: (held) => lease.current() === held,
    finishSteps: (held, answers) =>
      dispatcher.claiming(held, () => finishSteps(pool, held, answers, dispatcher.stepClaim())),
    onWritten(batched) {
      const { ended, standing, unsettled, uncounted, answered, settled, agentIds, contacts: heard } = batched;
      circuits.hear(heard);
      announceSteps(batched.released, answered[0] ?? '');
      if (batched.waits) {
        contexts.wake();
        settle.wake();
      }
      logEnded(context, ended);
      if (unsettled) settle.wake();
      const done = standing.flatMap((one) => (one.done ? [one.id] : []));
      if (done.length > 0) rollUp(done);
      const toAdvance = [...uncounted, ...standing.flatMap((one) => (one.answered ? [one.id] : []))];
      if (toAdvance.length > 0) batch.answered(toAdvance);
      void passParked(answered);
      if (ended.length > 0) executionsEnded();
      if (settled === 0) return;
      metrics.settled.inc({ status: 'completed' }, settled);
      void pokeForCapped(agentIds);
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
    onParked: () => batch.answered(),
    onGivenBack: calls.callAll,
  });
  const expander = createExpander(
    context,
    { pool, dataSources: options.dataSources, directory },
    announce,
    executionsEnded,
  );
  const claim = createClaimLoop(context, {
    leaseEpoch: () => lease.current()?.epoch,
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
      dropCancelled().catch((err: unknown) => logger.warn('cancel.check_failed', { err }));
      const running = attempts.filter(({ wasRunning }) => wasRunning);
      const of = (wanted: CancelReason) => running.filter(({ reason }) => reason === wanted);
      tell(of('replaced'), 'A newer run replaces it.');
      tell(of('run_timeout'), 'The run took longer than its schedule allows.');
      tell(of('operator'), 'cancelled');
    },
  });
  const backfill = createBackfillLoop(context, expander.take);
  const batch = createBatchLoop(context, announce);
  const retry = createRetryLoop(context, calls.poke);
  const results = createResultJudge({ pool, directory });
  const judge = createJudgeLoop(context, results, () => settle.wake());
  const settle = createSettleLoop(
    context,
    { pool, results, random: Math.random },
    ({ attempts, retried, released }) => {
      if (retried > 0) retry.wake();
      if (attempts.some(({ contextId }) => contextId !== null)) contexts.wake();
      announceSteps(released, attempts[0]?.scheduleExecutionId ?? '');
      batch.loop.wake();
      void passParked([...new Set(attempts.map(({ scheduleExecutionId }) => scheduleExecutionId))]);
      executionsEnded();
      void pokeForCapped(attempts.map(({ agentId }) => agentId));
    },
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
    executionsEnded,
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
    announceSteps(released, scheduleExecutionId);
    settle.wake();
    batch.loop.wake();
    executionsEnded();
  });
  const health = createHealthLoop(context, options.http);
  const watch = createWatch({ ...options, config: directory.config });
  const fleet = createFleetLoop(context, workerId, {
    onDraining: setDraining,
    onParked: (executionIds) => batch.answered(executionIds),
    onMatched: calls.callAll,
  });
  const snapshot = createSnapshotLoop(context, workerId, () => dispatcher.inHand().length);
  const retention = createRetentionLoop(context);
  const agentSessions = createAgentSessionLoop(context);
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

  /** Perhaps, and there may be something that waits for it. */
  function executionsEnded(): void {
    backfill.ended();
    conclude.wake();
  }

  /** What became ready is sent from here as far as it fits in; more than that is put in line where there are others, for any of them with room. */
  function announce(batches: readonly Released[]): void {
    if (batches.length === 0) return;
    const released = batches.reduce((sum, batch) => sum + batch.released, 0);
    // Contexts have begun, and with them the clocks of their dependency timeouts.
    if (batches.some(({ targetType }) => targetType === 'pipeline')) contexts.wake();
    if (calls.isDraining() || (released > dispatcher.room() && !fleet.isAlone())) {
      // The queue says that it is away; this worker goes on by itself.
      for (const batch of batches) queues.enqueueDispatch(tokensFor(batch), batch.priority).catch(() => {});
    }
    if (released > 0) calls.poke();
    void passParked(batches.map(({ scheduleExecutionId }) => scheduleExecutionId));
  }

  /** What is parked holds no batch, and no counter tells of it. */
  async function passParked(executionIds: readonly string[]): Promise<void> {
    if (executionIds.length === 0) return; // else each look at the batches would lead to the next
    const restrained = await directory.restrained().catch(() => []);
    if (restrained.length > 0 || fleet.hasUnserved()) batch.answered(executionIds);
  }

  /** By their counters all jobs of these have ended, and more than the counters has to be asked. */
  function rollUp(executionIds: readonly string[]): void {
    rollUpLost(pool, executionIds)
      .then((ended) => {
        logEnded(context, ended);
        if (ended.length > 0) executionsEnded();
      })
      .catch((err: unknown) => logger.warn('execution.not_rolled_up', { err }, 'Recovery does it'));
  }

  /** Steps of pipelines that may start now. */
  function announceSteps(released: number, scheduleExecutionId: string): void {
    if (released === 0) return;
    announce([{ scheduleExecutionId, batchIndex: 0, released, priority: 0, targetType: 'pipeline' }]);
  }

  /** Claims nothing more, neither rows nor tasks of the queue, and finishes what it has; or goes on. */
  function setDraining(draining: boolean): void {
    if (draining === calls.isDraining()) return;
    calls.setDraining(draining);
    const loops = [plan, claim, backfill.loop, expander.loop];
    const failed = (err: unknown) => logger.error('worker.drain_failed', { err });
    // Said once it is true: a round that was under way has ended.
    Promise.all(loops.map((loop) => (draining ? loop.stop() : loop.start())))
      .then(() => {
        if (draining !== calls.isDraining()) return;
        logger.info(draining ? 'worker.draining' : 'worker.undrained', {
          activeJobs: dispatcher.inHand().length,
        });
      })
      .catch(failed);
    (draining ? queues.pause() : queues.resume()).catch(failed);
    calls.poke();
  }

  /** A slot of an agent with a cap came free: its next attempt may go. */
  async function pokeForCapped(agentIds: readonly string[]): Promise<void> {
    const restrained = await directory.restrained().catch(() => []);
    if (restrained.some(({ id }) => agentIds.includes(id))) calls.poke();
  }

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

  /**
   * Something was written that is not ours: a trigger, a report, a cancellation, a replay, a changed schedule. Only what it concerns is
   * woken, at once; what comes within the next moments is then told together.
   */
  async function onForeignWrite(payloads: readonly string[]): Promise<void> {
    const writes = parseForeignWrites(payloads);
    if (writes.unplanned) plan.wake();
    if (writes.scheduleDueAt !== null) claim.wakeIn(clock.msUntil(writes.scheduleDueAt));
    if (writes.executionDueAt !== null) expander.loop.wakeIn(clock.msUntil(writes.executionDueAt));
    if (writes.backfills || writes.executions) backfill.loop.wake();
    if (writes.executions || writes.attempts) {
      for (const { wake } of [conclude, judge, settle, retry, contexts]) wake();
      batch.answered();
      dispatcher.poke();
      await dropCancelled().catch((err: unknown) => logger.warn('cancel.check_failed', { err }));
    }
    await sleep(COALESCE_MS);
  }

  async function dropCancelled(): Promise<void> {
    const inHand = dispatcher.inHand();
    if (inHand.length > 0) dispatcher.abort(await findCancelled(pool, inHand));
  }

  /** A worker came, left, died, or is to drain: what it was to do is anybody's. */
  function onFleetChange(): void {
    recover.wake();
    fleet.loop.wake();
  }

  /** Resolves when the configuration is applied: the listener calls again no sooner. */
  async function onConfigChange(): Promise<void> {
    directory.invalidate();
    for (const { wake } of [health, plan, claim, snapshot]) wake();
    dispatcher.poke();
    batch.answered(); // perhaps a circuit has opened: batches go on without what it parks
    await applyConfig().catch((err: unknown) => logger.error('config.not_applied', { err }));
  }

  return {
    async start() {
      await listener.listen('callboard_config', onConfigChange);
      await listener.listen('callboard_engine', onForeignWrite);
      await listener.listen('callboard_notify', watch.wakeNotify);
      await listener.listen('callboard_worker', onFleetChange);
      await listener.listen('callboard_dispatch', () => dispatcher.poke());
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
