import pg from 'pg';
import { isSqlState } from './sqlstate.js';

/** The settings of a session, and how they are sent to the server. */
export interface SessionSettings {
  /** By name. */
  values: Readonly<Record<string, string>>;
  /** Address of the connection. */
  address: string;
  /**
   * True if `DATABASE_URL` leads to a pooler that may use another session for each transaction. Each
   * transaction then sets its settings itself.
   */
  pooled: boolean;
}

/** These settings concern the connection to the pooler, which has its own connections to the server. */
const OF_CONNECTION = /^(tcp_|idle_session_)/;

/** Addresses of poolers that refuse or ignore the startup parameter `options`. */
const withoutOptions = new Set<string>();

/** Makes later connections to this address send their settings by statement. */
export function noteWithoutOptions(address: string): void {
  withoutOptions.add(address);
}

export function takesOptions(address: string): boolean {
  return !withoutOptions.has(address);
}

/** Whether a connection failed because of the startup parameter `options`. */
export function refusesOptions(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown };
  return isSqlState(error, 'protocolViolation') && /unsupported startup parameter/.test(String(message));
}

/**
 * Encodes settings as the startup parameter `options`, which costs no statement. The server splits it at
 * spaces, and a backslash escapes one.
 */
export function startupOptions(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`)
    .join(' ');
}

/**
 * Encodes settings as statements for the session or (`LOCAL`) the transaction. Unlike a SELECT, they take no
 * snapshot.
 */
export function setStatements({ values }: SessionSettings, scope: 'SESSION' | 'LOCAL'): string {
  return Object.entries(values)
    .filter(([name]) => !OF_CONNECTION.test(name))
    .map(
      ([name, value]) =>
        `SET ${scope} ${name} = ${name === 'search_path' ? schemaList(value) : pg.escapeLiteral(value)}`,
    )
    .join('; ');
}

/**
 * Reads the settings from an `options` parameter of the URL.
 * @throws TypeError if it contains anything but `-c name=value`
 */
export function parseOptions(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const rest = text.replace(
    /(?:^|\s+)(?:-c\s*|--)([\w.-]+)=((?:\\.|[^\s\\])*)/gs,
    (_all, name: string, value: string) => {
      values[name.replaceAll('-', '_')] = value.replace(/\\(.)/gs, '$1');
      return '';
    },
  );
  if (rest.trim() !== '') throw new TypeError('options in the URL of a database must be -c name=value');
  return values;
}

function schemaList(value: string): string {
  return value
    .split(',')
    .map((name) => pg.escapeIdentifier(name.trim()))
    .join(', ');
}
