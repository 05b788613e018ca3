import { describeValue } from '../../domain/expansion/describe-value.js';
import type { FilterValue } from '../../domain/expansion/filter.js';
import { hasUnstorableText } from '../../domain/expansion/percent-decode.js';
import type { ColumnType } from './column-type.js';
import { fitsDouble } from './decimal.js';

/** `text` is sent to PostgreSQL: a literal of the column's type that it is known to accept. */
export type Coerced = { kind: 'ok'; text: string } | { kind: 'error'; message: string };

/**
 * Converts a value from a string or from JSON to the type of a column, before any query: `true` and `1` alike
 * to a boolean and to a number, ISO dates to dates. Instants without an offset are UTC. The message says what
 * would be valid.
 */
export function coerceValue(value: FilterValue, type: ColumnType): Coerced {
  switch (type.kind) {
    case 'boolean':
      return coerceBoolean(value);
    case 'integer':
      return coerceInteger(value, type);
    case 'numeric':
      return coerceNumeric(value);
    case 'float':
      return coerceFloat(value, type.bits);
    case 'text':
      return coerceText(value);
    case 'uuid':
      return orMisfit(matching(value, UUID), value, 'a UUID such as 018f2d3c-7a4b-7c1d-9e2f-3a4b5c6d7e8f');
    case 'date':
      return orMisfit(dateText(value), value, 'a date such as 2024-01-31');
    case 'time':
      return orMisfit(timeText(value), value, 'a time such as 09:30 or 09:30:15.5');
    case 'timestamp':
    case 'timestamptz':
      return orMisfit(instantText(value), value, 'a date or time such as 2024-01-31T09:30:00Z');
    case 'interval':
      return orMisfit(matching(value, INTERVAL), value, 'an ISO 8601 duration such as PT1H30M or P2D');
    case 'bytea':
      return orMisfit(matching(value, BYTES), value, String.raw`bytes in hexadecimal such as \x01af`);
    case 'enum':
      return orMisfit(
        type.labels.find((label) => label === value),
        value,
        `one of ${listLabels(type.labels)}`,
      );
    case 'other':
      return { kind: 'error', message: 'this type of column can only be tested with $null' };
  }
}

function coerceBoolean(value: FilterValue): Coerced {
  const text = String(value).toLowerCase();
  if (text === 'true' || text === '1') return { kind: 'ok', text: 'true' };
  if (text === 'false' || text === '0') return { kind: 'ok', text: 'false' };
  return misfit(value, 'true, false, 1 or 0');
}

/**
 * JSON.parse has already rounded such a number, so it would be compared with another one than was written.
 */
function isRounded(value: FilterValue): boolean {
  return typeof value === 'number' && !fitsDouble(String(value));
}

const WRITE_AS_STRING = 'a number that JSON represents exactly; write this one as a string';

function coerceNumeric(value: FilterValue): Coerced {
  if (isRounded(value)) return misfit(value, WRITE_AS_STRING);
  return orMisfit(decimalText(value), value, 'a number such as 12.5');
}

function coerceInteger(value: FilterValue, { min, max }: { min: bigint; max: bigint }): Coerced {
  if (isRounded(value)) return misfit(value, WRITE_AS_STRING);
  const text = decimalText(value);
  const expected = `a whole number from ${min} to ${max}`;
  if (text === undefined || !/^[+-]?\d{1,40}$/.test(text)) return misfit(value, expected);
  const number = BigInt(text.replace('+', ''));
  return number < min || number > max ? misfit(value, expected) : { kind: 'ok', text: String(number) };
}

function coerceFloat(value: FilterValue, bits: 32 | 64): Coerced {
  const text = decimalText(value);
  if (text === undefined) return misfit(value, 'a number such as 12.5');
  const stored = bits === 32 ? Math.fround(Number(text)) : Number(text);
  const vanishes = stored === 0 && /[1-9]/.test(text.replace(/e.*/i, ''));
  if (!Number.isFinite(stored) || vanishes) return misfit(value, `a number within the range of ${bits} bits`);
  return { kind: 'ok', text };
}

function coerceText(value: FilterValue): Coerced {
  if (typeof value !== 'string') return misfit(value, `a string: write "${value}"`);
  if (hasUnstorableText(value)) return misfit(value, 'text without NUL characters or unpaired surrogates');
  return { kind: 'ok', text: value };
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?$/;
/** Numbers of a size that fits PostgreSQL's intervals. */
const INTERVAL =
  /^P(?=\d|T\d)(?:\d{1,4}Y)?(?:\d{1,5}M)?(?:\d{1,7}D)?(?:T(?=\d)(?:\d{1,7}H)?(?:\d{1,9}M)?(?:\d{1,9}(?:\.\d{1,6})?S)?)?$/;
const BYTES = /^\\x(?:[0-9a-f]{2})*$/i;
const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** The text of a number; of a boolean 1 or 0, so that `enabled=true` reads well on a flag kept as a number. */
function decimalText(value: FilterValue): string | undefined {
  if (value === true || value === 'true') return '1';
  if (value === false || value === 'false') return '0';
  return matching(String(value), DECIMAL);
}

function matching(value: FilterValue, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

function dateText(value: FilterValue): string | undefined {
  const [, year, month, day] = DATE.exec(String(value)) ?? [];
  if (year === undefined || year === '0000') return undefined;
  const noon = new Date(`${year}-${month}-${day}T12:00:00Z`);
  // The round trip refuses 2023-02-29, which Date moves to March.
  const exists = !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(String(value));
  return exists ? String(value) : undefined;
}

function timeText(value: FilterValue): string | undefined {
  const [text, hour = '', minute = '', second = '00'] = TIME.exec(String(value)) ?? [];
  return hour > '23' || minute > '59' || second > '59' ? undefined : text;
}

/** The instant in UTC, with its microseconds. */
function instantText(value: FilterValue): string | undefined {
  const [, date, hour = '00', minute = '00', second = '00', fraction = '0', offset = 'Z'] =
    INSTANT.exec(String(value)) ?? [];
  if (date === undefined || dateText(date) === undefined) return undefined;
  if (hour > '23' || minute > '59' || second > '59') return undefined;
  const offsetMs = offsetToMs(offset);
  if (offsetMs === undefined) return undefined;
  const utc = new Date(Date.parse(`${date}T${hour}:${minute}:${second}Z`) - offsetMs).toISOString();
  return /^(?!0000)\d{4}-/.test(utc) ? `${utc.slice(0, 19)}.${fraction}Z` : undefined;
}

/** `Z`, `+02`, `+0200` or `+02:00`; no zone is further than 16 h from UTC. */
function offsetToMs(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || 0);
  if (hours > 15 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function listLabels(labels: string[]): string {
  const shown = labels.slice(0, 20).join(', ');
  return labels.length > 20 ? `${shown}, …` : shown;
}

function orMisfit(text: string | undefined, value: FilterValue, expected: string): Coerced {
  return text === undefined ? misfit(value, expected) : { kind: 'ok', text };
}

function misfit(value: FilterValue, expected: string): Coerced {
  return { kind: 'error', message: `${describeValue(value)} does not fit; expected ${expected}` };
}
