import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callbackToken, verifyCallbackToken } from '../../src/http/callback-token.js';

const key = randomBytes(32);

describe('callback token', () => {
  it('is HMAC-SHA256 of the execution id, base64url, the same on every call', () => {
    const expected = createHmac('sha256', key).update('execution-1').digest('base64url');
    expect(callbackToken(key, 'execution-1')).toBe(expected);
    expect(verifyCallbackToken(key, 'execution-1', expected)).toBe(true);
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
