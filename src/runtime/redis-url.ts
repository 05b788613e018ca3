import { isIPv6 } from 'node:net';

/** The address of Redis, from `REDIS_URL`. */
export interface RedisAddress {
  mode: 'single' | 'sentinel' | 'cluster';
  /** Addresses of Redis itself, of the Sentinels, or of some nodes of the cluster. */
  nodes: { host: string; port: number }[];
  /** Whether connections are encrypted, including those to Sentinels. */
  secure: boolean;
  username?: string;
  password?: string;
  database: number;
  /** IP version of the addresses that host names are resolved to. */
  family?: 4 | 6;
  /** Only with Sentinels: their name for the primary. */
  primaryName?: string;
  sentinelUsername?: string;
  sentinelPassword?: string;
}

export type RedisUrlResult =
  | { kind: 'ok'; address: RedisAddress }
  /** Continues a sentence that begins with the name of the setting. Never contains the URL. */
  | { kind: 'error'; problem: string };

const REDIS_URL_RULE =
  'must be a URL redis://host:6379/0, redis+sentinel://host1:26379,host2:26379/primary-name/0 or redis+cluster://host1:6379,host2:6379, with rediss instead of redis for TLS';

const FORM =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const NODE = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/;
const DEFAULT_PORT = { single: 6379, sentinel: 26379, cluster: 6379 };

class Problem extends Error {}

/** Parses the forms of URL that Redis clients use. */
export function parseRedisUrl(text: string): RedisUrlResult {
  const [, scheme, mode = 'single', login, hosts = '', path = '', query = ''] = FORM.exec(text) ?? [];
  if (scheme === undefined) return { kind: 'error', problem: REDIS_URL_RULE };
  try {
    const kind = mode as RedisAddress['mode'];
    const address = {
      mode: kind,
      nodes: nodesOf(hosts, kind),
      secure: scheme === 'rediss',
      ...loginOf(login),
      ...pathOf(path, kind),
      ...queryOf(query, kind),
    };
    return { kind: 'ok', address };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'error', problem: error.message };
    throw error;
  }
}

function nodesOf(hosts: string, mode: RedisAddress['mode']): RedisAddress['nodes'] {
  const nodes = hosts.split(',').map((text) => nodeOf(text.trim(), DEFAULT_PORT[mode]));
  if (mode === 'single' && nodes.length > 1)
    throw new Problem(
      'must name one host. Write redis+sentinel://host1,host2/primary-name for Sentinels or redis+cluster://host1,host2 for a cluster',
    );
  return nodes;
}

function nodeOf(text: string, defaultPort: number): { host: string; port: number } {
  const [, ipv6, name, digits] = NODE.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = digits === undefined ? defaultPort : Number(digits);
  if (host === undefined || (ipv6 !== undefined && !isIPv6(ipv6)) || port < 1 || port > 65_535)
    throw new Problem(
      'must name hosts as host:port, an IPv6 address as [address]:port. Write /, ?, # and @ of a password as %2F, %3F, %23 and %40',
    );
  return { host, port };
}

function loginOf(login: string | undefined): Pick<RedisAddress, 'username' | 'password'> {
  if (login === undefined || login === '') return {};
  const colon = login.indexOf(':');
  const username = decoded(colon < 0 ? login : login.slice(0, colon));
  const password = colon < 0 ? '' : decoded(login.slice(colon + 1));
  return { ...(username !== '' && { username }), ...(password !== '' && { password }) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem('must write % in a password as %25');
  }
}

function pathOf(path: string, mode: RedisAddress['mode']): Pick<RedisAddress, 'database' | 'primaryName'> {
  const parts = path === '' ? [] : path.replace(/\/$/, '').split('/');
  if (mode !== 'sentinel') return { database: databaseOf(parts, mode) };
  const [name = '', ...rest] = parts;
  const primaryName = decoded(name);
  if (!/^[\w.-]+$/.test(primaryName))
    throw new Problem(
      'must contain the name by which the Sentinels know the primary, such as redis+sentinel://host1:26379,host2:26379/primary-name',
    );
  return { primaryName, database: databaseOf(rest, mode) };
}

function databaseOf([text = '0', ...more]: string[], mode: RedisAddress['mode']): number {
  if (mode === 'cluster' && (text !== '0' || more.length > 0))
    throw new Problem('must not name a database: a cluster has only one. Set REDIS_PREFIX to share it');
  if (!/^\d{1,4}$/.test(text) || more.length > 0)
    throw new Problem('must end with the number of the database, for example /0');
  return Number(text);
}

type Options = Pick<RedisAddress, 'family' | 'sentinelUsername' | 'sentinelPassword'>;

function queryOf(query: string, mode: RedisAddress['mode']): Options {
  const options: Options = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === 'family' && (value === '4' || value === '6')) options.family = value === '4' ? 4 : 6;
    else if (mode === 'sentinel' && (name === 'sentinelUsername' || name === 'sentinelPassword'))
      options[name] = value;
    else
      throw new Problem(
        'must have no options after the ? other than family=4, family=6 and, with Sentinels, sentinelUsername=… and sentinelPassword=…',
      );
  }
  return options;
}
