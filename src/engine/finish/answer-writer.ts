import type { Lease } from '../../db/jobs/claim-attempts.js';
import type { AnswerRecord } from '../../db/jobs/write-answers.js';
import { LIMITS } from '../../domain/limits.js';
import type { StepPace } from '../dispatch/step-pace.js';
import { type AnsweredAttempt, MAX_BATCH, type PendingAnswer, sizeOf, takeBatch } from './answer-batch.js';
import { type BatchWriterOptions, createBatchWriter } from './write-batch.js';

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
  /** Whether requests are still under way, whose answers may join those that gather. Where none are, nobody waits for more. */
  expect(more: boolean): void;
  /** Resolves when all that was handed in is written. */
  drain(): Promise<void>;
}

export interface AnswerWriterOptions extends BatchWriterOptions {
  /** There is room again after there was none, perhaps. */
  onRoom(): void;
  pace: StepPace;
}

/** Answers that come in together are written together: the first of them waits for so long. One that comes alone does not. */
const GATHER_MS = 4;
/** Where many come in and nothing follows from any of them: what a statement costs by itself is then shared by more. */
const GATHER_MANY_MS = 40;
/** Answers of the last batch. */
const MANY = 25;
/** How soon one that was held is tried again: after 25 ms, 50 ms, 100 ms … up to this. */
const HELD_MAX_WAIT_MS = 1_000;

/** A batch that is being written and one that gathers meanwhile, large enough that slow commits do not bound the rate. Steps count twice, by what they cost. */
const BEHIND = 1_000;

/** Writes answers in batches, one statement each. */
export function createAnswerWriter({ onRoom, pace, ...options }: AnswerWriterOptions): AnswerWriter {
  const batches = createBatchWriter(options);
  let pending: PendingAnswer[] = [];
  let isWriting = false;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let lastBatch = 0;
  /** When the last batch was written that was not written at once, by `performance.now()`. */
  let hinderedAt = Number.NEGATIVE_INFINITY;
  /** Handed in and not done with. */
  let unfinished = 0;
  let unfinishedSteps = 0;
  let unfinishedBytes = 0;
  let onDrained = () => {};
  let expectsMore = true;
  let endGathering = () => {};

  function take(item: PendingAnswer): void {
    pending.push(item);
    if (isWriting) return;
    isWriting = true;
    void writeAll();
  }

  async function writeAll(): Promise<void> {
    await Promise.resolve(); // what is answered in the same moment
    while (pending.length > 0) {
      await gather();
      const { batch, others } = takeBatch(pending, batches.completesStep);
      pending = others;
      // The next batch is on its way to the database before the requests that follow from this one are sent.
      await new Promise<void>((resolve) => void write(batch, resolve).then(resolve));
    }
    isWriting = false;
  }

  /** @param onCommitted told when it is in the database, which may be some time before all that follows from it is under way */
  async function write(batch: readonly PendingAnswer[], onCommitted: () => void): Promise<void> {
    const startedAt = performance.now();
    let committedAt = Number.POSITIVE_INFINITY;
    function committed(): void {
      committedAt = Math.min(committedAt, performance.now());
      writtenAt = Math.max(writtenAt, committedAt);
      lastBatch = batch.length;
      onCommitted();
    }
    const { held, atOnce } = await batches.write(batch, committed);
    committed();
    if (!atOnce) hinderedAt = committedAt;
    for (const item of batch) {
      if (held.has(item.answer.id)) putOff(item);
      else finish(item);
    }
    tellPace(batch, held, startedAt, committedAt);
  }

  function tellPace(
    batch: readonly PendingAnswer[],
    held: ReadonlySet<string>,
    startedAt: number,
    committedAt: number,
  ): void {
    const steps = batch.filter(({ answer, attempt }) => attempt.contextId !== null && !held.has(answer.id));
    if (steps.length === 0) return;
    // What waited for an agent's transaction, or for the database to come back, says nothing about how quick the writer is.
    const waits = steps
      .filter(({ heldMs, since }) => heldMs === 0 && since > hinderedAt)
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

  /** Where one was written just now, others come: a moment later the same statement takes more of them. */
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

  const isBehind = () => unfinished + unfinishedSteps >= BEHIND || isFull();

  function putOff(item: PendingAnswer): void {
    const heldMs = Math.min(item.heldMs * 2 || 25, HELD_MAX_WAIT_MS);
    setTimeout(() => take({ ...item, heldMs }), heldMs);
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
        take({ lease, answer, attempt, bytes, since: performance.now(), done, heldMs: 0 });
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
