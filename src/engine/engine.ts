/**
 * The engine: what a worker process does. State is in PostgreSQL; each loop asks one question of it, acts in one
 * transaction, and sleeps until the answer can have changed:
 *
 *   claim     which schedules are due?            → executions
 *   expand    which executions have no jobs yet?  → jobs, in batches
 *   batch     which batch may go?                 → released jobs
 *   retry     whose wait is over?                 → released jobs
 *   dispatch  which released jobs fit in?         → requests, answers
 *   settle    what has ended?                     → retries, counters, roll-up
 *   context   which step of a pipeline has waited enough?
 *   deadline  what has taken too long?            → ended attempts
 *   recover   what did a crash leave behind?
 *   health    which agents are to be asked how they are?
 *
 * Loops wake each other in-process and are woken by NOTIFY for what others wrote. A lost wake-up, an emptied queue or a dead
 * worker costs seconds, never work: recovery makes every loop look at the rows.
 */
import { countContextsInFlight } from '../db/find-contexts.js';
import { findCancelled } from '../db/recover-attempts.js';
import type { WorkerRegistration } from '../db/worker-lease.js';
import type { HttpClient } from '../http/http-client.js';
import type { Invoker } from '../http/invoke.js';
import { notifyCancel } from '../http/notify-cancel.js';
import type { Queues } from '../queue/queues.js';
import type { Listener } from '../runtime/listener.js';
import type { Logger } from '../runtime/logger.js';
import type { Registry } from '../runtime/metrics.js';
import type { Pool } from '../runtime/pool.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { createAgentDirectory } from '../services/agent-directory.js';
import { createAnswerWriter } from './answer-writer.js';
import { createBatchLoop } from './batch-loop.js';
import { createClaimLoop } from './claim-loop.js';
import { createContextLoop } from './context-loop.js';
import { createDeadlineLoop } from './deadline-loop.js';
import { createDispatcher } from './dispatcher.js';
import { type EngineContext, type Released, tokensFor } from './engine-context.js';
import { createEngineMetrics } from './engine-metrics.js';
import { createExpander } from './expand-loop.js';
import { createHealthLoop } from './health-loop.js';
import { createLeaseKeeper } from './lease.js';
import { createRecoverLoop } from './recover-loop.js';
import { createRetryLoop } from './retry-loop.js';
import { createSettleLoop } from './settle-loop.js';
import { createUpstreamLoader } from './upstream-loader.js';

export interface EngineOptions {
  databaseUrl: string;
  /** Its connections write as `engine`. */
  pool: Pool;
  dataSources: { pool: Pool };
  listener: Listener;
  queues: Queues;
  invoker: Invoker;
  /** For what is not an invocation: cancellation notices. */
  http: HttpClient;
  secretBox: SecretBox;
  secretKey: Uint8Array;
  /** What agents call back. */
  publicUrl: string;
  /** Cap on requests under way; unset: as the run-time settings say. */
  maxConcurrent?: number | undefined;
  registration: Omit<WorkerRegistration, 'concurrency'>;
  /** How long a worker that is not heard of keeps what it holds, in milliseconds; default 30 s. */
  leaseMs?: number | undefined;
  /** What was not told, and what the dead have left, is looked for so often, in milliseconds; default 10 s. */
  safetyNetMs?: number | undefined;
  registry: Registry;
  logger: Logger;
}

export interface Engine {
  start(): Promise<void>;
  /** Claims nothing more, finishes what is in flight, gives back the rest. */
  stop(deadline: AbortSignal): Promise<void>;
  /** Whether this worker holds its lease. */
  holdsLease(): boolean;
}

/** Executions expanded at once by one worker; each holds two connections. */
const EXPAND_CONCURRENCY = 2;
/** How long the queue may take to let go of what this worker has taken. */
const QUEUE_FAREWELL_MS = 10_000;
/** Parts of batches that one worker takes from the queue at once: more would keep them from idle workers. */
const DISPATCH_CONCURRENCY = 2;

export function createEngine(options: EngineOptions): Engine {
  const { pool, queues, listener, logger, invoker, leaseMs = 30_000, safetyNetMs = 10_000 } = options;
  const directory = createAgentDirectory(options);
  const metrics = createEngineMetrics(options.registry, () => countContextsInFlight(pool));
  const context: EngineContext = { pool, queues, directory, logger, metrics, safetyNetMs };
  let capacity = options.maxConcurrent ?? 50;

  const lease = createLeaseKeeper({
    pool,
    databaseUrl: options.databaseUrl,
    registration: { ...options.registration, concurrency: capacity },
    leaseMs,
    logger,
    // What it held under its last lease is free with the next look, for itself as well.
    onHeld: () => recover.wake(),
    onLost: () => dispatcher.abandonAll(),
  });
  const writer = createAnswerWriter({
    pool,
    logger,
    holds: (held) => lease.current() === held,
    onWritten({ ended, answered }) {
      if (ended) settle.wake();
      batch.answered(answered);
    },
  });
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
    maySend: lease.isFresh,
    logger,
    capacity: () => capacity,
    onLoad(activeJobs) {
      metrics.activeJobs.set(activeJobs);
      lease.reportLoad(activeJobs);
    },
    onDeadline: (msLeft) => deadline.expect(msLeft),
    onOutcome({ agentId }, outcome, durationMs) {
      metrics.attempts.inc({ agent: agentId, outcome });
      metrics.requestDuration.observe({ agent: agentId }, durationMs / 1_000);
    },
  });
  const expander = createExpander(context, { pool, dataSources: options.dataSources, directory }, announce);
  const claim = createClaimLoop(context, expander.take);
  const batch = createBatchLoop(context, announce);
  const retry = createRetryLoop(context, dispatcher.poke);
  const settle = createSettleLoop(
    context,
    { pool, directory, random: Math.random },
    ({ attempts, retried, released }) => {
      if (retried > 0) retry.wake();
      if (attempts.some(({ contextId }) => contextId !== null)) contexts.wake();
      if (released > 0)
        announce([
          {
            scheduleExecutionId: attempts[0]?.scheduleExecutionId ?? '',
            batchIndex: 0,
            released,
            priority: 0,
            targetType: 'pipeline',
          },
        ]);
      batch.loop.wake();
      void pokeForCapped(attempts.map(({ agentId }) => agentId));
    },
  );
  const deadline = createDeadlineLoop(context, (ended) => {
    settle.wake();
    for (const attempt of ended) void tellAgent(attempt, 'The time for this attempt is over.');
  });
  const recover = createRecoverLoop(context, dispatcher.freeForgotten, () => {
    dispatcher.poke();
    for (const { wake } of [claim, expander.loop, settle, retry, deadline.loop]) wake();
    batch.answered();
  });
  const contexts = createContextLoop(context, () => {
    dispatcher.poke();
    settle.wake();
    batch.loop.wake();
  });
  const health = createHealthLoop(context, options.http);
  const loops = [claim, expander.loop, batch.loop, retry, settle, deadline.loop, recover, health, contexts];

  /** What became ready is sent from here as far as it fits in; more than that is put in line, for any worker with room. */
  function announce(batches: readonly Released[]): void {
    const released = batches.reduce((sum, batch) => sum + batch.released, 0);
    // Contexts have begun, and with them the clocks of their dependency timeouts.
    if (batches.some(({ targetType }) => targetType === 'pipeline')) contexts.wake();
    if (released > dispatcher.room()) {
      for (const batch of batches)
        queues
          .enqueueDispatch(tokensFor(batch), batch.priority)
          .catch((err: unknown) =>
            logger.warn('queue.unavailable', { err }, 'This worker goes on by itself'),
          );
    }
    if (released > 0) dispatcher.poke();
  }

  /** A slot of an agent with a cap came free: its next attempt may go. */
  async function pokeForCapped(agentIds: readonly string[]): Promise<void> {
    const capped = await directory.capped().catch(() => []);
    if (capped.some(({ id }) => agentIds.includes(id))) dispatcher.poke();
  }

  async function tellAgent(
    { id, jobId, agentId }: { id: string; jobId: string; agentId: string },
    reason: string,
  ): Promise<void> {
    const found = await directory.agent(agentId).catch(() => undefined);
    if (found?.kind !== 'found' || found.agent.cancelUrl === null) return;
    const { call, cancelUrl } = found.agent;
    const told = await notifyCancel(
      options.http,
      { ...call, cancelUrl },
      { jobId, executionId: id, reason },
      { now: new Date() },
    );
    if (told.kind === 'failed')
      logger.warn('cancel.not_told', { executionId: id, agentId, reason: told.message });
  }

  async function applyConfig(): Promise<void> {
    const { httpClient } = await directory.config();
    capacity = options.maxConcurrent ?? httpClient.maxConcurrentRequests;
    // A call that waits for a socket spends its own deadline: there are always enough.
    invoker.configure({
      ...httpClient.connectionPool,
      maxSockets: Math.max(httpClient.connectionPool.maxSockets, capacity),
    });
  }

  /** Something was written that is not ours: a trigger, a report, a cancellation, a replay, a changed schedule; or a worker has left. */
  function onForeignWrite(): void {
    for (const { wake } of [claim, expander.loop, settle, retry, contexts]) wake();
    batch.answered();
    dispatcher.poke();
    dropCancelled().catch((err: unknown) => logger.warn('cancel.check_failed', { err }));
  }

  async function dropCancelled(): Promise<void> {
    const inHand = dispatcher.inHand();
    if (inHand.length > 0) dispatcher.abort(await findCancelled(pool, inHand));
  }

  function onConfigChange(): void {
    directory.invalidate();
    applyConfig().catch((err: unknown) => logger.error('config.not_applied', { err }));
    health.wake();
    claim.wake();
    dispatcher.poke();
  }

  return {
    async start() {
      await listener.listen('callboard_config', onConfigChange);
      await listener.listen('callboard_engine', onForeignWrite);
      await applyConfig();
      await lease.start();
      await queues.process(
        { expand: expander.expand, dispatch: dispatcher.serve },
        { expandConcurrency: EXPAND_CONCURRENCY, dispatchConcurrency: DISPATCH_CONCURRENCY },
      );
      for (const loop of loops) loop.start();
    },
    async stop(deadlineSignal) {
      await Promise.all(
        [claim, expander, batch.loop, retry, recover, health, contexts].map((loop) => loop.stop()),
      );
      // At once: what this worker took from the queue now would be lost on it.
      // A queue that is away does not say goodbye; what it has of ours, the rows have too.
      const farewell = AbortSignal.any([deadlineSignal, AbortSignal.timeout(QUEUE_FAREWELL_MS)]);
      await Promise.all([dispatcher.stop(deadlineSignal), queues.close(farewell)]);
      await Promise.all([deadline.loop, settle].map((loop) => loop.stop()));
      // What has just ended is settled here, as far as that goes: the next worker would otherwise find it.
      await settle.runOnce().catch((err: unknown) => logger.warn('settle.at_stop_failed', { err }));
      await lease.stop();
    },
    holdsLease: () => lease.current() !== undefined,
  };
}
