/** Frames are built once for all who send the same answers. */
import { expect, test } from 'vitest';
import { EventAnswer } from '../../../src/schema/events/event-answer.js';
import { headOf, SharedFrames } from '../../../src/schema/events/shared-frames.js';
import { textFrames } from '../../../src/schema/events/text-frames.js';

const answers = ['a', 'ä'.repeat(100), 'c'.repeat(70_000)].map(
  (text) => new EventAnswer({ data: { text } }, text.length),
);

const framesOf = (id: string, some: readonly EventAnswer[]) =>
  textFrames(
    headOf(id).bytes,
    some.map(({ json }) => json),
    Buffer.from('}'),
  );

test.each(['one', 'two', 'a longer one', '"'])(
  'the ID of an operation stands in each of its frames: %s',
  (id) => {
    const frames = new SharedFrames();
    frames.of(headOf('one'), answers);
    expect(frames.of(headOf(id), answers).equals(framesOf(id, answers))).toBe(true);
  },
);

test('one who sends the same gets the same bytes', () => {
  const frames = new SharedFrames();
  const before = frames.of(headOf('one'), answers);
  expect(frames.of(headOf('one'), [...answers])).toBe(before);
});

test('another one changes nothing that has been handed out', () => {
  const frames = new SharedFrames();
  const before = frames.of(headOf('one'), answers);
  frames.of(headOf('two'), answers);
  expect(before.equals(framesOf('one', answers))).toBe(true);
  expect(frames.of(headOf('one'), answers)).toBe(before);
});

test('other answers get other frames', () => {
  const frames = new SharedFrames();
  frames.of(headOf('one'), answers);
  const [first, ...others] = answers as [EventAnswer, ...EventAnswer[]];
  for (const some of [others, [first], [...others, first]])
    expect(frames.of(headOf('one'), some).equals(framesOf('one', some))).toBe(true);
});
