/**
 * The description of a setting. The validation of stored and given values, the API, the form of the
 * admin and the documentation follow from it.
 */
import { z } from 'zod';
import { formatDuration, parseDuration } from '../duration.js';
import { isTimeZone } from '../schedule/cron/zone.js';

export type SettingKind = 'boolean' | 'integer' | 'duration' | 'time_zone' | 'choice' | 'list';

export interface Setting<T = unknown> {
  kind: SettingKind;
  /** Display name. */
  label: string;
  /** What it means, without a full stop, because the range follows. */
  about: string;
  /** Further sentences. */
  more?: string;
  byDefault: T;
  /** Milliseconds for durations. */
  range?: { min: number; max: number };
  choices?: readonly string[];
  /** What an integer counts, if its label does not say it. */
  unit?: string;
  /** Validates a given or stored value. */
  schema: z.ZodType<T>;
}

/** Settings that belong together. */
export interface SettingGroup<S extends Settings = Settings> {
  kind: 'group';
  /** The name of its type in the API. */
  typeName: string;
  about: string;
  settings: S;
}

export interface Settings {
  readonly [name: string]: Setting | SettingGroup;
}

/** The values of settings. */
export type ValueOf<D> =
  D extends SettingGroup<infer S>
    ? { [Name in keyof S]: ValueOf<S[Name]> }
    : D extends Setting<infer T>
      ? T
      : never;

type Texts = Pick<Setting, 'label' | 'about' | 'more'>;
type Range = { min: number; max: number };

export function group<S extends Settings>(typeName: string, about: string, settings: S): SettingGroup<S> {
  return { kind: 'group', typeName, about, settings };
}

export function flag(given: Texts & { byDefault: boolean }): Setting<boolean> {
  return { kind: 'boolean', ...given, schema: z.boolean('must be true or false') };
}

export function whole({
  min,
  max,
  ...given
}: Texts & Range & { byDefault: number; unit?: string }): Setting<number> {
  return { kind: 'integer', ...given, range: { min, max }, schema: wholeNumber(min, max) };
}

/** Milliseconds; accepts a number or text such as "30s". */
export function duration({ min, max, ...given }: Texts & Range & { byDefault: number }): Setting<number> {
  return { kind: 'duration', ...given, range: { min, max }, schema: durationFrom(min, max) };
}

/** A duration that can be null, which is its default: no limit. */
export function limitOrNone({ min, max, ...given }: Texts & Range): Setting<number | null> {
  return {
    kind: 'duration',
    ...given,
    byDefault: null,
    range: { min, max },
    schema: durationFrom(min, max).nullable(),
  };
}

export function timeZone(given: Texts & { byDefault: string }): Setting<string> {
  const schema = z.string().refine(isTimeZone, 'must be an IANA time zone such as "Europe/Berlin" or "UTC"');
  return { kind: 'time_zone', ...given, schema };
}

export function choice<const T extends string>(
  given: Texts & { byDefault: NoInfer<T>; choices: readonly T[] },
): Setting<T> {
  const quoted = given.choices.map((value) => `"${value}"`);
  const message = `must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return { kind: 'choice', ...given, schema: z.enum(given.choices, message) };
}

export function names(given: Texts & { byDefault: string[]; atMost: number }): Setting<string[]> {
  const { atMost, ...rest } = given;
  return { kind: 'list', ...rest, schema: z.array(z.string().min(1).max(100)).max(atMost) };
}

export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return z
    .number(message)
    .int(message)
    .min(min, `must be at least ${min.toLocaleString('en')}`)
    .max(max, `must be at most ${max.toLocaleString('en')}`);
}

function durationFrom(min: number, max: number) {
  return z
    .union([z.number(), z.string()], 'must be milliseconds or a duration such as "30s"')
    .transform((value, context) => {
      const parsed = parseDuration(value);
      if (parsed.kind === 'ok' && parsed.ms >= min && parsed.ms <= max) return parsed.ms;
      const message =
        parsed.kind === 'error'
          ? parsed.message
          : parsed.ms < min
            ? `must be at least ${formatDuration(min)}`
            : `must be at most ${formatDuration(max)}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

/** Accepts the values of the group. Missing settings take their defaults; unknown ones are refused. */
export function schemaOf<S extends Settings>(
  described: SettingGroup<S>,
): z.ZodType<ValueOf<SettingGroup<S>>> {
  const shape = Object.entries(described.settings).map(([name, of]) => [
    name,
    isGroup(of) ? schemaOf(of).prefault({}) : of.schema.default(of.byDefault),
  ]);
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodType<ValueOf<SettingGroup<S>>>;
}

export function isGroup(described: Setting | SettingGroup): described is SettingGroup {
  return described.kind === 'group';
}

/** Every setting of a group, by its path with dots. */
export function pathsOf({ settings }: SettingGroup, base = ''): [path: string, setting: Setting][] {
  return Object.entries(settings).flatMap(([name, of]) =>
    isGroup(of) ? pathsOf(of, `${base}${name}.`) : [[`${base}${name}`, of] as [string, Setting]],
  );
}

export function valueAt(values: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values);
}
