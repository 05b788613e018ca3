import type { Lease } from '../../db/jobs/claim-attempts.js';
import { type AnswerRecord, writeAnswers } from '../../db/jobs/write-answers.js';
import type { Logger } from '../../runtime/logger.js';
import type { Pool } from '../../runtime/pool.js';
import { isHeldError, isRefusedError } from '../../runtime/sqlstate.js';
import type { FinishedSteps } from '../../services/pipelines/finish-steps.js';
import { type PendingAnswer, summarise, type WrittenBatch } from './answer-batch.js';

export interface BatchWriter {
  /** @param onCommitted told when it is in the database, where what follows from it takes longer */
  write(batch: readonly PendingAnswer[], onCommitted?: () => void): Promise<WriteOutcome>;
  /** Whether its end is written with what follows from it; not what is held, or has been refused once. */
  completesStep(item: PendingAnswer): boolean;
}

export interface WriteOutcome {
  /** Ids of those that are held, to be tried again: all others are written, or of no use any more. */
  held: ReadonlySet<string>;
  /** Written at the first try, all in one. */
  atOnce: boolean;
}

export interface BatchWriterOptions {
  pool: Pool;
  logger: Logger;
  /** Whether a lease is still the one in force. */
  holds(lease: Lease): boolean;
  /** Writes answers that complete steps of pipelines, with what follows; fails where a row is held. */
  finishSteps(
    lease: Lease,
    answers: readonly AnswerRecord[],
    onCommitted: () => void,
  ): Promise<FinishedSteps>;
  /** After each batch. */
  onWritten(written: WrittenBatch): void;
}

/** An execution that somebody holds is not waited for again so soon, unless it turns out to be free. */
const KNOWN_AS_HELD_MS = 2_000;
/** With so many in memory, those are forgotten that are not held any more. */
const PURGE_AT = 1_000;
/** While the database is away. */
const FIRST_WAIT_MS = 50;

/** Writes one batch of answers, whatever it takes: again while the database is away, one by one where it refuses what one of them says. */
export function createBatchWriter({
  pool,
  logger,
  holds,
  finishSteps,
  onWritten,
}: BatchWriterOptions): BatchWriter {
  /** Executions that somebody held, and until when they are taken to be. */
  const heldUntil = new Map<string, number>();

  async function write(batch: readonly PendingAnswer[], onCommitted = () => {}): Promise<WriteOutcome> {
    const lease = batch[0]?.lease;
    for (let waitMs = FIRST_WAIT_MS; lease && holds(lease); waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        if (batch.every(completesStep) && (await writeSteps(lease, batch, onCommitted)))
          return { held: NONE, atOnce: waitMs === FIRST_WAIT_MS };
        const written = await writeAnswers(
          pool,
          lease,
          batch.map(({ answer }) => answer),
          { again: (batch[0]?.heldMs ?? 0) > 0 || batch.some(isKnownAsHeld) },
        );
        for (const { attempt } of batch) heldUntil.delete(attempt.scheduleExecutionId);
        takeAsHeld(written.uncounted);
        onWritten(summarise(batch, written));
        return { held: written.held, atOnce: waitMs === FIRST_WAIT_MS };
      } catch (err) {
        if (isRefusedError(err)) return { held: await writeOneByOne(batch, err), atOnce: false };
        logger.error('answers.write_failed', { err, answers: batch.length, retryInMs: waitMs });
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
    return { held: NONE, atOnce: false };
  }

  /** @returns false where what follows from the answers is for whoever settles reports */
  async function writeSteps(
    lease: Lease,
    batch: readonly PendingAnswer[],
    onCommitted: () => void,
  ): Promise<boolean> {
    const answers = batch.map(({ answer }) => answer);
    try {
      const { written, ended, answered, released, waits } = await finishSteps(lease, answers, onCommitted);
      const standing = answered.map((id) => ({ id, done: false, answered: true }));
      const nothing = { held: NOTHING_HELD, uncounted: [], standing };
      onWritten({ ...summarise(batch, { written, ended, ...nothing }, true), released, waits });
      return true;
    } catch (err) {
      const isHeld = isHeldError(err);
      if (!isHeld && !isRefusedError(err) && !(err instanceof TypeError || err instanceof RangeError))
        throw err;
      if (!isHeld) logger.error('steps.not_finished', { err, answers: batch.length });
      takeAsHeld(batch.map(({ attempt }) => attempt.scheduleExecutionId));
      return false;
    }
  }

  function takeAsHeld(scheduleExecutionIds: readonly string[]): void {
    const now = performance.now();
    if (heldUntil.size > PURGE_AT)
      for (const [id, until] of heldUntil) if (until <= now) heldUntil.delete(id);
    for (const id of scheduleExecutionIds) heldUntil.set(id, now + KNOWN_AS_HELD_MS);
  }

  function completesStep(item: PendingAnswer): boolean {
    return (
      item.answer.status === 'completed' &&
      item.attempt.contextId !== null &&
      item.heldMs === 0 &&
      !isKnownAsHeld(item)
    );
  }

  function isKnownAsHeld({ attempt: { scheduleExecutionId } }: PendingAnswer): boolean {
    if (heldUntil.size === 0) return false;
    const until = heldUntil.get(scheduleExecutionId);
    if (until === undefined || until > performance.now()) return until !== undefined;
    heldUntil.delete(scheduleExecutionId);
    return false;
  }

  /** The database refuses what one of them says (a value that it cannot keep): the others must not suffer. */
  async function writeOneByOne(batch: readonly PendingAnswer[], err: unknown): Promise<ReadonlySet<string>> {
    if (batch.length > 1) {
      const held = new Set<string>();
      for (const item of batch) for (const id of (await write([item])).held) held.add(id);
      return held;
    }
    const [item] = batch;
    if (!item || item.answer.error?.code === UNSTORABLE) {
      logger.error('answers.refused', { err, executionId: item?.answer.id });
      return NONE;
    }
    logger.warn('answers.unstorable', { err, executionId: item.answer.id });
    return (await write([{ ...item, answer: unstorable(item.answer) }])).held;
  }

  return { write, completesStep };
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
