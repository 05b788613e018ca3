import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody, storedBody } from '../../src/http/client/read-body.js';

describe('decodeBody', () => {
  const text = 'héllo, wörld 😀'.repeat(20);

  it.each([
    [undefined, Buffer.from(text)],
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
  ])('decodes %s', async (encoding, bytes) => {
    const chunks = [bytes.subarray(0, 7), bytes.subarray(7)];
    expect(await decodeBody(chunks, encoding)).toEqual({
      kind: 'ok',
      text,
      truncated: false,
      replaced: false,
    });
  });

  it('treats an empty body as empty whatever its encoding says', async () => {
    expect(await decodeBody([], 'gzip')).toEqual({ kind: 'ok', text: '', truncated: false, replaced: false });
  });

  it.each([
    ['gzip', Buffer.from('not gzip')],
    ['gzip', gzipSync(text).subarray(0, 30)],
    ['br', Buffer.from('not brotli')],
    ['deflate', Buffer.from('not deflate')],
    ['zstd', Buffer.from('x')],
    ['gzip, gzip', gzipSync('x')],
  ])('reports a body that is not valid %s', async (encoding, bytes) => {
    expect(await decodeBody([bytes], encoding)).toMatchObject({ kind: 'invalid' });
  });

  it('stops at the limit, counted after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const body = await decodeBody([bomb], 'gzip', 1_000);
    expect(body).toEqual({ kind: 'ok', text: '\0'.repeat(1_000), truncated: true, replaced: false });
  });

  it('cuts between characters and replaces what is not UTF-8', async () => {
    expect(await decodeBody([Buffer.from('aä€')], undefined, 2)).toEqual({
      kind: 'ok',
      text: 'a',
      truncated: true,
      replaced: false,
    });
    expect(await decodeBody([Buffer.from([0x61, 0xff])], undefined)).toEqual({
      kind: 'ok',
      text: 'a\ufffd',
      truncated: false,
      replaced: true,
    });
  });
});

describe('storedBody', () => {
  it('is a prefix within the limit that PostgreSQL can store', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const stored = storedBody(text, limit);
        expect(Buffer.byteLength(stored.text)).toBeLessThanOrEqual(limit);
        expect(stored.text).not.toMatch(/[\0\p{Surrogate}]/u);
        const whole = text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
        expect(whole.startsWith(stored.text)).toBe(true);
        expect(stored.truncated).toBe(stored.text !== whole);
      }),
    );
  });

  it('keeps 256 KiB', () => {
    expect(storedBody('x'.repeat(262_144))).toMatchObject({ truncated: false });
    expect(storedBody('x'.repeat(262_145))).toEqual({ text: 'x'.repeat(262_144), truncated: true });
  });
});
