import { readFile } from 'node:fs/promises';
import { parseClientConfig } from '../../config/client-config.js';
import { describeProblems } from '../../config/read-settings.js';
import { usageError } from '../cli-error.js';
import { type Client, createClient } from './client.js';
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
 * Finds server and token: first options (the profile that they name comes after a URL and a token), then
 * the environment, then the current profile, then the Callboard that `callboard up` started in this folder.
 * A token that was stored with a URL is only sent to that URL.
 * @throws CliError if they are missing or invalid
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const parsed = parseClientConfig();
  if (parsed.kind === 'error') throw usageError(describeProblems(parsed.problems));
  // What the caller asks for explicitly is not overridden by the environment.
  const isNamed = options.profile !== undefined;
  const config = isNamed ? { ...parsed.config, url: undefined, token: undefined } : parsed.config;
  const stored = await storedConnection(options.profile ?? config.profile, config);
  const url = normalize(options.url ?? config.url ?? stored.url);
  const { token, tokenOrigin } = findToken(options, config, url === normalize(stored.url) ? stored : {});
  return { client: createClient({ url, token, tokenOrigin }), url, token };
}

interface Token {
  token?: string;
  /** Where the token comes from and how to replace it, for the message when the server does not accept it. */
  tokenOrigin?: string;
}

function findToken(options: ConnectionOptions, config: ClientConfig, stored: Token): Token {
  if (options.token !== undefined) return { token: options.token };
  if (config.token !== undefined)
    return { token: config.token, tokenOrigin: 'it comes from CALLBOARD_TOKEN' };
  return stored;
}

type ClientConfig = Extract<ReturnType<typeof parseClientConfig>, { kind: 'ok' }>['config'];

async function storedConnection(
  wanted: string | undefined,
  { profilesFile, local }: ClientConfig,
): Promise<Token & { url: string }> {
  const { profiles, current } = await readProfiles(profilesFile);
  const name = wanted ?? current;
  const localToken = (await readFile(local.tokenFile, 'utf8').catch(() => undefined))?.trim();
  if (name === undefined)
    return { url: local.url, token: localToken, tokenOrigin: `it comes from ${local.tokenFile}` };
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!found) {
    const known = Object.keys(profiles).join(', ') || 'none';
    throw usageError(`there is no profile "${name}" in ${profilesFile} (it has: ${known})`);
  }
  const login = [`callboard login ${found.url}`];
  if (name !== 'default') login.push(`--profile ${name}`);
  // The profile may be older than the Callboard that was started in this folder.
  if (localToken !== undefined && normalize(found.url) === normalize(local.url))
    login.push(`< ${local.tokenFile}`);
  const tokenOrigin = `it comes from the profile "${name}" in ${profilesFile} (to replace it: ${login.join(' ')})`;
  return { ...found, tokenOrigin };
}

function normalize(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    throw usageError('the URL of the server must begin with http:// or https://');
  return parsed.href.replace(/\/+$/, '');
}
