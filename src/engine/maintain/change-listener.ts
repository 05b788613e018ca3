import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from '../../runtime/listener.js';
import type { Loop } from '../../runtime/loop.js';
import type { BackfillLoop } from '../schedule/backfill-loop.js';
import type { BatchLoop } from '../schedule/batch-loop.js';
import type { ClaimLoop } from '../schedule/claim-loop.js';
import type { Expander } from '../schedule/expand-loop.js';
import type { DatabaseClock } from './database-clock.js';
import { parseForeignWrites } from './foreign-writes.js';

/** What others write within this time wakes the loops once, after the first that did so at once. */
const COALESCE_MS = 20;

export interface ChangeListenerOptions {
  clock: DatabaseClock;
  loops: Record<
    'plan' | 'conclude' | 'judge' | 'settle' | 'retry' | 'contexts' | 'health' | 'snapshot',
    Pick<Loop, 'wake' | 'wakeIn'>
  > & { claim: ClaimLoop; batch: BatchLoop; backfill: BackfillLoop; expander: Expander };
  /** Cuts the requests of cancelled attempts short; does not throw. */
  dropCancelled(): Promise<void>;
  pokeDispatcher(): void;
  wakeNotify(): void;
  /** A worker came, left, died, or is to drain. */
  onFleetChange(): void;
  /** Resolves when the configuration is applied: the listener calls again no sooner. */
  onConfigChange(): Promise<void>;
}

/** Hears what others have written, of those who NOTIFY, and wakes whom it concerns. */
export function createChangeListener({ clock, loops, ...options }: ChangeListenerOptions): {
  listen(listener: Listener): Promise<void>;
} {
  const { plan, claim, conclude, judge, settle, retry, contexts, batch, backfill, expander } = loops;

  /**
   * A trigger, a report, a cancellation, a replay, a changed schedule. Only what it concerns is woken, at once; what comes within the
   * next moments is then told together.
   */
  async function onForeignWrite(payloads: readonly string[]): Promise<void> {
    const writes = parseForeignWrites(payloads);
    if (writes.unplanned) plan.wake();
    if (writes.scheduleDueAt !== null) claim.dueAt(writes.scheduleDueAt);
    if (writes.executionDueAt !== null) expander.loop.wakeIn(clock.msUntil(writes.executionDueAt));
    if (writes.backfills || writes.executions) backfill.loop.wake();
    if (writes.executions || writes.attempts) {
      for (const { wake } of [conclude, judge, settle, retry, contexts]) wake();
      batch.answered();
      options.pokeDispatcher();
      await options.dropCancelled();
    }
    await sleep(COALESCE_MS);
  }

  async function onConfigChange(): Promise<void> {
    const applied = options.onConfigChange(); // from here on nobody goes by the old one
    for (const { wake } of [loops.health, plan, claim, loops.snapshot]) wake();
    options.pokeDispatcher();
    batch.answered(); // perhaps a circuit has opened: batches go on without what it parks
    await applied;
  }

  return {
    async listen(listener) {
      await listener.listen('callboard_config', onConfigChange);
      await listener.listen('callboard_engine', onForeignWrite);
      await listener.listen('callboard_notify', options.wakeNotify);
      await listener.listen('callboard_worker', options.onFleetChange);
      await listener.listen('callboard_dispatch', options.pokeDispatcher);
    },
  };
}
