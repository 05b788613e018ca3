import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateCustomHeaders } from '../../../src/domain/agent/custom-headers.js';

const problems = (headers: unknown) => validateCustomHeaders(headers, ['endpoint', 'headers']);

describe('validateCustomHeaders', () => {
  it('accepts ordinary headers and none at all', () => {
    expect(
      problems({ 'X-Team': 'growth', Accept: 'text/plain', 'User-Agent': 'mine', 'x-note': 'a\tb é' }),
    ).toEqual([]);
    expect(problems(undefined)).toEqual([]);
    expect(problems(null)).toEqual([]);
  });

  it.each([
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'Proxy-Authorization',
    'Proxy-Connection',
    'Authorization',
    'Cookie',
    'X-Job-Id',
    'x-execution-id',
    'Idempotency-Key',
    'traceparent',
    'TraceState',
    'X-Trace-Id',
    'webhook-id',
    'Webhook-Signature',
    'Content-Type',
    'Content-Encoding',
    'Accept-Encoding',
  ])('refuses %s, naming it', (name) => {
    expect(problems({ [name]: 'x' })).toEqual([
      { path: ['endpoint', 'headers', name], message: expect.any(String) },
    ]);
  });

  it.each(['', 'a b', 'a:b', 'a\r\nb', 'é', 'a\0', '(x)'])('refuses the name %j', (name) => {
    expect(problems({ [name]: 'x' })).toHaveLength(1);
  });

  it('refuses __proto__ as it arrives in JSON', () => {
    expect(problems(JSON.parse('{"__proto__": "x"}'))).toHaveLength(1);
  });

  it.each([
    ['a\r\nX-Job-Id: 1'],
    ['a\nb'],
    ['a\0b'],
    ['\u007f'],
    ['€'],
    [7],
    [null],
    [['a']],
    ['x'.repeat(4097)],
  ])('refuses the value %j without repeating it', (value) => {
    const issues = problems({ 'x-a': value });
    expect(issues).toHaveLength(1);
    expect(issues[0]?.message).not.toContain('X-Job-Id');
  });

  it('refuses the same name twice, too many and too large ones, and what is not an object', () => {
    expect(problems({ 'X-A': '1', 'x-a': '2' })).toHaveLength(1);
    expect(problems(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`x-${i}`, ''])))).toHaveLength(
      1,
    );
    expect(problems({ 'x-a': 'x'.repeat(4096), 'x-b': 'x'.repeat(4096) })).toHaveLength(1);
    expect(problems(['x-a', 'b'])).toHaveLength(1);
    expect(problems('x-a: b')).toHaveLength(1);
  });

  it('accepts nothing that could end a header line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, value) => {
        if (problems({ [name]: value }).length > 0) return;
        expect(`${name}: ${value}`).not.toMatch(/[\r\n\0]/);
      }),
    );
  });
});
