import type { ClaimedAttempt, Lease } from '../db/claim-attempts.js';
import { LOCK_TIMEOUT } from '../db/lock-timeout.js';
import { type AnswerRecord, type WrittenAnswers, writeAnswers } from '../db/write-answers.js';
import { contactOf } from '../domain/agent/circuit.js';
import { LIMITS } from '../domain/limits.js';
import type { Logger } from '../runtime/logger.js';
import type { Pool } from '../runtime/pool.js';
import type { FinishedSteps } from '../services/finish-steps.js';
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
  /** So much waits to be written that nothing new should be begun: what follows from it would wait behind it. */
  isBehind(): boolean;
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
  /** Steps that were put in line. */
  released: number;
  /** Steps wait for an instant now. */
  waits: boolean;
}

export interface AnswerWriterOptions {
  pool: Pool;
  logger: Logger;
  /** Whether a lease is still the one in force. */
  holds(lease: Lease): boolean;
  /** Writes answers that complete steps of pipelines, with what follows; fails with SQLSTATE 55P03 where a row is held. */
  finishSteps(lease: Lease, answers: readonly AnswerRecord[]): Promise<FinishedSteps>;
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

/** Two batches: one that is being written and one that gathers meanwhile, large enough that slow commits do not bound the rate. Steps count twice, by what they cost. */
const BEHIND = 300;

/** Writes answers in batches, one statement each. */
export function createAnswerWriter({
  pool,
  logger,
  holds,
  finishSteps,
  onWritten,
  onRoom,
}: AnswerWriterOptions): AnswerWriter {
  let pending: Pending[] = [];
  let isWriting = false;
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** Handed in and not done with. */
  let unfinished = 0;
  let unfinishedSteps = 0;
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

  function finish({ bytes, attempt, done }: Pending): void {
    const wasBehind = isBehind();
    unfinished -= 1;
    if (attempt.contextId !== null) unfinishedSteps -= 1;
    unfinishedBytes -= bytes;
    done();
    if (wasBehind && !isBehind()) onRoom();
    if (unfinished === 0) onDrained();
  }

  function isFull(): boolean {
    return unfinished >= LIMITS.bufferedAnswers || unfinishedBytes >= LIMITS.bufferedAnswerBytes;
  }

  const isBehind = () => unfinished + unfinishedSteps >= BEHIND || isFull();

  function putOff(item: Pending): void {
    const heldMs = Math.min(item.heldMs * 2 || 25, HELD_MAX_WAIT_MS);
    setTimeout(() => take({ ...item, heldMs }), heldMs);
  }

  /**
   * Of one lease: after a loss, answers of the old epoch fail alone. Those that were held are among themselves, too, and so are
   * those that complete steps.
   */
  function takeBatch(): Pending[] {
    const [first] = pending;
    const isSame = (item: Pending) =>
      item.lease === first?.lease &&
      item.heldMs > 0 === first.heldMs > 0 &&
      completesStep(item) === completesStep(first);
    let bytes = 0;
    const batch: Pending[] = [];
    const others: Pending[] = [];
    for (const item of pending) {
      const fits = batch.length === 0 || (batch.length < MAX_BATCH && bytes + item.bytes <= MAX_BATCH_BYTES);
      if (fits && isSame(item)) {
        batch.push(item);
        bytes += item.bytes;
      } else others.push(item);
    }
    pending = others;
    return batch;
  }

  /** What is held, or has been refused once, is written without what follows from it. */
  function completesStep(item: Pending): boolean {
    return (
      item.answer.status === 'completed' &&
      item.attempt.contextId !== null &&
      item.heldMs === 0 &&
      !isKnownAsHeld(item)
    );
  }

  /** @returns ids of those that are held, to be tried again */
  async function writeBatch(batch: Pending[]): Promise<ReadonlySet<string>> {
    const lease = batch[0]?.lease;
    for (let waitMs = 50; lease && holds(lease); waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        if (batch.every(completesStep) && (await writeSteps(lease, batch))) return NONE;
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

  /** @returns false where what follows from the answers is for whoever settles reports */
  async function writeSteps(lease: Lease, batch: readonly Pending[]): Promise<boolean> {
    const answers = batch.map(({ answer }) => answer);
    try {
      const { written, ended, answered, released, waits } = await finishSteps(lease, answers);
      const standing = answered.map((id) => ({ id, done: false, answered: true }));
      const nothing = { held: NOTHING_HELD, uncounted: [], standing };
      onWritten({ ...summarise(batch, { written, ended, ...nothing }, true), released, waits });
      return true;
    } catch (err) {
      const isHeld = (err as { code?: string }).code === LOCK_TIMEOUT;
      if (!isHeld && !isRefusal(err) && !(err instanceof TypeError || err instanceof RangeError)) throw err;
      if (!isHeld) logger.error('steps.not_finished', { err, answers: batch.length });
      const until = performance.now() + KNOWN_AS_HELD_MS;
      for (const { attempt } of batch) heldUntil.set(attempt.scheduleExecutionId, until);
      return false;
    }
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
        if (attempt.contextId !== null) unfinishedSteps += 1;
        unfinishedBytes += bytes;
        take({ lease, answer, attempt, bytes, since: performance.now(), done, heldMs: 0 });
      });
    },
    isFull,
    isBehind,
    drain: () =>
      new Promise<void>((resolve) => {
        onDrained = resolve;
        if (unfinished === 0) resolve();
      }),
  };
}

function summarise(batch: readonly Pending[], written: WrittenAnswers, withSteps = false): WrittenBatch {
  const changed = batch.filter(({ answer }) => written.written.has(answer.id));
  const uncounted = new Set(written.uncounted);
  const isSettled = ({ answer, attempt }: Pending) =>
    answer.status === 'completed' &&
    (withSteps || attempt.contextId === null) &&
    !uncounted.has(attempt.scheduleExecutionId);
  const settled = changed.filter(isSettled).length;
  return {
    ...written,
    unsettled: changed.some((item) => item.answer.status !== 'running' && !isSettled(item)),
    answered: [...new Set(changed.map(({ attempt }) => attempt.scheduleExecutionId))],
    settled,
    agentIds: [...new Set(changed.map(({ attempt }) => attempt.agentId))],
    contacts: changed.flatMap(toContact),
    released: 0,
    waits: false,
  };
}

function toContact({ answer, attempt: { agentId } }: Pending): AttemptContact[] {
  const contact = contactOf(answer.statusCode !== null, answer.error);
  return contact ? [{ agentId, executionId: answer.id, contact }] : [];
}

const NOTHING_HELD = new Set<string>();
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
