/** Sentences about a setting that follow from its description: its range and its default. */
import type { Setting } from './setting.js';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

type InWords = (value: number) => string;

const count: InWords = (value) => value.toLocaleString('en');

/** `5 seconds`, `3,650 days`, `100 ms`. */
const durationInWords: InWords = (ms) => {
  const [unit, size] = UNITS.find((candidate) => ms > 0 && ms % candidate[1] === 0) ?? ['ms', 1];
  const number = ms / size;
  return `${count(number)} ${unit}${size > 1 && number !== 1 ? 's' : ''}`;
};

/** What a setting means, with its range. */
export function aboutSetting(setting: Setting): string {
  return sentences(setting, setting.kind === 'duration' ? durationInWords : count);
}

/** The same for a duration that is always given in milliseconds. */
export function aboutSettingInMs(setting: Setting): string {
  return setting.kind === 'duration'
    ? sentences({ ...setting, about: `${setting.about}, in milliseconds` }, count)
    : aboutSetting(setting);
}

function sentences({ about, range, more }: Setting, inWords: InWords): string {
  const allowed =
    range === undefined
      ? ''
      : range.min <= 1 && inWords !== count
        ? `, up to ${inWords(range.max)}`
        : `, from ${inWords(range.min)} to ${inWords(range.max)}`;
  return [`${about}${allowed}.`, more].filter(Boolean).join(' ');
}

/** `Defaults to 5 seconds.` */
export function aboutDefault(setting: Setting, { inMs = false } = {}): string {
  if (setting.byDefault === null) return 'Null, the default, sets no limit.';
  return `Defaults to ${defaultInWords(setting, inMs)}.`;
}

function defaultInWords({ kind, byDefault }: Setting, inMs: boolean): string {
  if (Array.isArray(byDefault)) return byDefault.map((name) => `"${name}"`).join(' and ');
  if (typeof byDefault === 'number')
    return kind === 'duration' && !inMs ? durationInWords(byDefault) : count(byDefault);
  return kind === 'choice' ? `\`${String(byDefault).toUpperCase()}\`` : String(byDefault);
}
