const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The longest duration accepted: ten years. Anything longer is a typing error. */
export const MAX_DURATION_MS = 3_650 * UNITS.d;

const FORMS = 'use milliseconds (1500) or a duration such as "500ms", "30s", "10m", "1.5h", "2d"';
const PATTERN = /^(\d{1,15})(?:\.(\d{1,9}))?\s?(ms|s|m|h|d)?$/;

export type DurationResult =
  | { readonly kind: 'ok'; readonly ms: number }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Reads a duration: a number of milliseconds, or a string with a unit (`1d` is always 86,400 s).
 * A string of digits alone is milliseconds too, because options inside a data-source string are text.
 * The result is a whole number of milliseconds from 0 to {@link MAX_DURATION_MS}; the message of an
 * error quotes what was given and says what to write instead.
 */
export function parseDuration(value: number | string): DurationResult {
  const ms = typeof value === 'number' ? value : textToMs(value);
  if (ms === null) return error(`${quote(value)} is not a duration: ${FORMS}`);
  if (!Number.isFinite(ms)) return error(`${value} is not a finite number: ${FORMS}`);
  if (ms < 0) return error(`${quote(value)} is negative: a duration is 0 or more`);
  if (!Number.isInteger(ms)) return error(`${quote(value)} is not a whole number of milliseconds`);
  if (ms > MAX_DURATION_MS) return error(`${quote(value)} is longer than ten years (3650d)`);
  return { kind: 'ok', ms };
}

/** The shortest text that {@link parseDuration} reads back: the largest unit that divides evenly. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s';
  const unit = largestUnit(ms);
  return `${ms / UNITS[unit]}${unit}`;
}

const UNIT_WORDS = { ms: 'millisecond', s: 'second', m: 'minute', h: 'hour', d: 'day' } as const;

/** `every hour`, `every 90 seconds`. */
export function formatInterval(ms: number): string {
  const unit = largestUnit(ms);
  const count = ms / UNITS[unit];
  return count === 1
    ? `every ${UNIT_WORDS[unit]}`
    : `every ${count.toLocaleString('en')} ${UNIT_WORDS[unit]}s`;
}

/** The largest unit that divides evenly. */
function largestUnit(ms: number): keyof typeof UNITS {
  return (['d', 'h', 'm', 's'] as const).find((unit) => ms % UNITS[unit] === 0) ?? 'ms';
}

/** Decimal arithmetic in BigInt: in floating point 1.1 s is 1100.0000000000002 ms. */
function textToMs(text: string): number | null {
  const match = PATTERN.exec(text.trim());
  if (!match) return null;
  const [, whole = '', fraction = '', unit = 'ms'] = match;
  const scaled = BigInt(whole + fraction) * BigInt(UNITS[unit as keyof typeof UNITS]);
  const scale = 10n ** BigInt(fraction.length);
  return scaled % scale === 0n ? Number(scaled / scale) : Number(scaled) / Number(scale);
}

function quote(value: number | string): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value.slice(0, 40));
}

function error(message: string): DurationResult {
  return { kind: 'error', message };
}
