import type { ClaimedAttempt, Lease } from '../../db/jobs/claim-attempts.js';
import type { AnswerRecord, WrittenAnswers } from '../../db/jobs/write-answers.js';
import { contactOf } from '../../domain/agent/circuit.js';
import type { AttemptContact } from '../../services/jobs/record-contacts.js';

export type AnsweredAttempt = Pick<ClaimedAttempt, 'scheduleExecutionId' | 'agentId' | 'contextId'>;

/** An answer on its way into the database. */
export interface PendingAnswer {
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

/** Answers of one statement; each may carry 256 KiB twice. */
export const MAX_BATCH = 1_000;
/** Of steps: while one batch is written, the steps that follow from the last are under way. All of them in one would wait for each other. */
const MAX_STEPS = 30;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/**
 * What is to be written together, with the first of those that wait; and what is left. Of one lease: after a loss, answers of the old
 * epoch fail alone. Those that were held are among themselves, too, and so are those that complete steps.
 */
export function takeBatch(
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
      item.heldMs > 0 === first.heldMs > 0 &&
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

/** @param withSteps what completed steps was settled with what follows from it */
export function summarise(
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
    unsettled: changed.some((item) => item.answer.status !== 'running' && !isSettled(item)),
    answered: [...new Set(changed.map(({ attempt }) => attempt.scheduleExecutionId))],
    settled,
    agentIds: [...new Set(changed.map(({ attempt }) => attempt.agentId))],
    contacts: changed.flatMap(toContact),
    released: 0,
    waits: false,
  };
}

function toContact({ answer, attempt: { agentId } }: PendingAnswer): AttemptContact[] {
  const contact = contactOf(answer.statusCode !== null, answer.error);
  return contact ? [{ agentId, executionId: answer.id, contact }] : [];
}

/** A result is what the body says, so it is at most as large. */
export function sizeOf({ result, responseBody }: AnswerRecord): number {
  const body = responseBody?.length ?? 0;
  return result === null ? body : 2 * body;
}
