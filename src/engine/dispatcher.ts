import {
  agentsWithReadyAttempts,
  type ClaimedAttempt,
  claimAttempts,
  claimAttemptsOfCappedAgent,
  type Lease,
} from '../db/claim-attempts.js';
import { releaseUnsent } from '../db/worker-lease.js';
import type { Logger } from '../runtime/logger.js';
import { type Pool, withTransaction } from '../runtime/pool.js';
import type { AgentDirectory } from '../services/agent-directory.js';
import type { AnswerWriter } from './answer-writer.js';
import { internalError, type SendDeps, sendAttempt } from './send-attempt.js';

export interface Dispatcher {
  /** Claims and sends until about `share` attempts were claimed or none is ready; waits while all slots are taken. */
  serve(share: number): Promise<void>;
  /** The same without end, in the background: something may be ready. */
  poke(): void;
  /** Attempts whose request is under way. */
  sending(): string[];
  /** Cuts requests short, e.g. of cancelled attempts. */
  abort(attemptIds: readonly string[]): void;
  /** What is in hand is somebody else's now: forget it. */
  abandonAll(): void;
  /** Claims nothing more, gives back what was not sent, waits for what was; past the deadline cuts it short. */
  stop(deadline: AbortSignal): Promise<void>;
}

export interface DispatcherOptions {
  pool: Pool;
  directory: AgentDirectory;
  send: SendDeps;
  writer: AnswerWriter;
  lease: () => Lease | undefined;
  logger: Logger;
  /** Requests under way at once. */
  capacity: () => number;
  /** After each change, for the worker's row and metrics. */
  onLoad(activeJobs: number): void;
  /** When the earliest deadline of what was claimed comes. */
  onDeadline(at: Date): void;
  onOutcome(attempt: ClaimedAttempt, outcome: string, durationMs: number): void;
}

interface InHand {
  attempt: ClaimedAttempt;
  lease: Lease;
  controller: AbortController;
}

/**
 * Claims attempts and sends them, at most `capacity` requests at once. Rows are claimed before anything leaves, in one
 * statement for as many as fit; while answers come in quickly, as many more as came in during the last claim, so that slots
 * do not stand empty for a round trip to the database.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, directory, send, writer, logger } = options;
  const sending = new Map<string, InHand>();
  let waiting: InHand[] = [];
  let finishedSinceClaim = 0;
  let stopping = false;
  let poked = false;
  let pumping: Promise<void> | undefined;
  let round: Promise<Round> | undefined;
  let slotFreed = deferred();

  const free = () => options.capacity() - sending.size - waiting.length;

  interface Round {
    claimed: number;
    /** Nothing was left to claim. */
    dry: boolean;
  }

  /** Rounds never overlap; who asks during one gets its outcome. */
  function claimRound(): Promise<Round> {
    round ??= claim().finally(() => {
      round = undefined;
    });
    return round;
  }

  async function claim(): Promise<Round> {
    const lease = options.lease();
    const limit = Math.max(0, free() + Math.min(finishedSinceClaim, options.capacity()));
    if (!lease || stopping || limit === 0) return { claimed: 0, dry: lease === undefined || stopping };
    finishedSinceClaim = 0;
    const capped = await directory.capped();
    const claimed = await claimAttempts(
      pool,
      lease,
      limit,
      capped.map(({ id }) => id),
    );
    const dry = claimed.length < limit;
    const ready = await agentsWithReadyAttempts(
      pool,
      capped.map(({ id }) => id),
    );
    for (const agent of capped.filter(({ id }) => ready.has(id))) {
      const left = limit - claimed.length;
      if (left <= 0) return take(lease, claimed, false);
      claimed.push(
        ...(await withTransaction(pool, (client) => claimAttemptsOfCappedAgent(client, lease, left, agent))),
      );
    }
    return take(lease, claimed, dry);
  }

  function take(lease: Lease, claimed: ClaimedAttempt[], dry: boolean): Round {
    if (claimed.length > 0) {
      waiting.push(...claimed.map((attempt) => ({ attempt, lease, controller: new AbortController() })));
      options.onDeadline(new Date(Math.min(...claimed.map(({ deadlineAt }) => deadlineAt.getTime()))));
      sendWaiting();
    }
    return { claimed: claimed.length, dry };
  }

  function sendWaiting(): void {
    while (!stopping && sending.size < options.capacity()) {
      const next = waiting.shift();
      if (!next) break;
      sending.set(next.attempt.id, next);
      void perform(next);
    }
    options.onLoad(sending.size + waiting.length);
  }

  async function perform({ attempt, lease, controller }: InHand): Promise<void> {
    try {
      const sent = await sendAttempt(send, attempt, controller.signal);
      if (sent.kind === 'answer') {
        const { record } = sent;
        options.onOutcome(attempt, record.accepted ? 'accepted' : record.status, record.durationMs ?? 0);
        releaseSlot(attempt.id);
        await writer.write(lease, record, attempt.scheduleExecutionId);
      }
    } catch (err) {
      // A bug, or the database away while the agent was looked up: told as what it is, and repeated like any passing failure.
      logger.error('dispatch.failed', {
        err,
        executionId: attempt.id,
        jobId: attempt.jobId,
        traceId: attempt.traceId,
      });
      releaseSlot(attempt.id);
      await writer.write(lease, internalError(attempt), attempt.scheduleExecutionId);
    } finally {
      releaseSlot(attempt.id);
    }
  }

  function releaseSlot(attemptId: string): void {
    if (!sending.delete(attemptId)) return;
    finishedSinceClaim += 1;
    sendWaiting();
    slotFreed.resolve();
    slotFreed = deferred();
  }

  async function serve(share: number): Promise<void> {
    for (let left = share; left > 0 && !stopping; ) {
      if (free() <= 0 && finishedSinceClaim === 0) {
        await slotFreed.promise;
        continue;
      }
      const { claimed, dry } = await claimRound();
      if (dry) return;
      left -= claimed;
    }
  }

  async function pump(): Promise<void> {
    while (poked && !stopping) {
      poked = false;
      try {
        await serve(Number.POSITIVE_INFINITY);
      } catch (err) {
        logger.error('dispatch.claim_failed', { err });
      }
    }
    pumping = undefined;
  }

  return {
    serve,
    poke() {
      poked = true;
      pumping ??= pump();
    },
    sending: () => [...sending.keys()],
    abort(attemptIds) {
      for (const id of attemptIds) sending.get(id)?.controller.abort();
      waiting = waiting.filter(({ attempt }) => !attemptIds.includes(attempt.id));
    },
    abandonAll() {
      waiting = [];
      for (const { controller } of sending.values()) controller.abort();
    },
    async stop(deadline) {
      stopping = true;
      slotFreed.resolve();
      await round?.catch(() => {});
      await pumping;
      const unsent = waiting;
      waiting = [];
      const [first] = unsent;
      if (first)
        await releaseUnsent(
          pool,
          first.lease,
          unsent.map(({ attempt }) => attempt.id),
        );
      const cut = () => {
        for (const { controller } of sending.values()) controller.abort();
      };
      if (deadline.aborted) cut();
      else deadline.addEventListener('abort', cut, { once: true });
      while (sending.size > 0) {
        await slotFreed.promise;
      }
      await writer.drain();
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
