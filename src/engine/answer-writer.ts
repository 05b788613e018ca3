import type { ClaimedAttempt, Lease } from '../db/claim-attempts.js';
import { type AnswerRecord, type WrittenAnswers, writeAnswers } from '../db/write-answers.js';
import { contactOf } from '../domain/agent/circuit.js';
import { LIMITS } from '../domain/limits.js';
import type { Logger } from '../runtime/logger.js';
import type { Pool } from '../runtime/pool.js';
import type { AttemptContact } from '../services/record-contacts.js';

type AnsweredAttempt = Pick<ClaimedAttempt, 'scheduleExecutionId' | 'agentId' | 'contextId'>;

export interface AnswerWriter {
  /**
   * Resolves when the answer is in the database, or changed nothing because the attempt was not ours any more. Waits as long
   * as the database is away, or as the agent has written to the attempt and not committed: an answer in hand is not given up
   * while the lease holds. Others do not wait for that agent.
   */
  write(lease: Lease, answer: AnswerRecord, attempt: AnsweredAttempt): Promise<void>;
  /** So much waits to be written that nothing more should be sent. */
  isFull(): boolean;
  /** Resolves when all that was handed in is written. */
  drain(): Promise<void>;
}

/** What came of a batch of answers. */
export interface WrittenBatch extends Pick<WrittenAnswers, 'ended' | 'standing'> {
  /** Attempts that ended and are left to be settled. */
  unsettled: boolean;
  /** Executions with answers that are not in their counters. */
  uncounted: string[];
  /** All executions that were answered. */
  answered: string[];
  /** Attempts that ended and were settled with it, and agents that were called. */
  settled: number;
  agentIds: string[];
  /** Whether their agents are there. */
  contacts: AttemptContact[];
}

export interface AnswerWriterOptions {
  pool: Pool;
  logger: Logger;
  /** Whether a lease is still the one in force. */
  holds(lease: Lease): boolean;
  /** After each batch. */
  onWritten(written: WrittenBatch): void;
  /** There is room again after there was none. */
  onRoom(): void;
}

interface Pending {
  lease: Lease;
  answer: AnswerRecord;
  attempt: AnsweredAttempt;
  bytes: number;
  /** By `performance.now()`. */
  since: number;
  done: () => void;
  /** How long it was put off because its agent's own transaction held it, the last time; in milliseconds. */
  heldMs: number;
}

/** Answers that come in together are written together: the first of them waits for so long. One that comes alone does not. */
const GATHER_MS = 4;
/** How soon one that was held is tried again: after 25 ms, 50 ms, 100 ms … up to this. */
const HELD_MAX_WAIT_MS = 1_000;
/** An execution that somebody holds is not waited for again so soon. */
const KNOWN_AS_HELD_MS = 500;

/** Answers of one statement; each may carry 256 KiB twice. */
const MAX_BATCH = 500;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Writes answers in batches, one statement each. */
export function createAnswerWriter({
  pool,
  logger,
  holds,
  onWritten,
  onRoom,
}: AnswerWriterOptions): AnswerWriter {
  const pending: Pending[] = [];
  let isWriting = false;
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** Handed in and not done with. */
  let unfinished = 0;
  let unfinishedBytes = 0;
  let onDrained = () => {};
  /** Executions that somebody held, and until when they are taken to be. */
  const heldUntil = new Map<string, number>();

  function take(item: Pending): void {
    pending.push(item);
    if (isWriting) return;
    isWriting = true;
    void writeAll();
  }

  async function writeAll(): Promise<void> {
    await Promise.resolve(); // what is answered in the same moment
    while (pending.length > 0) {
      await gather();
      const batch = takeBatch();
      const held = await writeBatch(batch);
      writtenAt = performance.now();
      for (const item of batch) {
        if (held.has(item.answer.id)) putOff(item);
        else finish(item);
      }
    }
    isWriting = false;
  }

  /** Where one was written just now, others come: a moment later the same statement takes more of them. */
  async function gather(): Promise<void> {
    const now = performance.now();
    const waitMs = Math.ceil((pending[0]?.since ?? now) + GATHER_MS - now);
    if (waitMs <= 0 || now - writtenAt > GATHER_MS || pending.length >= MAX_BATCH) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  function finish({ bytes, done }: Pending): void {
    const wasFull = isFull();
    unfinished -= 1;
    unfinishedBytes -= bytes;
    done();
    if (wasFull && !isFull()) onRoom();
    if (unfinished === 0) onDrained();
  }

  function isFull(): boolean {
    return unfinished >= LIMITS.bufferedAnswers || unfinishedBytes >= LIMITS.bufferedAnswerBytes;
  }

  function putOff(item: Pending): void {
    const heldMs = Math.min(item.heldMs * 2 || 25, HELD_MAX_WAIT_MS);
    setTimeout(() => take({ ...item, heldMs }), heldMs);
  }

  /** Of one lease: after a loss, answers of the old epoch fail alone. Those that were held are among themselves, too. */
  function takeBatch(): Pending[] {
    const [first] = pending;
    const isOther = ({ lease, heldMs }: Pending) =>
      lease !== first?.lease || heldMs > 0 !== (first?.heldMs ?? 0) > 0;
    let bytes = 0;
    let count = 0;
    for (const item of pending) {
      bytes += item.bytes;
      if (isOther(item) || count >= MAX_BATCH || (count > 0 && bytes > MAX_BATCH_BYTES)) break;
      count += 1;
    }
    return pending.splice(0, count);
  }

  /** @returns ids of those that are held, to be tried again */
  async function writeBatch(batch: Pending[]): Promise<ReadonlySet<string>> {
    const lease = batch[0]?.lease;
    for (let waitMs = 50; lease && holds(lease); waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        const written = await writeAnswers(
          pool,
          lease,
          batch.map(({ answer }) => answer),
          { again: (batch[0]?.heldMs ?? 0) > 0 || batch.some(isKnownAsHeld) },
        );
        for (const id of written.uncounted) heldUntil.set(id, performance.now() + KNOWN_AS_HELD_MS);
        onWritten(summarise(batch, written));
        return written.held;
      } catch (err) {
        if (isRefusal(err)) return writeOneByOne(batch, err);
        logger.error('answers.write_failed', { err, answers: batch.length, retryInMs: waitMs });
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
    return NONE;
  }

  function isKnownAsHeld({ attempt: { scheduleExecutionId } }: Pending): boolean {
    if (heldUntil.size === 0) return false;
    const until = heldUntil.get(scheduleExecutionId);
    if (until === undefined || until > performance.now()) return until !== undefined;
    heldUntil.delete(scheduleExecutionId);
    return false;
  }

  /** The database refuses what one of them says (a value that it cannot keep): the others must not suffer. */
  async function writeOneByOne(batch: Pending[], err: unknown): Promise<ReadonlySet<string>> {
    if (batch.length > 1) {
      const held = new Set<string>();
      for (const item of batch) for (const id of await writeBatch([item])) held.add(id);
      return held;
    }
    const [item] = batch;
    if (!item || item.answer.error?.code === UNSTORABLE) {
      logger.error('answers.refused', { err, executionId: item?.answer.id });
      return NONE;
    }
    logger.warn('answers.unstorable', { err, executionId: item.answer.id });
    return writeBatch([{ ...item, answer: unstorable(item.answer) }]);
  }

  return {
    write(lease, answer, attempt) {
      return new Promise<void>((done) => {
        const bytes = sizeOf(answer);
        unfinished += 1;
        unfinishedBytes += bytes;
        take({ lease, answer, attempt, bytes, since: performance.now(), done, heldMs: 0 });
      });
    },
    isFull,
    drain: () =>
      new Promise<void>((resolve) => {
        onDrained = resolve;
        if (unfinished === 0) resolve();
      }),
  };
}

function summarise(batch: readonly Pending[], written: WrittenAnswers): WrittenBatch {
  const changed = batch.filter(({ answer }) => written.written.has(answer.id));
  const uncounted = new Set(written.uncounted);
  const isSettled = ({ answer, attempt }: Pending) =>
    answer.status === 'completed' &&
    attempt.contextId === null &&
    !uncounted.has(attempt.scheduleExecutionId);
  const settled = changed.filter(isSettled).length;
  return {
    ...written,
    unsettled: changed.some((item) => item.answer.status !== 'running' && !isSettled(item)),
    answered: [...new Set(changed.map(({ attempt }) => attempt.scheduleExecutionId))],
    settled,
    agentIds: [...new Set(changed.map(({ attempt }) => attempt.agentId))],
    contacts: changed.flatMap(toContact),
  };
}

function toContact({ answer, attempt: { agentId } }: Pending): AttemptContact[] {
  const contact = contactOf(answer.statusCode !== null, answer.error);
  return contact ? [{ agentId, executionId: answer.id, contact }] : [];
}

const NONE: ReadonlySet<string> = new Set();
const UNSTORABLE = 'INVALID_RESPONSE';

function unstorable(answer: AnswerRecord): AnswerRecord {
  return {
    ...answer,
    status: 'failed',
    accepted: false,
    result: null,
    metrics: null,
    responseBody: null,
    error: {
      message: 'The agent answered with a value that cannot be stored as JSON.',
      code: UNSTORABLE,
      retryable: false,
    },
  };
}

/** Data exceptions and violated constraints (SQLSTATE classes 22, 23, CB): trying again will not help. */
function isRefusal(err: unknown): boolean {
  const code = typeof err === 'object' && err !== null && 'code' in err ? String(err.code) : '';
  return /^(22|23|54|CB)/.test(code);
}

/** A result is what the body says, so it is at most as large. */
function sizeOf({ result, responseBody }: AnswerRecord): number {
  const body = responseBody?.length ?? 0;
  return result === null ? body : 2 * body;
}
