import { expect, test } from 'vitest';
import { readCloudEvent } from '../../src/http/incoming/read-cloud-event.js';

const EVENT = {
  specversion: '1.0',
  id: '1',
  source: '/orders',
  type: 'order.paid',
  data: { tickerId: 'AAPL' },
};
const STRUCTURED = { 'content-type': 'application/cloudevents+json; charset=UTF-8' };
const BINARY = { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-source': '/orders', 'ce-type': 'order.paid' };
const read = (headers: Record<string, string>, body: unknown) =>
  readCloudEvent(headers, typeof body === 'string' ? body : JSON.stringify(body));

test('both modes give the same event', () => {
  const structured = read(STRUCTURED, EVENT);
  expect(structured).toEqual({
    kind: 'event',
    eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
    event: EVENT,
  });
  expect(read({ 'content-type': 'application/json', ...BINARY }, EVENT.data)).toEqual(structured);
});

test('source and id together identify an event', () => {
  const idOf = (event: object) => {
    const found = read(STRUCTURED, { ...EVENT, ...event });
    return found.kind === 'event' && found.eventId;
  };
  expect(idOf({ time: '2030-01-01T00:00:00Z' })).toBe(idOf({}));
  expect(new Set([idOf({}), idOf({ id: '2' }), idOf({ source: '/order', id: 's1' })]).size).toBe(3);
});

test('attributes in headers are decoded, and can be stored', () => {
  const headers = { ...BINARY, 'ce-subject': 'caf%C3%A9%00', 'ce-bad': '%E0%A4%A', 'ce-__proto__': 'x' };
  expect(read(headers, 'plain text')).toMatchObject({
    event: { subject: 'café\uFFFD', bad: '%E0%A4%A', data: 'plain text' },
  });
  expect(Object.keys((read(headers, '') as { event: object }).event).toSorted()).toEqual([
    ...['bad', 'id', 'source', 'specversion', 'subject', 'type'],
  ]);
});

test('everything else is not a CloudEvent, or a malformed one', () => {
  expect(read({ 'content-type': 'application/json' }, EVENT)).toEqual({ kind: 'none' });
  for (const [headers, body, message] of [
    [{ 'content-type': 'application/cloudevents-batch+json' }, [EVENT], /batches/],
    [STRUCTURED, [EVENT], /JSON object/],
    [STRUCTURED, 'not JSON', /JSON object/],
    [STRUCTURED, { ...EVENT, specversion: '0.3' }, /specversion/],
    [STRUCTURED, { ...EVENT, id: 7 }, /no id/],
    [{ ...BINARY, 'ce-source': '' }, {}, /no source/],
    [STRUCTURED, `{"data":${'['.repeat(300)}${']'.repeat(300)}}`, /200 levels/],
  ] as const)
    expect(read(headers, body)).toEqual({ kind: 'malformed', message: expect.stringMatching(message) });
});
