import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { createBodyReader, TooManyBodiesError } from '../../../src/schema/server/read-body.js';

const LARGE = 20_000;
const SMALL = 16_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Bodies that have started to arrive, from one address each. */
function senders() {
  const read = createBodyReader((request) => String(request.headers.from));
  return (from: string, arrived: number) => {
    const body = new PassThrough();
    const request = Object.assign(body, { headers: { from, 'content-length': `${LARGE}` } });
    const done = read(request as unknown as IncomingMessage, LARGE);
    done.catch(() => {});
    body.write('1'.repeat(arrived));
    return {
      body,
      done,
      /** Sends another byte. Whether it is read. */
      async isRead() {
        await settled();
        body.write('1');
        await settled();
        return body.readableLength === 0;
      },
    };
  };
}

/** Streams pass data on over several turns. */
async function settled(): Promise<void> {
  for (let index = 0; index < 5; index += 1) await turn();
}

const readOf = async (sent: { isRead(): Promise<boolean> }[]) =>
  (await Promise.all(sent.map((one) => one.isRead()))).filter((isRead) => isRead).length;

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

test('a limited number of large bodies per address is read at once; more wait, small ones do not', async () => {
  const send = senders();
  const sent = many(LIMITS.largeBodiesPerAddress + 1, () => send('192.0.2.1', LARGE - 10));
  expect(await readOf(sent)).toBe(LIMITS.largeBodiesPerAddress);
  expect(await readOf([send('192.0.2.1', 2), send('192.0.2.2', LARGE - 10)])).toBe(2);
  sent[0]?.body.end();
  expect(await sent[0]?.done).toHaveLength(LARGE - 9);
  expect(await readOf(sent.slice(1))).toBe(LIMITS.largeBodiesPerAddress);
});

test('a limited number of large bodies of all addresses is read at once', async () => {
  const send = senders();
  const sent = many(LIMITS.largeBodies + 1, (index) => send(`192.0.2.${index}`, LARGE - 10));
  expect(await readOf(sent)).toBe(LIMITS.largeBodies);
});

test('slow bodies need no place before they are large', async () => {
  const send = senders();
  const slow = many(4 * LIMITS.largeBodies, () => send('192.0.2.1', SMALL));
  expect(await readOf(slow)).toBe(slow.length);
  const good = send('192.0.2.1', LARGE);
  good.body.end();
  expect(await good.done).toHaveLength(LARGE);
});

test('slow large bodies give way to others: those of the same address, or of all if all places are used', async () => {
  const send = senders();
  const slow = many(LIMITS.largeBodiesPerAddress, () => send('192.0.2.1', LARGE - 10));
  const elsewhere = send('192.0.2.2', LARGE - 10);
  await settled();
  await vi.advanceTimersByTimeAsync(LIMITS.largeBodyMs);
  // Nobody waits.
  expect(await readOf([...slow, elsewhere])).toBe(slow.length + 1);
  const good = send('192.0.2.1', LARGE);
  good.body.end();
  expect(await good.done).toHaveLength(LARGE);
  await expect(slow[0]?.done).rejects.toBeInstanceOf(TooManyBodiesError);
  expect(await readOf([...slow.slice(1), elsewhere])).toBe(slow.length);

  const others = many(LIMITS.largeBodies, (index) => send(`192.0.3.${index}`, LARGE - 10));
  await settled();
  await expect(elsewhere.done).rejects.toBeInstanceOf(TooManyBodiesError);
  expect(await readOf(others)).toBe(others.length);
});
