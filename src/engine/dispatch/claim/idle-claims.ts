import type { Requests } from '../requests/requests.js';
import { SEND_WITHIN_MS } from '../requests/waiting-requests.js';
import type { ClaimRoom } from './claim-room.js';
import type { ClaimTiming } from './claim-timing.js';
import type { Prefetch } from './prefetch.js';

export interface IdleClaim {
  /** The largest number of attempts. */
  limit: number;
  /** The largest number that is claimed before the attempts that wait are sent; at most the limit. */
  soon: number;
  served: readonly string[];
  /** How long attempts may wait to be sent, in milliseconds. */
  sendWithinMs: number;
}

export interface IdleClaimsOptions {
  room: ClaimRoom;
  requests: Pick<Requests, 'slowAgents'>;
  timing: Pick<ClaimTiming, 'isIdle'>;
  prefetch: Pick<Prefetch, 'wanted'>;
  served: { keys(): readonly string[] };
  /** False while the worker drains or stops. */
  mayClaim(): boolean;
  maySend(): boolean;
}

/**
 * Claims outside the rounds take longer, because the worker prepares them, so they claim this much more
 * ahead.
 */
export const IDLE_AHEAD = 1.5;
/** A claim outside the rounds is worth its cost only for at least this share of what may be claimed ahead. */
const ENOUGH_IDLE = 1 / 3;
/** If no request ends for this long, the agents are slow and nobody waits for room. */
const STALL_MS = 200;

/**
 * What a worker without queued jobs may claim while it creates or releases jobs. That takes one statement
 * less than if a round claims them.
 */
export class IdleClaims {
  /** When a request last ended, by `performance.now()`. */
  private endedAt = 0;

  constructor(private readonly options: IdleClaimsOptions) {}

  /**
   * Undefined: nothing may be claimed, because jobs that were queued earlier go first, or there is no room.
   */
  next(): IdleClaim | undefined {
    const limit = this.limit();
    if (limit === 0) return undefined;
    const { room, served } = this.options;
    return { limit, soon: room.soon(limit), served: served.keys(), sendWithinMs: SEND_WITHIN_MS };
  }

  /**
   * The limit of the next claim. Waits until it is at least `least`, for at most `maxMs`, and only as long as
   * requests end.
   */
  async room(least: number, maxMs: number): Promise<number> {
    const { room, prefetch, mayClaim } = this.options;
    const startedAt = performance.now();
    // The higher the rate of answers, the larger the claims, because each has a fixed cost.
    const enough = () => Math.max(least, ENOUGH_IDLE * IDLE_AHEAD * prefetch.wanted());
    for (let left = maxMs; left > 0 && this.limit() < enough() && mayClaim(); ) {
      await within(Math.min(left, STALL_MS), room.grown());
      const now = performance.now();
      left = Math.min(startedAt + maxMs - now, Math.max(startedAt, this.endedAt) + STALL_MS - now);
    }
    return this.limit();
  }

  requestEnded(): void {
    this.endedAt = performance.now();
  }

  private limit(): number {
    const { room, requests, timing, mayClaim, maySend } = this.options;
    const isBusy = !timing.isIdle() || requests.slowAgents().length > 0;
    return isBusy || !mayClaim() || !maySend() ? 0 : room.size(IDLE_AHEAD);
  }
}

function within(ms: number, signal: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void signal.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
