import { execute, type SubscriptionArgs } from 'graphql';
import { LIMITS } from '../../domain/limits.js';
import type { OutboxEvent } from '../../events/outbox-event.js';
import { withReadShare } from '../../runtime/database/metered-pool.js';
import type { ByteBudget } from '../../runtime/limits/byte-budget.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import type { Actor } from '../../services/access/context.js';
import type { LargeValues } from '../jobs/large-value-loader.js';
import { jsonBytes } from '../jobs/result-bytes.js';
import { type Admission, type Admitted, createAdmitted } from '../server/admission.js';
import { maskError } from '../server/operations/mask-error.js';
import { refusedBy } from '../server/operations/operation-budget.js';
import { compileAnswer, type WriteAnswer } from './compile-answer.js';
import { EventAnswer } from './event-answer.js';
import type { EventReads } from './event-reads.js';
import type { EventRows } from './event-rows.js';

/** One subscription: its document, variables and context. */
export interface Subscribing extends SubscriptionArgs {
  contextValue: AnsweringContext;
}

/** What this file needs from the context of a subscription. */
interface AnsweringContext {
  actor: Actor | undefined;
  services: { logger: Logger };
  admission: Admission;
  admitted: Admitted;
  eventRows: EventRows;
  eventValues: LargeValues;
  /** Set when the subscription joins its group. */
  eventReads?: EventReads;
}

/** After this many events in a row without a plain answer, compiled writing is given up. */
const MAX_MISSES = 20;
/** Returned in place of an answer that the budget no longer allows. */
const NOTHING = new EventAnswer({}, 0);

/**
 * Writes the answers of one group: with the compiled document where they are plain, otherwise by
 * executing it.
 */
export class AnswerWriter {
  /** Undefined until the first event. Null if no answer to this document is plain. */
  #write: WriteAnswer | undefined | null;
  #misses = 0;

  /** Whether no event has been answered yet. */
  get isNew(): boolean {
    return this.#write === undefined;
  }

  /** Call this for the first event, which is executed: that records what later events read in advance. */
  compile(subscribing: Subscribing): void {
    this.#write = compileAnswer(subscribing, LIMITS.operationBytes) ?? null;
  }

  /** Undefined if the event has to be executed. */
  write(event: OutboxEvent, subscribing: Subscribing): Buffer | undefined {
    if (!this.#write || this.#misses > MAX_MISSES) return undefined;
    const text = this.#write(event, subscribing.contextValue);
    this.#misses = text === undefined ? this.#misses + 1 : 0;
    return text === undefined ? undefined : Buffer.from(text);
  }

  /** The last events missed only values that had not been read in advance. */
  forgive(): void {
    this.#misses = 0;
  }
}

/** Executes several events as one operation. Undefined if that exceeds the budget. */
export async function answerTogether(
  events: readonly OutboxEvent[],
  subscribing: Subscribing,
  reservations: Admitted[],
  writer: AnswerWriter,
): Promise<EventAnswer[] | undefined> {
  const { admitted, budget, answers } = await run(events, subscribing, writer);
  if (budget.exceeded !== undefined) {
    admitted.leave();
    return undefined;
  }
  reservations.push(admitted);
  return answers;
}

export async function answerAlone(
  event: OutboxEvent,
  subscribing: Subscribing,
  reservations: Admitted[],
  writer: AnswerWriter,
): Promise<EventAnswer> {
  const { admitted, budget, answers } = await run([event], subscribing, writer);
  reservations.push(admitted);
  const [answer] = answers;
  if (budget.exceeded === undefined && answer) return answer;
  return new EventAnswer({ errors: [refusedBy(budget)] }, 0, budget.exceeded === 'shared');
}

async function run(events: readonly OutboxEvent[], subscribing: Subscribing, writer: AnswerWriter) {
  const { admission, admitted: subscriber } = subscribing.contextValue;
  const { key } = subscriber;
  const budget = admission.eventBudget(key);
  const admitted = createAdmitted(key, budget, () => {});
  const answers = await admitted.during(() =>
    withReadShare({ key, budget, readsOnly: true }, () => answerAll(events, subscribing, budget, writer)),
  );
  return { admitted, budget, answers };
}

async function answerAll(
  events: readonly OutboxEvent[],
  subscribing: Subscribing,
  budget: ByteBudget,
  writer: AnswerWriter,
): Promise<EventAnswer[]> {
  const reads = subscribing.contextValue.eventReads as EventReads;
  const [first] = events;
  const answers: EventAnswer[] = [];
  if (writer.isNew && first) {
    writer.compile(subscribing);
    answers.push(await executeOne(first, subscribing, budget));
  }
  const others = events.slice(answers.length);
  return others.length === 0
    ? answers
    : [...answers, ...(await answerRead(others, subscribing, budget, writer, reads))];
}

/** Answers events after reading for all of them what earlier events have read. */
async function answerRead(
  events: readonly OutboxEvent[],
  subscribing: Subscribing,
  budget: ByteBudget,
  writer: AnswerWriter,
  reads: EventReads,
): Promise<EventAnswer[]> {
  const { recorded } = reads;
  try {
    // Fields that need a value that could not be read now read it again, and report the error.
    const isRead = await reads.read(events).then(
      () => true,
      () => false,
    );
    if (budget.exceeded) return [];
    const answers = events.map((event) => {
      if (budget.exceeded) return NOTHING;
      const json = writer.write(event, subscribing);
      if (!json) return executeOne(event, subscribing, budget);
      budget.spend(json.length);
      return new EventAnswer(json, json.length);
    });
    const all = await Promise.all(answers);
    if (!isRead || reads.recorded > recorded) writer.forgive();
    return all;
  } finally {
    reads.forget(events);
  }
}

async function executeOne(
  event: OutboxEvent,
  subscribing: Subscribing,
  budget: ByteBudget,
): Promise<EventAnswer> {
  const result = await execute({ ...subscribing, rootValue: event });
  const bytes = budget.exceeded ? 0 : jsonBytes(result.data ?? null, LIMITS.operationBytes);
  budget.spend(bytes);
  if (!result.errors) return new EventAnswer(result, bytes);
  const { logger } = subscribing.contextValue.services;
  return new EventAnswer(
    { ...result, errors: result.errors.map((error) => maskError(error, logger)) },
    bytes,
  );
}
