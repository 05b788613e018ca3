import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerContext, interpretAnswer, retryAfterMs } from '../../src/http/agents/interpret-answer.js';

const now = new Date('2026-11-20T09:00:00Z');

function outcomeOf(
  status: number,
  body: unknown,
  {
    headers = {},
    truncated = false,
    ...context
  }: Partial<AnswerContext> & { headers?: Record<string, string>; truncated?: boolean } = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return interpretAnswer(
    { status, headers, body: text, truncated },
    { completion: 'auto', redelivery: false, now, ...context },
  );
}

const completed = (result: unknown, metrics: unknown = null) => ({ kind: 'completed', result, metrics });
const failed = (code: string, retryable: boolean) => ({ kind: 'failed', error: { code, retryable } });

describe('success', () => {
  it.each([
    [202, '', { kind: 'accepted' }],
    [202, { status: 'completed', result: 1 }, { kind: 'accepted' }],
    [200, { status: 'accepted' }, { kind: 'accepted' }],
    [200, { status: 'running' }, { kind: 'accepted' }],
    [
      200,
      { status: 'completed', result: { a: 1 }, metrics: { tokens: 7 } },
      completed({ a: 1 }, { tokens: 7 }),
    ],
    [200, { status: 'completed' }, completed(null)],
    [200, { status: 'completed', result: false, metrics: [1] }, completed(false)],
    [201, { id: 7 }, completed({ id: 7 })],
    [200, [1, 2], completed([1, 2])],
    [200, 'null', completed(null)],
    [200, 'plain text', completed('plain text')],
    [200, '{"status":"fail', completed('{"status":"fail')],
    [200, '<h1>hi</h1>', completed('<h1>hi</h1>')],
    [200, '', completed(null)],
    [204, '', completed(null)],
    [200, { status: 'Completed', result: 1 }, completed({ status: 'Completed', result: 1 })],
    [200, { status: 200, data: 'x' }, completed({ status: 200, data: 'x' })],
    [200, { message: 'failed: rejected by timeout' }, completed({ message: 'failed: rejected by timeout' })],
  ])('%i %j', (status, body, expected) => {
    expect(outcomeOf(status, body)).toEqual(expected);
  });

  it('with REPORT is an end only if the answer says so', () => {
    const completion = 'report' as const;
    expect(outcomeOf(200, { message: 'Workflow was started' }, { completion })).toEqual({ kind: 'accepted' });
    expect(outcomeOf(200, 'ok', { completion })).toEqual({ kind: 'accepted' });
    expect(outcomeOf(200, 'x', { completion, truncated: true })).toEqual({ kind: 'accepted' });
    expect(outcomeOf(200, { status: 'completed', result: 1 }, { completion })).toEqual(completed(1));
    expect(outcomeOf(200, { status: 'rejected' }, { completion })).toMatchObject(failed('REJECTED', false));
  });
});

describe('failure reported by the agent', () => {
  it.each([
    [
      { status: 'failed', error: { message: 'no rows', code: 'NO_ROWS', retryable: true } },
      { message: 'no rows', code: 'NO_ROWS', retryable: true },
    ],
    [
      { status: 'failed', error: { message: 'no rows', code: 17 } },
      { message: 'no rows', code: '17', retryable: false },
    ],
    [
      { status: 'failed', error: 'boom' },
      { message: 'boom', code: 'AGENT_FAILED', retryable: false },
    ],
    [
      { status: 'failed', message: 'boom' },
      { message: 'boom', code: 'AGENT_FAILED', retryable: false },
    ],
    [
      { status: 'failed', error: { retryable: 'true' } },
      { message: expect.stringContaining('without a message'), code: 'AGENT_FAILED', retryable: false },
    ],
    [
      { status: 'failed', error: { message: 'm', stack: 'at x' } },
      { message: 'm', code: 'AGENT_FAILED', retryable: false, stack: 'at x' },
    ],
    [
      { status: 'rejected', message: 'busy' },
      { message: 'busy', code: 'REJECTED', retryable: false },
    ],
    [
      { status: 'rejected', message: 'busy', retryable: true },
      { message: 'busy', code: 'REJECTED', retryable: true },
    ],
    [
      { status: 'rejected' },
      { message: expect.stringContaining('without a message'), code: 'REJECTED', retryable: false },
    ],
  ])('%j', (body, error) => {
    expect(outcomeOf(200, body)).toEqual({ kind: 'failed', error });
  });

  it('limits the length of the message', () => {
    const outcome = outcomeOf(200, {
      status: 'failed',
      error: { message: 'm'.repeat(9_999), code: 'c'.repeat(999), stack: 's'.repeat(99_999) },
    });
    if (outcome.kind !== 'failed') throw new Error('expected a failure');
    expect(outcome.error.message).toHaveLength(4_096);
    expect(outcome.error.code).toHaveLength(100);
    expect(outcome.error.stack).toHaveLength(16_384);
  });
});

describe('failure reported by the status', () => {
  it.each([408, 425, 429, 500, 502, 503, 504, 599])('%i is retryable', (status) => {
    expect(outcomeOf(status, '')).toMatchObject(failed(`HTTP_${status}`, true));
  });

  it.each([300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 409, 410, 413, 422])('%i is final', (status) => {
    const outcome = outcomeOf(status, '', { headers: { 'retry-after': '5' } });
    expect(outcome).toMatchObject(failed(`HTTP_${status}`, false));
    expect(outcome).not.toHaveProperty('retryAfterMs');
  });

  it('treats a 409 on a redelivery as known', () => {
    expect(outcomeOf(409, '', { redelivery: true })).toEqual({ kind: 'accepted' });
  });

  it('quotes the agent, but the status decides', () => {
    expect(outcomeOf(500, { error: { message: 'disk full', retryable: false } })).toMatchObject({
      error: { message: 'The agent answered 500: disk full', retryable: true },
    });
    expect(outcomeOf(400, { message: 'try again, retryable' })).toMatchObject({
      error: { retryable: false },
    });
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Fri, 20 Nov 2026 09:01:00 GMT', 60_000],
    ['Friday, 20-Nov-26 09:01:00 GMT', 60_000],
    ['Fri Nov 20 09:01:00 2026 GMT', 60_000],
    ['Fri, 20 Nov 2020 09:01:00 GMT', 0],
    ['99999999999999999999', 86_400_000],
    ['Fri, 20 Nov 2099 09:01:00 GMT', 86_400_000],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['2026-11-20', undefined],
    ['', undefined],
  ])('%j asks for %j ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  it('is respected for every retryable failure', () => {
    const headers = { 'retry-after': '3' };
    expect(outcomeOf(503, '', { headers })).toMatchObject({ retryAfterMs: 3_000 });
    expect(outcomeOf(200, { status: 'rejected', retryable: true }, { headers })).toMatchObject({
      retryAfterMs: 3_000,
    });
    expect(outcomeOf(200, { status: 'failed' }, { headers })).not.toHaveProperty('retryAfterMs');
  });
});

describe('hostile bodies', () => {
  it('drops __proto__ and leaves prototypes alone', () => {
    const outcome = outcomeOf(
      200,
      '{"status":"completed","result":{"__proto__":{"admin":true},"a":[{"__proto__":1,"b":2}]}}',
    );
    expect(outcome).toEqual(completed({ a: [{ b: 2 }] }));
    expect(JSON.stringify(outcome)).not.toContain('__proto__');
    expect(outcomeOf(200, '{"__proto__":{"status":"failed"},"x":1}')).toEqual(completed({ x: 1 }));
  });

  it('replaces NUL and lone surrogates everywhere', () => {
    expect(outcomeOf(200, '{"a\\u0000":"b\\u0000","c":["\\ud800x","\\ud83d\\ude00"]}')).toEqual(
      completed({ 'a\ufffd': 'b\ufffd', c: ['\ufffdx', '😀'] }),
    );
    expect(outcomeOf(200, 'a\0b')).toEqual(completed('a\ufffdb'));
    expect(outcomeOf(200, '{"status":"failed","error":{"message":"a\\u0000"}}')).toMatchObject({
      error: { message: 'a\ufffd' },
    });
  });

  it('refuses what is nested too deeply, without exhausting the stack', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(outcomeOf(200, deep(100))).toMatchObject({ kind: 'completed' });
    expect(outcomeOf(200, deep(100_000))).toMatchObject(failed('INVALID_RESPONSE', false));
    expect(outcomeOf(500, deep(100_000))).toMatchObject(failed('HTTP_500', true));
  });

  it('refuses an answer that is too large to be read and a result that is too large to be stored', () => {
    expect(outcomeOf(200, '{"a":', { truncated: true })).toMatchObject(failed('RESPONSE_TOO_LARGE', false));
    expect(outcomeOf(202, 'x', { truncated: true })).toEqual({ kind: 'accepted' });
    const result = 'x'.repeat(300_000);
    expect(outcomeOf(200, { status: 'completed', result })).toMatchObject(
      failed('RESPONSE_TOO_LARGE', false),
    );
  });

  it.each([
    ['JSON', JSON.stringify({ rows: Array.from({ length: 40_000 }, () => '"quoted"') })],
    ['text', 'ä'.repeat(300_000)],
    ['quotes', '"'.repeat(300_000)],
  ])('shortens a plain %s body until it can be stored as the result', (_, body) => {
    const outcome = outcomeOf(200, body);
    if (outcome.kind !== 'completed') throw new Error('expected completion');
    expect(Buffer.byteLength(JSON.stringify(outcome.result))).toBeLessThanOrEqual(256 * 1024);
    expect(body.startsWith(outcome.result as string)).toBe(true);
    expect((outcome.result as string).length).toBeGreaterThan(50_000);
  });

  it('turns any answer into an outcome that JSON and PostgreSQL can hold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 599 }),
        fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
        (status, body) => {
          const text = JSON.stringify(outcomeOf(status, body));
          expect(text).not.toMatch(/\\u0000|\\ud[89a-f]|"__proto__":/);
        },
      ),
    );
  });
});
