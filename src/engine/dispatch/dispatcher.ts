import type { ClaimedAttempt, Lease } from '../../db/jobs/claim-attempts.js';
import { attemptsHeldUnder, type Freed, freeForgottenAttempts } from '../../db/jobs/recover-attempts.js';
import type { AgentDirectory } from '../../services/agents/agent-directory.js';
import { claimWork } from '../../services/jobs/claim-work.js';
import { createClaimRounds } from './claim-rounds.js';
import { createHand, type HandOptions, HOLD_MS } from './hand.js';
import { createPrefetch } from './prefetch.js';
import type { ServedRequirements } from './served-requirements.js';

export interface Dispatcher {
  /** Claims and sends until nothing is ready; waits while all slots are taken. */
  serve(): Promise<void>;
  /** The same in the background, and with another look at the end: something may be ready. */
  poke(): void;
  /** How many more attempts fit in now. */
  room(): number;
  /** Whoever waits for a slot looks again. */
  capacityChanged(): void;
  /** Attempts that were claimed and are not answered yet. */
  inHand(): string[];
  /** Drops attempts and cuts their requests short, e.g. cancelled ones. */
  abort(attemptIds: readonly string[]): void;
  /** What is in hand is somebody else's now: forget it. */
  abandonAll(): void;
  /** Sends what `work` claims beside the rounds. @param first before all else, like steps that follow from others */
  claiming<T extends { claimed: readonly ClaimedAttempt[] }>(
    lease: Lease,
    work: () => Promise<T>,
    first?: boolean,
  ): Promise<T>;
  /** How steps may be claimed; undefined: they are not to be. */
  stepClaim(): { served: readonly string[]; holdMs: number } | undefined;
  /** What may be claimed beside the rounds because nothing is in line before it; undefined: something may be, or nothing is to be claimed. */
  idleClaim(): IdleClaim | undefined;
  /** How much that is, as soon as it is at least so much; whatever it is, after so long, or when no slot has come free for a while. */
  idleRoom(least: number, maxMs: number): Promise<number>;
  /** Frees attempts that were claimed for this worker without its knowing: the connection broke before the claim was confirmed. */
  freeForgotten(): Promise<Freed>;
  /** Claims nothing more, gives back what was not sent, waits for what was; past the deadline cuts it short. */
  stop(deadline: AbortSignal): Promise<void>;
}

export interface IdleClaim {
  /** Attempts at most. */
  limit: number;
  served: readonly string[];
  /** How long some of them may wait in hand, in milliseconds. */
  holdMs: number;
}

export interface DispatcherOptions extends Omit<HandOptions, 'onFree'> {
  directory: AgentDirectory;
  /** False while the worker drains: what it has is finished, and nothing more claimed. */
  mayClaim: () => boolean;
  /** What it may claim, by requirements. */
  served: ServedRequirements;
  /** These are sent as soon as there is a slot for them. */
  onClaimed(attempts: readonly ClaimedAttempt[]): void;
  /** Jobs of an agent wait for its rate limit, and none did before. */
  onThrottled(): void;
}

/** A worker that finds as much as it wants looks so often whether there is what goes before it. */
const LOOK_MS = 500;
/** What is claimed beside the rounds takes longer, since it is put together here: so much more is claimed ahead. */
const IDLE_AHEAD = 1.5;
/** What makes a claim beside the rounds worth its cost: this part of what may be claimed ahead. */
const ENOUGH_IDLE = 1 / 3;
/** When no slot has come free for so long, agents take their time: nobody waits for the next. */
const STALL_MS = 50;

/**
 * Claims attempts and sends them, at most `capacity` requests at once. Rows are claimed before anything leaves, in one statement for
 * as many as fit in and some more (see {@link createPrefetch}): what waits in hand is sent as slots come free, and the next claim is
 * under way before it has run out.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, directory, writer, logger } = options;
  const prefetch = createPrefetch();
  const hand = createHand({
    ...options,
    onFree,
    onGivenBack() {
      wantsSlot = true;
      // Not for want of a slot, but of a lease: whoever waits for a slot would wait for ever.
      if (hand.sending() < options.capacity()) signalSlot();
      options.onGivenBack();
    },
  });
  const rounds = createClaimRounds({ round, room: untilRoom, logger });
  /** Claims beside the rounds. */
  const beside = new Set<Promise<unknown>>();
  let stopping = false;
  let slotFreed = deferred();
  /** By `performance.now()`. */
  let freedAt = 0;
  /** Something waits for a slot that is free at once. */
  let wantsSlot = false;
  /** The last round found as much as it wanted. */
  let foundAll = false;
  /** When all that may be claimed was looked at, by `performance.now()`. */
  let lookedAt = Number.NEGATIVE_INFINITY;

  const freeSlots = () => Math.max(0, options.capacity() - hand.sending() - hand.waiting());

  /** For the free slots and, once half of what was claimed ahead is sent, for as many ahead again. */
  function room(share = 1): number {
    const ahead = share * prefetch.wanted();
    const inHand = hand.sending() + hand.waiting();
    const capacity = Math.min(options.capacity(), Math.max(0, options.pace.mostUnderWay()));
    const isLow = hand.waiting() <= ahead / 2 || inHand < capacity;
    return isLow && !writer.isBehind() ? Math.floor(Math.max(0, capacity + ahead - inHand)) : 0;
  }

  function idleRoom(): number {
    const isBusy = !rounds.isIdle() || hand.crowding().length > 0;
    return stopping || isBusy || !options.mayClaim() || !options.maySend() ? 0 : room(IDLE_AHEAD);
  }

  async function untilRoom(): Promise<void> {
    while (!stopping && room() === 0) await slotFreed.promise;
  }

  async function round(): Promise<boolean> {
    hand.send(); // what a lease in doubt held back
    const lease = options.lease();
    const limit = room();
    if (!lease || stopping || !options.mayClaim()) return true;
    if (limit === 0) return false;
    const atOnce = Math.min(limit, freeSlots());
    const served = options.served.keys();
    const startedAt = performance.now();
    const holdMs = limit > atOnce ? HOLD_MS : 0;
    const goesOn = foundAll && startedAt - lookedAt < LOOK_MS;
    const wanted = { limit, atOnce, holdMs, served, crowding: hand.crowding(), goesOn };
    foundAll = false; // should this fail
    const claimed = await claimWork({ pool, directory, logger }, lease, wanted);
    rounds.lookAgainIn(claimed.againInMs);
    wantsSlot = claimed.wantsSlot;
    if (claimed.throttled) options.onThrottled();
    // Lost meanwhile: they are somebody else's to send.
    await take(lease, claimed.attempts, claimed.sendBy);
    foundAll = claimed.attempts.length === limit;
    if (!claimed.isPartial) lookedAt = startedAt;
    else if (!foundAll) return false;
    const isShort = !foundAll;
    await options.served.look(!isShort);
    const isMore = options.served.keys().some((key) => !served.includes(key));
    return isShort && !isMore;
  }

  async function take(
    lease: Lease,
    attempts: readonly ClaimedAttempt[],
    sendBy: ReadonlyMap<string, number>,
    first = false,
  ): Promise<void> {
    if (options.lease() !== lease || attempts.length === 0) return;
    options.onDeadline(Math.min(...attempts.map(({ msLeft }) => msLeft)));
    options.onClaimed(attempts);
    await hand.take(lease, attempts, sendBy, first);
  }

  function onFree(late: boolean, first: boolean): void {
    freedAt = performance.now();
    if (late)
      wantsSlot = true; // so that somebody looks for it
    else if (!first) prefetch.answered();
    hand.send();
    writer.expect(hand.sending() > 0);
    if (stopping || room() > 0) signalSlot();
    if (!wantsSlot) return;
    wantsSlot = false;
    rounds.poke();
  }

  /** Lets those look again who wait for a slot. */
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
      hand.send();
      signalSlot();
    },
    poke: rounds.poke,
    inHand: hand.unanswered,
    abort(attemptIds) {
      hand.drop(attemptIds);
      signalSlot();
    },
    abandonAll() {
      hand.dropAll();
      signalSlot();
    },
    async claiming(lease, work, first = true) {
      const claiming = work();
      beside.add(claiming);
      try {
        const done = await claiming;
        await take(lease, done.claimed, new Map(), first);
        return done;
      } finally {
        beside.delete(claiming);
      }
    },
    stepClaim: () =>
      stopping || !options.mayClaim() ? undefined : { served: options.served.keys(), holdMs: HOLD_MS },
    idleClaim() {
      const limit = idleRoom();
      if (limit === 0) return undefined;
      // Where all have a slot now, they may not have one when the claim comes to its end.
      return { limit, served: options.served.keys(), holdMs: HOLD_MS };
    },
    async idleRoom(least, maxMs) {
      const startedAt = performance.now();
      // The more is answered, the larger the claims: each has a cost of its own.
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
      // Claims wait: what the rows have is then either known here or forgotten. What is given back meanwhile is not claimed again before
      // that is over: it would be freed under a call.
      return rounds.without(async () => {
        const held = await attemptsHeldUnder(pool, lease);
        // What is claimed beside the rounds is known here when that has come to its end.
        await Promise.allSettled(beside);
        const forgotten = held.filter((id) => !hand.has(id));
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
      await hand.giveUp();
      if (deadline.aborted) hand.cutShort();
      deadline.addEventListener('abort', hand.cutShort, { once: true });
      while (hand.sending() > 0) await slotFreed.promise;
      await Promise.race([writer.drain(), aborted(deadline)]);
      deadline.removeEventListener('abort', hand.cutShort);
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
