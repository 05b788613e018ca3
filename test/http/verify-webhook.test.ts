import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SignedCall, signWebhook, verifyWebhook } from '../../src/http/incoming/verify-webhook.js';

const now = new Date('2026-11-20T12:00:00.000Z');
const seconds = (offset = 0) => String(now.getTime() / 1000 + offset);
const secret = "It's a Secret to Everybody";

describe('github', () => {
  /** docs.github.com, "Validating webhook deliveries", "Testing the webhook payload validation". */
  const documented = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const verify = (signature: string | undefined, body = 'Hello, World!', withSecret = secret) =>
    verifyWebhook(
      'github',
      withSecret,
      { headers: { ...(signature && { 'x-hub-signature-256': signature }) }, body: Buffer.from(body) },
      now,
    ).kind;

  test('the example of its documentation is accepted', () => {
    expect(verify(documented)).toBe('ok');
    expect(`sha256=${signWebhook(secret, 'Hello, World!', null)}`).toBe(documented);
  });

  test.each<[string, Parameters<typeof verify>]>([
    ['no signature', [undefined]],
    ['an empty one', ['sha256=']],
    ['one of another body', [documented, 'Hello, World']],
    ['one with another secret', [documented, 'Hello, World!', 'another secret of ours']],
    ['a truncated one', [documented.slice(0, -1)]],
    ['one that is too long', [`${documented}0`]],
    ['SHA-1', ['sha1=01dc10d0c83e72ed246219cdd91669667fe2ca59']],
    ['a signature over the timestamped body', [signWebhook(secret, 'Hello, World!', seconds())]],
  ])('%s is refused', (_what, args) => {
    expect(verify(...args)).toBe('refused');
  });
});

describe('generic', () => {
  const call = (
    body: string,
    timestamp: string,
    change: Record<string, string | undefined> = {},
  ): SignedCall => ({
    body: Buffer.from(body),
    headers: {
      'x-timestamp': timestamp,
      'x-signature': signWebhook(secret, body, timestamp),
      ...change,
    },
  });
  const verify = (signed: SignedCall) => verifyWebhook('generic', secret, signed, now);

  test('a signature computed independently is accepted', () => {
    // printf '1795176000.{"a": 1}' | openssl dgst -sha256 -hmac "It's a Secret to Everybody"
    const signature = '72d6a3bfc474eb48c4843497dbc18e1287b2352c1425b969959e035dea1a26a9';
    expect(seconds()).toBe('1795176000');
    const headers = { 'x-timestamp': seconds(), 'x-signature': signature };
    expect(verify({ headers, body: Buffer.from('{"a": 1}') })).toMatchObject({ kind: 'ok' });
    expect(
      verify({
        headers: { ...headers, 'x-signature': `sha256=${signature.toUpperCase()}` },
        body: Buffer.from('{"a": 1}'),
      }),
    ).toMatchObject({ kind: 'ok' });
  });

  test('the bytes are signed: the same JSON in another form is refused', () => {
    const signed = call('{"a": 1, "b": [true]}', seconds());
    for (const body of ['{"a":1,"b":[true]}', '{"b": [true], "a": 1}', '{"a": 1, "b": [true]}\n'])
      expect(verify({ ...signed, body: Buffer.from(body) })).toMatchObject({ kind: 'refused' });
    expect(verify(signed)).toMatchObject({ kind: 'ok' });
  });

  test('bytes that are not text are signed like others', () => {
    const body = Buffer.from([0xff, 0x00, 0xc3]);
    const headers = { 'x-timestamp': seconds(), 'x-signature': signWebhook(secret, body, seconds()) };
    expect(verify({ headers, body })).toMatchObject({ kind: 'ok' });
    expect(verify({ headers, body: Buffer.from(body.toString()) })).toMatchObject({ kind: 'refused' });
  });

  test('a timestamp is valid for 300 seconds in either direction', () => {
    for (const offset of [-300, 0, 300])
      expect(verify(call('x', seconds(offset)))).toMatchObject({ kind: 'ok' });
    for (const offset of [-301, 301, -86_400])
      expect(verify(call('x', seconds(offset)))).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('300 seconds'),
      });
  });

  test('a timestamp cannot be changed, omitted or written differently', () => {
    const signed = call('x', seconds(-301));
    const changed = { ...signed, headers: { ...signed.headers, 'x-timestamp': seconds() } };
    expect(verify(changed)).toMatchObject({ kind: 'refused', message: expect.stringContaining('HMAC') });
    for (const timestamp of ['', 'now', '1e9', '-5', ` ${seconds()}`, `${seconds()}.0`, `${seconds()}000000`])
      expect(verify(call('x', timestamp))).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('in seconds since 1970'),
      });
    expect(verify(call('x', seconds(), { 'x-timestamp': undefined }))).toMatchObject({ kind: 'refused' });
  });

  test('no part of the secret or of the right signature is revealed', () => {
    const { 'x-signature': right } = call('x', seconds()).headers;
    const verdict = verify(call('x', seconds(), { 'x-signature': 'ab'.repeat(32) }));
    expect(JSON.stringify(verdict)).not.toContain(secret);
    expect(JSON.stringify(verdict)).not.toContain(right);
  });

  test('a forged signature is never accepted, whatever it looks like', () => {
    const { headers, body } = call('{"pay": 1}', seconds());
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 100 }),
          fc.stringMatching(/^[0-9a-f]{64}$/),
          fc.constant('sha256=sha256='),
        ),
        (signature) => {
          fc.pre(signature !== headers['x-signature']);
          expect(verify({ headers: { ...headers, 'x-signature': signature }, body }).kind).toBe('refused');
        },
      ),
    );
  });
});
