import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets at rest. `context` names what a secret belongs to (such as `agent/<id>/credential`) and is
 * authenticated with it: an encrypted secret that was copied elsewhere cannot be decrypted there.
 */
export interface SecretBox {
  seal(plaintext: string, context: string): string;
  /**
   * @throws SealedSecretError if it was encrypted neither with this key nor with the previous one, for this
   * context
   */
  open(sealed: string, context: string): string;
  /** Whether the key itself decrypts it, rather than only the previous one. */
  isCurrent(sealed: string, context: string): boolean;
}

/**
 * A stored secret cannot be read: another key, another context, or damaged. The message contains nothing of
 * it.
 */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError';
}

/**
 * Names algorithm and layout, so that a later one can be distinguished: base64url of nonce, tag, ciphertext.
 */
const PREFIX = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a random nonce per secret. @param key 32 bytes @param previous only decrypts */
export function createSecretBox(key: Uint8Array, previous?: Uint8Array): SecretBox {
  const keys = previous ? [key, previous] : [key];
  return {
    isCurrent: (sealed, context) => openWith(key, sealed, context) !== undefined,
    open(sealed, context) {
      for (const one of keys) {
        const opened = openWith(one, sealed, context);
        if (opened !== undefined) return opened;
      }
      throw unreadable();
    },
    seal(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
    },
  };
}

function openWith(key: Uint8Array, sealed: string, context: string): string | undefined {
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
  if (!sealed.startsWith(PREFIX) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return undefined;
  }
}

function unreadable(): SealedSecretError {
  return new SealedSecretError(
    'A stored secret cannot be read with this CALLBOARD_SECRET_KEY: restore the key it was stored with, or enter the secret again',
  );
}
