import type { Settled } from '../../services/jobs/settle-attempts.js';
import { rollUpLost } from '../../services/runs/roll-up-executions.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { WorkCalls } from '../dispatch/work-calls.js';
import { type Announce, type EngineContext, tokensFor } from '../engine-context.js';
import type { FleetLoop } from '../maintain/fleet-loop.js';
import type { BackfillLoop } from '../schedule/backfill-loop.js';
import type { BatchLoop } from '../schedule/batch-loop.js';
import type { WrittenBatch } from './answer-batch.js';
import { logEnded } from './log-ended.js';

/** What this worker does about what it has itself written: who is to look at what has become possible by it. */
export interface FollowUp {
  /** Batches were released: what became ready is sent from here as far as it fits in. */
  announce: Announce;
  /** Steps of pipelines may start now. */
  announceSteps(released: number, scheduleExecutionId: string): void;
  /** Executions have ended, perhaps, and there may be something that waits for it. */
  executionsEnded(): void;
  answersWritten(batch: WrittenBatch): void;
  attemptsSettled(settled: Settled): void;
}

interface Wakeable {
  wake(): void;
}

export interface FollowUpOptions {
  context: EngineContext;
  dispatcher: Dispatcher;
  calls: WorkCalls;
  fleet: FleetLoop;
  batch: BatchLoop;
  backfill: BackfillLoop;
  conclude: Wakeable;
  contexts: Wakeable;
  retry: Wakeable;
  settle: Wakeable;
}

export function createFollowUp(options: FollowUpOptions): FollowUp {
  const { context, dispatcher, calls, fleet, batch, backfill, conclude, contexts, retry, settle } = options;
  const { pool, queues, directory, logger, metrics } = context;

  const announce: Announce = (batches) => {
    if (batches.length === 0) return;
    const released = batches.reduce((sum, one) => sum + one.released, 0);
    // Contexts have begun, and with them the clocks of their dependency timeouts.
    if (batches.some(({ targetType }) => targetType === 'pipeline')) contexts.wake();
    // More than fits in is put in line where there are others, for any of them with room.
    if (calls.isDraining() || (released > dispatcher.room() && !fleet.isAlone())) {
      // The queue says that it is away; this worker goes on by itself.
      for (const one of batches)
        queues.enqueueDispatch(tokensFor(one, fleet.size()), one.priority).catch(() => {});
    }
    if (released > 0) calls.poke();
    void passThrottled(batches.map(({ scheduleExecutionId }) => scheduleExecutionId));
  };

  function announceSteps(released: number, scheduleExecutionId: string): void {
    if (released === 0) return;
    announce([{ scheduleExecutionId, batchIndex: 0, released, priority: 0, targetType: 'pipeline' }]);
  }

  function executionsEnded(): void {
    backfill.ended();
    conclude.wake();
  }

  /** Throttled jobs do not hold up the next batch, and no counter shows them. */
  async function passThrottled(executionIds: readonly string[]): Promise<void> {
    if (executionIds.length === 0) return; // else each look at the batches would lead to the next
    const limited = await directory.limitedAgents().catch(() => []);
    if (limited.length > 0 || fleet.hasUnserved()) batch.answered(executionIds);
  }

  /** A slot of an agent with a cap came free: its next attempt may go. */
  async function pokeForCapped(agentIds: readonly string[]): Promise<void> {
    const limited = await directory.limitedAgents().catch(() => []);
    if (limited.some(({ id }) => agentIds.includes(id))) calls.poke();
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

  function answersWritten(written: WrittenBatch): void {
    const { ended, standing, uncounted, answered } = written;
    announceSteps(written.released, answered[0] ?? '');
    if (written.waits) contexts.wake();
    if (written.waits || written.unsettled) settle.wake();
    logEnded(context, ended);
    const done = standing.flatMap((one) => (one.done ? [one.id] : []));
    if (done.length > 0) rollUp(done);
    const toAdvance = [...uncounted, ...standing.flatMap((one) => (one.answered ? [one.id] : []))];
    if (toAdvance.length > 0) batch.answered(toAdvance);
    void passThrottled(answered);
    if (ended.length > 0) backfill.ended();
    if (ended.some(({ toConclude = true }) => toConclude)) conclude.wake();
    if (written.settled === 0) return;
    metrics.settled.inc({ status: 'completed' }, written.settled);
    void pokeForCapped(written.agentIds);
  }

  function attemptsSettled({ attempts, retried, released }: Settled): void {
    if (retried > 0) retry.wake();
    if (attempts.some(({ contextId }) => contextId !== null)) contexts.wake();
    announceSteps(released, attempts[0]?.scheduleExecutionId ?? '');
    batch.loop.wake();
    void passThrottled([...new Set(attempts.map(({ scheduleExecutionId }) => scheduleExecutionId))]);
    executionsEnded();
    void pokeForCapped(attempts.map(({ agentId }) => agentId));
  }

  return { announce, announceSteps, executionsEnded, answersWritten, attemptsSettled };
}
