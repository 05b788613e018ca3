/** A setting as the server describes it, and its value as text. */
import { readDuration, writeDuration } from '../../lib/text/duration-text.js';
import type { SettingsAllQuery } from './settings.generated.js';
import { texts } from './texts.js';

const t = texts.setting;

export type Setting = SettingsAllQuery['settings'][number];

export type SettingValue = boolean | number | string | readonly string[] | null;

export function warningOf({ path }: Setting, value: SettingValue | undefined): string | undefined {
  return value === false ? t.whenOff[path] : undefined;
}

/** The value as text for its field. Null is an empty text. */
export function textOf({ kind }: Setting, value: SettingValue): string {
  if (value === null) return '';
  if (kind === 'DURATION') return writeDuration(Number(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The value of a text. A text that has none is sent unchanged, so that the server reports the problem. */
export function readText({ kind }: Setting, text: string): SettingValue | undefined {
  if (kind === 'BOOLEAN') return text === 'true';
  if (kind === 'LIST') return text.split(/[\s,]+/).filter(Boolean);
  if (text.trim() === '') return kind === 'TIME_ZONE' || kind === 'CHOICE' ? '' : null;
  if (kind === 'DURATION') return readDuration(text);
  if (kind === 'INTEGER') return /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
  return text.trim();
}

/** Why the text cannot be sent. */
export function problemOf(setting: Setting, text: string): string | undefined {
  if (readText(setting, text) !== undefined) return undefined;
  return setting.kind === 'DURATION' ? t.invalidDuration : t.invalidNumber;
}

export function isSame(one: SettingValue | undefined, other: SettingValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
