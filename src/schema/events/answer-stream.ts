import { createSourceEventStream, type ExecutionResult, type SubscriptionArgs } from 'graphql';
import type { OutboxEvent } from '../../events/outbox-event.js';
import type { GraphQLContext } from '../context.js';
import type { Admitted } from '../server/admission.js';
import { maskError } from '../server/mask-error.js';
import type { Subscribing } from './answer-events.js';
import type { EventAnswer } from './event-answer.js';
import type { AnswerGroup } from './event-answers.js';
import type { EventStream } from './event-stream.js';

/**
 * The answers of one subscription, in batches or one by one. A caller asks for the next batch once it
 * has sent the last.
 *
 * Not an `async function*`: while that waits, it does not react to `return()`.
 */
export class AnswerStream implements AsyncIterableIterator<ExecutionResult, undefined, undefined> {
  readonly #held: Admitted[] = [];
  #taken: OutboxEvent[] = [];
  #ready: EventAnswer[] = [];
  #ended = false;

  constructor(
    private readonly source: EventStream,
    private readonly group: AnswerGroup,
    private readonly subscribing: Subscribing,
  ) {}

  /**
   * The waiting answers, at most one batch. Undefined when the stream has ended.
   * @throws GraphQLError with the reason it ended
   */
  async nextBatch(): Promise<readonly EventAnswer[] | undefined> {
    this.#release();
    try {
      if (this.#taken.length === 0) {
        const { done, value } = await this.source.next();
        if (done) this.#end();
        else this.#taken = [value, ...this.source.takeWaiting(this.group.batchSize - 1)];
      }
      const events = this.#taken.slice(0, this.group.batchSize);
      const answered = this.group.answer(events, this.subscribing, this.#held);
      const answers = answered instanceof Promise ? await answered : answered;
      if (this.#ended) this.#release();
      if (this.#ended || answers.length === 0) return undefined;
      this.#taken.splice(0, answers.length);
      return answers;
    } catch (error) {
      this.#end();
      await this.source.return();
      throw maskError(error, this.subscribing.contextValue.services.logger);
    }
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const ready = this.#ready.shift();
    if (ready) return { done: false, value: ready.result };
    const [first, ...others] = (await this.nextBatch()) ?? [];
    this.#ready = others;
    return first ? { done: false, value: first.result } : { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.#end();
    await this.source.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #release(): void {
    for (const admitted of this.#held.splice(0)) admitted.leave();
  }

  #end(): void {
    this.#release();
    if (this.#ended) return;
    this.#ended = true;
    this.#ready = [];
    this.#taken = [];
    this.group.leave();
  }
}

/** Begins a subscription. If it is refused, the result says why. */
export async function openAnswerStream(
  subscribing: SubscriptionArgs & { contextValue: GraphQLContext },
): Promise<AnswerStream | ExecutionResult> {
  const source = await createSourceEventStream(subscribing);
  if (!(Symbol.asyncIterator in source)) return source;
  const { admitted, eventAnswers } = subscribing.contextValue;
  // A subscription may live for days. From here on it only takes bytes for its events.
  admitted.leave();
  return new AnswerStream(source as EventStream, eventAnswers.join(subscribing), subscribing);
}
