import { text as readAll } from 'node:stream/consumers';
import { parseClientConfig } from '../../config/client-config.js';
import { CliError, usageError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import type { Output } from '../output.js';
import { openConnection } from './connection.js';
import { readProfiles, writeProfiles } from './profiles.js';

/**
 * Stores a profile once the server has accepted the token.
 * @throws CliError if it does not; nothing is stored then
 */
export async function storeLogin(address: string, name: string, output: Output): Promise<void> {
  const parsed = parseClientConfig();
  if (parsed.kind === 'error') throw usageError(parsed.problems.join('\n'));
  const file = parsed.config.profilesFile;
  // Reads the file before asking for the token, so that an invalid file is reported first.
  const stored = await readProfiles(file);
  const token = await readToken();
  const { client, url } = await openConnection({ url: address, token });
  const { me } = await client.request<{ me: { name: string; role: string } | null }>('{ me { name role } }');
  if (!me) throw new CliError(`${url} does not know this token`, EXIT.forbidden);
  await writeProfiles(file, { current: name, profiles: { ...stored.profiles, [name]: { url, token } } });
  output.result(
    { profile: name, url, ...me },
    () => `Signed in to ${url} as ${me.name} (${me.role}), profile ${name}`,
  );
}

/** Reads from the terminal without echo, or all of standard input. */
async function readToken(): Promise<string> {
  const token = process.stdin.isTTY ? await askForToken() : (await readAll(process.stdin)).trim();
  if (token === '')
    throw usageError('no token was given: pass it on standard input, for example with "< token.txt"');
  return token;
}

async function askForToken(): Promise<string> {
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message: 'API token' });
  if (isCancel(answer)) throw new CliError('cancelled', EXIT.failed);
  return (answer ?? '').trim();
}
