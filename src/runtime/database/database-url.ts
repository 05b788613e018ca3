import { readFileSync } from 'node:fs';
import { parseOptions } from './session-settings.js';

/** Which of several hosts may be used, as in libpq. */
const TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type TargetSession = (typeof TARGETS)[number];

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

export interface DatabaseHost {
  host: string;
  port: number;
}

export interface DatabaseUrl {
  /** With one host, the first one, as node-postgres takes it. */
  url: URL;
  /** In the order of the URL. */
  hosts: DatabaseHost[];
  target: TargetSession;
}

const DEFAULT_PORT = 5432;

/**
 * Reads the URL of a database as libpq does: several hosts, `target_session_attrs`, and the meaning of
 * `sslmode`. Where node-postgres differs, the result says the same in its terms.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme, user = '', authority = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (scheme === undefined) throw new TypeError('not the URL of a database');
  const [first = '', ...others] = authority.split(',');
  const url = new URL(`${scheme}${user}${first}${rest}`);
  const hosts = [first, ...others].map(hostOf);
  const asked = url.searchParams.get('target_session_attrs');
  url.searchParams.delete('target_session_attrs');
  // Callboard writes: of several hosts, the one that accepts writes is meant unless the URL says otherwise.
  const target = TARGETS.find((known) => known === asked) ?? (hosts.length > 1 ? 'read-write' : 'any');
  if (url.searchParams.get('sslrootcert') === 'system') {
    url.searchParams.delete('sslrootcert');
    if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'verify-full');
  }
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true');
  return { url, hosts, target };
}

/**
 * What is wrong with the URL of a database, as the end of a sentence. Undefined if it is valid. Never
 * contains a secret.
 */
export function problemOfDatabaseUrl(text: string, { writes = true } = {}): string | undefined {
  let parsed: DatabaseUrl;
  try {
    parsed = parseDatabaseUrl(text);
  } catch {
    return 'must be a URL that begins with postgresql:// or postgres://';
  }
  const asked = /[?&]target_session_attrs=([^&]*)/.exec(text)?.[1];
  const allowed = writes ? TARGETS.filter((target) => !/read-only|standby/.test(target)) : TARGETS;
  if (asked !== undefined && !allowed.some((target) => target === asked))
    return `has target_session_attrs=${asked}; it must be one of ${allowed.join(', ')}`;
  const { searchParams } = parsed.url;
  if (/[?&]sslrootcert=system(?:[&#]|$)/.test(text) && searchParams.get('sslmode') !== 'verify-full')
    return 'has sslrootcert=system, which requires sslmode=verify-full';
  try {
    parseOptions(searchParams.get('options') ?? '');
  } catch {
    return 'has options other than -c name=value';
  }
  return problemOfTls(searchParams);
}

function problemOfTls(params: URLSearchParams): string | undefined {
  const mode = params.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode))
    return `has sslmode=${mode}; it must be one of ${SSL_MODES.join(', ')}`;
  if (mode === 'verify-ca' && !params.has('sslrootcert'))
    return 'has sslmode=verify-ca, which requires sslrootcert, the path of the certificate of the authority';
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = params.get(name);
    if (path === null) continue;
    try {
      readFileSync(path);
    } catch (error) {
      return `has ${name}=${path}, and this file cannot be read (${(error as NodeJS.ErrnoException).code})`;
    }
  }
  return undefined;
}

function hostOf(text: string): DatabaseHost {
  const url = new URL(`postgresql://${text}`);
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1') || 'localhost',
    port: Number(url.port) || DEFAULT_PORT,
  };
}
