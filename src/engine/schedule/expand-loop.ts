import type { SingleJob } from '../../db/runs/insert-single-jobs.js';
import {
  type ExpandCursor,
  executionsToExpand,
  expansionsToTryAgain,
} from '../../db/runs/recover-executions.js';
import { msUntilNextDue } from '../../db/schedules/next-due.js';
import { databaseNow } from '../../db/system/database-now.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { type ExpandDeps, expandExecution } from '../../services/runs/expand-execution.js';
import { expandPlainExecutions } from '../../services/runs/expand-plain-executions.js';
import type { Announce, EngineContext } from '../engine-context.js';
import { createBacklog } from './backlog.js';

/** Executions looked for at a time. */
const INTAKE = 1_000;
/** Plain executions of one transaction. */
const PLAIN_AT_ONCE = 500;
/** Executions taken in at most; the next ones are looked for when those are done. */
const KNOWN_AT_MOST = 50_000;
/** After so long, where there was more than that. */
const CUT_MS = 1_000;
/**
 * Between two looks at everything, only what fell due since the last look is looked at, and so long before it: a transaction may
 * commit late. So whatever waits here and cannot be expanded now is not read again with each wake-up.
 */
const OVERLAP_MS = 15_000;
/**
 * After so long, executions are tried again whose row another transaction held: another worker that took them in as well may only
 * have put them in line, or stop before it does, and nothing announces the end of a lock.
 */
const HELD_MS = 500;

export interface Expander {
  /** Takes executions in: the plain ones are expanded here at once, the others put in line for any worker. */
  take(executionIds: readonly string[]): void;
  /** Executions have their one job already; so many of these are in line. */
  started(jobs: readonly SingleJob[], waiting: number): void;
  /** The queue's processor: rows decide whether there is anything to do. */
  expand(executionId: string): Promise<void>;
  /** Takes in executions that others made: triggers, webhooks, what was lost. */
  loop: Loop;
  /** Takes in nothing more; resolves when what is under way here has ended. */
  stop(): Promise<void>;
}

/**
 * @param onHeld the first batch of an execution is due for release
 * @param onOver an execution has ended with its expansion: it failed, or found nothing to do
 */
export function createExpander(
  context: EngineContext,
  deps: ExpandDeps,
  announce: Announce,
  onHeld: () => void,
  onOver: () => void,
): Expander {
  const { pool, queues, logger, metrics, safetyNetMs, traces } = context;
  /** When each was taken in, by `performance.now()`: a wake-up does not do it again. */
  let known = new Map<string, number>();
  let safetyNetAt = 0;
  /** Everything due by then was looked at. */
  let lookedAt: Date | undefined;
  /** Both are worked off one after another, since each expansion holds connections. */
  const plain = createBacklog(PLAIN_AT_ONCE, expandPlain);
  const ours = createBacklog(1, expandOurs);
  const held = new Set<string>();
  let heldTimer: NodeJS.Timeout | undefined;

  function tryAgainSoon(executionIds: readonly string[]): void {
    for (const id of executionIds) held.add(id);
    if (held.size > 0) heldTimer ??= setTimeout(takeHeld, HELD_MS);
  }

  function takeHeld(): void {
    heldTimer = undefined;
    const ids = [...held];
    held.clear();
    take(ids);
  }

  async function expandPlain(executionIds: string[]): Promise<void> {
    const startedAt = Date.now();
    try {
      const { expanded, rest, ...again } = await expandPlainExecutions(deps, executionIds);
      if (traces) for (const run of expanded) traces.expanded(run, startedAt, { jobs: 1, batches: 1 });
      plain.add(again.later);
      tryAgainSoon(again.held);
      started(expanded, expanded.length);
      enqueue(rest);
    } catch (err) {
      logger.error('execution.expansion_failed', { err, executions: executionIds.length });
      enqueue(executionIds);
    }
  }

  function started(jobs: readonly SingleJob[], waiting: number): void {
    metrics.jobsCreated.inc(jobs.length);
    // Its claim was told already: with thousands due at once a second line for each is time that their calls wait.
    for (const { scheduleExecutionId, traceId } of jobs)
      logger.debug('execution.expanded', { scheduleExecutionId, jobs: 1, batches: 1, traceId });
    const [first] = jobs;
    if (first && waiting > 0) announce([{ ...first, batchIndex: 0, released: waiting, targetType: 'agent' }]);
  }

  async function expand(executionId: string): Promise<void> {
    const startedAt = Date.now();
    const expanded = await expandExecution(deps, executionId).finally(() => known.delete(executionId));
    if (expanded.kind === 'none') return;
    if (expanded.kind === 'held') return tryAgainSoon([executionId]);
    const run = { ...expanded, scheduleExecutionId: executionId };
    if (expanded.kind === 'postponed') {
      const { message } = expanded;
      logger.warn('execution.expansion_postponed', { scheduleExecutionId: executionId }, message);
      loop.wake(); // to learn when the next try is due
      return;
    }
    if (expanded.kind === 'failed') {
      const { messages, err, traceId } = expanded;
      logger.error('execution.expansion_failed', {
        scheduleExecutionId: executionId,
        messages,
        err,
        traceId,
      });
      metrics.executions.inc({ status: 'failed' });
      traces?.expanded(run, startedAt, { error: messages.join('; ') });
      traces?.ended({ ...run, runStatus: 'failed' });
      onOver();
      return;
    }
    const { jobs, batches, released, priority, targetType, traceId } = expanded;
    metrics.jobsCreated.inc(jobs);
    traces?.expanded(run, startedAt, { jobs, batches });
    logger.info('execution.expanded', { scheduleExecutionId: executionId, jobs, batches, traceId });
    if (released > 0)
      announce([{ scheduleExecutionId: executionId, batchIndex: 0, released, priority, targetType }]);
    else if (jobs > 0) onHeld();
    if (jobs > 0) return;
    metrics.executions.inc({ status: 'succeeded' });
    traces?.ended({ ...run, runStatus: 'succeeded' });
    onOver();
  }

  function enqueue(executionIds: readonly string[]): void {
    if (executionIds.length === 0) return;
    queues.enqueueExpand(executionIds).catch(() => ours.add(executionIds));
  }

  async function expandOurs(executionIds: string[]): Promise<void> {
    for (const id of executionIds)
      await expand(id).catch((err: unknown) => {
        logger.error('execution.expansion_failed', { scheduleExecutionId: id, err });
        loop.wake();
      });
  }

  function take(executionIds: readonly string[]): void {
    for (const id of executionIds) known.set(id, performance.now());
    plain.add(executionIds);
  }

  /** Takes in what is due page by page, past everything that is known already. @returns all that was found */
  async function lookFrom(start: ExpandCursor | null, now: Date): Promise<string[]> {
    const found: string[] = [];
    let cursor = start;
    do {
      const { ids, next } = await executionsToExpand(pool, now, INTAKE, cursor);
      take(ids.filter((id) => !known.has(id)));
      found.push(...ids);
      cursor = next;
    } while (cursor !== null && found.length < KNOWN_AT_MOST);
    return found;
  }

  const loop = createLoop({
    name: 'expand',
    logger,
    async runOnce() {
      const askedAt = performance.now();
      const now = await databaseNow(pool);
      context.clock.read(now, askedAt);
      const isThorough = performance.now() >= safetyNetAt;
      const since = lookedAt && !isThorough ? new Date(lookedAt.getTime() - OVERLAP_MS) : null;
      const found = await lookFrom(since && { fireAt: since, id: '' }, now);
      const again = await expansionsToTryAgain(pool, now, INTAKE);
      take(again.filter((id) => !known.has(id)));
      const isCut = found.length >= KNOWN_AT_MOST;
      lookedAt = isCut ? undefined : now;
      if (isThorough) {
        const longAgo = performance.now() - safetyNetMs;
        safetyNetAt = performance.now() + safetyNetMs;
        known = new Map([...found, ...again].map((id) => [id, known.get(id) ?? 0]));
        // Long in line: what the queue has of them may belong to a worker that is no more.
        ours.add(found.filter((id) => (known.get(id) ?? 0) < longAgo));
      }
      const [untilDue, untilTry] = await Promise.all([
        msUntilNextDue(pool, 'execution', now),
        msUntilNextDue(pool, 'expansion', now),
      ]);
      const longest = isCut ? Math.min(CUT_MS, safetyNetMs) : safetyNetMs;
      return Math.min(untilDue ?? longest, untilTry ?? longest, longest);
    },
  });

  return {
    take,
    started,
    expand,
    loop,
    async stop() {
      await Promise.all([loop.stop(), plain.stop(), ours.stop()]);
      clearTimeout(heldTimer);
    },
  };
}
