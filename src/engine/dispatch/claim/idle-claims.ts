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

/** How many attempts a claim may take, and how many the worker had claimed when that was decided. */
export interface PromisedRoom {
  readonly size: number;
  readonly claimed: number;
}

export interface IdleClaimsOptions {
  room: ClaimRoom;
  requests: Pick<Requests, 'slowAgents' | 'areSlow' | 'inProgress' | 'waiting'>;
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
/** How often somebody who waits for room checks whether agents have become slow. */
const CHECK_MS = 100;

/**
 * What a worker without queued jobs may claim while it creates or releases jobs. That takes one statement
 * less than if a round claims them.
 */
export class IdleClaims {
  constructor(private readonly options: IdleClaimsOptions) {}

  /**
   * Undefined: nothing may be claimed, because jobs that were queued earlier go first, or there is no room.
   *
   * @param promised what {@link room} returned before the claim was prepared. What nobody has claimed meanwhile is
   * still allowed, although the rate of answers may be lower by now: jobs that are left over are written once more
   * by a round, and while there are rounds, nothing is claimed outside them.
   */
  next(promised?: PromisedRoom): IdleClaim | undefined {
    const { requests } = this.options;
    const left = promised
      ? Math.min(promised.size, promised.claimed + promised.size - claimedBy(requests))
      : 0;
    const limit = this.mayClaim() ? Math.max(left, this.limit()) : 0;
    if (limit === 0) return undefined;
    const { room, served } = this.options;
    return { limit, soon: room.soon(limit), served: served.keys(), sendWithinMs: SEND_WITHIN_MS };
  }

  /**
   * The limit of the next claim. Waits until it is at least `least`, for at most `maxMs`, and only as long as no
   * agent is slow. That no request ends for a moment does not mean that agents are slow: the first requests of a
   * process take longer, and so does everything on a busy machine.
   */
  async room(least: number, maxMs: number): Promise<PromisedRoom> {
    const { room, requests, prefetch, mayClaim } = this.options;
    const endsAt = performance.now() + maxMs;
    // The higher the rate of answers, the larger the claims, because each has a fixed cost.
    const enough = () => Math.max(least, ENOUGH_IDLE * IDLE_AHEAD * prefetch.wanted());
    const mayWait = () => mayClaim() && !requests.areSlow();
    for (let left = maxMs; left > 0 && this.limit() < enough() && mayWait(); ) {
      await within(Math.min(left, CHECK_MS), room.grown());
      left = endsAt - performance.now();
    }
    return { size: this.limit(), claimed: claimedBy(requests) };
  }

  private mayClaim(): boolean {
    const { requests, mayClaim, maySend } = this.options;
    return mayClaim() && maySend() && requests.slowAgents().length === 0;
  }

  private limit(): number {
    const { room, timing } = this.options;
    return timing.isIdle() && this.mayClaim() ? room.size(IDLE_AHEAD) : 0;
  }
}

function claimedBy({ inProgress, waiting }: Pick<Requests, 'inProgress' | 'waiting'>): number {
  return inProgress + waiting;
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
