import { attemptMsLeft } from '../../db/jobs/attempt-deadline.js';
import type { ClaimedAttempt, Lease } from '../../db/jobs/claim-attempts.js';
import type { AnswerRecord } from '../../db/jobs/write-answers.js';
import { releaseUnsent } from '../../db/workers/worker-lease.js';
import type { Logger } from '../../runtime/logger.js';
import type { Pool } from '../../runtime/pool.js';
import type { AnswerWriter } from '../finish/answer-writer.js';
import { createDeadlineWatch, type Watched } from '../finish/deadline-watch.js';
import { type Cut, createCut } from './cut.js';
import { internalError, type SendDeps, sendAttempt } from './send-attempt.js';
import type { StepPace } from './step-pace.js';

/**
 * What a worker has in hand: attempts that were claimed and wait for a slot, requests under way, and answers on their way into the
 * database. What waits too long, because agents have become slow meanwhile, is given back: another worker may be idle.
 */
export interface Hand {
  /** These were claimed under this lease. Resolves at once, or when they are given back: nothing is sent any more. */
  take(
    lease: Lease,
    attempts: readonly ClaimedAttempt[],
    sendBy: ReadonlyMap<string, number>,
    /** They go before what waits. */
    first?: boolean,
  ): Promise<void>;
  /** Sends what may be sent now. */
  send(): void;
  /** Requests under way. */
  sending(): number;
  /** Claimed, and neither under way nor given back. */
  waiting(): number;
  /** Attempts that were claimed and are not answered yet. */
  unanswered(): string[];
  /** Whether an attempt is in hand in any way. */
  has(attemptId: string): boolean;
  /** Agents whose calls hold half of the slots and have done so for long: others go first. */
  crowding(): string[];
  /** Drops attempts, and cuts the requests of those under way short. */
  drop(attemptIds: readonly string[]): void;
  dropAll(): void;
  cutShort(): void;
  /** Sends nothing more, and gives back what was not sent. */
  giveUp(): Promise<void>;
}

export interface HandOptions {
  pool: Pool;
  send: SendDeps;
  writer: AnswerWriter;
  lease: () => Lease | undefined;
  /** Whether the lease cannot have run out: what is in hand may be somebody else's otherwise. */
  maySend: () => boolean;
  logger: Logger;
  /** Requests under way at once. */
  capacity: () => number;
  /** After each change, for the worker's row and metrics. */
  onLoad(activeJobs: number): void;
  /** An agent accepted an attempt, and is to be heard of again within so many milliseconds. */
  onDeadline(msLeft: number): void;
  onOutcome(attempt: ClaimedAttempt, outcome: string, durationMs: number): void;
  /** Of what is begun while contexts go from step to step. */
  pace: StepPace;
  /** A slot came free. @param late its attempt was not sent, and is to be claimed anew @param first what had it was no claim of a round */
  onFree(late: boolean, first: boolean): void;
  /** Attempts that found no slot here are free for other workers. */
  onGivenBack(): void;
}

interface InHand extends Watched {
  attempt: ClaimedAttempt;
  lease: Lease;
  /** Of an agent with a rate limit: until when its permit is good, by `performance.now()`. */
  sendBy: number;
  /** Both by `performance.now()`. */
  claimedAt: number;
  sentAt: number;
  /** It follows from what was answered. */
  first: boolean;
  cut: Cut;
}

/** Claims are for what is sent within {@link createPrefetch}'s time; what has waited so long all the same is given back. */
export const HOLD_MS = 250;
/** Calls of an agent that take so long, or longer, may crowd others out. */
const SLOW_MS = 1_000;

export function createHand(options: HandOptions): Hand {
  const { pool, send: deps, writer, logger } = options;
  /** By attempt, in the order of their claims. */
  const waiting = new Map<string, InHand>();
  const sending = new Map<string, InHand>();
  /** Answered; the answer is on its way into the database. */
  const answered = new Set<string>();
  let isOver = false;
  let givingBack: NodeJS.Timeout | undefined;
  const deadlines = createDeadlineWatch({ readMsLeft: (id) => attemptMsLeft(pool, id), logger });

  function send(): void {
    const free = options.capacity() - sending.size;
    if (free > 0 && waiting.size > 0 && !isOver && !writer.isFull() && options.maySend()) {
      const isBehind = writer.isBehind();
      const most = options.pace.mostUnderWay();
      let left = free;
      for (const [id, next] of waiting) {
        if (left-- === 0 || (!next.first && (isBehind || sending.size >= most))) break;
        waiting.delete(id);
        sending.set(id, next);
        void perform(next);
      }
    }
    options.onLoad(sending.size);
  }

  async function perform(one: InHand): Promise<void> {
    const { attempt, lease, cut } = one;
    let late = false;
    one.sentAt = performance.now();
    deadlines.add(one);
    try {
      const sent = await sendAttempt(deps, attempt, one, cut);
      if (sent.kind === 'late') {
        late = true;
        await giveBack([one]);
      } else if (sent.kind === 'answer') {
        const { record } = sent;
        options.onOutcome(attempt, record.accepted ? 'accepted' : record.status, record.durationMs ?? 0);
        finish(one, lease, record);
        if (record.accepted && attempt.heartbeatTimeout !== null)
          options.onDeadline(attempt.heartbeatTimeout);
      }
    } catch (err) {
      // A bug, or the database away while the agent was looked up: told as what it is, and repeated like any passing failure.
      const { id: executionId, jobId, traceId } = attempt;
      logger.error('dispatch.failed', { err, executionId, jobId, traceId });
      finish(one, lease, internalError(attempt));
    } finally {
      deadlines.remove(one);
      if (sending.delete(attempt.id)) options.onFree(late, one.first);
    }
  }

  function finish(one: InHand, lease: Lease, record: AnswerRecord): void {
    const { id } = one.attempt;
    answered.add(id);
    record.heldMs = Math.round(one.sentAt - one.claimedAt);
    void writer.write(lease, record, one.attempt).then(() => answered.delete(id));
  }

  /** What has waited in hand for too long is anybody's, and will be looked for when a slot comes free here. */
  function giveBackLate(): void {
    givingBack = undefined;
    const lease = options.lease();
    const since = performance.now() - HOLD_MS + TIMER_MS;
    // With a lease in doubt nothing can be written; what is somebody else's by now is dropped when that is known.
    const isLate = (one: InHand) => options.maySend() && one.lease === lease && one.claimedAt <= since;
    const late = [...waiting.values()].filter(isLate);
    if (late.length > 0) {
      for (const { attempt } of late) waiting.delete(attempt.id);
      void giveBack(late).then(options.onGivenBack);
    }
    lookLater();
  }

  function lookLater(): void {
    if (waiting.size > 0 && !isOver) givingBack ??= setTimeout(giveBackLate, HOLD_MS);
  }

  async function giveBackAll(): Promise<void> {
    const unsent = [...waiting.values()];
    waiting.clear();
    await giveBack(unsent);
  }

  async function giveBack(unsent: readonly InHand[]): Promise<void> {
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

  const cutShort = () => {
    for (const { cut } of sending.values()) cut.now();
  };

  return {
    async take(lease, attempts, sendBy, first = false) {
      const claimedAt = performance.now();
      const behind = first ? [...waiting] : [];
      if (first) waiting.clear();
      for (const attempt of attempts) {
        const cut = createCut();
        waiting.set(attempt.id, {
          attempt,
          attemptId: attempt.id,
          lease,
          endsAt: claimedAt + attempt.msLeft,
          sendBy: sendBy.get(attempt.agentId) ?? Number.POSITIVE_INFINITY,
          claimedAt,
          sentAt: claimedAt,
          first,
          cut,
          onOver: cut.now,
        });
      }
      for (const [id, one] of behind) waiting.set(id, one);
      if (isOver) return giveBackAll();
      send();
      lookLater();
    },
    send,
    sending: () => sending.size,
    waiting: () => waiting.size,
    unanswered: () => [...sending.keys(), ...waiting.keys()],
    has: (id) => sending.has(id) || answered.has(id) || waiting.has(id),
    crowding() {
      const slowSince = performance.now() - SLOW_MS;
      const half = options.capacity() / 2;
      if (sending.size < half) return [];
      const slow = new Map<string, number>();
      for (const { attempt, sentAt } of sending.values())
        if (sentAt <= slowSince) slow.set(attempt.agentId, (slow.get(attempt.agentId) ?? 0) + 1);
      return [...slow].flatMap(([agentId, calls]) => (calls >= half ? [agentId] : []));
    },
    drop(attemptIds) {
      for (const id of attemptIds) {
        sending.get(id)?.cut.now();
        waiting.delete(id);
      }
    },
    dropAll() {
      waiting.clear();
      cutShort();
    },
    cutShort,
    async giveUp() {
      isOver = true;
      clearTimeout(givingBack);
      await giveBackAll();
    },
  };
}

/** Timers may be early by so much. */
const TIMER_MS = 2;
