import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { createBodyReader } from '../../../src/schema/server/read-body.js';

const LARGE = 20_000;

/** Bodies that have started to arrive, from one address each. */
function senders() {
  const read = createBodyReader((request) => String(request.headers.from));
  const begun: PassThrough[] = [];
  return (from: string, bytes = LARGE) => {
    const body = new PassThrough();
    const request = Object.assign(body, { headers: { from, 'content-length': `${bytes}` } });
    const iterator = body.iterator.bind(body);
    Object.assign(body, {
      iterator(options: { destroyOnReturn?: boolean }) {
        begun.push(body);
        return iterator(options);
      },
    });
    const done = read(request as unknown as IncomingMessage, LARGE);
    return { body, done, hasBegun: () => begun.includes(body) };
  };
}

test('a limited number of large bodies per address is read at once; more wait, small ones do not', async () => {
  const send = senders();
  const sent = Array.from({ length: LIMITS.largeBodiesPerAddress + 1 }, () => send('192.0.2.1'));
  const small = send('192.0.2.1', 2);
  const other = send('192.0.2.2');
  await turn();
  expect(sent.filter(({ hasBegun }) => hasBegun())).toHaveLength(LIMITS.largeBodiesPerAddress);
  expect([small.hasBegun(), other.hasBegun()]).toEqual([true, true]);
  sent[0]?.body.end('{}');
  expect(String(await sent[0]?.done)).toBe('{}');
  await turn();
  expect(sent.every(({ hasBegun }) => hasBegun())).toBe(true);
  for (const { body } of [...sent, small, other]) body.end();
  await Promise.all(sent.map(({ done }) => done));
});

test('a limited number of large bodies of all addresses is read at once', async () => {
  const send = senders();
  const sent = Array.from({ length: LIMITS.largeBodies + 1 }, (_, index) => send(`192.0.2.${index}`));
  await turn();
  expect(sent.filter(({ hasBegun }) => hasBegun())).toHaveLength(LIMITS.largeBodies);
  for (const { body } of sent) body.end();
  await Promise.all(sent.map(({ done }) => done));
});
