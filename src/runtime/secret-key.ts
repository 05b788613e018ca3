import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from './startup-error.js';

/** Bytes of the key that encrypts stored credentials and signs callback tokens. */
export const SECRET_KEY_BYTES = 32;

/** The key from base64, or undefined if it is not a valid key. */
export function parseSecretKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, 'base64');
  // Node ignores characters that are not base64. Only a text that encodes to itself was valid.
  const same = key.toString('base64').replaceAll('=', '') === trimmed.replaceAll('=', '');
  return same && key.length === SECRET_KEY_BYTES ? key : undefined;
}

/**
 * The key of an installation without a configured one: stored in the data directory, created on the first
 * start, readable by its owner only. If it is lost, stored credentials cannot be read.
 */
export async function loadOrCreateSecretKey(dataDir: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'secret-key');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(SECRET_KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    // A link appears completely or not at all, and never replaces another one.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const key = parseSecretKey(await readFile(file, 'utf8'));
  if (key) return key;
  throw new StartupError(
    `${file} does not hold a key (${SECRET_KEY_BYTES} bytes in base64): restore it, or delete it and enter stored credentials anew`,
  );
}
