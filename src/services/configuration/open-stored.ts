import { SealedSecretError, type SecretBox } from '../../runtime/secret-box.js';

/** A stored secret; undefined: there is none, or it was stored with another key. */
export function openStored(secretBox: SecretBox, sealed: unknown, context: string): string | undefined {
  if (typeof sealed !== 'string') return undefined;
  try {
    return secretBox.open(sealed, context);
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined;
    throw error;
  }
}
