/**
 * Validates the headers that users add to requests to their agents, so that nothing can be smuggled or
 * forged.
 */
import type { Issue } from '../issue.js';

const MAX_HEADERS = 50;
const MAX_NAME_LENGTH = 128;
const MAX_VALUE_LENGTH = 4_096;
/** Common servers refuse requests whose headers exceed 16 KiB (Node) or 8 KiB (nginx, Apache) in all. */
const MAX_TOTAL_LENGTH = 8_192;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 field values: tab, visible ASCII, space, obs-text. No CR, LF, NUL or other controls. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const RESERVED = new Map<string, string>();
for (const name of ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']) {
  RESERVED.set(name, 'belongs to the connection, not to the request');
}
for (const name of [
  'host',
  'content-length',
  'content-encoding',
  'expect',
  'accept-encoding',
  'http2-settings',
]) {
  RESERVED.set(name, 'is set by the HTTP client');
}
for (const name of [
  'content-type',
  'x-job-id',
  'x-execution-id',
  'idempotency-key',
  'traceparent',
  'tracestate',
  'x-trace-id',
]) {
  RESERVED.set(name, 'is set by Callboard on every request');
}
for (const name of ['authorization', 'cookie', 'set-cookie']) {
  RESERVED.set(name, 'carries credentials; use authentication, where they are stored encrypted');
}
const RESERVED_PREFIXES = new Map([
  ['webhook-', 'is part of the signature'],
  ['proxy-', 'belongs to the connection, not to the request'],
]);

/**
 * Checks custom headers. Each issue has the header's name below `path`. Empty if all may be sent. Takes
 * `unknown`, because agents are also registered by SQL, without the types of the API.
 */
export function validateCustomHeaders(headers: unknown, path: string[] = []): Issue[] {
  if (headers === null || headers === undefined) return [];
  if (typeof headers !== 'object' || Array.isArray(headers)) {
    return [{ path, message: 'must be an object of header names and values' }];
  }
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) {
    return [{ path, message: `has ${entries.length} headers; the limit is ${MAX_HEADERS}` }];
  }
  const issues: Issue[] = [];
  const seen = new Set<string>();
  let total = 0;
  for (const [name, value] of entries) {
    const message =
      headerProblem(name, value) ?? (seen.has(name.toLowerCase()) ? 'is given twice' : undefined);
    if (message) issues.push({ path: [...path, name.slice(0, MAX_NAME_LENGTH)], message });
    seen.add(name.toLowerCase());
    total += name.length + String(value).length;
  }
  if (total > MAX_TOTAL_LENGTH) {
    issues.push({
      path,
      message: `add up to ${total.toLocaleString('en')} characters; the limit is ${MAX_TOTAL_LENGTH.toLocaleString('en')}`,
    });
  }
  return issues;
}

/**
 * Why a name is refused, or undefined. `authorization` may carry an API key, so authentication passes it as
 * `except`.
 */
export function headerNameProblem(name: string, except?: string): string | undefined {
  if (!TOKEN.test(name)) return "is not a header name (letters, digits and -_.~!#$%&'*+^`| only)";
  if (name.length > MAX_NAME_LENGTH) return `is longer than ${MAX_NAME_LENGTH} characters`;
  const lower = name.toLowerCase();
  if (lower === except) return undefined;
  const reserved = RESERVED.get(lower);
  if (reserved) return reserved;
  for (const [prefix, reason] of RESERVED_PREFIXES) if (lower.startsWith(prefix)) return reason;
  // `__proto__` is a valid token, but setting it would not add a header.
  return lower === '__proto__' ? 'is not allowed' : undefined;
}

/** Why a value is refused, or undefined. Never quotes the value: it may be a credential. */
export function headerValueProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > MAX_VALUE_LENGTH) return `is longer than ${MAX_VALUE_LENGTH} characters`;
  if (!FIELD_VALUE.test(value)) return 'contains a control character, or one outside Latin-1';
  return undefined;
}

function headerProblem(name: string, value: unknown): string | undefined {
  return headerNameProblem(name) ?? headerValueProblem(value);
}
