import { createHash } from 'node:crypto';
import { randomBytesOf } from '../random-bytes.js';

/** A W3C trace id: 32 lower-case hex digits, never all zero. */
export function newTraceId(): string {
  for (;;) {
    const id = randomBytesOf(16).toString('hex');
    if (/[1-9a-f]/.test(id)) return id;
  }
}

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** W3C Trace Context: 32 lower-case hex digits that are not all zero. */
export function isTraceId(text: string): boolean {
  return TRACE_ID.test(text);
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Parses the header `traceparent` of W3C Trace Context. Undefined if it is missing or malformed, which is to
 * be ignored.
 */
export function parseTraceparent(
  header: string | string[] | undefined,
): { traceId: string; spanId: string; isSampled: boolean } | undefined {
  if (typeof header !== 'string' || header.length > 256) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(header) ?? [];
  if (!isTraceId(traceId) || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * The id of the span of the object with this id, the same in every process: the low half of its UUID. The
 * variant bits ensure that it is not zero.
 */
export function spanIdOf(id: string): string {
  if (UUID.test(id)) return id.slice(19, 23) + id.slice(24);
  const hex = id.replaceAll('-', '').toLowerCase();
  const whole = /^[0-9a-f]{32}$/.test(hex) ? hex : createHash('sha256').update(id).digest('hex');
  return whole.slice(16, 32);
}

/** When a UUID of version 7 was created, in milliseconds since 1970. Undefined for other ids. */
export function createdAtOf(id: string): number | undefined {
  if (!UUID.test(id) || id[14] !== '7') return undefined;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
