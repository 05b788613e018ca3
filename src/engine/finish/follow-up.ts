import type { Settled } from '../../services/jobs/settle-attempts.js';
import { rollUpLost } from '../../services/runs/roll-up-executions.js';
import type { DispatchParts } from '../dispatch/dispatch-parts.js';
import { tokensFor } from '../dispatch/dispatch-tokens.js';
import type { EngineContext } from '../engine-context.js';
import type { Loops } from '../loops.js';
import type { Released } from '../signals.js';
import type { WrittenBatch } from './answer-batch.js';
import { logEnded } from './log-ended.js';

/**
 * Reactions to writes of this worker that depend on more than the signal: they decide which loops check for
 * new work.
 */
export interface FollowUp {
  /** Sends what was released, as far as there is room, and offers the rest to other workers. */
  batchesReleased(batches: readonly Released[]): void;
  /** The same for steps of a pipeline. */
  stepsReleased(released: number, scheduleExecutionId: string): void;
  answersWritten(batch: WrittenBatch): void;
  attemptsSettled(settled: Settled): void;
}

export function createFollowUp(
  context: EngineContext,
  { dispatcher, calls }: Pick<DispatchParts, 'dispatcher' | 'calls'>,
  { fleet, batch, backfill, conclude, contexts, retry, settle }: Loops,
): FollowUp {
  const { pool, queues, directory, logger, metrics, signals } = context;

  function batchesReleased(batches: readonly Released[]): void {
    if (batches.length === 0) return;
    const released = batches.reduce((sum, one) => sum + one.released, 0);
    // The dependency timeouts of the contexts in these batches have begun.
    if (batches.some(({ targetType }) => targetType === 'pipeline')) contexts.wake();
    // If there are other workers, the queue offers them what does not fit in here.
    if (calls.isDraining() || (released > dispatcher.roomLeft() && !fleet.isAlone())) {
      // The queue logs its own failures; this worker continues without it.
      for (const one of batches)
        queues.enqueueDispatch(tokensFor(one, fleet.size()), one.priority).catch(() => {});
    }
    if (released > 0) calls.poke();
    void passThrottled(batches.map(({ scheduleExecutionId }) => scheduleExecutionId));
  }

  function stepsReleased(released: number, scheduleExecutionId: string): void {
    if (released === 0) return;
    batchesReleased([{ scheduleExecutionId, batchIndex: 0, released, priority: 0, targetType: 'pipeline' }]);
  }

  /** Throttled jobs do not delay the next batch, and no counter shows them. */
  async function passThrottled(executionIds: readonly string[]): Promise<void> {
    if (executionIds.length === 0) return; // otherwise each check of the batches would cause another
    const limited = await directory.limitedAgents().catch(() => []);
    if (limited.length > 0 || fleet.hasUnserved()) batch.answered(executionIds);
  }

  /** A job of a limited agent has ended, so the agent's next one may start. */
  async function pokeForLimited(agentIds: readonly string[]): Promise<void> {
    const limited = await directory.limitedAgents().catch(() => []);
    if (limited.some(({ id }) => agentIds.includes(id))) calls.poke();
  }

  /** The counters say that all jobs of these runs have ended; rolling up checks the rows as well. */
  function rollUp(executionIds: readonly string[]): void {
    rollUpLost(pool, executionIds)
      .then((ended) => {
        logEnded(context, ended);
        if (ended.length > 0) signals.emit('runsEnded');
      })
      .catch((err: unknown) =>
        logger.warn('execution.not_rolled_up', { err }, 'Recovery will complete the run'),
      );
  }

  function answersWritten(written: WrittenBatch): void {
    const { ended, standing, uncounted, answered } = written;
    stepsReleased(written.released, answered[0] ?? '');
    if (written.waits) contexts.wake();
    if (written.waits || written.unsettled) settle.wake();
    logEnded(context, ended);
    const done = standing.flatMap((one) => (one.done ? [one.id] : []));
    if (done.length > 0) rollUp(done);
    if (uncounted.length > 0) batch.uncounted(uncounted);
    const toAdvance = standing.flatMap((one) => (one.answered ? [one.id] : []));
    if (toAdvance.length > 0) batch.answered(toAdvance);
    void passThrottled(answered);
    if (ended.length > 0) backfill.ended();
    if (ended.some(({ toConclude = true }) => toConclude)) conclude.wake();
    if (written.settled === 0) return;
    metrics.settled.inc({ status: 'completed' }, written.settled);
    void pokeForLimited(written.agentIds);
  }

  function attemptsSettled({ attempts, retried, released }: Settled): void {
    if (retried > 0) retry.wake();
    if (attempts.some(({ contextId }) => contextId !== null)) contexts.wake();
    stepsReleased(released, attempts[0]?.scheduleExecutionId ?? '');
    batch.wake();
    void passThrottled([...new Set(attempts.map(({ scheduleExecutionId }) => scheduleExecutionId))]);
    signals.emit('runsEnded');
    void pokeForLimited(attempts.map(({ agentId }) => agentId));
  }

  return { batchesReleased, stepsReleased, answersWritten, attemptsSettled };
}
