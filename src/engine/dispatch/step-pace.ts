/**
 * Limits the requests in progress while contexts of pipelines proceed from step to step. An answer has to be
 * written before the next step is sent. With more contexts in progress, each waits longer for the writer and
 * none ends sooner. So while answers wait too long, fewer contexts begin. If the agents are the bottleneck,
 * the whole capacity is used.
 */
export interface StepPace {
  /** An answer of a step waits to be written. */
  answered(): void;
  /**
   * Answers of steps were written or became obsolete.
   * @param measured those that show the speed of the writer; undefined: none
   */
  written(count: number, measured?: WrittenSteps): void;
  /**
   * With this many requests in progress, no new work begins. Steps that follow from answers are still sent.
   */
  maxInProgress(): number;
}

export interface WrittenSteps {
  count: number;
  /** How long they waited to be written, on average and at most, in milliseconds. */
  meanMs: number;
  longestMs: number;
  /** How long the statement took, in milliseconds. */
  tookMs: number;
}

/**
 * Answers should not wait longer than this, or than {@link BATCHES} of the fastest batches take, if that is
 * longer.
 */
const ENOUGH_MS = 18;
const BATCHES = 2;
/**
 * The lowest limit: a batch being written, one that gathers, and the requests that follow from the last.
 * Smaller batches cost too much.
 */
const FEWEST = 60;
/** Above this, there is no limit. */
const MOST = 1_000;
/** If no step is answered for this long, there is no limit. */
const FORGET_MS = 1_000;
/** Timers may fire this much early. */
const TIMER_MS = 2;
/** One measurement lowers the limit to no less than this share. */
const LEAST_KEPT = 0.5;
/** The duration of the fastest batch grows by this factor with each batch, so that it follows changes. */
const FORGET_QUICKEST = 1.02;

/** @param onForgotten called when the limit ends because no answers come */
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
        // Only answers that came after the limit was lowered can show its effect.
        limit = Math.max(
          FEWEST,
          Math.min(limit, 2 * (inWriter + count)) * Math.max(LEAST_KEPT, enoughMs / meanMs),
        );
        slowedAt = at;
      }
      if (limit > MOST) limit = Number.POSITIVE_INFINITY;
      else forget();
    },
    maxInProgress: () => (now() - writtenAt > FORGET_MS ? Number.POSITIVE_INFINITY : limit - inWriter),
  };
}
