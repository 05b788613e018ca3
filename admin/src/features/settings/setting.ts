/** What a setting is, how its value reads as text, and back. */
import { readDuration, writeDuration } from '../../lib/duration-text.js';

export type SettingKind = 'boolean' | 'integer' | 'duration' | 'text' | 'choice' | 'list';

export interface Setting {
  /** In the input, with dots: `scheduler.timezone`. */
  path: string;
  label: string;
  hint: string;
  kind: SettingKind;
  /** Of a choice. */
  options?: readonly { value: string; label: string }[];
  /** Suggestions for a text. */
  suggestions?: () => readonly string[];
  /** After the field: `jobs`. */
  unit?: string;
  /** Being off, or on, is worth a warning. */
  warning?: (value: SettingValue) => string | undefined;
}

export type SettingValue = boolean | number | string | readonly string[] | null;

/** As it stands in its field; null is an empty one. */
export function textOf({ kind }: Setting, value: SettingValue): string {
  if (value === null) return '';
  if (kind === 'duration') return writeDuration(Number(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What the text means; undefined: nothing, so it is sent as it is, and the server says what is wrong. */
export function readText({ kind }: Setting, text: string): SettingValue | undefined {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'list') return text.split(/[\s,]+/).filter(Boolean);
  if (text.trim() === '') return kind === 'text' || kind === 'choice' ? '' : null;
  if (kind === 'duration') return readDuration(text);
  if (kind === 'integer') return /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
  return text.trim();
}

/** Why the text cannot even be sent. */
export function problemOf(setting: Setting, text: string): string | undefined {
  if (readText(setting, text) !== undefined) return undefined;
  return setting.kind === 'duration'
    ? 'enter a duration such as 500ms, 30s, 10m, 1.5h or 2d'
    : 'must be a whole number';
}

export function isSame(one: SettingValue | undefined, other: SettingValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What stands at a path of an object of settings. */
export function readPath(values: unknown, path: string): SettingValue {
  const found = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], values);
  return (found ?? null) as SettingValue;
}

/** The settings that are given, as the mutation takes them: `{scheduler: {timezone: …}}`. */
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
