import { attemptMsLeft } from '../../db/jobs/attempt-deadline.js';
import type { ClaimedAttempt, Lease } from '../../db/jobs/claim-attempts.js';
import type { AnswerRecord } from '../../db/jobs/write-answers.js';
import { releaseAborted, releaseUnsent } from '../../db/workers/worker-lease.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { AnswerWriter } from '../finish/answer-writer.js';
import { createDeadlineWatch, type Watched } from '../finish/deadline-watch.js';
import { Cut } from './cut.js';
import { internalError, type SendDeps, sendAttempt } from './send-attempt.js';
import type { StepPace } from './step-pace.js';

/**
 * The attempts that a worker holds: those that wait for a slot, requests in progress, and answers that are being written.
 * An attempt that waits too long, because agents have become slow, is given back, since another worker may be idle.
 */
export interface HeldAttempts {
  /** Adds attempts that were claimed under this lease. After `giveUp`, gives them back before it resolves. */
  add(lease: Lease, attempts: readonly ClaimedAttempt[], how?: HowToSend): Promise<void>;
  /** Sends as many waiting attempts as slots are free. */
  send(): void;
  /** Number of requests in progress. */
  sending(): number;
  /** Number of attempts that wait for a slot. */
  waiting(): number;
  /** Ids of attempts that are not answered yet. */
  unanswered(): string[];
  /** Whether the worker holds the attempt, or is writing its answer. */
  has(attemptId: string): boolean;
  /** Agents whose slow calls occupy at least half of the slots. Jobs of other agents go first. */
  slowAgents(): string[];
  /** Gives back these of the waiting attempts. Aborts these of the requests in progress, then gives back their attempts. */
  drop(isMeant: (attempt: ClaimedAttempt) => boolean): void;
  dropAll(): void;
  /** Aborts all requests. */
  cutShort(): void;
  /** Stops sending and gives back unsent attempts. */
  giveUp(): Promise<void>;
}

export interface HowToSend {
  /** For each agent with a rate limit, until when its permits are valid, by `performance.now()`. */
  sendBy?: ReadonlyMap<string, number>;
  /** Whether they go before the attempts that already wait. */
  first?: boolean;
  /** Runs that have been asked to stop since the claim began. Their attempts are given back. */
  stopped?: ReadonlySet<string>;
}

export interface HeldAttemptsOptions {
  pool: Pool;
  send: SendDeps;
  writer: AnswerWriter;
  lease: () => Lease | undefined;
  /** Whether the lease cannot have expired. Otherwise, another worker may hold the attempts. */
  maySend: () => boolean;
  logger: Logger;
  /** The maximum number of concurrent requests. */
  capacity: () => number;
  /** Called after each change, for the worker's row and metrics. */
  onLoad(activeJobs: number): void;
  /** An agent accepted an attempt and must send a heartbeat within this many milliseconds. */
  onDeadline(msLeft: number): void;
  onOutcome(attempt: ClaimedAttempt, outcome: string, durationMs: number): void;
  /** Limits new work while contexts proceed from step to step. */
  pace: StepPace;
  onFree(freed: FreedSlot): void;
  /** Attempts that found no slot were given back. */
  onGivenBack(): void;
}

/** What freed a slot. */
export interface FreedSlot {
  /** The attempt was not sent and must be claimed again. */
  late: boolean;
  /** The attempt followed from an answer. */
  first: boolean;
  /** How long the attempt used the slot, in milliseconds. */
  tookMs: number;
}

interface HeldAttempt extends Watched {
  attempt: ClaimedAttempt;
  lease: Lease;
  /** Until when the permit of the agent's rate limit is valid, by `performance.now()`; infinite without a limit. */
  sendBy: number;
  /** By `performance.now()`, like `sentAt`. */
  claimedAt: number;
  sentAt: number;
  /** Whether it follows from an answer. */
  first: boolean;
  cut: Cut;
  /** Set when it is sent. Resolves to whether it ended without an answer, because it was aborted. */
  performed?: Promise<boolean>;
}

/** How long attempts may wait for a slot before they are given back. Usually they are sent within the window of {@link createPrefetch}. */
export const SEND_WITHIN_MS = 250;
/** Calls that take at least this long are slow. */
const SLOW_MS = 1_000;

export function createHeldAttempts(options: HeldAttemptsOptions): HeldAttempts {
  const { pool, send: deps, writer, logger } = options;
  /** By the id of the attempt, in the order in which they are sent. */
  const waiting = new Map<string, HeldAttempt>();
  const sending = new Map<string, HeldAttempt>();
  /** Attempts whose answer is being written. */
  const answered = new Set<string>();
  let isClosed = false;
  let givingBack: NodeJS.Timeout | undefined;
  const deadlines = createDeadlineWatch({ readMsLeft: (id) => attemptMsLeft(pool, id), logger });

  function send(): void {
    const free = options.capacity() - sending.size;
    if (free > 0 && waiting.size > 0 && !isClosed && !writer.isFull() && options.maySend()) {
      const isBehind = writer.isBehind();
      const most = options.pace.maxInProgress();
      let left = free;
      for (const [id, next] of waiting) {
        if (left-- === 0 || (!next.first && (isBehind || sending.size >= most))) break;
        waiting.delete(id);
        sending.set(id, next);
        next.performed = perform(next);
      }
    }
    options.onLoad(sending.size);
  }

  async function perform(one: HeldAttempt): Promise<boolean> {
    const { attempt, lease, cut } = one;
    let late = false;
    let unanswered = false;
    one.sentAt = performance.now();
    deadlines.add(one);
    try {
      const sent = await sendAttempt(deps, attempt, one, cut);
      if (sent.kind === 'late') {
        late = true;
        await giveBack(lease, [attempt]);
      } else if (sent.kind === 'answer') {
        const { record } = sent;
        options.onOutcome(attempt, record.accepted ? 'accepted' : record.status, record.durationMs ?? 0);
        finish(one, lease, record);
      } else unanswered = true;
    } catch (err) {
      // A bug, or the database was unavailable when the agent was read. The attempt fails and may be retried.
      const { id: executionId, jobId, traceId } = attempt;
      logger.error('dispatch.failed', { err, executionId, jobId, traceId });
      finish(one, lease, internalError(attempt));
    } finally {
      deadlines.remove(one);
      if (sending.delete(attempt.id)) {
        const tookMs = performance.now() - one.sentAt;
        options.onFree({ late, first: one.first, tookMs });
      }
    }
    return unanswered;
  }

  function finish(one: HeldAttempt, lease: Lease, record: AnswerRecord): void {
    const { id, heartbeatTimeout } = one.attempt;
    answered.add(id);
    record.sentAfterMs = Math.round(one.sentAt - one.claimedAt);
    void writer.write(lease, record, one.attempt).then(() => {
      answered.delete(id);
      // Not earlier, because the deadline is in the row that was just written.
      if (record.accepted && heartbeatTimeout !== null) options.onDeadline(heartbeatTimeout);
    });
  }

  /** Gives back attempts that have waited too long. When a slot is freed, this worker looks for them again. */
  function giveBackLate(): void {
    givingBack = undefined;
    const lease = options.lease();
    const since = performance.now() - SEND_WITHIN_MS + TIMER_MS;
    // Nothing can be written with an expired lease. The attempts are dropped when the loss is known.
    const isLate = (one: HeldAttempt) => options.maySend() && one.lease === lease && one.claimedAt <= since;
    const late = [...waiting.values()].filter(isLate);
    if (late.length > 0) {
      void giveBackWaiting(late).then(options.onGivenBack);
    }
    lookLater();
  }

  function lookLater(): void {
    if (waiting.size > 0 && !isClosed) givingBack ??= setTimeout(giveBackLate, SEND_WITHIN_MS);
  }

  async function giveBackAll(): Promise<void> {
    await giveBackWaiting([...waiting.values()]);
  }

  async function giveBackWaiting(unsent: readonly HeldAttempt[]): Promise<void> {
    for (const { attempt } of unsent) waiting.delete(attempt.id);
    const [first] = unsent;
    if (first)
      await giveBack(
        first.lease,
        unsent.map(({ attempt }) => attempt),
      );
  }

  /** Aborts requests. Their attempts are given back, except those that are answered at this moment. */
  async function giveBackAborted(cut: readonly HeldAttempt[]): Promise<void> {
    for (const one of cut) one.cut.now();
    const unanswered = await Promise.all(cut.map(({ performed }) => performed));
    // Attempts of an earlier lease are no longer held.
    const lease = options.lease();
    const aborted = cut.filter((one, index) => unanswered[index] === true && one.lease === lease);
    if (lease)
      await giveBack(
        lease,
        aborted.map(({ attempt }) => attempt),
        releaseAborted,
      );
  }

  async function giveBack(
    lease: Lease,
    attempts: readonly ClaimedAttempt[],
    release = releaseUnsent,
  ): Promise<void> {
    if (attempts.length === 0) return;
    const ids = attempts.map(({ id }) => id);
    await release(pool, lease, ids).catch((err: unknown) =>
      logger.warn(
        'dispatch.not_given_back',
        { err, attempts: ids.length },
        'Other workers send them when the lease has expired',
      ),
    );
  }

  const cutShort = () => {
    for (const { cut } of sending.values()) cut.now();
  };

  return {
    async add(lease, attempts, { sendBy, first = false, stopped } = {}) {
      const claimedAt = performance.now();
      const behind = first ? [...waiting] : [];
      if (first) waiting.clear();
      const isStopped = ({ scheduleExecutionId }: ClaimedAttempt) =>
        stopped?.has(scheduleExecutionId) === true;
      for (const attempt of attempts) {
        if (isStopped(attempt)) continue;
        const cut = new Cut();
        waiting.set(attempt.id, {
          attempt,
          attemptId: attempt.id,
          lease,
          endsAt: claimedAt + attempt.msLeft,
          sendBy: sendBy?.get(attempt.agentId) ?? Number.POSITIVE_INFINITY,
          claimedAt,
          sentAt: claimedAt,
          first,
          cut,
          onOver: () => cut.now(),
        });
      }
      for (const [id, one] of behind) waiting.set(id, one);
      if (isClosed) await giveBackAll();
      send();
      lookLater();
      await giveBack(lease, attempts.filter(isStopped));
    },
    send,
    sending: () => sending.size,
    waiting: () => waiting.size,
    unanswered: () => [...sending.keys(), ...waiting.keys()],
    has: (id) => sending.has(id) || answered.has(id) || waiting.has(id),
    slowAgents() {
      const slowSince = performance.now() - SLOW_MS;
      const half = options.capacity() / 2;
      if (sending.size < half) return [];
      const slow = new Map<string, number>();
      for (const { attempt, sentAt } of sending.values())
        if (sentAt <= slowSince) slow.set(attempt.agentId, (slow.get(attempt.agentId) ?? 0) + 1);
      return [...slow].flatMap(([agentId, calls]) => (calls >= half ? [agentId] : []));
    },
    drop(isMeant) {
      const meant = (held: ReadonlyMap<string, HeldAttempt>) =>
        [...held.values()].filter(({ attempt }) => isMeant(attempt));
      void giveBackAborted(meant(sending));
      void giveBackWaiting(meant(waiting));
    },
    dropAll() {
      waiting.clear();
      cutShort();
    },
    cutShort,
    async giveUp() {
      isClosed = true;
      clearTimeout(givingBack);
      await giveBackAll();
    },
  };
}

/** Timers may fire this much early. */
const TIMER_MS = 2;
