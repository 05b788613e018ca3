/** How much is answered at once, and kept for slower subscriptions. */
import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import type { OutboxEvent } from '../../../src/events/outbox-event.js';
import type { Subscribing } from '../../../src/schema/events/answer-events.js';
import { createEventAnswers } from '../../../src/schema/events/event-answers.js';
import { type Admitted, createAdmission } from '../../../src/schema/server/admission.js';

const schema = buildSchema('type Query { a: Int } type Subscription { text: String }');
const document = parse('subscription { text }');

/** An event whose answer has this many bytes, and that counts how often it was asked. */
class Told {
  asked = 0;
  readonly #text: string;
  constructor(bytes: number) {
    this.#text = 'x'.repeat(bytes - JSON.stringify({ data: { text: '' } }).length);
  }
  get text() {
    this.asked += 1;
    return this.#text;
  }
}

/** One subscription, whose answers are sent at once, of a group with this many members that take nothing. */
async function subscribe({ others = 0 } = {}) {
  const admission = createAdmission();
  const admitted = await admission.enter('token');
  const contextValue = { admission, admitted, actor: { role: 'VIEWER' } };
  const subscribing = { schema, document, contextValue } as unknown as Subscribing;
  const eventAnswers = createEventAnswers();
  const group = eventAnswers.join(subscribing);
  for (let other = 0; other < others; other += 1) eventAnswers.join(subscribing);
  const answer = async (...events: Told[]) => {
    const held: Admitted[] = [];
    const answers = await group.answer(events as unknown as OutboxEvent[], subscribing, held);
    for (const each of held) each.leave();
    return answers;
  };
  /** How many answers to take at once after many answers of this size. */
  const batchSizeAfter = async (bytes: number) => {
    await answer(...Array.from({ length: 200 }, () => new Told(bytes)));
    return group.batchSize;
  };
  return { answer, batchSizeAfter };
}

test('a limited number of events is answered at once, and short answers are sent together', async () => {
  const { batchSizeAfter } = await subscribe();
  expect(await batchSizeAfter(20)).toBe(LIMITS.readyAnswers);
  const quarter = LIMITS.readyAnswerBytes / 4;
  expect(await batchSizeAfter(quarter)).toBe(4);
  expect(await batchSizeAfter(quarter + 1)).toBe(3);
  const { batchSizeAfter: after } = await subscribe();
  expect(await after(LIMITS.readyAnswerBytes + 1)).toBe(1);
});

test('answers are kept for slower subscriptions up to a limit of bytes; beyond it, the oldest are computed again', async () => {
  const { answer } = await subscribe({ others: 2 });
  // With room for what each answer takes in addition.
  const events = Array.from({ length: 9 }, () => new Told(LIMITS.sharedAnswerBytes / 8 - 1_000));
  const [first, ...others] = events as [Told, ...Told[]];
  for (const event of [first, ...others.slice(0, 7)]) await answer(event);
  await answer(first);
  expect(first.asked).toBe(1);
  await answer(others[7] as Told);
  for (const event of others) await answer(event);
  expect(events.map(({ asked }) => asked)).toEqual(Array(9).fill(1));
  await answer(first);
  expect(first.asked).toBe(2);
});

test('an answer that all subscriptions of the group have taken is dropped', async () => {
  const { answer } = await subscribe({ others: 1 });
  const event = new Told(1_000);
  await answer(event);
  await answer(event);
  expect(event.asked).toBe(1);
  await answer(event);
  expect(event.asked).toBe(2);
});
