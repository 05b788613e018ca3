import { expect, test } from 'vitest';
import { ENGINE_ONLY_SETTINGS, SCHEDULER_SETTINGS } from '../../../src/domain/config/scheduler-settings.js';
import { choice, duration, limitOrNone, names, pathsOf, whole } from '../../../src/domain/config/setting.js';
import { aboutDefault, aboutSetting, aboutSettingInMs } from '../../../src/domain/config/setting-texts.js';

const texts = { label: 'Wait', about: 'How long it waits', more: 'Never longer.' };

test.each([
  [
    duration({ ...texts, min: 1_000, max: 86_400_000, byDefault: 60_000 }),
    'from 1 second to 1 day',
    '1 minute',
  ],
  [duration({ ...texts, min: 0, max: 7_200_000, byDefault: 1_500 }), 'up to 2 hours', '1,500 ms'],
  [whole({ ...texts, min: 0, max: 10_000, byDefault: 1_234 }), 'from 0 to 10,000', '1,234'],
])('the range and the default of a number: %#', (setting, range, byDefault) => {
  expect(aboutSetting(setting)).toBe(`How long it waits, ${range}. Never longer.`);
  expect(aboutDefault(setting)).toBe(`Defaults to ${byDefault}.`);
});

test('a duration that is given in milliseconds says so', () => {
  const setting = duration({ ...texts, min: 0, max: 86_400_000, byDefault: 60_000 });
  expect(aboutSettingInMs(setting)).toBe(
    'How long it waits, in milliseconds, from 0 to 86,400,000. Never longer.',
  );
  expect(aboutDefault(setting, { inMs: true })).toBe('Defaults to 60,000.');
});

test('defaults that are no numbers', () => {
  expect(aboutDefault(choice({ ...texts, choices: ['a', 'b'], byDefault: 'b' }))).toBe('Defaults to `B`.');
  expect(aboutDefault(names({ ...texts, byDefault: ['a', 'b'], atMost: 9 }))).toBe(
    'Defaults to "a" and "b".',
  );
  expect(aboutDefault(limitOrNone({ ...texts, min: 1, max: 2 }))).toBe('Null, the default, sets no limit.');
});

test('what people read beside a switch or a field does not speak of true and false', () => {
  const settings = [...pathsOf(SCHEDULER_SETTINGS), ...Object.entries(ENGINE_ONLY_SETTINGS)];
  for (const [path, setting] of settings)
    expect(`${path}: ${aboutSetting(setting)}`).not.toMatch(/\b(true|false)\b/);
});
