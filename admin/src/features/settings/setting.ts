/** Describes a setting, and converts its value to text and back. */
import { readDuration, writeDuration } from '../../lib/duration-text.js';

export type SettingKind = 'boolean' | 'integer' | 'duration' | 'text' | 'choice' | 'list';

export interface Setting {
  /** Path in the input, with dots: `scheduler.timezone`. */
  path: string;
  label: string;
  hint: string;
  kind: SettingKind;
  /** For a choice. */
  options?: readonly { value: string; label: string }[];
  /** Suggestions for a text field. */
  suggestions?: () => readonly string[];
  /** Shown after the field: `jobs`. */
  unit?: string;
  /** A warning for this value of a switch, if it needs one. */
  warning?: (value: SettingValue) => string | undefined;
}

export type SettingValue = boolean | number | string | readonly string[] | null;

/** The value as text for its field. Null is an empty text. */
export function textOf({ kind }: Setting, value: SettingValue): string {
  if (value === null) return '';
  if (kind === 'duration') return writeDuration(Number(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The value of a text. A text that has none is sent unchanged, so that the server reports the problem. */
export function readText({ kind }: Setting, text: string): SettingValue | undefined {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'list') return text.split(/[\s,]+/).filter(Boolean);
  if (text.trim() === '') return kind === 'text' || kind === 'choice' ? '' : null;
  if (kind === 'duration') return readDuration(text);
  if (kind === 'integer') return /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
  return text.trim();
}

/** Why the text cannot be sent. */
export function problemOf(setting: Setting, text: string): string | undefined {
  if (readText(setting, text) !== undefined) return undefined;
  return setting.kind === 'duration'
    ? 'enter a duration such as 500ms, 30s, 10m, 1.5h or 2d'
    : 'must be a whole number';
}

export function isSame(one: SettingValue | undefined, other: SettingValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The value at a path of an object of settings. */
export function readPath(values: unknown, path: string): SettingValue {
  const found = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], values);
  return (found ?? null) as SettingValue;
}

/** The changed settings in the form of the mutation: `{scheduler: {timezone: …}}`. */
export function nest(changes: readonly { path: string; value: SettingValue }[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { path, value } of changes) {
    const keys = path.split('.');
    const last = keys.pop() as string;
    let at = input;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return input;
}
