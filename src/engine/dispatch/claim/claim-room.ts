import type { AnswerWriter } from '../../finish/answer-writer.js';
import type { Requests } from '../requests/requests.js';
import type { StepPace } from '../step-pace.js';
import type { Prefetch } from './prefetch.js';

export interface ClaimRoomOptions {
  requests: Pick<Requests, 'inProgress' | 'waiting'>;
  /** The maximum number of concurrent requests. */
  capacity: () => number;
  pace: Pick<StepPace, 'maxInProgress'>;
  prefetch: Pick<Prefetch, 'wanted'>;
  writer: Pick<AnswerWriter, 'isBehind'>;
}

/** A worker without claimed attempts claims at most this many for each request that it may send at once. */
const FIRST_CLAIM = 5;
/** A claim is at most this many times as large as the number of attempts that can be sent meanwhile. */
const GROWTH = 1.5;

/** How many more attempts a worker may claim, and who waits for that number to grow. */
export class ClaimRoom {
  private waiters: { grown: Promise<void>; resolve: () => void } | undefined;

  constructor(private readonly options: ClaimRoomOptions) {}

  /** How many attempts could be sent at once. */
  freeCapacity(): number {
    const { requests, capacity } = this.options;
    return Math.max(0, capacity() - requests.inProgress - requests.waiting);
  }

  /**
   * The free capacity. Once half of what was claimed ahead has been sent, also as much again.
   * @param share how much is claimed ahead, as a multiple of what `prefetch` wants
   */
  size(share = 1): number {
    const { requests, pace, prefetch, writer } = this.options;
    const ahead = share * prefetch.wanted();
    const claimed = requests.inProgress + requests.waiting;
    const capacity = Math.min(this.options.capacity(), Math.max(0, pace.maxInProgress()));
    const isLow = requests.waiting <= ahead / 2 || claimed < capacity;
    return isLow && !writer.isBehind() ? Math.floor(Math.max(0, capacity + ahead - claimed)) : 0;
  }

  /**
   * A large claim takes about as long as the waiting attempts keep the worker busy. So a worker without
   * waiting attempts starts with a small claim. Otherwise, it would send nothing until the large claim is
   * committed.
   */
  soon(limit: number): number {
    const { requests, capacity } = this.options;
    return Math.min(limit, Math.max(FIRST_CLAIM * capacity(), Math.ceil(GROWTH * requests.waiting)));
  }

  /** Resolves when there may be more room. */
  grown(): Promise<void> {
    this.waiters ??= createWaiters();
    return this.waiters.grown;
  }

  /** Makes those that wait for room check again. */
  grow(): void {
    this.waiters?.resolve();
    this.waiters = undefined;
  }
}

function createWaiters(): { grown: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const grown = new Promise<void>((fulfill) => {
    resolve = fulfill;
  });
  return { grown, resolve };
}
