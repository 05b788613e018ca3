import type { ClaimedAttempt, Lease } from '../../db/jobs/claim-attempts.js';
import { attemptsClaimedUnder, type Freed, freeForgottenAttempts } from '../../db/jobs/recover-attempts.js';
import { aborted } from '../../runtime/time-limit.js';
import type { AgentDirectory } from '../../services/agents/agent-directory.js';
import { claimWork } from '../../services/jobs/claim-work.js';
import { createClaimRounds } from './claim-rounds.js';
import {
  createHeldAttempts,
  type FreedSlot,
  type HeldAttemptsOptions,
  type HowToSend,
  SEND_WITHIN_MS,
} from './held-attempts.js';
import { createPrefetch } from './prefetch.js';
import type { ServedRequirements } from './served-requirements.js';

export interface Dispatcher {
  /** Claims and sends until nothing is left to claim. Waits while all slots are taken. */
  serve(): Promise<void>;
  /** The same in the background. A call during a check leads to another check. */
  poke(): void;
  /** How many more attempts this worker can take now. */
  room(): number;
  /** Makes callers that wait for a slot check again. */
  capacityChanged(): void;
  /** Ids of claimed attempts that are not answered yet. */
  unanswered(): string[];
  /** Gives back attempts that are not sent yet, for example cancelled ones, and aborts the requests of the others. */
  abort(attemptIds: readonly string[]): void;
  /** The same for all attempts of runs that were asked to stop, including those that are being claimed. */
  abortRuns(executionIds: readonly string[]): void;
  /** Drops everything and aborts all requests, because other workers have taken over. */
  abandonAll(): void;
  /**
   * Sends what `work` claims outside the rounds.
   * @param first whether it goes before everything else, like steps that follow from answers
   */
  claiming<T extends { claimed: readonly ClaimedAttempt[] }>(
    lease: Lease,
    work: () => Promise<T>,
    first?: boolean,
  ): Promise<T>;
  /** How steps may be claimed; undefined: not now. */
  stepClaim(): { served: readonly string[]; sendWithinMs: number } | undefined;
  /** What may be claimed outside the rounds because nothing was queued earlier; undefined: nothing. */
  idleClaim(): IdleClaim | undefined;
  /**
   * The limit of an idle claim. Waits until it is at least `least`, for at most `maxMs`, and only as long as
   * slots are freed.
   */
  idleRoom(least: number, maxMs: number): Promise<number>;
  /** Frees attempts whose claim was committed but not confirmed, because the connection broke. */
  freeForgotten(): Promise<Freed>;
  /** Stops claiming, gives back unsent attempts, and waits for requests in progress; aborts them at the deadline. */
  stop(deadline: AbortSignal): Promise<void>;
}

export interface IdleClaim {
  /** The largest number of attempts. */
  limit: number;
  /** The largest number that is claimed before the attempts that wait are sent; at most the limit. */
  soon: number;
  served: readonly string[];
  /** How long attempts may wait for a slot, in milliseconds. */
  sendWithinMs: number;
}

export interface DispatcherOptions extends Omit<HeldAttemptsOptions, 'onFree'> {
  directory: AgentDirectory;
  /** False while the worker drains. */
  mayClaim: () => boolean;
  /** Which requirements this worker can serve. */
  served: ServedRequirements;
  /** Attempts were claimed and will be sent as soon as slots are free. */
  onClaimed(attempts: readonly ClaimedAttempt[]): void;
  /** Jobs of an agent began to wait for its rate limit. */
  onThrottled(): void;
}

/** How often a worker that always finds enough jobs checks for jobs of higher priority. */
const LOOK_MS = 500;
/** Claims outside the rounds take longer, because the worker prepares them, so they claim this much more ahead. */
const IDLE_AHEAD = 1.5;
/** A claim outside the rounds is worth its cost only for at least this share of what may be claimed ahead. */
const ENOUGH_IDLE = 1 / 3;
/** A worker that holds no attempts claims at most this many for each slot at once. */
const FIRST_CLAIM = 5;
/** A claim is at most this many times as large as the number of attempts that can be sent meanwhile. */
const GROWTH = 1.5;
/** If no slot is freed for this long, the agents are slow and nobody waits for the next slot. */
const STALL_MS = 200;

/**
 * Claims attempts and sends them, at most `capacity` requests at once. The claim is committed before a request leaves. One
 * statement claims as many attempts as there are free slots and some more (see {@link createPrefetch}), which wait for a
 * slot. The next claim begins before they have run out.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, directory, writer, logger } = options;
  const prefetch = createPrefetch();
  const held = createHeldAttempts({
    ...options,
    onFree,
    onGivenBack() {
      awaitsCapacity = true;
      // If slots are free, attempts were given back because there was no lease, and no freed slot would end
      // the wait.
      if (held.sending() < options.capacity()) signalSlot();
      options.onGivenBack();
    },
  });
  const rounds = createClaimRounds({ round, room: untilRoom, logger });
  /** Claims outside the rounds. */
  const beside = new Set<Promise<unknown>>();
  /**
   * For each claim in progress, the runs that have been asked to stop since it began, because its statement may not
   * see that.
   */
  const stoppedDuring = new Set<Set<string>>();
  let stopping = false;
  let slotFreed = deferred();
  /** When the last slot was freed, by `performance.now()`. */
  let freedAt = 0;
  /** Whether jobs are waiting that the next free slot could serve at once. */
  let awaitsCapacity = false;
  /** Whether the last round claimed as much as it could take. */
  let foundAll = false;
  /** When a round last looked at all claimable jobs, by `performance.now()`. */
  let lookedAt = Number.NEGATIVE_INFINITY;

  const freeSlots = () => Math.max(0, options.capacity() - held.sending() - held.waiting());

  /** Room for the free slots. Once half of what was claimed ahead has been sent, also for as much again. */
  function room(share = 1): number {
    const ahead = share * prefetch.wanted();
    const claimed = held.sending() + held.waiting();
    const capacity = Math.min(options.capacity(), Math.max(0, options.pace.maxInProgress()));
    const isLow = held.waiting() <= ahead / 2 || claimed < capacity;
    return isLow && !writer.isBehind() ? Math.floor(Math.max(0, capacity + ahead - claimed)) : 0;
  }

  /**
   * A large claim takes about as long as the waiting attempts keep the slots busy. So a worker without waiting
   * attempts starts with a small claim. Otherwise, its slots would be empty until the large claim is
   * committed.
   */
  function claimedSoon(limit: number): number {
    return Math.min(limit, Math.max(FIRST_CLAIM * options.capacity(), Math.ceil(GROWTH * held.waiting())));
  }

  function idleRoom(): number {
    const isBusy = !rounds.isIdle() || held.slowAgents().length > 0;
    return stopping || isBusy || !options.mayClaim() || !options.maySend() ? 0 : room(IDLE_AHEAD);
  }

  async function untilRoom(): Promise<void> {
    while (!stopping && room() === 0) await slotFreed.promise;
  }

  async function round(): Promise<boolean> {
    held.send(); // attempts that waited for the lease to be renewed
    const lease = options.lease();
    const limit = claimedSoon(room());
    if (!lease || stopping || !options.mayClaim()) return true;
    if (limit === 0) return false;
    const atOnce = Math.min(limit, freeSlots());
    const served = options.served.keys();
    const startedAt = performance.now();
    const sendWithinMs = limit > atOnce ? SEND_WITHIN_MS : 0;
    const continues = foundAll && startedAt - lookedAt < LOOK_MS;
    const wanted = { limit, atOnce, sendWithinMs, served, slowAgents: held.slowAgents(), continues };
    foundAll = false; // if the claim fails
    const { claimed, stopped } = await watched(claimWork({ pool, directory, logger }, lease, wanted));
    rounds.lookAgainIn(claimed.againInMs);
    awaitsCapacity = claimed.awaitsCapacity;
    if (claimed.throttled) options.onThrottled();
    await addClaimed(lease, claimed.attempts, { sendBy: claimed.sendBy, stopped });
    foundAll = claimed.attempts.length === limit;
    if (!claimed.isPartial) lookedAt = startedAt;
    else if (!foundAll) return false;
    const isShort = !foundAll;
    await options.served.look(!isShort);
    const isMore = options.served.keys().some((key) => !served.includes(key));
    return isShort && !isMore;
  }

  async function watched<T>(claim: Promise<T>): Promise<{ claimed: T; stopped: ReadonlySet<string> }> {
    const stopped = new Set<string>();
    stoppedDuring.add(stopped);
    try {
      return { claimed: await claim, stopped };
    } finally {
      stoppedDuring.delete(stopped);
    }
  }

  async function addClaimed(
    lease: Lease,
    attempts: readonly ClaimedAttempt[],
    how: HowToSend,
  ): Promise<void> {
    if (options.lease() !== lease || attempts.length === 0) return;
    options.onDeadline(Math.min(...attempts.map(({ msLeft }) => msLeft)));
    options.onClaimed(attempts);
    prefetch.supplied();
    await held.add(lease, attempts, how);
  }

  function onFree({ late, first, tookMs }: FreedSlot): void {
    freedAt = performance.now();
    if (late)
      awaitsCapacity = true; // so that the next round looks for it
    else if (!first) prefetch.answered(tookMs);
    held.send();
    writer.expect(held.sending() > 0);
    if (held.waiting() === 0 && held.sending() < options.capacity()) prefetch.starved();
    if (stopping || room(IDLE_AHEAD) > 0) signalSlot();
    if (!awaitsCapacity) return;
    awaitsCapacity = false;
    rounds.poke();
  }

  /** Makes callers that wait for a slot check again. */
  function signalSlot(): void {
    slotFreed.resolve();
    slotFreed = deferred();
  }

  return {
    async serve() {
      for (let dry = false; !dry && !stopping; dry = await rounds.claim()) await untilRoom();
    },
    room: () => room(),
    capacityChanged() {
      held.send();
      signalSlot();
    },
    poke: rounds.poke,
    unanswered: held.unanswered,
    abort(attemptIds) {
      const ids = new Set(attemptIds);
      held.drop(({ id }) => ids.has(id));
      signalSlot();
    },
    abortRuns(executionIds) {
      const ids = new Set(executionIds);
      for (const stopped of stoppedDuring) for (const id of ids) stopped.add(id);
      held.drop(({ scheduleExecutionId }) => ids.has(scheduleExecutionId));
      signalSlot();
    },
    abandonAll() {
      held.dropAll();
      signalSlot();
    },
    async claiming(lease, work, first = true) {
      const claiming = work();
      beside.add(claiming);
      try {
        const { claimed: done, stopped } = await watched(claiming);
        await addClaimed(lease, done.claimed, { first, stopped });
        return done;
      } finally {
        beside.delete(claiming);
      }
    },
    stepClaim: () =>
      stopping || !options.mayClaim()
        ? undefined
        : { served: options.served.keys(), sendWithinMs: SEND_WITHIN_MS },
    idleClaim() {
      const limit = idleRoom();
      if (limit === 0) return undefined;
      return { limit, soon: claimedSoon(limit), served: options.served.keys(), sendWithinMs: SEND_WITHIN_MS };
    },
    async idleRoom(least, maxMs) {
      const startedAt = performance.now();
      // The higher the rate of answers, the larger the claims, because each has a fixed cost.
      const enough = () => Math.max(least, ENOUGH_IDLE * IDLE_AHEAD * prefetch.wanted());
      for (let left = maxMs; left > 0 && idleRoom() < enough() && !stopping; ) {
        await within(Math.min(left, STALL_MS), slotFreed.promise);
        const now = performance.now();
        left = Math.min(startedAt + maxMs - now, Math.max(startedAt, freedAt) + STALL_MS - now);
      }
      return idleRoom();
    },
    freeForgotten: async () => {
      const lease = options.lease();
      if (!lease) return { redelivered: 0, lost: 0 };
      // No round claims meanwhile, so attempts of this lease are either known here or forgotten. Attempts that are given back
      // are not claimed again before the end, which would free them during a call.
      return rounds.without(async () => {
        const stored = await attemptsClaimedUnder(pool, lease);
        // Claims outside the rounds are known here when they have ended.
        await Promise.allSettled(beside);
        const forgotten = stored.filter((id) => !held.has(id));
        return forgotten.length === 0
          ? { redelivered: 0, lost: 0 }
          : freeForgottenAttempts(pool, lease, forgotten);
      });
    },
    async stop(deadline) {
      stopping = true;
      signalSlot();
      await rounds.stop();
      await Promise.race([Promise.allSettled([...beside]), aborted(deadline)]);
      await held.giveUp();
      if (deadline.aborted) held.cutShort();
      deadline.addEventListener('abort', held.cutShort, { once: true });
      while (held.sending() > 0) await slotFreed.promise;
      await Promise.race([writer.drain(), aborted(deadline)]);
      deadline.removeEventListener('abort', held.cutShort);
    },
  };
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
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
