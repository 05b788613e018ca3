import type { Lease } from '../../db/jobs/claim-attempts.js';
import type { AnswerRecord } from '../../db/jobs/write-answers.js';
import { LIMITS } from '../../domain/limits.js';
import type { StepPace } from '../dispatch/step-pace.js';
import { type AnsweredAttempt, MAX_BATCH, nextBatch, type PendingAnswer, sizeOf } from './answer-batch.js';
import { type BatchWriterOptions, createBatchWriter } from './write-batch.js';

export interface AnswerWriter {
  /**
   * Resolves when the answer is in the database, or is dropped because the attempt no longer belongs to this worker. Waits
   * while the database is unavailable or the agent's own transaction locks the attempt: no answer is given up while the
   * lease holds. Other answers do not wait for that lock.
   */
  write(lease: Lease, answer: AnswerRecord, attempt: AnsweredAttempt): Promise<void>;
  /** Whether so many answers wait that nothing more should be sent. */
  isFull(): boolean;
  /** Whether so many answers wait that no new work should begin. Steps that follow from answers still do. */
  isBehind(): boolean;
  /**
   * Says whether requests are in progress, whose answers could join the next batch. If not, the writer does
   * not wait for more.
   */
  expect(more: boolean): void;
  /** Resolves when no answer is left to write. */
  drain(): Promise<void>;
}

export interface AnswerWriterOptions extends BatchWriterOptions {
  /** There may be room for new work again. */
  onRoom(): void;
  pace: StepPace;
}

/** How long the first answer of a batch waits for others. A lone answer does not wait. */
const GATHER_MS = 4;
/**
 * The same when many arrive and no steps follow. Larger batches share the cost of a statement: with 40 ms, thousands
 * of jobs took a quarter longer.
 */
const GATHER_MANY_MS = 150;
/** What counts as many: the size of the last batch. */
const MANY = 25;
/** A locked answer is tried again after 25 ms, 50 ms, 100 ms … up to this. */
const LOCKED_MAX_WAIT_MS = 1_000;

/**
 * Enough for a batch that is being written and one that gathers meanwhile, so that slow commits do not limit
 * the rate.
 */
const BEHIND = 2 * MAX_BATCH;
/** Steps cost more, and their batches are smaller, so each counts as this many answers. */
const STEP_WEIGHT = 4;

/** Writes answers in batches, one statement each. */
export function createAnswerWriter({ onRoom, pace, ...options }: AnswerWriterOptions): AnswerWriter {
  const batches = createBatchWriter(options);
  let pending: PendingAnswer[] = [];
  let isWriting = false;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let lastBatch = 0;
  /** When a batch that needed more than one try was last written, by `performance.now()`. */
  let hinderedAt = Number.NEGATIVE_INFINITY;
  /** Answers that are not written yet. */
  let unfinished = 0;
  let unfinishedSteps = 0;
  let unfinishedBytes = 0;
  let onDrained = () => {};
  let expectsMore = true;
  let endGathering = () => {};

  function add(item: PendingAnswer): void {
    pending.push(item);
    if (pending.length >= MAX_BATCH) endGathering();
    if (isWriting) return;
    isWriting = true;
    void writeAll();
  }

  async function writeAll(): Promise<void> {
    await Promise.resolve(); // for answers of the same moment
    while (pending.length > 0) {
      await gather();
      const { batch, others } = nextBatch(pending, batches.completesStep);
      pending = others;
      // The next batch goes to the database before the requests that follow from this one are sent.
      await new Promise<void>((resolve) => void write(batch, resolve).then(resolve));
    }
    isWriting = false;
  }

  /** @param onCommitted called when the batch is in the database, before the steps that follow from it are sent */
  async function write(batch: readonly PendingAnswer[], onCommitted: () => void): Promise<void> {
    const startedAt = performance.now();
    let committedAt = Number.POSITIVE_INFINITY;
    function committed(): void {
      committedAt = Math.min(committedAt, performance.now());
      writtenAt = Math.max(writtenAt, committedAt);
      lastBatch = batch.length;
      onCommitted();
    }
    const { locked, atOnce } = await batches.write(batch, committed);
    committed();
    if (!atOnce) hinderedAt = committedAt;
    for (const item of batch) {
      if (locked.has(item.answer.id)) putOff(item);
      else finish(item);
    }
    measurePace(batch, locked, startedAt, committedAt);
  }

  function measurePace(
    batch: readonly PendingAnswer[],
    locked: ReadonlySet<string>,
    startedAt: number,
    committedAt: number,
  ): void {
    const steps = batch.filter(({ answer, attempt }) => attempt.contextId !== null && !locked.has(answer.id));
    if (steps.length === 0) return;
    // Answers that waited for a lock or for the database say nothing about the speed of the writer.
    const waits = steps
      .filter(({ lockWaitMs, since }) => lockWaitMs === 0 && since > hinderedAt)
      .map(({ since }) => committedAt - since);
    const measured = waits.length > 0 && {
      count: waits.length,
      meanMs: waits.reduce((sum, ms) => sum + ms, 0) / waits.length,
      longestMs: Math.max(...waits),
      tookMs: committedAt - startedAt,
    };
    pace.written(steps.length, measured || undefined);
    onRoom();
  }

  /** Waits a moment if an answer was written just now, because others are likely to follow. */
  async function gather(): Promise<void> {
    const now = performance.now();
    const gatherMs = lastBatch >= MANY && unfinishedSteps === 0 ? GATHER_MANY_MS : GATHER_MS;
    const waitMs = Math.ceil((pending[0]?.since ?? now) + gatherMs - now);
    const isEnough = pending.length >= MAX_BATCH || !expectsMore;
    if (waitMs <= 0 || now - writtenAt > GATHER_MS || isEnough) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      endGathering = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function finish({ bytes, attempt, done }: PendingAnswer): void {
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

  const isBehind = () => unfinished + (STEP_WEIGHT - 1) * unfinishedSteps >= BEHIND || isFull();

  function putOff(item: PendingAnswer): void {
    const lockWaitMs = Math.min(item.lockWaitMs * 2 || 25, LOCKED_MAX_WAIT_MS);
    setTimeout(() => add({ ...item, lockWaitMs }), lockWaitMs);
  }

  return {
    write(lease, answer, attempt) {
      return new Promise<void>((done) => {
        const bytes = sizeOf(answer);
        unfinished += 1;
        if (attempt.contextId !== null) {
          unfinishedSteps += 1;
          pace.answered();
        }
        unfinishedBytes += bytes;
        add({ lease, answer, attempt, bytes, since: performance.now(), done, lockWaitMs: 0 });
      });
    },
    isFull,
    isBehind,
    expect(more) {
      expectsMore = more;
      if (!more) endGathering();
    },
    drain: () =>
      new Promise<void>((resolve) => {
        onDrained = resolve;
        if (unfinished === 0) resolve();
      }),
  };
}
