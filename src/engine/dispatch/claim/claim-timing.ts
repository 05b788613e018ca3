import type { Logger } from '../../../runtime/telemetry/logger.js';

export interface ClaimTiming {
  /** Runs a round, or joins the next one if one is in progress. @returns whether nothing was left to claim */
  claim(): Promise<boolean>;
  /** Claims in the background until nothing is left. A call during a round leads to another round. */
  poke(): void;
  /** Whether no round is in progress or requested. */
  isIdle(): boolean;
  /** Plans another check in this many milliseconds. Null: none. */
  lookAgainIn(ms: number | null): void;
  /** Runs `work` between two rounds. */
  without<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the current round has ended. No other follows. */
  stop(): Promise<void>;
}

export interface ClaimTimingOptions {
  /** @returns whether nothing was left to claim */
  round(): Promise<boolean>;
  /** Resolves when there is room for more, or the worker stops. */
  room(): Promise<void>;
  logger: Logger;
}

/** After a claim that failed: waits 100 ms, 200 ms, 400 ms … 5 s. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
/** The longest timer. When it ends, a check that is due later is planned again. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Decides when to claim. Rounds never overlap. Requests during a round share the next one, because the
 * current one may have read before the rows were there.
 */
export function createClaimTiming({ round, room, logger }: ClaimTimingOptions): ClaimTiming {
  let current: Promise<unknown> | undefined;
  let next: Promise<boolean> | undefined;
  let poked = false;
  let pumping: Promise<void> | undefined;
  let stopped = false;
  /** Consecutive failures. */
  let failures = 0;
  let again: NodeJS.Timeout | undefined;

  function alone<T>(work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => {
      if (current === running) current = undefined;
    });
    current = running;
    return running;
  }

  function claim(): Promise<boolean> {
    if (!current) return alone(round);
    next ??= current.then(noMatter, noMatter).then(() => {
      next = undefined;
      return claim();
    });
    return next;
  }

  function lookAgainIn(ms: number | null): void {
    clearTimeout(again);
    again = ms === null || stopped ? undefined : setTimeout(poke, Math.min(ms, LONGEST_WAIT_MS));
  }

  function poke(): void {
    poked = true;
    pumping ??= pump();
  }

  async function pump(): Promise<void> {
    while (poked && !stopped) {
      poked = false;
      try {
        for (let dry = false; !dry && !stopped; dry = await claim()) await room();
        failures = 0;
      } catch (err) {
        const retryInMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
        failures += 1;
        logger.error('dispatch.claim_failed', { err, retryInMs });
        lookAgainIn(retryInMs);
      }
    }
    pumping = undefined;
  }

  return {
    claim,
    poke,
    isIdle: () => current === undefined && pumping === undefined,
    lookAgainIn,
    async without(work) {
      while (current) await current.then(noMatter, noMatter);
      return alone(work);
    },
    async stop() {
      stopped = true;
      clearTimeout(again);
      await Promise.all([current?.then(noMatter, noMatter), pumping]);
    },
  };
}

const noMatter = () => {};
