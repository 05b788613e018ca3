import { CronExpressionParser } from 'cron-parser';
import { boundedMemo } from '../../bounded-memo.js';

/** A parsed five-field cron expression: the sorted values each field admits. */
export interface Cron {
  readonly expression: string;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[];
  /** Whether the day fields are restricted: if both are, a day matches if either one does. */
  readonly restrictsDayOfMonth: boolean;
  readonly restrictsDayOfWeek: boolean;
  /** The hour field begins with `*`: follows real time over DST changes, else a fixed time of day. */
  readonly followsRealTime: boolean;
}

export type CronResult =
  | { readonly kind: 'ok'; readonly cron: Cron }
  | { readonly kind: 'error'; readonly message: string };

interface FieldSpec {
  readonly name: string;
  readonly key: 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'dayOfWeek';
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const FIELDS: readonly FieldSpec[] = [
  { name: 'minute', key: 'minute', min: 0, max: 59 },
  { name: 'hour', key: 'hour', min: 0, max: 23 },
  { name: 'day-of-month', key: 'dayOfMonth', min: 1, max: 31 },
  {
    name: 'month',
    key: 'month',
    min: 1,
    max: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  {
    name: 'day-of-week',
    key: 'dayOfWeek',
    min: 0,
    max: 7,
    names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  },
];

const LONGEST_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MAX_LENGTH = 256;
/** One list item: `*`, a value or a range, each with an optional step. */
const ITEM = /^(?:\*|([a-z]+|\d+)(?:-([a-z]+|\d+))?)(?:\/(\d+))?$/i;

/** Expressions repeat within a claim, and fields among expressions; the library takes 20 µs per field. */
const parseCached = boundedMemo(4_096, parseUncached);
const parseField = boundedMemo(4_096, parseFieldUncached);

/**
 * Parses five fields: minute, hour, day of month, month, day of week, with names, ranges, steps and
 * lists; 7 is Sunday. An error names the field and the reason; a date that never comes
 * (`0 0 31 2 *`) is one. Seconds, `@daily`, `L`, `W`, `#`, `?` and `H` are not part of the five fields.
 */
export function parseCron(expression: string): CronResult {
  // The length is checked outside the cache, which could otherwise be filled with megabytes.
  if (expression.length > MAX_LENGTH) return fail(`cron expression is longer than ${MAX_LENGTH} characters`);
  return parseCached(expression);
}

function parseUncached(expression: string): CronResult {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== FIELDS.length) return fail(wrongCount(expression, parts));
  const values: Record<string, readonly number[]> = {};
  for (const [index, spec] of FIELDS.entries()) {
    const field = parseField(`${index} ${parts[index]}`);
    if (typeof field === 'string') return fail(field);
    values[spec.key] = field;
  }
  const cron: Cron = {
    expression: parts.join(' '),
    minutes: values.minute ?? [],
    hours: values.hour ?? [],
    daysOfMonth: values.dayOfMonth ?? [],
    months: values.month ?? [],
    daysOfWeek: values.dayOfWeek ?? [],
    restrictsDayOfMonth: parts[2] !== '*',
    restrictsDayOfWeek: parts[4] !== '*',
    followsRealTime: parts[1]?.startsWith('*') ?? false,
  };
  return isPossible(cron) ? { kind: 'ok', cron } : fail(neverComes(parts[2] ?? '', parts[3] ?? ''));
}

/** Parses one field. `key` is its index and text. Returns its sorted values, or an error message. */
function parseFieldUncached(key: string): readonly number[] | string {
  const [index, text = ''] = key.split(' ');
  const spec = FIELDS[Number(index)] as FieldSpec;
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const reason = itemFault(spec, item);
    if (reason) return `${spec.name} field ${JSON.stringify(text)}: ${reason}`;
    for (const value of itemValues(spec, item)) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

/** Our own messages: the library's name neither the field nor the correct form. */
function itemFault(spec: FieldSpec, item: string): string | null {
  const shown = JSON.stringify(item);
  const match = ITEM.exec(item);
  if (item === '') return 'a list item is empty';
  if (!match) return `${shown} is not a value, a range (a-b), a step (*/n) or "*"`;
  const [, from, to, step] = match;
  for (const value of [from, to]) {
    if (value === undefined) continue;
    const number = toNumber(spec, value);
    if (number === null) return `unknown ${spec.names ? 'name' : 'value'} ${JSON.stringify(value)}`;
    if (number < spec.min || number > spec.max) return `${value} is not within ${spec.min}-${spec.max}`;
  }
  if (Number(step) === 0) return `the step of ${shown} is 0; it must be 1 or more`;
  if (from !== undefined && to !== undefined && isDescending(spec, from, to)) {
    return `the range ${shown} runs backwards: split it in two at the end of the field`;
  }
  return null;
}

/** One item at a time: the library refuses lists whose items overlap, as `0,7` or `1-5,3`. */
function itemValues(spec: FieldSpec, item: string): number[] {
  const plain = item.replace(/-sun/i, '-7'); // accepts `fri-sun`, although `sun` alone is 0
  const text = FIELDS.map((field) => (field === spec ? plain : '*')).join(' ');
  const { values } = CronExpressionParser.parse(text).fields[spec.key];
  return values.map((value) => (spec.key === 'dayOfWeek' ? Number(value) % 7 : Number(value)));
}

function isDescending(spec: FieldSpec, from: string, to: string): boolean {
  const last = to.toLowerCase() === 'sun' ? 7 : toNumber(spec, to);
  return (toNumber(spec, from) ?? 0) > (last ?? 0);
}

function toNumber(spec: FieldSpec, value: string): number | null {
  if (/^\d+$/.test(value)) return Number(value);
  const index = spec.names?.indexOf(value.toLowerCase()) ?? -1;
  return index < 0 ? null : index + spec.min;
}

function isPossible(cron: Cron): boolean {
  if (cron.restrictsDayOfWeek) return true;
  const firstDay = cron.daysOfMonth[0] ?? 1;
  return cron.months.some((month) => firstDay <= (LONGEST_MONTH[month] ?? 0));
}

function neverComes(day: string, month: string): string {
  return `day-of-month field ${JSON.stringify(day)}: no month of ${JSON.stringify(month)} has such a day, so it would never run`;
}

function wrongCount(expression: string, parts: readonly string[]): string {
  const form =
    'write five fields: minute, hour, day of month, month, day of week (for example "0 9 * * 1-5")';
  if (expression.trim() === '') return `cron expression is empty: ${form}`;
  if (parts[0]?.startsWith('@')) return `${JSON.stringify(parts[0])} is not supported: ${form}`;
  if (parts.length === 6) return `cron expression has 6 fields; seconds are not supported: ${form}`;
  return `cron expression has ${parts.length} ${parts.length === 1 ? 'field' : 'fields'}: ${form}`;
}

function fail(message: string): CronResult {
  return { kind: 'error', message };
}
