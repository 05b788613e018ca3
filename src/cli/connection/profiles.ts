import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJsonText } from '../../domain/json.js';
import { makeFolder } from '../../runtime/make-folder.js';
import { writeFailure } from '../../runtime/write-failure.js';
import { usageError } from '../cli-error.js';

const profile = z.strictObject({ url: z.url({ protocol: /^https?$/ }), token: z.string().min(1) });
const schema = z.strictObject({
  /** The profile that is used if none is named. */
  current: z.string().optional(),
  profiles: z.record(z.string(), profile).default({}),
});

export type Profiles = z.output<typeof schema>;

/**
 * The profiles in a file. Empty if the file does not exist.
 * @throws CliError if the file is not valid
 */
export async function readProfiles(file: string): Promise<Profiles> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw usageError(`${file} cannot be read (${error.code})`);
  });
  if (text === undefined) return { profiles: {} };
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0)
    throw usageError(`${file} holds API tokens, and others can read it: run "chmod 600 ${file}"`);
  const parsed = schema.safeParse(parseJsonText(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw usageError(`${file} is not valid: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}

/**
 * Replaces the file as a whole, readable by its owner only.
 * @throws StartupError if it cannot be written
 */
export async function writeProfiles(file: string, profiles: Profiles): Promise<void> {
  const draft = `${file}.${process.pid}`;
  try {
    await makeFolder(dirname(file), 0o700);
    await writeFile(draft, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw writeFailure(
      file,
      error,
      'set XDG_CONFIG_HOME to a folder that can be written, or give the token in CALLBOARD_TOKEN',
    );
  }
}
