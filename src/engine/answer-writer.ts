import type { Lease } from '../db/claim-attempts.js';
import { type AnswerRecord, writeAnswers } from '../db/write-answers.js';
import type { Logger } from '../runtime/logger.js';
import type { Pool } from '../runtime/pool.js';

export interface AnswerWriter {
  /**
   * Resolves when the answer is in the database, or changed nothing because the attempt was not ours any more. Waits as long
   * as the database is away: an answer in hand is not given up while the lease holds.
   */
  write(lease: Lease, answer: AnswerRecord, scheduleExecutionId: string): Promise<void>;
  /** Resolves when all that was handed in is written. */
  drain(): Promise<void>;
}

export interface AnswerWriterOptions {
  pool: Pool;
  logger: Logger;
  /** Whether a lease is still the one in force. */
  holds(lease: Lease): boolean;
  /** After each batch: executions with ended attempts (to settle) and with accepted ones. */
  onWritten(written: { ended: boolean; answered: string[] }): void;
}

interface Pending {
  lease: Lease;
  answer: AnswerRecord;
  scheduleExecutionId: string;
  done: () => void;
}

/** Answers of one statement; each may carry 256 KiB twice. */
const MAX_BATCH = 500;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Writes answers in micro-batches: whatever comes in while a batch is being written makes the next one. A lone answer is
 * written at once and pays nothing.
 */
export function createAnswerWriter({ pool, logger, holds, onWritten }: AnswerWriterOptions): AnswerWriter {
  let pending: Pending[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const batch = takeBatch();
      await writeBatch(batch);
      for (const { done } of batch) done();
    }
    writing = undefined;
  }

  /** Of one lease: after a loss, answers of the old epoch fail alone. */
  function takeBatch(): Pending[] {
    const lease = pending[0]?.lease;
    let bytes = 0;
    let count = 0;
    for (const item of pending) {
      bytes += sizeOf(item.answer);
      if (item.lease !== lease || count >= MAX_BATCH || (count > 0 && bytes > MAX_BATCH_BYTES)) break;
      count += 1;
    }
    const batch = pending.slice(0, count);
    pending = pending.slice(count);
    return batch;
  }

  async function writeBatch(batch: Pending[]): Promise<void> {
    const lease = batch[0]?.lease;
    for (let waitMs = 50; lease && holds(lease); waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        const written = await writeAnswers(
          pool,
          lease,
          batch.map(({ answer }) => answer),
        );
        const changed = batch.filter(({ answer }) => written.has(answer.id));
        onWritten({
          ended: changed.some(({ answer }) => answer.status !== 'running'),
          answered: [...new Set(changed.map(({ scheduleExecutionId }) => scheduleExecutionId))],
        });
        return;
      } catch (err) {
        if (isRefusal(err)) return writeOneByOne(batch, err);
        logger.error('answers.write_failed', { err, answers: batch.length, retryInMs: waitMs });
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  /** The database refuses what one of them says (a value that it cannot keep): the others must not suffer. */
  async function writeOneByOne(batch: Pending[], err: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const item of batch) await writeBatch([item]);
      return;
    }
    const [item] = batch;
    if (!item || item.answer.error?.code === UNSTORABLE) {
      logger.error('answers.refused', { err, executionId: item?.answer.id });
      return;
    }
    logger.warn('answers.unstorable', { err, executionId: item.answer.id });
    await writeBatch([{ ...item, answer: unstorable(item.answer) }]);
  }

  return {
    write(lease, answer, scheduleExecutionId) {
      return new Promise((done) => {
        pending.push({ lease, answer, scheduleExecutionId, done });
        writing ??= Promise.resolve().then(writeAll);
      });
    },
    async drain() {
      while (writing) await writing;
    },
  };
}

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
