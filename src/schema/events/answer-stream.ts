import { createSourceEventStream, type ExecutionResult, type SubscriptionArgs } from 'graphql';
import type { OutboxEvent } from '../../events/outbox-event.js';
import type { GraphQLContext } from '../context.js';
import type { Admitted } from '../server/admission.js';
import { maskError } from '../server/operations/mask-error.js';
import type { Subscribing } from './answer-events.js';
import type { EventAnswer } from './event-answer.js';
import type { AnswerGroup } from './event-answers.js';
import type { EventStream } from './event-stream.js';

/**
 * Sends a batch. A promise if the client has to receive it before the next one; otherwise the next one
 * may follow at once.
 */
export type SendBatch = (answers: readonly EventAnswer[]) => Promise<void> | undefined;

/**
 * The answers of one subscription, one by one or passed on in batches.
 *
 * Not an `async function*`: while that waits, it does not react to `return()`.
 */
export class AnswerStream implements AsyncIterableIterator<ExecutionResult, undefined, undefined> {
  readonly #reservations: Admitted[] = [];
  #taken: OutboxEvent[] = [];
  #ready: EventAnswer[] = [];
  #ended = false;
  #pump: { send: SendBatch; resolve(): void; reject(error: unknown): void } | undefined;

  constructor(
    private readonly source: EventStream,
    readonly group: AnswerGroup,
    private readonly subscribing: Subscribing,
  ) {}

  /**
   * Passes on all batches as they become available, without a promise for each: with a thousand
   * subscribers, promises cost as much as writing. Resolves when the stream has ended.
   * @throws GraphQLError with the reason it ended
   */
  sendAll(send: SendBatch): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pump = { send, resolve, reject };
      this.#advance();
    });
  }

  /** Sends until it has to wait for an event, for an answer, or for the client. */
  readonly #advance = (): void => {
    while (this.#pump) {
      this.#release();
      const more = this.source.takeWaiting(this.group.batchSize - this.#taken.length);
      if (this.#taken.length === 0) this.#taken = more;
      else if (more.length > 0) this.#taken.push(...more);
      const first = this.#taken[0];
      if (!first) {
        if (!this.source.whenReady(this.#advanceSoon)) this.#finish();
        return;
      }
      if (this.group.waitFor(first, this.#onAnswered)) return;
      const answered = this.#answerTaken();
      if (answered instanceof Promise) {
        answered.then(this.#sendAndAdvance, this.#fail);
        return;
      }
      if (!this.#send(answered)) return;
    }
  };

  readonly #advanceSoon = (): void => this.group.soon(this.#advance);

  readonly #onAnswered = (error?: unknown): void => {
    if (error === undefined) this.#advance();
    else this.#fail(error);
  };

  readonly #sendAndAdvance = (answers: readonly EventAnswer[]): void => {
    if (this.#send(answers)) this.#advance();
  };

  /** Whether the next batch may follow at once. */
  #send(answers: readonly EventAnswer[]): boolean {
    if (!this.#pump) {
      this.#release();
      return false;
    }
    this.#taken = answers.length === this.#taken.length ? [] : this.#taken.slice(answers.length);
    const sent = this.#pump.send(answers);
    sent?.then(this.#advance, this.#fail);
    return !sent;
  }

  readonly #fail = (error: unknown): void => {
    const pump = this.#pump;
    this.#pump = undefined; // rejected, not resolved
    this.#end();
    void this.source.return();
    pump?.reject(maskError(error, this.subscribing.contextValue.services.logger));
  };

  /** There are no more events: finds out why. */
  #finish(): void {
    this.source.next().then(({ done, value }) => {
      if (done) return this.#end();
      this.#taken.push(value);
      this.#advance();
    }, this.#fail);
  }

  #answerTaken(): readonly EventAnswer[] | Promise<readonly EventAnswer[]> {
    const { batchSize } = this.group;
    const events = this.#taken.length > batchSize ? this.#taken.slice(0, batchSize) : this.#taken;
    return this.group.answer(events, this.subscribing, this.#reservations);
  }

  /** The answers that are ready next. Undefined when the stream has ended. */
  async #nextBatch(): Promise<readonly EventAnswer[] | undefined> {
    this.#release();
    try {
      if (this.#taken.length === 0) {
        const { done, value } = await this.source.next();
        if (done) this.#end();
        else this.#taken = [value, ...this.source.takeWaiting(this.group.batchSize - 1)];
      }
      const answers = await this.#answerTaken();
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
    const [first, ...others] = (await this.#nextBatch()) ?? [];
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
    if (this.#reservations.length === 0) return;
    for (const admitted of this.#reservations.splice(0)) admitted.leave();
  }

  #end(): void {
    this.#release();
    if (this.#ended) return;
    this.#ended = true;
    this.#ready = [];
    this.#taken = [];
    this.group.leave();
    const pump = this.#pump;
    this.#pump = undefined;
    pump?.resolve();
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
