import type { ClaimedAttempt, Lease } from '../../db/jobs/claim/claim-attempts.js';
import type { AnswerRecord, WrittenAnswers } from '../../db/jobs/end/write-answers.js';
import { contactOf } from '../../domain/agent/circuit.js';
import type { AttemptContact } from '../../services/jobs/record-contacts.js';

export type AnsweredAttempt = Pick<ClaimedAttempt, 'scheduleExecutionId' | 'agentId' | 'contextId'>;

/**
 * What became of an answer: it decided, or was dropped because the attempt no longer belongs to this worker;
 * or the attempt goes on, because its agent had accepted it and only the connection was lost.
 */
export type AnswerFate = 'decided' | 'left_to_report';

/** An answer on its way into the database. */
export interface PendingAnswer {
  lease: Lease;
  answer: AnswerRecord;
  attempt: AnsweredAttempt;
  bytes: number;
  /** By `performance.now()`. */
  since: number;
  done: (fate: AnswerFate) => void;
  /** The last delay because the agent's own transaction locked the row, in milliseconds; 0: none so far. */
  lockWaitMs: number;
}

/** The effect of a batch of answers. */
export interface WrittenBatch extends Pick<WrittenAnswers, 'ended' | 'standing'> {
  /** Whether attempts ended that are not settled yet. */
  unsettled: boolean;
  /** Runs with answers that their counters do not include yet. */
  uncounted: string[];
  /** All runs that received answers. */
  answered: string[];
  /** How many attempts were settled by the same statement. */
  settled: number;
  /** Agents that were called. */
  agentIds: string[];
  /** Whether the agents could be reached. */
  contacts: AttemptContact[];
  /** How many steps were released. */
  released: number;
  /** Whether steps now wait for an instant. */
  waits: boolean;
}

/** The maximum number of answers in one statement. Each may contain 256 KiB twice. */
export const MAX_BATCH = 1_000;
/**
 * The same for steps. While one batch is written, the steps that follow from the last one are in progress. In
 * a single batch, all of them would wait for each other.
 */
const MAX_STEPS = 40;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Splits pending answers into the next batch and the others. A batch has answers of one lease, so that after
 * a loss only those of the old epoch fail. Answers that were delayed by a lock and answers that complete
 * steps are not mixed with others.
 */
export function nextBatch(
  pending: readonly PendingAnswer[],
  completesStep: (item: PendingAnswer) => boolean,
): { batch: PendingAnswer[]; others: PendingAnswer[] } {
  const [first] = pending;
  const isStep = first !== undefined && completesStep(first);
  let bytes = 0;
  const batch: PendingAnswer[] = [];
  const others: PendingAnswer[] = [];
  for (const item of pending) {
    const isSame =
      item.lease === first?.lease &&
      item.lockWaitMs > 0 === first.lockWaitMs > 0 &&
      (item === first || completesStep(item) === isStep);
    const most = isStep ? MAX_STEPS : MAX_BATCH;
    const fits = batch.length === 0 || (batch.length < most && bytes + item.bytes <= MAX_BATCH_BYTES);
    if (fits && isSame) {
      batch.push(item);
      bytes += item.bytes;
    } else others.push(item);
  }
  return { batch, others };
}

/** @param withSteps the steps in the batch were settled by the same statement */
export function summarize(
  batch: readonly PendingAnswer[],
  written: WrittenAnswers,
  withSteps = false,
): WrittenBatch {
  const changed = batch.filter(({ answer }) => written.written.has(answer.id));
  const uncounted = new Set(written.uncounted);
  const isSettled = ({ answer, attempt }: PendingAnswer) =>
    answer.status === 'completed' &&
    (withSteps || attempt.contextId === null) &&
    !uncounted.has(attempt.scheduleExecutionId);
  const settled = changed.filter(isSettled).length;
  return {
    ...written,
    unsettled: changed.some(
      (item) =>
        item.answer.status !== 'running' && !written.leftToReport.has(item.answer.id) && !isSettled(item),
    ),
    answered: [...new Set(changed.map(({ attempt }) => attempt.scheduleExecutionId))],
    settled,
    agentIds: [...new Set(changed.map(({ attempt }) => attempt.agentId))],
    contacts: changed.flatMap((item) => toContact(item, written.leftToReport)),
    released: 0,
    waits: false,
  };
}

/** An agent that reports has been reached, even if the connection to it was lost later. */
function toContact(
  { answer, attempt: { agentId } }: PendingAnswer,
  leftToReport: ReadonlySet<string>,
): AttemptContact[] {
  const contact = contactOf(answer.statusCode !== null || leftToReport.has(answer.id), answer.error);
  return contact ? [{ agentId, executionId: answer.id, contact }] : [];
}

/** In characters. A result is parsed from the body, so it is at most as large. */
export function sizeOf({ result, responseBody }: AnswerRecord): number {
  const body = responseBody?.length ?? 0;
  return result === null ? body : 2 * body;
}
