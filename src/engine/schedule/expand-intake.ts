import {
  type ExpandCursor,
  executionsToExpand,
  expansionsToTryAgain,
} from '../../db/runs/expand/executions-to-expand.js';
import { databaseNow } from '../../db/system/database-now.js';
import { msUntilNextDue } from '../../db/system/next-due.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import type { EngineContext } from '../engine-context.js';

/** Runs per page of a query. */
const INTAKE = 1_000;
/** The maximum number of runs that are taken in. More are read when those are done. */
const KNOWN_AT_MOST = 50_000;
/** Delay before the next check if there were more runs than that. */
const CUT_MS = 1_000;
/**
 * Between two complete checks, a check reads only the runs that fell due since the last one, and this long
 * before it, because a transaction may commit late. So runs that cannot be expanded now are not read again
 * with each wake-up.
 */
const OVERLAP_MS = 15_000;

export interface ExpandIntake {
  /** Takes runs in. */
  accept(executionIds: readonly string[]): void;
  /** The run was processed. If it is still due, the next check takes it in again. */
  forget(executionId: string): void;
  /** Reads the due runs, and takes in those that it does not know. */
  loop: Loop;
}

export interface ExpandIntakeOptions {
  /** Expands runs that were taken in. */
  onAccepted(executionIds: readonly string[]): void;
  /** Expands runs in this process, whatever the queue does. */
  expandHere(executionIds: readonly string[]): void;
}

/** Takes in runs from elsewhere: triggers, webhooks, and runs of dead workers. */
export function createExpandIntake(
  context: EngineContext,
  { onAccepted, expandHere }: ExpandIntakeOptions,
): ExpandIntake {
  const { pool, logger, safetyNetMs } = context;
  /** When each run was taken in, by `performance.now()`. A wake-up does not take it in again. */
  const known = new Map<string, number>();
  /** When the next complete check is due, by `performance.now()`. */
  let safetyNetAt = 0;
  /** Everything that was due at this instant has been read. */
  let readUntil: Date | undefined;

  function accept(executionIds: readonly string[]): void {
    for (const id of executionIds) known.set(id, performance.now());
    onAccepted(executionIds);
  }

  function forgetAllBut(executionIds: readonly string[]): void {
    const kept = executionIds.map((id) => [id, known.get(id) ?? 0] as const);
    known.clear();
    for (const [id, takenAt] of kept) known.set(id, takenAt);
  }

  /** Takes in due runs page by page, except those already known. @returns the ids of all due runs */
  async function takeInFrom(start: ExpandCursor | null, now: Date): Promise<string[]> {
    const found: string[] = [];
    let cursor = start;
    do {
      const { ids, next } = await executionsToExpand(pool, now, INTAKE, cursor);
      accept(ids.filter((id) => !known.has(id)));
      found.push(...ids);
      cursor = next;
    } while (cursor !== null && found.length < KNOWN_AT_MOST);
    return found;
  }

  /** Takes in all runs that are due, or only those that fell due since the last check. */
  async function takeInDue(now: Date): Promise<{ isCut: boolean }> {
    const isComplete = performance.now() >= safetyNetAt;
    const since = readUntil && !isComplete ? new Date(readUntil.getTime() - OVERLAP_MS) : null;
    const found = await takeInFrom(since && { fireAt: since, id: '' }, now);
    const again = await expansionsToTryAgain(pool, now, INTAKE);
    accept(again.filter((id) => !known.has(id)));
    const isCut = found.length >= KNOWN_AT_MOST;
    readUntil = isCut ? undefined : now;
    if (isComplete) {
      const longAgo = performance.now() - safetyNetMs;
      safetyNetAt = performance.now() + safetyNetMs;
      forgetAllBut([...found, ...again]);
      // Enqueued long ago: their tasks may belong to a worker that has died.
      expandHere(found.filter((id) => (known.get(id) ?? 0) < longAgo));
    }
    return { isCut };
  }

  const loop = createLoop({
    name: 'expand',
    logger,
    async runOnce() {
      const askedAt = performance.now();
      const now = await databaseNow(pool);
      context.clock.read(now, askedAt);
      const { isCut } = await takeInDue(now);
      const [untilDue, untilTry] = await Promise.all([
        msUntilNextDue(pool, 'execution', now),
        msUntilNextDue(pool, 'expansion', now),
      ]);
      const longest = isCut ? Math.min(CUT_MS, safetyNetMs) : safetyNetMs;
      return Math.min(untilDue ?? longest, untilTry ?? longest, longest);
    },
  });

  return { accept, forget: (executionId) => void known.delete(executionId), loop };
}
