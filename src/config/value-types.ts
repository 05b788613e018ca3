/** The forms that the value of a setting can have. Messages never contain the value, which may be secret. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { problemOfDatabaseUrl } from '../runtime/database/database-url.js';
import { parseRedisUrl, type RedisAddress } from '../runtime/redis-url.js';

/**
 * A text that `read` parses. `rule` is the message if it is missing or `read` returns undefined. The message
 * never contains the value.
 */
export function parsed<T>(rule: string, read: (text: string) => T | undefined) {
  return z.string({ error: `is required: it ${rule}` }).transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: rule });
    return z.NEVER;
  });
}

export const httpUrl = parsed('must be a URL that begins with http:// or https://', (text) =>
  isHttpUrl(text) ? text : undefined,
);

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** @param writes whether a standby will not do */
export function databaseUrl({ writes = true } = {}) {
  const missing = 'is required: it must be a URL that begins with postgresql:// or postgres://';
  return z.string({ error: missing }).superRefine((text, context) => {
    const message = problemOfDatabaseUrl(text, { writes });
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

export function redisUrl() {
  return z.string().transform((text, context): RedisAddress => {
    const result = parseRedisUrl(text);
    if (result.kind === 'ok') return result.address;
    context.addIssue({ code: 'custom', message: result.problem });
    return z.NEVER;
  });
}

export function pem(kind: string, isRight: (text: string) => boolean) {
  return parsed(`must be a ${kind} in PEM`, (text) => (isRight(text) ? text : undefined));
}

export function integer(min: number, max: number) {
  return parsed(`must be a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

export function oneOf<T extends string>(values: readonly T[]) {
  return parsed(`must be one of ${values.join(', ')}`, (text) => values.find((value) => value === text));
}

export function parseNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((item) => item.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || prefix === undefined || !/^\d{1,3}$/.test(prefix) || rest.length > 0) return false;
  return Number(prefix) <= (family === 4 ? 32 : 128);
}

export function parseCapabilities(text: string): Record<string, string[]> | undefined {
  const found = new Map<string, string[]>();
  for (const item of text.split(',')) {
    const [, name, value] = /^\s*([\w.-]+)\s*=\s*([^\s=]+)\s*$/.exec(item) ?? [];
    if (name === undefined || value === undefined) return undefined;
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return Object.fromEntries(found);
}
