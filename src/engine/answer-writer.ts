import type { ClaimedAttempt, Lease } from '../db/claim-attempts.js';
import { type AnswerRecord, writeAnswers } from '../db/write-answers.js';
import { contactOf } from '../domain/agent/circuit.js';
import type { Logger } from '../runtime/logger.js';
import type { Pool } from '../runtime/pool.js';
import type { AttemptContact } from '../services/record-contacts.js';

type AnsweredAttempt = Pick<ClaimedAttempt, 'scheduleExecutionId' | 'agentId'>;

export interface AnswerWriter {
  /**
   * Resolves when the answer is in the database, or changed nothing because the attempt was not ours any more. Waits as long
   * as the database is away, or as the agent has written to the attempt and not committed: an answer in hand is not given up
   * while the lease holds. Others do not wait for that agent.
   */
  write(lease: Lease, answer: AnswerRecord, attempt: AnsweredAttempt): Promise<void>;
  /** Resolves when all that was handed in is written. */
  drain(): Promise<void>;
}

export interface AnswerWriterOptions {
  pool: Pool;
  logger: Logger;
  /** Whether a lease is still the one in force. */
  holds(lease: Lease): boolean;
  /** After each batch: executions with ended attempts (to settle) and with accepted ones; whether their agents are there. */
  onWritten(written: { ended: boolean; answered: string[]; contacts: AttemptContact[] }): void;
}

interface Pending {
  lease: Lease;
  answer: AnswerRecord;
  attempt: AnsweredAttempt;
  done: () => void;
  /** How long it was put off because its agent's own transaction held it, the last time; in milliseconds. */
  heldMs: number;
}

/** How soon one that was held is tried again: after 25 ms, 50 ms, 100 ms … up to this. */
const HELD_MAX_WAIT_MS = 1_000;

/** Answers of one statement; each may carry 256 KiB twice. */
const MAX_BATCH = 500;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Writes answers in micro-batches: whatever comes in while a batch is being written makes the next one. A lone answer is
 * written at once and pays nothing.
 */
export function createAnswerWriter({ pool, logger, holds, onWritten }: AnswerWriterOptions): AnswerWriter {
  let pending: Pending[] = [];
  let isWriting = false;
  const unfinished = new Set<Promise<void>>();

  function take(item: Pending): void {
    pending.push(item);
    if (isWriting) return;
    isWriting = true;
    void Promise.resolve().then(writeAll);
  }

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const batch = takeBatch();
      const held = await writeBatch(batch);
      for (const item of batch) {
        if (held.has(item.answer.id)) putOff(item);
        else item.done();
      }
    }
    isWriting = false;
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
      bytes += sizeOf(item.answer);
      if (isOther(item) || count >= MAX_BATCH || (count > 0 && bytes > MAX_BATCH_BYTES)) break;
      count += 1;
    }
    const batch = pending.slice(0, count);
    pending = pending.slice(count);
    return batch;
  }

  /** @returns ids of those that are held, to be tried again */
  async function writeBatch(batch: Pending[]): Promise<ReadonlySet<string>> {
    const lease = batch[0]?.lease;
    for (let waitMs = 50; lease && holds(lease); waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        const { written, held } = await writeAnswers(
          pool,
          lease,
          batch.map(({ answer }) => answer),
          { again: (batch[0]?.heldMs ?? 0) > 0 },
        );
        const changed = batch.filter(({ answer }) => written.has(answer.id));
        onWritten({
          ended: changed.some(({ answer }) => answer.status !== 'running'),
          answered: [...new Set(changed.map(({ attempt }) => attempt.scheduleExecutionId))],
          contacts: changed.flatMap(toContact),
        });
        return held;
      } catch (err) {
        if (isRefusal(err)) return writeOneByOne(batch, err);
        logger.error('answers.write_failed', { err, answers: batch.length, retryInMs: waitMs });
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
    return NONE;
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
      const written = new Promise<void>((done) => take({ lease, answer, attempt, done, heldMs: 0 })).finally(
        () => unfinished.delete(written),
      );
      unfinished.add(written);
      return written;
    },
    async drain() {
      while (unfinished.size > 0) await Promise.all(unfinished);
    },
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

function sizeOf({ result, responseBody }: AnswerRecord): number {
  return (responseBody?.length ?? 0) + (result === null ? 0 : JSON.stringify(result).length);
}
