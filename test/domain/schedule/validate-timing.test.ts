import { describe, expect, it } from 'vitest';
import type { Timing } from '../../../src/domain/schedule/timing.js';
import { validateTiming } from '../../../src/domain/schedule/validate-timing.js';
import { at, timing } from './timings.js';

const NOW = at('2026-06-01T12:00Z');

function issuesOf(about: Partial<Timing>): string[] {
  return validateTiming(timing(about), NOW).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('validateTiming', () => {
  it.each<[string, Partial<Timing>]>([
    ['cron', { cronExpression: '0 9 * * 1-5', timezone: 'Europe/Berlin' }],
    ['a rare date', { cronExpression: '0 0 29 2 *' }],
    ['an interval', { interval: 1_000 }],
    ['an interval with a past startAt', { interval: 60_000, startAt: at('2020-01-01T00:00Z') }],
    ['once, immediately', { repeat: 'once' }],
    ['once, now', { repeat: 'once', startAt: NOW }],
    ['once, later', { repeat: 'once', startAt: at('2026-06-02T00:00Z') }],
    ['bounds around one slot', { cronExpression: '0 * * * *', endAt: at('2026-06-01T12:00:00.001Z') }],
    ['an interval between bounds', { interval: 60_000, startAt: NOW, endAt: at('2026-06-02T00:00Z') }],
    ['the last year', { interval: 60_000, endAt: at('9999-12-31T23:59:59.999Z') }],
    ['a zone in lower case', { interval: 60_000, timezone: 'europe/berlin' }],
  ])('accepts %s', (_, about) => {
    expect(issuesOf(about)).toEqual([]);
  });

  it.each<[string, Partial<Timing>, string[]]>([
    [
      'a startAt beyond the last year, whatever endAt is',
      { interval: 60_000, startAt: at('+010000-01-01T00:00:00Z'), endAt: at('2026-06-02T00:00Z') },
      ['startAt: startAt is not a date up to the year 9999'],
    ],
    ['neither cron nor interval', {}, ['cronExpression: a repeating schedule needs']],
    [
      'both',
      { cronExpression: '* * * * *', interval: 5_000 },
      ['interval: interval and cronExpression cannot be combined'],
    ],
    ['malformed cron', { cronExpression: '61 * * * *' }, ['cronExpression: minute field "61"']],
    ['impossible cron', { cronExpression: '0 0 31 2 *' }, ['cronExpression: day-of-month field']],
    [
      'an interval under a second',
      { interval: 999 },
      ['interval: interval 999ms is too short: the minimum is 1s'],
    ],
    ['a negative interval', { interval: -5 }, ['interval: ']],
    ['an interval in fractions', { interval: 1_000.5 }, ['interval: interval is not a whole number']],
    ['an invalid interval', { interval: Number.NaN }, ['interval: ']],
    [
      'an unknown zone',
      { interval: 5_000, timezone: 'Europe/Berln' },
      ['timezone: unknown time zone "Europe/Berln"'],
    ],
    [
      'an ambiguous abbreviation as zone',
      { cronExpression: '0 9 * * *', timezone: 'PST' },
      ['timezone: unknown time zone "PST": use an IANA name'],
    ],
    ['an offset as zone', { interval: 5_000, timezone: '+02:00' }, ['timezone: unknown time zone']],
    ['a date as zone', { interval: 5_000, timezone: '2026-01-01[UTC]' }, ['timezone: ']],
    ['an empty zone', { interval: 5_000, timezone: '' }, ['timezone: ']],
    [
      'once in the past',
      { repeat: 'once', startAt: at('2026-06-01T11:59:59.999Z') },
      ['startAt: startAt 2026-06-01T11:59:59.999Z is in the past'],
    ],
    [
      'once with cron',
      { repeat: 'once', cronExpression: '* * * * *' },
      ['cronExpression: cronExpression applies only'],
    ],
    ['once with interval', { repeat: 'once', interval: 5_000 }, ['interval: interval applies only']],
    [
      'startAt at endAt',
      { interval: 5_000, startAt: at('2027-01-01T00:00Z'), endAt: at('2027-01-01T00:00Z') },
      ['endAt: endAt 2027-01-01T00:00:00.000Z must be after startAt'],
    ],
    [
      'endAt in the past',
      { interval: 5_000, endAt: at('2026-05-01T00:00Z') },
      ['endAt: nothing is due from now until endAt 2026-05-01T00:00:00.000Z'],
    ],
    [
      'no slot before endAt',
      { cronExpression: '0 0 1 1 *', endAt: at('2026-12-31T00:00Z') },
      ['endAt: nothing is due from now until endAt'],
    ],
    ['invalid dates', { interval: 5_000, startAt: new Date(Number.NaN) }, ['startAt: startAt is not a date']],
    [
      'dates out of range',
      { interval: 5_000, endAt: new Date(8.64e15) },
      ['endAt: endAt is not a date up to the year 9999'],
    ],
    [
      'dates long before the common era',
      { interval: 5_000, startAt: new Date(-8.64e15) },
      ['startAt: startAt is not a date up to the year 9999'],
    ],
    ['the year 10000', { interval: 5_000, endAt: new Date(Date.UTC(10_000, 0)) }, ['endAt: endAt is not']],
    [
      'a first slot after the year 9999',
      { cronExpression: '* * * * *', startAt: at('9999-12-31T23:59:30Z') },
      ['cronExpression: nothing is due from now up to the year 9999'],
    ],
    [
      'several problems at once',
      {
        cronExpression: 'x',
        timezone: 'Mars/Base',
        startAt: at('2028-01-01T00:00Z'),
        endAt: at('2027-01-01T00:00Z'),
      },
      ['cronExpression: ', 'timezone: ', 'endAt: '],
    ],
  ])('refuses %s', (_, about, expected) => {
    expect(issuesOf(about)).toEqual(expected.map((start) => expect.stringContaining(start)));
  });

  it('refuses times that all fall into a skipped gap', () => {
    const onlyInGap = { cronExpression: '30 2 8 3 *', timezone: 'America/New_York', dstGap: 'skip' } as const;
    const untilThen = { ...onlyInGap, endAt: at('2027-03-01T00:00Z') };
    expect(validateTiming(timing(untilThen), at('2026-03-01T00:00Z'))).toHaveLength(1);
    expect(validateTiming(timing({ ...untilThen, dstGap: 'next_valid' }), at('2026-03-01T00:00Z'))).toEqual(
      [],
    );
  });
});
