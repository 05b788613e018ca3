import { SealedSecretError, type SecretBox } from '../../runtime/secrets/secret-box.js';

/** Decrypts a stored secret. Undefined if there is none or it was encrypted with another key. */
export function openStored(secretBox: SecretBox, sealed: unknown, context: string): string | undefined {
  if (typeof sealed !== 'string') return undefined;
  try {
    return secretBox.open(sealed, context);
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined;
    throw error;
  }
}
