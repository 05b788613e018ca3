import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.js';
import { StartupError } from '../startup-error.js';
import { dataDirectoryFailure, writeFailure } from '../write-failure.js';

/** Bytes of the key that encrypts stored credentials and signs callback tokens. */
const SECRET_KEY_BYTES = 32;

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
  const file = join(dataDir, 'secret-key');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await makeFolder(dataDir);
    await writeFile(draft, `${randomBytes(SECRET_KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    // A link appears completely or not at all, and never replaces another one.
    await link(draft, file);
  } catch (error) {
    // Another process was first. `makeFolder` fails with the same code if the directory is a file.
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(file);
    if (!exists) throw dataDirectoryFailure(dataDir, error);
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
  const key = parseSecretKey(await readFile(file, 'utf8'));
  if (key) return key;
  throw new StartupError(
    `${file} does not hold a key (${SECRET_KEY_BYTES} bytes in base64): restore it, or delete it and enter the stored credentials again`,
  );
}

/** The key, and the previous one while both are accepted. */
export interface SecretKeys {
  key: Buffer;
  previous?: Buffer | undefined;
}

const PREVIOUS = 'secret-key-previous';

/** The keys in the data directory; undefined if there is none yet. */
export async function loadSecretKeys(dataDir: string): Promise<SecretKeys | undefined> {
  const [key, previous] = await Promise.all(
    ['secret-key', PREVIOUS].map((name) => readKey(join(dataDir, name))),
  );
  return key && { key, previous };
}

/**
 * Creates a new key and keeps the old one beside it. At every moment, one of the two files contains the key
 * of all stored secrets, provided that no secret is sealed with the previous key when this starts.
 */
export async function replaceSecretKey(dataDir: string): Promise<SecretKeys> {
  const file = join(dataDir, 'secret-key');
  const text = await readFile(file, 'utf8');
  await replaceFile(join(dataDir, PREVIOUS), text);
  await replaceFile(file, `${randomBytes(SECRET_KEY_BYTES).toString('base64')}\n`);
  const keys = await loadSecretKeys(dataDir);
  if (keys) return keys;
  throw new StartupError(`${file} does not hold a key`);
}

/** Deletes the previous key. No stored secret may be sealed with it. */
export async function forgetPreviousSecretKey(dataDir: string): Promise<void> {
  await rm(join(dataDir, PREVIOUS), { force: true });
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseSecretKey(text);
}

/** Replaces a file atomically: after a power failure, it has the old content or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw writeFailure(file, error, 'make the data directory writable');
  }
}
