import { setTimeout as sleep } from 'node:timers/promises';
import { offeredBy, WAKE_CHANNEL } from '../../db/workers/wake-workers.js';
import type { Listener } from '../../runtime/database/listener.js';
import type { CancelledRequests } from '../dispatch/cancelled-requests.js';
import type { EngineContext } from '../engine-context.js';
import { parseForeignWrites } from './foreign-writes.js';

/** After a wake-up, the writes of this time are gathered into the next one. */
const COALESCE_MS = 20;

export interface ChangeListenerOptions {
  cancelled: CancelledRequests;
  applySettings(): Promise<void>;
}

/** Turns notifications of the database into signals: what other processes, agents and people have written. */
export function createChangeListener(
  { signals, directory, logger }: EngineContext,
  { cancelled, applySettings }: ChangeListenerOptions,
): { listen(listener: Listener): Promise<void> } {
  /** The listener calls again after this has resolved, with everything that arrived meanwhile. */
  async function onForeignWrite(payloads: readonly string[]): Promise<void> {
    const { unplanned, scheduleDueAt, executionDueAt, backfills, executions, attempts } =
      parseForeignWrites(payloads);
    if (unplanned) signals.emit('schedulesUnplanned');
    if (scheduleDueAt !== null) signals.emit('scheduleDue', scheduleDueAt);
    if (executionDueAt !== null) signals.emit('runDue', executionDueAt);
    if (backfills || executions) signals.emit('backfillsChanged');
    if (executions || attempts) {
      signals.emit('jobsChanged');
      await cancelled.abort();
    }
    await sleep(COALESCE_MS);
  }

  /**
   * Any login can name a run. After a true one there is no pause, because the worker sends jobs of the next
   * one until it knows.
   */
  async function onStop(payloads: readonly string[]): Promise<void> {
    const isTrue = await cancelled.abortRuns(payloads.includes('') ? null : payloads);
    if (!isTrue) await sleep(COALESCE_MS);
  }

  function onWakeUp(payloads: readonly string[]): void {
    for (const payload of new Set(payloads)) {
      const worker = offeredBy(payload);
      if (worker === undefined) signals.emit('workersCalled');
      else signals.emit('batchesOffered', worker);
    }
  }

  async function onConfigChange(): Promise<void> {
    directory.invalidate(); // before any loop checks
    const applied = applySettings();
    signals.emit('settingsChanged');
    await applied.catch((err: unknown) => logger.error('config.not_applied', { err }));
  }

  return {
    async listen(listener) {
      await listener.listen('callboard_config', onConfigChange);
      await listener.listen('callboard_engine', onForeignWrite);
      await listener.listen('callboard_stop', onStop);
      await listener.listen('callboard_notify', () => signals.emit('notificationsRaised'));
      await listener.listen('callboard_worker', () => signals.emit('fleetChanged'));
      await listener.listen(WAKE_CHANNEL, onWakeUp);
    },
  };
}
