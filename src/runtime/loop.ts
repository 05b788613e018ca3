import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Logger } from './telemetry/logger.js';

export interface LoopOptions {
  /** Name in the log. */
  name: string;
  /**
   * One round. Returns the milliseconds until the next one (0: at once; null: not before `wake`). The signal
   * aborts when the loop is stopped; a round that can be interrupted should be.
   */
  runOnce(signal: AbortSignal): Promise<number | null>;
  logger: Logger;
  /** Delays after rounds that throw: the first one, doubled up to the maximum; default 100 ms … 5 s. */
  backoff?: { firstMs: number; maxMs: number };
}

/** Repeated work. Rounds never overlap, even if several callers request them. */
export interface Loop {
  /** Idempotent; may follow a `stop`. */
  start(): void;
  /** Resolves when the current round has ended. Idempotent. */
  stop(): Promise<void>;
  /**
   * Ends the sleep. During a round, starts another one right after it. Does not shorten the delay after a
   * failure.
   */
  wake(): void;
  /**
   * Ends the sleep after this many milliseconds, or earlier. During a round, applies to the sleep that
   * follows.
   */
  wakeIn(ms: number): void;
  /**
   * Runs one round now, after the current one if there is one. Unlike the loop itself, it throws what the
   * round throws.
   */
  runOnce(): Promise<number | null>;
}

/** The longest time that `setTimeout` can wait; longer timers fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The only kind of repetition in the product: sleeps as long as the round says, can be woken, logs failures and backs off.
 */
export function createLoop({
  name,
  runOnce,
  logger,
  backoff = { firstMs: 100, maxMs: 5_000 },
}: LoopOptions): Loop {
  let controller: AbortController | undefined;
  let finished: Promise<void> = Promise.resolve();
  let lastRound: Promise<unknown> = Promise.resolve();
  const sleep = new Sleep();

  function round(signal: AbortSignal): Promise<number | null> {
    const result = lastRound.then(() => runOnce(signal));
    lastRound = result.catch(() => {});
    return result;
  }

  async function repeat(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      sleep.forgetWakes();
      try {
        const delayMs = await round(signal);
        failures = 0;
        if (!sleep.isWoken) await sleep.for(delayMs, signal, true);
      } catch (err) {
        if (signal.aborted) return;
        const retryInMs = Math.min(backoff.firstMs * 2 ** failures, backoff.maxMs);
        failures += 1;
        logger.error('loop.failed', { loop: name, err, failures, retryInMs });
        await sleep.for(retryInMs, signal, false);
      }
    }
  }

  return {
    start() {
      if (controller) return;
      controller = new AbortController();
      const { signal } = controller;
      finished = finished.then(() => repeat(signal));
    },
    stop() {
      controller?.abort();
      controller = undefined;
      sleep.interrupt();
      return Promise.all([finished, lastRound]).then(() => {});
    },
    wake: () => sleep.wake(),
    wakeIn: (ms) => sleep.wakeIn(ms),
    runOnce: () => round(controller?.signal ?? new AbortController().signal),
  };
}

/** The sleep between two rounds, and the wake-ups since the last one began. */
class Sleep {
  isWoken = false;
  /** By `performance.now()`: the latest end of the sleep, whatever the round returned. */
  #soonest = Number.POSITIVE_INFINITY;
  /** Ends the current timer. The sleep continues if there is no reason to end it. */
  interrupt = () => {};

  forgetWakes(): void {
    this.isWoken = false;
    this.#soonest = Number.POSITIVE_INFINITY;
  }

  wake(): void {
    this.isWoken = true;
    this.interrupt();
  }

  wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (at >= this.#soonest) return;
    this.#soonest = at;
    this.interrupt();
  }

  /** @param ms null: until woken */
  async for(ms: number | null, signal: AbortSignal, wakeable: boolean): Promise<void> {
    if (ms !== null && ms <= 0) return yieldToOthers();
    const until = ms === null ? Number.POSITIVE_INFINITY : performance.now() + ms;
    const leftMs = () => (wakeable ? Math.min(until, this.#soonest) : until) - performance.now();
    for (let left = leftMs(); left > 0; left = leftMs()) {
      if (signal.aborted || (wakeable && this.isWoken)) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, MAX_TIMEOUT_MS));
        this.interrupt = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
