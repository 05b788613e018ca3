/**
 * How much may be under way while contexts of pipelines go from step to step. What is answered waits for the writer before the next
 * step can leave; the more contexts are under way, the longer each of them waits, and none of them comes to its end any sooner.
 * So while answers wait for longer than they need to, fewer are begun; where the agents are what takes the time, all slots are used.
 */
export interface StepPace {
  /** An answer of a step was handed in to be written. */
  answered(): void;
  /**
   * So many answers of steps were written, or are of no use any more.
   * @param measured those of them that say how quick the writer is; undefined: none does
   */
  written(count: number, measured?: WrittenSteps): void;
  /** Requests under way at most, beyond which nothing new is begun; what follows from answers goes on all the same. */
  mostUnderWay(): number;
}

export interface WrittenSteps {
  count: number;
  /** How long they waited from being handed in until they were written, on average, and the first of them; in milliseconds. */
  meanMs: number;
  longestMs: number;
  /** How long writing them took, of that. */
  tookMs: number;
}

/** Answers need not wait for longer than this, nor for longer than two batches of the quickest kind take. */
const ENOUGH_MS = 25;
const BATCHES = 2;
/** Some batches: one that is written, one that gathers, and the requests that follow from the last. With fewer, each costs too much. */
const FEWEST = 60;
/** Beyond this the limit is none. */
const MOST = 1_000;
/** Without an answer of a step for so long, steps are not what takes the time. */
const FORGET_MS = 1_000;
/** Timers may be early by so much. */
const TIMER_MS = 2;
/** At once, of what is under way. */
const LEAST_KEPT = 0.5;
/** What is the quickest batch is found out anew, slowly. */
const FORGET_QUICKEST = 1.02;

/** @param onForgotten the limit is gone without any answer that would have said so */
export function createStepPace(
  onForgotten: () => void,
  now: () => number = () => performance.now(),
): StepPace {
  let forgetting: NodeJS.Timeout | undefined;
  let limit = Number.POSITIVE_INFINITY;
  let inWriter = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let slowedAt = Number.NEGATIVE_INFINITY;
  let quickestMs = Number.POSITIVE_INFINITY;

  function forget(): void {
    forgetting ??= setTimeout(() => {
      forgetting = undefined;
      onForgotten();
    }, FORGET_MS + TIMER_MS).unref();
    forgetting.refresh();
  }

  return {
    answered() {
      inWriter += 1;
    },
    written(count, measured) {
      inWriter -= count;
      if (!measured) return;
      const { meanMs, longestMs, tookMs } = measured;
      const at = now();
      if (at - writtenAt > FORGET_MS) limit = Number.POSITIVE_INFINITY;
      writtenAt = at;
      quickestMs = Math.min(tookMs, quickestMs * FORGET_QUICKEST);
      const enoughMs = Math.max(ENOUGH_MS, BATCHES * quickestMs);
      if (meanMs <= enoughMs) limit += meanMs <= enoughMs / 2 ? measured.count : measured.count / 8;
      else if (at - longestMs > slowedAt) {
        // What was handed in since the limit was lowered: before, it could not have been quicker.
        limit = Math.max(
          FEWEST,
          Math.min(limit, 2 * (inWriter + count)) * Math.max(LEAST_KEPT, enoughMs / meanMs),
        );
        slowedAt = at;
      }
      if (limit > MOST) limit = Number.POSITIVE_INFINITY;
      else forget();
    },
    mostUnderWay: () => (now() - writtenAt > FORGET_MS ? Number.POSITIVE_INFINITY : limit - inWriter),
  };
}
