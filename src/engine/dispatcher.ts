import { attemptMsLeft } from '../db/attempt-deadline.js';
import type { ClaimedAttempt, Lease } from '../db/claim-attempts.js';
import { attemptsHeldUnder, type Freed, freeForgottenAttempts } from '../db/recover-attempts.js';
import { releaseUnsent } from '../db/worker-lease.js';
import type { AnswerRecord } from '../db/write-answers.js';
import type { Logger } from '../runtime/logger.js';
import type { Pool } from '../runtime/pool.js';
import type { AgentDirectory } from '../services/agent-directory.js';
import { type ClaimedWork, claimWork } from '../services/claim-work.js';
import type { AnswerWriter } from './answer-writer.js';
import { createRecentCount } from './recent-count.js';
import { internalError, type SendDeps, sendAttempt } from './send-attempt.js';
import type { ServedRequirements } from './served-requirements.js';
import { watchDeadline } from './watch-deadline.js';

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
  /** Frees attempts that were claimed for this worker without its knowing: the connection broke before the claim was confirmed. */
  freeForgotten(): Promise<Freed>;
  /** Claims nothing more, gives back what was not sent, waits for what was; past the deadline cuts it short. */
  stop(deadline: AbortSignal): Promise<void>;
}

export interface DispatcherOptions {
  pool: Pool;
  directory: AgentDirectory;
  send: SendDeps;
  writer: AnswerWriter;
  lease: () => Lease | undefined;
  /** False while the worker drains: what it has is finished, and nothing more claimed. */
  mayClaim: () => boolean;
  /** What it may claim, by requirements. */
  served: ServedRequirements;
  /** Whether the lease cannot have run out: what is in hand may be somebody else's otherwise. */
  maySend: () => boolean;
  logger: Logger;
  /** Requests under way at once. */
  capacity: () => number;
  /** After each change, for the worker's row and metrics. */
  onLoad(activeJobs: number): void;
  /** These are sent as soon as there is a slot for them. */
  onClaimed(attempts: readonly ClaimedAttempt[]): void;
  /** A deadline, or the latest instant at which an agent is to be heard of, comes in so many milliseconds. */
  onDeadline(msLeft: number): void;
  onOutcome(attempt: ClaimedAttempt, outcome: string, durationMs: number): void;
  /** Jobs of an agent wait for its rate limit, and none did before. */
  onParked(): void;
  /** Attempts that found no slot here are free for other workers. */
  onGivenBack(): void;
}

interface InHand {
  attempt: ClaimedAttempt;
  lease: Lease;
  /** Its deadline, by `performance.now()`. */
  endsAt: number;
  /** Of an agent with a rate limit: until when its permit is good, by `performance.now()`. */
  sendBy: number;
  /** By `performance.now()`. */
  claimedAt: number;
  controller: AbortController;
}

interface Round {
  /** Nothing was left to claim. */
  dry: boolean;
}

/**
 * Claims attempts and sends them, at most `capacity` requests at once. Rows are claimed before anything leaves, in one
 * statement for as many as fit; while answers come in quickly, as many more as came in during the last claim, so that slots
 * do not stand empty for a round trip to the database. What finds no slot within a moment after all is given back: another
 * worker may be idle.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, directory, send, writer, logger } = options;
  let waiting: InHand[] = [];
  const sending = new Map<string, InHand>();
  /** Answered; the answer is on its way into the database. */
  const answered = new Set<string>();
  const finished = createRecentCount(PREFETCH_MS);
  let stopping = false;
  let poked = false;
  /** In a row. */
  let claimFailures = 0;
  let pumping: Promise<void> | undefined;
  let round: Promise<Round> | undefined;
  let nextRound: Promise<Round> | undefined;
  let slotFreed = deferred();
  /** Something waits for a slot that is free at once. */
  let wantsSlot = false;
  /** When an agent may be called again, though nothing else happens. */
  let again: NodeJS.Timeout | undefined;
  /** When those in hand are given back that have no slot by then. */
  let givingBack: NodeJS.Timeout | undefined;

  /** How many may be claimed now: for each slot that is free, or came free a moment ago, since the last claim, and does not wait for one in hand. */
  function room(): number {
    const capacity = options.capacity();
    return Math.max(0, capacity - sending.size - waiting.length + Math.min(finished.count(), capacity));
  }

  /**
   * Rounds never overlap. Who asks during one shares the next: the one under way may have looked before what it was asked for
   * was there.
   */
  function claimRound(): Promise<Round> {
    if (!round) {
      round = claim().finally(() => {
        round = undefined;
      });
      return round;
    }
    nextRound ??= round.then(noMatter, noMatter).then(() => {
      nextRound = undefined;
      return claimRound();
    });
    return nextRound;
  }

  async function claim(): Promise<Round> {
    sendWaiting(); // what a lease in doubt held back
    const lease = options.lease();
    const limit = room();
    if (!lease || stopping || !options.mayClaim()) return { dry: true };
    if (limit === 0) return { dry: false };
    finished.clear();
    const atOnce = Math.max(0, options.capacity() - sending.size - waiting.length);
    const served = options.served.keys();
    const claimed = await claimWork({ pool, directory, logger }, lease, {
      limit,
      atOnce,
      served,
    });
    lookAgainIn(claimed.againInMs);
    wantsSlot = claimed.wantsSlot;
    if (claimed.parked) options.onParked();
    // Lost meanwhile: they are somebody else's to send.
    if (options.lease() === lease) take(lease, claimed);
    const isShort = claimed.attempts.length < limit;
    await options.served.look(!isShort);
    const isMore = options.served.keys().some((key) => !served.includes(key));
    return { dry: isShort && !isMore };
  }

  function lookAgainIn(ms: number | null): void {
    clearTimeout(again);
    again = ms === null || stopping ? undefined : setTimeout(poke, Math.min(ms, LONGEST_WAIT_MS));
  }

  function take(lease: Lease, { attempts, sendBy }: ClaimedWork): void {
    if (attempts.length === 0) return;
    const now = performance.now();
    for (const attempt of attempts)
      waiting.push({
        attempt,
        lease,
        endsAt: now + attempt.msLeft,
        sendBy: sendBy.get(attempt.agentId) ?? Number.POSITIVE_INFINITY,
        claimedAt: now,
        controller: new AbortController(),
      });
    options.onDeadline(Math.min(...attempts.map(({ msLeft }) => msLeft)));
    options.onClaimed(attempts);
    sendWaiting();
    if (waiting.length > 0) givingBack ??= setTimeout(giveBackWaiting, PREFETCH_MS);
  }

  /** What has waited in hand for too long is anybody's, and will be looked for when a slot comes free here. */
  function giveBackWaiting(): void {
    givingBack = undefined;
    const lease = options.lease();
    const since = performance.now() - PREFETCH_MS + TIMER_MS;
    // With a lease in doubt nothing can be written; what is somebody else's by now is dropped when that is known.
    const isLate = (one: InHand) => options.maySend() && one.lease === lease && one.claimedAt <= since;
    const late = waiting.filter(isLate);
    if (late.length > 0) {
      waiting = waiting.filter((one) => !isLate(one));
      wantsSlot = true;
      options.onLoad(sending.size + waiting.length);
      void giveBack(late).then(options.onGivenBack);
      // Not for want of a slot, but of a lease: whoever waits for a slot would wait for ever.
      if (sending.size < options.capacity()) signalSlot();
    }
    if (waiting.length > 0 && !stopping) givingBack = setTimeout(giveBackWaiting, PREFETCH_MS);
  }

  function sendWaiting(): void {
    while (!stopping && sending.size < options.capacity() && options.maySend()) {
      const next = waiting.shift();
      if (!next) break;
      sending.set(next.attempt.id, next);
      void perform(next);
    }
    options.onLoad(sending.size + waiting.length);
  }

  async function perform(inHand: InHand): Promise<void> {
    const { attempt, lease, endsAt, controller } = inHand;
    const unwatch = watchDeadline({
      attemptId: attempt.id,
      endsAt,
      readMsLeft: (id) => attemptMsLeft(pool, id),
      onOver: () => controller.abort(),
      logger,
    });
    try {
      const sent = await sendAttempt(send, attempt, inHand, controller.signal);
      if (sent.kind === 'late') {
        await giveBack([inHand]);
        wantsSlot = true; // so that somebody looks for it
      }
      if (sent.kind === 'answer') {
        const { record } = sent;
        options.onOutcome(attempt, record.accepted ? 'accepted' : record.status, record.durationMs ?? 0);
        await finish(attempt, lease, record);
        if (record.accepted && attempt.heartbeatTimeout !== null)
          options.onDeadline(attempt.heartbeatTimeout);
      }
    } catch (err) {
      // A bug, or the database away while the agent was looked up: told as what it is, and repeated like any passing failure.
      const { id: executionId, jobId, traceId } = attempt;
      logger.error('dispatch.failed', { err, executionId, jobId, traceId });
      await finish(attempt, lease, internalError(attempt));
    } finally {
      unwatch();
      releaseSlot(attempt.id);
    }
  }

  async function finish(attempt: ClaimedAttempt, lease: Lease, record: AnswerRecord): Promise<void> {
    answered.add(attempt.id);
    releaseSlot(attempt.id);
    await writer.write(lease, record, attempt);
    answered.delete(attempt.id);
  }

  function releaseSlot(attemptId: string): void {
    if (!sending.delete(attemptId)) return;
    finished.add();
    sendWaiting();
    signalSlot();
    if (wantsSlot) {
      wantsSlot = false;
      poke();
    }
  }

  /** Lets those look again who wait for a slot. */
  function signalSlot(): void {
    slotFreed.resolve();
    slotFreed = deferred();
  }

  async function serve(): Promise<void> {
    while (!stopping) {
      if (room() === 0) await slotFreed.promise;
      else if ((await claimRound()).dry) return;
    }
  }

  function poke(): void {
    poked = true;
    pumping ??= pump();
  }

  async function pump(): Promise<void> {
    while (poked && !stopping) {
      poked = false;
      try {
        await serve();
        claimFailures = 0;
      } catch (err) {
        const retryInMs = Math.min(FIRST_RETRY_MS * 2 ** claimFailures, LONGEST_RETRY_MS);
        claimFailures += 1;
        logger.error('dispatch.claim_failed', { err, retryInMs });
        lookAgainIn(retryInMs);
      }
    }
    pumping = undefined;
  }

  function abortSending(): void {
    for (const { controller } of sending.values()) controller.abort();
  }

  return {
    serve,
    room,
    capacityChanged() {
      sendWaiting();
      signalSlot();
    },
    poke,
    inHand: () => [...sending.keys(), ...waiting.map(({ attempt }) => attempt.id)],
    abort(attemptIds) {
      const ids = new Set(attemptIds);
      for (const id of ids) sending.get(id)?.controller.abort();
      waiting = waiting.filter(({ attempt }) => !ids.has(attempt.id));
      signalSlot();
    },
    abandonAll() {
      waiting = [];
      abortSending();
      signalSlot();
    },
    async freeForgotten() {
      while (round) await round.then(noMatter, noMatter);
      const lease = options.lease();
      if (!lease) return { redelivered: 0, lost: 0 };
      // Claims wait: what the rows have is then either known here or forgotten.
      const looking = attemptsHeldUnder(pool, lease);
      round = looking
        .then(() => ({ dry: false }))
        .finally(() => {
          round = undefined;
        });
      const [held] = await Promise.all([looking, round]);
      const known = new Set([...sending.keys(), ...answered, ...waiting.map(({ attempt }) => attempt.id)]);
      const forgotten = held.filter((id) => !known.has(id));
      return forgotten.length > 0
        ? freeForgottenAttempts(pool, lease, forgotten)
        : { redelivered: 0, lost: 0 };
    },
    async stop(deadline) {
      stopping = true;
      clearTimeout(again);
      clearTimeout(givingBack);
      signalSlot();
      await Promise.all([round?.then(noMatter, noMatter), pumping]);
      await giveBack(waiting.splice(0));
      if (deadline.aborted) abortSending();
      deadline.addEventListener('abort', abortSending, { once: true });
      while (sending.size > 0) await slotFreed.promise;
      await Promise.race([writer.drain(), aborted(deadline)]);
      deadline.removeEventListener('abort', abortSending);
    },
  };

  async function giveBack(unsent: InHand[]): Promise<void> {
    const [first] = unsent;
    if (!first) return;
    const ids = unsent.map(({ attempt }) => attempt.id);
    await releaseUnsent(pool, first.lease, ids).catch((err: unknown) =>
      logger.warn(
        'dispatch.not_given_back',
        { err, attempts: ids.length },
        'They are sent when the lease has run out',
      ),
    );
  }
}

/** How long an attempt may wait in hand for a slot, and how recent an answer is that promises one. */
const PREFETCH_MS = 100;
/** Timers may be early by so much. */
const TIMER_MS = 2;
/** After a claim that failed: waits 100 ms, 200 ms, 400 ms … 5 s. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** Of one timer; what is further off is looked for again by then. */
const LONGEST_WAIT_MS = 3_600_000;

const noMatter = () => {};

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
