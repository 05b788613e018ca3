import type { Lease } from '../../db/jobs/claim-attempts.js';
import { type AnswerRecord, writeAnswers } from '../../db/jobs/write-answers.js';
import type { Pool } from '../../runtime/database/pool.js';
import { isLockTimeout, isRefusedError } from '../../runtime/database/sqlstate.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { FinishedSteps } from '../../services/pipelines/finish-steps.js';
import { type PendingAnswer, summarise, type WrittenBatch } from './answer-batch.js';

export interface BatchWriter {
  /** @param onCommitted called when the batch is in the database, before the steps that follow from it are sent */
  write(batch: readonly PendingAnswer[], onCommitted?: () => void): Promise<WriteOutcome>;
  /** Whether the steps that follow are started with this answer: not if a row is locked, or was a moment ago. */
  completesStep(item: PendingAnswer): boolean;
}

export interface WriteOutcome {
  /** Ids of locked attempts, to be tried again. All others are written or obsolete. */
  locked: ReadonlySet<string>;
  /** Whether one statement wrote the batch at the first try. */
  atOnce: boolean;
}

export interface BatchWriterOptions {
  pool: Pool;
  logger: Logger;
  /** Whether the worker still has this lease. */
  holds(lease: Lease): boolean;
  /** Writes answers that complete steps of pipelines and starts the steps that follow. Throws if a row is locked. */
  finishSteps(
    lease: Lease,
    answers: readonly AnswerRecord[],
    onCommitted: () => void,
  ): Promise<FinishedSteps>;
  /** After each batch. */
  onWritten(written: WrittenBatch): void;
}

/** How long a locked run is assumed to stay locked, unless a write shows that it is free. */
const KNOWN_AS_LOCKED_MS = 2_000;
/** With this many in memory, outdated entries are removed. */
const PURGE_AT = 1_000;
/** The first delay while the database is unavailable; doubled up to 2 s. */
const FIRST_WAIT_MS = 50;

/** Writes a batch of answers. Repeats it while the database is unavailable, and writes one by one if the database refuses a value. */
export function createBatchWriter({
  pool,
  logger,
  holds,
  finishSteps,
  onWritten,
}: BatchWriterOptions): BatchWriter {
  /** Runs that were locked, and until when they are assumed to be. */
  const lockedUntil = new Map<string, number>();

  async function write(batch: readonly PendingAnswer[], onCommitted = () => {}): Promise<WriteOutcome> {
    const lease = batch[0]?.lease;
    for (let waitMs = FIRST_WAIT_MS; lease && holds(lease); waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        if (batch.every(completesStep) && (await writeSteps(lease, batch, onCommitted)))
          return { locked: NONE, atOnce: waitMs === FIRST_WAIT_MS };
        const written = await writeAnswers(
          pool,
          lease,
          batch.map(({ answer }) => answer),
          { again: (batch[0]?.lockWaitMs ?? 0) > 0 || batch.some(isAssumedLocked) },
        );
        for (const { attempt } of batch) lockedUntil.delete(attempt.scheduleExecutionId);
        assumeLocked(written.uncounted);
        onWritten(summarise(batch, written));
        return { locked: written.locked, atOnce: waitMs === FIRST_WAIT_MS };
      } catch (err) {
        if (isRefusedError(err)) return { locked: await writeOneByOne(batch, err), atOnce: false };
        logger.error('answers.write_failed', { err, answers: batch.length, retryInMs: waitMs });
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
    return { locked: NONE, atOnce: false };
  }

  /** @returns false if the answers have to be written without the steps that follow, which the settle loop then starts */
  async function writeSteps(
    lease: Lease,
    batch: readonly PendingAnswer[],
    onCommitted: () => void,
  ): Promise<boolean> {
    const answers = batch.map(({ answer }) => answer);
    try {
      const { written, ended, answered, released, waits } = await finishSteps(lease, answers, onCommitted);
      const standing = answered.map((id) => ({ id, done: false, answered: true }));
      const nothing = { locked: NOTHING_LOCKED, uncounted: [], standing };
      onWritten({ ...summarise(batch, { written, ended, ...nothing }, true), released, waits });
      return true;
    } catch (err) {
      const isLocked = isLockTimeout(err);
      if (!isLocked && !isRefusedError(err) && !(err instanceof TypeError || err instanceof RangeError))
        throw err;
      if (!isLocked) logger.error('steps.not_finished', { err, answers: batch.length });
      assumeLocked(batch.map(({ attempt }) => attempt.scheduleExecutionId));
      return false;
    }
  }

  function assumeLocked(scheduleExecutionIds: readonly string[]): void {
    const now = performance.now();
    if (lockedUntil.size > PURGE_AT)
      for (const [id, until] of lockedUntil) if (until <= now) lockedUntil.delete(id);
    for (const id of scheduleExecutionIds) lockedUntil.set(id, now + KNOWN_AS_LOCKED_MS);
  }

  function completesStep(item: PendingAnswer): boolean {
    return (
      item.answer.status === 'completed' &&
      item.attempt.contextId !== null &&
      item.lockWaitMs === 0 &&
      !isAssumedLocked(item)
    );
  }

  function isAssumedLocked({ attempt: { scheduleExecutionId } }: PendingAnswer): boolean {
    if (lockedUntil.size === 0) return false;
    const until = lockedUntil.get(scheduleExecutionId);
    if (until === undefined || until > performance.now()) return until !== undefined;
    lockedUntil.delete(scheduleExecutionId);
    return false;
  }

  /** The database refuses a value of one answer. The others must not be lost with it. */
  async function writeOneByOne(batch: readonly PendingAnswer[], err: unknown): Promise<ReadonlySet<string>> {
    if (batch.length > 1) {
      const locked = new Set<string>();
      for (const item of batch) for (const id of (await write([item])).locked) locked.add(id);
      return locked;
    }
    const [item] = batch;
    if (!item || item.answer.error?.code === UNSTORABLE) {
      logger.error('answers.refused', { err, executionId: item?.answer.id });
      return NONE;
    }
    logger.warn('answers.unstorable', { err, executionId: item.answer.id });
    return (await write([{ ...item, answer: unstorable(item.answer) }])).locked;
  }

  return { write, completesStep };
}

const NOTHING_LOCKED = new Set<string>();
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
