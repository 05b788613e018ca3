import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { awaitEarlierStart } from '../../src/dev/earlier-start.js';
import { closedUrl, serve } from '../http/loopback.js';

/** How long a program may take to answer. */
const LIMIT_MS = 2_000;

const says = (status: string) => (response: ServerResponse) => void response.end(JSON.stringify({ status }));
const silent = () => {};

/** Waits for a program that answers like this, one after the other. @returns what happened */
async function awaited(...answers: ((response: ServerResponse) => void)[]) {
  const { origin, received } = await serve((response) => answers[received.length - 1]?.(response));
  const onWait = vi.fn();
  await awaitEarlierStart(origin, onWait, LIMIT_MS);
  return { questions: received.length, reports: onWait.mock.calls.length };
}

test('a program that finishes its work is waited for until it no longer says so', async () => {
  expect(await awaited(says('draining'), says('draining'), says('ready'))).toEqual({
    questions: 3,
    reports: 1,
  });
});

test('also while it is too busy to answer', async () => {
  expect(await awaited(says('draining'), silent, says('draining'), says('ready'))).toEqual({
    questions: 4,
    reports: 1,
  });
});

test('no other program is waited for', async () => {
  for (const answer of [says('ready'), silent, (response: ServerResponse) => void response.end('hello')])
    expect(await awaited(answer)).toEqual({ questions: 1, reports: 0 });
  const onWait = vi.fn();
  await awaitEarlierStart(await closedUrl(), onWait, LIMIT_MS);
  expect(onWait).not.toHaveBeenCalled();
});
