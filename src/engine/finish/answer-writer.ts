import type { Lease } from '../../db/jobs/claim/claim-attempts.js';
import type { AnswerRecord } from '../../db/jobs/end/write-answers.js';
import type { StepPace } from '../dispatch/step-pace.js';
import {
  type AnsweredAttempt,
  type AnswerFate,
  nextBatch,
  type PendingAnswer,
  sizeOf,
} from './answer-batch.js';
import { BatchWriter, type BatchWriterOptions } from './batch-writer.js';
import { GatheringPause } from './gathering-pause.js';
import { measureSteps } from './measure-steps.js';
import { UnwrittenAnswers } from './unwritten-answers.js';

export interface AnswerWriterOptions extends BatchWriterOptions {
  /** There may be room for new work again. */
  onRoom(): void;
  pace: StepPace;
}

/** A locked answer is tried again after 25 ms, 50 ms, 100 ms … up to this. */
const LONGEST_LOCK_WAIT_MS = 1_000;

/**
 * Writes answers in batches, one statement each. Batches are written one after the other, and answers that
 * arrive meanwhile gather for the next one.
 */
export class AnswerWriter {
  private readonly batches: BatchWriter;
  private readonly unwritten = new UnwrittenAnswers();
  private readonly pause = new GatheringPause();
  private pending: PendingAnswer[] = [];
  private isWriting = false;
  /** When a batch that needed more than one try was last written, by `performance.now()`. */
  private hinderedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AnswerWriterOptions) {
    this.batches = new BatchWriter(options);
  }

  /**
   * Resolves when the answer is in the database, or is dropped because the attempt no longer belongs to this
   * worker. Waits while the database is unavailable or the agent's own transaction locks the attempt: no
   * answer is given up while the lease is current. Other answers do not wait for that lock.
   */
  write(lease: Lease, answer: AnswerRecord, attempt: AnsweredAttempt): Promise<AnswerFate> {
    return new Promise((done) => {
      const bytes = sizeOf(answer);
      const item = { lease, answer, attempt, bytes, since: performance.now(), done, lockWaitMs: 0 };
      this.unwritten.add(item);
      if (attempt.contextId !== null) this.options.pace.answered();
      this.add(item);
    });
  }

  /** Whether so many answers wait that nothing more should be sent. */
  isFull(): boolean {
    return this.unwritten.isFull();
  }

  /** Whether so many answers wait that no new work should begin. Steps that follow from answers still do. */
  isBehind(): boolean {
    return this.unwritten.isBehind();
  }

  /**
   * Says whether requests are in progress, whose answers could join the next batch. If not, the writer does
   * not wait for more.
   */
  expect(more: boolean): void {
    this.pause.expect(more);
  }

  /** Resolves when no answer is left to write. */
  drain(): Promise<void> {
    return this.unwritten.none();
  }

  private add(item: PendingAnswer): void {
    this.pending.push(item);
    this.pause.added(this.pending.length);
    if (this.isWriting) return;
    this.isWriting = true;
    void this.writeAll();
  }

  private async writeAll(): Promise<void> {
    await Promise.resolve(); // for answers of the same moment
    while (this.pending.length > 0) {
      await this.pause.wait(this.pending, this.unwritten.hasSteps());
      const { batch, others } = nextBatch(this.pending, (item) => this.batches.completesStep(item));
      this.pending = others;
      // The next batch goes to the database before the requests that follow from this one are sent.
      await new Promise<void>((resolve) => void this.writeBatch(batch, resolve).then(resolve));
    }
    this.isWriting = false;
  }

  /**
   * @param onCommitted called when the batch is in the database, before the steps that follow from it are
   * sent
   */
  private async writeBatch(batch: readonly PendingAnswer[], onCommitted: () => void): Promise<void> {
    const startedAt = performance.now();
    let committedAt = Number.POSITIVE_INFINITY;
    const committed = () => {
      committedAt = Math.min(committedAt, performance.now());
      this.pause.written(committedAt, batch.length);
      onCommitted();
    };
    const { locked, leftToReport, atOnce } = await this.batches.write(batch, committed);
    committed();
    if (!atOnce) this.hinderedAt = committedAt;
    for (const item of batch) {
      if (locked.has(item.answer.id)) this.postpone(item);
      else this.finish(item, leftToReport.has(item.answer.id) ? 'left_to_report' : 'decided');
    }
    const steps = batch.filter(({ answer, attempt }) => attempt.contextId !== null && !locked.has(answer.id));
    if (steps.length === 0) return;
    const { pace, onRoom } = this.options;
    pace.written(steps.length, measureSteps(steps, this.hinderedAt, startedAt, committedAt));
    onRoom();
  }

  private postpone(item: PendingAnswer): void {
    const lockWaitMs = Math.min(item.lockWaitMs * 2 || 25, LONGEST_LOCK_WAIT_MS);
    setTimeout(() => this.add({ ...item, lockWaitMs }), lockWaitMs);
  }

  private finish(item: PendingAnswer, fate: AnswerFate): void {
    const wasBehind = this.isBehind();
    this.unwritten.remove(item);
    item.done(fate);
    if (wasBehind && !this.isBehind()) this.options.onRoom();
  }
}
