import { expect, test } from 'vitest';
import { isRetryable } from '../../../src/domain/retry/is-retryable.js';

test.each([
  [[408, 425, 429, 500, 502, 503, 504, 599], true],
  [[300, 304, 400, 401, 403, 404, 409, 410, 422, 499], false],
])('HTTP %j: %s', (statuses, expected) => {
  for (const status of statuses) expect(isRetryable({ kind: 'http', status }), `${status}`).toBe(expected);
});

test.each([
  [[400, 421, 450, 499], true],
  [[354, 399, 500, 550], false],
])('SMTP %j: %s', (replies, expected) => {
  for (const reply of replies) expect(isRetryable({ kind: 'smtp', reply }), `${reply}`).toBe(expected);
});

test.each([
  ['TIMEOUT', true, true],
  ['CONNECTION_REFUSED', true, true],
  ['CONNECTION_RESET', true, true],
  ['UNREACHABLE', true, true],
  ['DNS', true, true],
  ['TLS', false, true],
  ['INVALID_RESPONSE', false, true],
  ['ABORTED', false, true],
  ['EGRESS_DENIED', false, false],
])('%s: agent %s, channel %s', (code, agent, channel) => {
  expect(isRetryable({ kind: 'transport', code, callee: 'agent' })).toBe(agent);
  expect(isRetryable({ kind: 'transport', code, callee: 'channel' })).toBe(channel);
});

test.each([
  [true, true],
  [false, false],
  [undefined, false],
  ['true', false],
  [1, false],
])('a report with %j: %s', (retryable, expected) => {
  expect(isRetryable({ kind: 'report', retryable })).toBe(expected);
});
