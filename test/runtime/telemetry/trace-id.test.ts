import { expect, test } from 'vitest';
import { uuidv7 } from '../../../src/runtime/ids.js';
import {
  createdAtOf,
  isTraceId,
  newTraceId,
  parseTraceparent,
  spanIdOf,
} from '../../../src/runtime/telemetry/trace-id.js';

test('a trace id is 32 hex digits in lower case that are not all zero', () => {
  expect(isTraceId(newTraceId())).toBe(true);
  for (const text of ['', '0'.repeat(32), 'A'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), 'g'.repeat(32)])
    expect(isTraceId(text), text).toBe(false);
});

test('an id always has the same span, which is never all zeros', () => {
  expect(spanIdOf('0198a0b1-c2d3-7e4f-8abc-00000000000e')).toBe('8abc00000000000e');
  for (const id of [uuidv7(), 'e1', '', 'Ö']) {
    expect(spanIdOf(id)).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
    expect(spanIdOf(id)).toBe(spanIdOf(id));
  }
});

test('an id of version 7 contains the time it was made; others do not', () => {
  const before = Date.now();
  const createdAt = createdAtOf(uuidv7()) ?? 0;
  expect(createdAt).toBeGreaterThanOrEqual(before);
  // Ids ascend even when the clock is set back.
  expect(createdAt).toBeLessThanOrEqual(Date.now() + 1);
  expect(createdAtOf('0198a0b1-c2d3-4e4f-8abc-00000000000e')).toBeUndefined();
  expect(createdAtOf('e1')).toBeUndefined();
});

test('a traceparent is read as W3C Trace Context says, and ignored if it is wrong', () => {
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true });
  expect(parseTraceparent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, isSampled: false });
  expect(parseTraceparent(`cc-${traceId}-${spanId}-01-more`)).toEqual({ traceId, spanId, isSampled: true });
  for (const wrong of [
    undefined,
    '',
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `cc-${traceId}-${spanId}-01-${'x'.repeat(300)}`,
  ])
    expect(parseTraceparent(wrong), wrong).toBeUndefined();
});
