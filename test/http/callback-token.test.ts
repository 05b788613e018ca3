import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callbackToken, verifyCallbackToken } from '../../src/http/incoming/callback-token.js';

const key = randomBytes(32);

describe('callback token', () => {
  it('is HMAC-SHA256 of the execution id, base64url, the same on every call', () => {
    const expected = createHmac('sha256', key).update('execution-1').digest('base64url');
    expect(callbackToken(key, 'execution-1')).toBe(expected);
    expect(verifyCallbackToken(key, 'execution-1', expected)).toBe(true);
  });

  it.each([
    '01890a5d-ac96-774b-bcce-b302099a8057',
    '01890a5d-ac96-774b-bcce-b302099a8058',
    'x'.repeat(35),
    'é'.repeat(36),
    'é'.repeat(18),
    '',
  ])('is that of any other id, too, after many others: %s', (id) => {
    const keys = [key, randomBytes(64), randomBytes(100)];
    for (let n = 0; n < 200; n += 1) callbackToken(keys[n % 3] as Buffer, randomUUID());
    for (const one of keys)
      expect(callbackToken(one, id)).toBe(createHmac('sha256', one).update(id).digest('base64url'));
  });

  it('is valid for no other attempt, and with no other key', () => {
    const token = callbackToken(key, 'execution-1');
    expect(verifyCallbackToken(key, 'execution-2', token)).toBe(false);
    expect(verifyCallbackToken(randomBytes(32), 'execution-1', token)).toBe(false);
  });

  it.each(['', 'x', 'é'.repeat(43), 'x'.repeat(100_000)])(
    'refuses a token of any length without throwing',
    (token) => {
      expect(verifyCallbackToken(key, 'execution-1', token)).toBe(false);
    },
  );
});
