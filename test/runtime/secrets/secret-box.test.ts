import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox, SealedSecretError } from '../../../src/runtime/secrets/secret-box.js';

const box = createSecretBox(randomBytes(32));

test('a sealed value opens again, and reveals nothing meanwhile', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string(), (secret, context) => {
      const sealed = box.seal(secret, context);
      expect(box.open(sealed, context)).toBe(secret);
      expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
    }),
  );
  const secret = 'correct horse battery staple';
  expect(box.seal(secret, 'a')).not.toContain(secret);
  expect(box.seal(secret, 'a')).not.toBe(box.seal(secret, 'a'));
});

test('a sealed value does not open in another place, with another key, or after damage', () => {
  const sealed = box.seal('secret', 'agent/a/credential');
  const flipped = Buffer.from(sealed.slice(3), 'base64url');
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
  const attempts: [string, () => string][] = [
    ['context', () => box.open(sealed, 'agent/b/credential')],
    ['key', () => createSecretBox(randomBytes(32)).open(sealed, 'agent/a/credential')],
    ['damage', () => box.open(`v1.${flipped.toString('base64url')}`, 'agent/a/credential')],
    ['cut', () => box.open(sealed.slice(0, 20), 'agent/a/credential')],
    ['version', () => box.open(sealed.replace('v1.', 'v2.'), 'agent/a/credential')],
    ['clear text', () => box.open('secret', 'agent/a/credential')],
    ['empty', () => box.open('', 'agent/a/credential')],
  ];
  for (const [what, open] of attempts) expect(open, what).toThrow(SealedSecretError);
});
