import { readFile } from 'node:fs/promises';
import { parseClientConfig } from '../config/client-config.js';
import { describeProblems } from '../config/read-settings.js';
import { CliError } from './cli-error.js';
import { type Client, createClient } from './client.js';
import { EXIT } from './exit-codes.js';
import { readProfiles } from './profiles.js';

/** The options that `withConnection` adds. */
export interface ConnectionOptions {
  url?: string;
  token?: string;
  profile?: string;
}

export interface Connection {
  client: Client;
  url: string;
  token: string | undefined;
}

/**
 * Finds server and token: first options, then the environment, then the profile, then the Callboard
 * that `callboard up` started in this folder. A token that was stored with a URL is only sent to that
 * URL.
 * @throws CliError if they are missing or invalid
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const parsed = parseClientConfig();
  if (parsed.kind === 'error') throw new CliError(describeProblems(parsed.problems), EXIT.usage);
  const { config } = parsed;
  const stored = await storedConnection(options.profile ?? config.profile, config);
  const url = normalize(options.url ?? config.url ?? stored.url);
  const token = options.token ?? config.token ?? (url === normalize(stored.url) ? stored.token : undefined);
  return { client: createClient({ url, token }), url, token };
}

type ClientConfig = Extract<ReturnType<typeof parseClientConfig>, { kind: 'ok' }>['config'];

async function storedConnection(
  wanted: string | undefined,
  { profilesFile, local }: ClientConfig,
): Promise<{ url: string; token: string | undefined }> {
  const { profiles, current } = await readProfiles(profilesFile);
  const name = wanted ?? current;
  if (name !== undefined) {
    const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    if (found) return found;
    const known = Object.keys(profiles).join(', ') || 'none';
    throw new CliError(`there is no profile "${name}" in ${profilesFile} (it has: ${known})`, EXIT.usage);
  }
  const token = await readFile(local.tokenFile, 'utf8').catch(() => undefined);
  return { url: local.url, token: token?.trim() };
}

function normalize(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    throw new CliError('the URL of the server must be http://… or https://…', EXIT.usage);
  return parsed.href.replace(/\/+$/, '');
}
