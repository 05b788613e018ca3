import type { Lease } from '../../db/jobs/claim/claim-attempts.js';
import { type AnswerRecord, writeAnswers } from '../../db/jobs/end/write-answers.js';
import { liesInRows } from '../../runtime/database/database-error.js';
import type { Pool } from '../../runtime/database/pool.js';
import { isLockTimeout, isRefusedError } from '../../runtime/database/sqlstate.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { FinishedSteps } from '../../services/pipelines/finish-steps.js';
import { type PendingAnswer, summarize, type WrittenBatch } from './answer-batch.js';
import { KnownLocks } from './known-locks.js';

export interface BatchWriterOptions {
  pool: Pool;
  logger: Logger;
  /** Whether the worker still has this lease. */
  holds(lease: Lease): boolean;
  /**
   * Writes answers that complete steps of pipelines and starts the steps that follow. Throws if a row is
   * locked.
   */
  finishSteps(
    lease: Lease,
    answers: readonly AnswerRecord[],
    onCommitted: () => void,
  ): Promise<FinishedSteps>;
  /** After each batch. */
  onWritten(written: WrittenBatch): void;
}

/** The answers of a batch that need more than to be forgotten. */
interface Written {
  /** Ids of locked attempts, to be tried again. All others are written or obsolete. */
  locked: ReadonlySet<string>;
  /** Ids of attempts that go on although their answer was written. */
  leftToReport: ReadonlySet<string>;
}

export interface WriteOutcome extends Written {
  /** Whether one statement wrote the batch at the first try. */
  atOnce: boolean;
}

/** The first delay while the database is unavailable; doubled up to 2 s. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;

/**
 * Writes a batch of answers. Repeats it while the database is unavailable, and writes one by one if the
 * database refuses a value.
 */
export class BatchWriter {
  private readonly lockedRuns = new KnownLocks();

  constructor(private readonly options: BatchWriterOptions) {}

  /**
   * @param onCommitted called when the batch is in the database, before the steps that follow from it are
   * sent
   */
  async write(batch: readonly PendingAnswer[], onCommitted = () => {}): Promise<WriteOutcome> {
    const { logger, holds } = this.options;
    const lease = batch[0]?.lease;
    let waitMs = FIRST_WAIT_MS;
    for (; lease && holds(lease); waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        const written = await this.writeTogether(lease, batch, onCommitted);
        return { ...written, atOnce: waitMs === FIRST_WAIT_MS };
      } catch (err) {
        if (isRefusedError(err)) return { ...(await this.writeOneByOne(batch, err)), atOnce: false };
        logger.error('answers.write_failed', { err, answers: batch.length, retryInMs: waitMs });
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
    return { ...NOTHING, atOnce: false };
  }

  /**
   * Whether the steps that follow are started with this answer: not if a row is locked, or was a moment ago.
   */
  completesStep({ answer, attempt, lockWaitMs }: PendingAnswer): boolean {
    return (
      answer.status === 'completed' &&
      attempt.contextId !== null &&
      lockWaitMs === 0 &&
      !this.lockedRuns.has(attempt.scheduleExecutionId)
    );
  }

  private async writeTogether(
    lease: Lease,
    batch: readonly PendingAnswer[],
    onCommitted: () => void,
  ): Promise<Written> {
    const { pool, onWritten } = this.options;
    const { lockedRuns } = this;
    const completesSteps = batch.every((item) => this.completesStep(item));
    if (completesSteps && (await this.writeSteps(lease, batch, onCommitted))) return NOTHING;
    const waited = (batch[0]?.lockWaitMs ?? 0) > 0;
    const again = waited || batch.some(({ attempt }) => lockedRuns.has(attempt.scheduleExecutionId));
    const answers = batch.map(({ answer }) => answer);
    const written = await writeAnswers(pool, lease, answers, { again });
    for (const { attempt } of batch) lockedRuns.delete(attempt.scheduleExecutionId);
    lockedRuns.add(written.uncounted);
    onWritten(summarize(batch, written));
    return written;
  }

  /**
   * @returns false if the answers have to be written without the steps that follow, which the settle loop
   * then starts
   */
  private async writeSteps(
    lease: Lease,
    batch: readonly PendingAnswer[],
    onCommitted: () => void,
  ): Promise<boolean> {
    const { finishSteps, onWritten, logger } = this.options;
    const answers = batch.map(({ answer }) => answer);
    try {
      const { written, ended, answered, released, waits } = await finishSteps(lease, answers, onCommitted);
      const standing = answered.map((id) => ({ id, done: false, answered: true }));
      const others = { leftToReport: NONE, locked: NONE, uncounted: [], standing };
      onWritten({ ...summarize(batch, { written, ended, ...others }, true), released, waits });
      return true;
    } catch (err) {
      const isLocked = isLockTimeout(err);
      if (!isLocked && !liesInRows(err)) throw err;
      if (!isLocked) logger.error('steps.not_finished', { err, answers: batch.length });
      this.lockedRuns.add(batch.map(({ attempt }) => attempt.scheduleExecutionId));
      return false;
    }
  }

  /** The database refuses a value of one answer. The others must not be lost with it. */
  private async writeOneByOne(batch: readonly PendingAnswer[], err: unknown): Promise<Written> {
    const { logger } = this.options;
    if (batch.length > 1) {
      const outcomes: Written[] = [];
      for (const item of batch) outcomes.push(await this.write([item]));
      return {
        locked: new Set(outcomes.flatMap(({ locked }) => [...locked])),
        leftToReport: new Set(outcomes.flatMap(({ leftToReport }) => [...leftToReport])),
      };
    }
    const [item] = batch;
    if (!item || item.answer.error?.code === UNSTORABLE) {
      logger.error('answers.refused', { err, executionId: item?.answer.id });
      return NOTHING;
    }
    logger.warn('answers.unstorable', { err, executionId: item.answer.id });
    return this.write([{ ...item, answer: unstorable(item.answer) }]);
  }
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Written = { locked: NONE, leftToReport: NONE };
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
