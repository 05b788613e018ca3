import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cursor, cursorAt, decodeCursor, encodeCursor } from '../../src/events/cursor.js';
import { covers, parseSnapshot, type Snapshot } from '../../src/events/snapshot.js';

/**
 * The transactions of a history, one per number, starting and ending in some order: a snapshot after each
 * end.
 */
const history = fc.array(fc.nat(1_000), { minLength: 2, maxLength: 12 }).map((ends) => {
  const first = 700;
  const order = ends.map((end, i) => ({ xid: first + i, end })).sort((a, b) => a.end - b.end);
  const ended = new Set<number>();
  return order.map(({ xid }) => {
    ended.add(xid);
    const xmax = Math.max(...ended) + 1;
    const xip = Array.from({ length: xmax - first }, (_, i) => first + i).filter((id) => !ended.has(id));
    return snapshot(`${xip[0] ?? xmax}:${xmax}:${xip.join(',')}`);
  });
});

function snapshot(text: string): Snapshot {
  const parsed = parseSnapshot(text);
  if (!parsed) throw new Error(`no snapshot: ${text}`);
  return parsed;
}

function sees({ xmax, xip }: Snapshot, xid: number): boolean {
  return xid < xmax && !xip.includes(xid);
}

test('a later snapshot covers an earlier one, and never the other way round', () => {
  fc.assert(
    fc.property(history, (snapshots) => {
      snapshots.forEach((later, i) => {
        snapshots.forEach((earlier, j) => {
          expect(covers(later, earlier)).toBe(i >= j);
          if (i >= j)
            for (let xid = 690; xid < 715; xid += 1)
              expect(sees(earlier, xid) && !sees(later, xid)).toBe(false);
        });
      });
    }),
    { numRuns: 50 },
  );
});

test('a cursor is decoded as it was encoded', () => {
  fc.assert(
    fc.property(history, fc.nat(), (snapshots, pos) => {
      const cursor: Cursor = { previous: snapshots[0]!, current: snapshots.at(-1)!, pos };
      expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
    }),
    { numRuns: 50 },
  );
});

test('a cursor between batches has one snapshot', () => {
  const decoded = decodeCursor(encodeCursor(cursorAt(snapshot('700:705:700,703'))));
  expect(decoded?.previous).toBe(decoded?.current);
});

test('a cursor has about 150 characters and is safe in a URL', () => {
  const cursor = {
    previous: snapshot('81234567:81234599:81234567,81234570'),
    current: snapshot('81234599:81234612:81234602'),
    pos: 123_456_789,
  };
  expect(encodeCursor(cursor)).toMatch(/^[\w-]{90,170}$/);
});

const encode = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  ['nothing', ''],
  ['not base64url', 'a b+/='],
  ['not a cursor inside', encode('hello')],
  ['another version', encode('2|5:5:|5:5:|0')],
  ['too few parts', encode('1|5:5:|5:5:')],
  ['too many parts', encode('1|5:5:|5:5:|0|0')],
  ['negative position', encode('1|5:5:|5:5:|-1')],
  ['fractional position', encode('1|5:5:|5:5:|1.5')],
  ['position out of range', encode('1|5:5:|5:5:|9999999999999999')],
  ['transaction 0', encode('1|0:5:|0:5:|0')],
  ['xmin after xmax', encode('1|6:5:|6:5:|0')],
  ['in progress, but not yet started', encode('1|5:7:9|5:7:9|0')],
  ['in progress, but before the first', encode('1|5:7:4|5:7:4|0')],
  ['out of order', encode('1|5:9:7,6|5:9:7,6|0')],
  ['twice the same', encode('1|5:9:7,7|5:9:7,7|0')],
  ['SQL', encode("1|5:5:|5:5:'::text|0")],
  ['the second snapshot before the first', encode('1|9:9:|5:5:|0')],
  ['longer than any cursor', encode(`1|5:5:|5:5:|${'0'.repeat(70_000)}`)],
])('not a cursor: %s', (_what, text) => {
  expect(decodeCursor(text)).toBeUndefined();
});

test('decoding never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      decodeCursor(text);
      decodeCursor(encode(`1|${text}|5:5:|0`));
    }),
  );
});
