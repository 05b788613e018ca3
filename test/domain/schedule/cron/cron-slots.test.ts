import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCron } from '../../../../src/domain/schedule/cron/cron.js';
import {
  countCronSlots,
  latestCronSlot,
  nextCronSlot,
  type ZonedCron,
} from '../../../../src/domain/schedule/cron/cron-slots.js';
import { type DstRules, type Minutes, offsetChanges, oracleOf, readMinutes } from './cron-oracle.js';

const DAY = 86_400_000;

/** Zones with the years whose changes are tested, chosen for their peculiarities. */
const ZONES: readonly (readonly [zone: string, year: number, about: string])[] = [
  ['America/New_York', 2026, 'ordinary'],
  ['Europe/Berlin', 2026, 'ordinary'],
  ['Europe/London', 2026, 'back to UTC'],
  ['Australia/Lord_Howe', 2026, 'half an hour'],
  ['Australia/Adelaide', 2026, 'half-hour offset, southern'],
  ['Pacific/Chatham', 2026, '+12:45'],
  ['Pacific/Apia', 2011, 'a skipped day'],
  ['Africa/Casablanca', 2026, 'back for Ramadan only'],
  ['Africa/Cairo', 2024, 'changes at midnight'],
  ['America/Sao_Paulo', 2018, 'no midnight, historic'],
  ['America/Havana', 2026, 'midnight, repeated'],
  ['America/St_Johns', 2006, 'changes at 00:01'],
  ['America/St_Johns', 2026, 'half-hour offset'],
  ['Europe/Dublin', 2026, 'summer is standard, winter is "negative" DST'],
  ['Africa/El_Aaiun', 2025, 'pauses during Ramadan'],
  ['America/Nuuk', 2023, 'moved its zone with the last DST'],
  ['America/Caracas', 2016, 'half an hour, once'],
  ['Antarctica/Troll', 2026, 'two hours'],
  ['Asia/Tehran', 2022, 'the last DST, historic'],
  ['Asia/Pyongyang', 2018, 'half an hour, at 23:30'],
  ['Asia/Kathmandu', 1986, 'a quarter of an hour'],
  ['Europe/Istanbul', 2016, 'no way back'],
  ['Asia/Kolkata', 2026, 'no change'],
  ['UTC', 2026, 'no change'],
];

const expressions = fc
  .tuple(
    fc.constantFrom('*', '*/7', '*/15', '0', '30', '5,35', '10-20', '59', '1'),
    fc.constantFrom(
      '*',
      '*/2',
      '*/3',
      '*,5',
      '0',
      '1',
      '2',
      '3',
      '1-3',
      '0-23',
      '0,23',
      '22-23,2',
      '9',
      '2/5',
    ),
    fc.constantFrom('*', '*', '*', '1', '15', '30', '*/2', '28-31'),
    fc.constantFrom('*', '*', '*', '3', '10-12', '*/2'),
    fc.constantFrom('*', '*', '*', '0', '7', '1-5', 'SAT,SUN', '5-7'),
  )
  .map((fields) => fields.join(' '));
const rules = fc.record<DstRules>({
  dstGap: fc.constantFrom('next_valid', 'skip'),
  dstRepeat: fc.constantFrom('first', 'last', 'both'),
});

const ALL_RULES = (['next_valid', 'skip'] as const).flatMap((dstGap) =>
  (['first', 'last', 'both'] as const).map((dstRepeat): DstRules => ({ dstGap, dstRepeat })),
);

/**
 * Read once for all tests. Wider than their ranges, so that a whole skipped day and both passes are included.
 */
const known = new Map<string, Minutes>();
function minutesAround(timezone: string, center: number): Minutes {
  const key = `${timezone} ${center}`;
  const minutes = known.get(key) ?? readMinutes(timezone, center - 3 * DAY, center + 3 * DAY);
  known.set(key, minutes);
  return minutes;
}

/**
 * Times of day in, at the edges of and beside what is missing or occurs twice, alone and as part of a list.
 */
function expressionsAround({ readings }: Minutes): string[] {
  const jump = readings.findIndex((reading, i) => i > 0 && reading !== readings[i - 1]! + 60_000);
  if (jump < 0) return ['30 2 * * *'];
  const [before, after] = [readings[jump - 1]! + 60_000, readings[jump]!];
  const middle = Math.floor((before + after) / 2 / 60_000) * 60_000;
  const times = [before, after, middle, Math.max(before, after) - 60_000, Math.max(before, after) + 60_000];
  const fields = times.map((time) => [new Date(time).getUTCMinutes(), new Date(time).getUTCHours()]);
  const [minute, hour] = fields[2]!;
  return [
    ...fields.map(([m, h]) => `${m} ${h} * * *`),
    `*/10 ${hour} * * *`,
    `${minute},${minute! ^ 1} ${hour},${(hour! + 1) % 24} * * *`,
    `${minute} */2 * * *`,
  ];
}

function zoned(expression: string, timezone: string, dst: DstRules): ZonedCron {
  const parsed = parseCron(expression);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return { cron: parsed.cron, timezone, ...dst };
}

function slotsFrom(cron: ZonedCron, after: number, until: number): number[] {
  const slots: number[] = [];
  for (let at = nextCronSlot(cron, after); at !== null && at <= until; at = nextCronSlot(cron, at))
    slots.push(at);
  return slots;
}

function iso(instants: readonly number[]): string[] {
  return instants.map((instant) => new Date(instant).toISOString());
}

describe('compared with an oracle that checks every minute', () => {
  it.each(ZONES)('%s %i (%s)', (timezone, year) => {
    const changes = offsetChanges(timezone, year);
    const centers = changes.length > 0 ? changes : [Date.UTC(year, 5, 15)];
    const stretches = centers.map((center) => ({
      from: center - 1.5 * DAY,
      to: center + 1.5 * DAY,
      minutes: minutesAround(timezone, center),
    }));
    const property = fc.property(
      fc.constantFrom(...stretches),
      expressions,
      rules,
      (stretch, expression, dst) => {
        const { from, to, minutes } = stretch;
        const expected = oracleOf(expression, minutes)(dst).filter((slot) => slot > from && slot <= to);
        const cron = zoned(expression, timezone, dst);
        expect(iso(slotsFrom(cron, from, to))).toEqual(iso(expected));
        expect(countCronSlots(cron, from, to)).toBe(expected.length);
        expect(latestCronSlot(cron, from, to)).toBe(expected.at(-1) ?? null);
      },
    );
    fc.assert(property, { numRuns: 40 });
  });

  it.each(ZONES)('%s %i (%s): each policy, at times affected by the change', (timezone, year) => {
    for (const change of offsetChanges(timezone, year)) {
      const [from, to] = [change - 0.6 * DAY, change + 0.6 * DAY];
      const minutes = minutesAround(timezone, change);
      for (const expression of expressionsAround(minutes)) {
        const oracle = oracleOf(expression, minutes);
        for (const dst of ALL_RULES) {
          const expected = oracle(dst).filter((slot) => slot > from && slot <= to);
          const cron = zoned(expression, timezone, dst);
          expect(iso(slotsFrom(cron, from, to)), `${expression} ${JSON.stringify(dst)}`).toEqual(
            iso(expected),
          );
          expect(countCronSlots(cron, from, to)).toBe(expected.length);
        }
      }
    }
  });

  it('covers clock changes in all zones that have some', () => {
    const unchanging = ZONES.filter(([zone, year]) => offsetChanges(zone, year).length === 0).map(
      ([zone]) => zone,
    );
    expect(unchanging).toEqual(['Asia/Kolkata', 'UTC']);
  });
});

describe('the rules at clock changes, by example', () => {
  const NEXT_FIRST: DstRules = { dstGap: 'next_valid', dstRepeat: 'first' };
  it.each([
    // New York springs from 02:00 EST to 03:00 EDT on 2026-03-08 (07:00Z).
    [
      'a time in the gap fires right after it',
      '30 2 * * *',
      NEXT_FIRST,
      '2026-03-08T05:00Z',
      ['2026-03-08T07:00Z'],
    ],
    [
      'all times in the gap fire once',
      '*/10 2 * * *',
      NEXT_FIRST,
      '2026-03-08T05:00Z',
      ['2026-03-08T07:00Z'],
    ],
    [
      'a gap and a time at its end are one slot',
      '0 2,3 * * *',
      NEXT_FIRST,
      '2026-03-08T05:00Z',
      ['2026-03-08T07:00Z'],
    ],
    [
      'skip drops what is in the gap',
      '30 2 * * *',
      { dstGap: 'skip', dstRepeat: 'first' },
      '2026-03-08T05:00Z',
      [],
    ],
    [
      'real time skips nothing and adds nothing',
      '0 */2 * * *',
      NEXT_FIRST,
      '2026-03-08T04:30Z',
      ['2026-03-08T05:00Z', '2026-03-08T08:00Z', '2026-03-08T10:00Z'],
    ],
    // It falls back from 02:00 EDT to 01:00 EST on 2026-11-01 (06:00Z).
    [
      'a repeated time fires in the first pass',
      '30 1 * * *',
      NEXT_FIRST,
      '2026-11-01T04:00Z',
      ['2026-11-01T05:30Z'],
    ],
    [
      'or in the last',
      '30 1 * * *',
      { dstGap: 'skip', dstRepeat: 'last' },
      '2026-11-01T04:00Z',
      ['2026-11-01T06:30Z'],
    ],
    [
      'or in both',
      '30 1 * * *',
      { dstGap: 'skip', dstRepeat: 'both' },
      '2026-11-01T04:00Z',
      ['2026-11-01T05:30Z', '2026-11-01T06:30Z'],
    ],
    [
      'real time runs both passes',
      '30 * * * *',
      NEXT_FIRST,
      '2026-11-01T05:00Z',
      [
        '2026-11-01T05:30Z',
        '2026-11-01T06:30Z',
        '2026-11-01T07:30Z',
        '2026-11-01T08:30Z',
        '2026-11-01T09:30Z',
        '2026-11-01T10:30Z',
      ],
    ],
  ] as const)('%s: %s', (_, expression, dst, from, expected) => {
    const cron = zoned(expression, 'America/New_York', dst);
    const until = Date.parse(from) + 6 * 3_600_000;
    expect(slotsFrom(cron, Date.parse(from), until)).toEqual(expected.map((at) => Date.parse(at)));
  });

  it('runs the slots of the day that Samoa skipped when the next day begins', () => {
    const cron = zoned('0 9 * * *', 'Pacific/Apia', NEXT_FIRST);
    const slots = slotsFrom(cron, Date.parse('2011-12-29T10:00-10:00'), Date.parse('2012-01-01T00:00+14:00'));
    expect(iso(slots)).toEqual(['2011-12-30T10:00:00.000Z', '2011-12-30T19:00:00.000Z']);
  });
});

describe('distant instants and edge cases', () => {
  const utc = (expression: string) => zoned(expression, 'UTC', { dstGap: 'next_valid', dstRepeat: 'first' });
  const next = (expression: string, after: string) =>
    iso([nextCronSlot(utc(expression), Date.parse(after)) ?? 0])[0];

  it.each([
    ['0 0 29 2 *', '2026-01-01T00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0 0 29 2 *', '2096-02-29T00:00Z', '2104-02-29T00:00:00.000Z'],
    ['0 0 29 2 1', '2096-02-29T00:00Z', '2097-02-04T00:00:00.000Z'],
    ['0 0 31 12 *', '2026-12-31T00:00Z', '2027-12-31T00:00:00.000Z'],
    ['59 23 31 * *', '2026-01-31T23:59Z', '2026-03-31T23:59:00.000Z'],
    ['0 0 13 * 5', '2026-02-13T00:00Z', '2026-02-20T00:00:00.000Z'],
    ['* * * * *', '2026-01-01T00:00:00.001Z', '2026-01-01T00:01:00.000Z'],
    ['* * * * *', '2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'],
    ['0 0 * * *', '1969-12-31T12:00Z', '1970-01-01T00:00:00.000Z'],
  ])('%s after %s is %s', (expression, after, expected) => {
    expect(next(expression, after)).toBe(expected);
  });

  it('returns null after the last instant a Date can hold', () => {
    const last = 8_640_000_000_000_000;
    expect(nextCronSlot(utc('* * * * *'), last - 1)).toBeNull();
    expect(nextCronSlot(utc('* * * * *'), last - 60_001)).toBe(last - 60_000);
  });

  it('finds and counts the slots of ten years without visiting each', () => {
    const cron = zoned('* * * * *', 'Europe/Berlin', { dstGap: 'next_valid', dstRepeat: 'first' });
    const [from, to] = [Date.parse('2016-01-01T00:00Z'), Date.parse('2026-01-01T00:00:30Z')];
    expect(countCronSlots(cron, from, to)).toBe(Math.floor((to - from) / 60_000));
    expect(latestCronSlot(cron, from, to)).toBe(Date.parse('2026-01-01T00:00Z'));
  });

  it('counts the last clock change of a zone once, even if ten years follow it', () => {
    const cron = zoned('30 3 * * *', 'Europe/Istanbul', { dstGap: 'next_valid', dstRepeat: 'first' });
    const [from, to] = [Date.parse('2016-01-01T00:00Z'), Date.parse('2026-01-01T00:00Z')];
    expect(countCronSlots(cron, from, to)).toBe((to - from) / DAY);
    expect(slotsFrom(cron, from, to)).toHaveLength((to - from) / DAY);
  });

  it('returns null or 0 where there is no slot', () => {
    const at = Date.parse('2026-01-01T12:00Z');
    expect(latestCronSlot(utc('0 12 * * *'), at, at + 60_000)).toBeNull();
    expect(countCronSlots(utc('0 12 * * *'), at, at + 60_000)).toBe(0);
    expect(countCronSlots(utc('0 12 * * *'), at, at)).toBe(0);
    expect(latestCronSlot(utc('0 12 * * *'), at - 1, at)).toBe(at);
  });

  it('counts a slot at the end of the range, and none at its start or right after its end', () => {
    const at = Date.parse('2026-01-01T12:00Z');
    expect(countCronSlots(utc('0 12 * * *'), at - 1, at)).toBe(1);
    expect(countCronSlots(utc('0 12 * * *'), at - 2, at - 1)).toBe(0);
  });

  it('counts from the middle of a first pass that does not run', () => {
    const cron = zoned('30 1 * * *', 'America/New_York', { dstGap: 'skip', dstRepeat: 'last' });
    const [from, to] = [Date.parse('2026-11-01T05:45Z'), Date.parse('2026-11-01T12:00Z')];
    expect(countCronSlots(cron, from, to)).toBe(1);
  });

  it('notices a clock change after years without one', () => {
    const cron = zoned('0 9 * * *', 'Africa/Cairo', { dstGap: 'next_valid', dstRepeat: 'first' });
    const [from, to] = [Date.parse('2016-01-01T00:00Z'), Date.parse('2023-07-01T12:00Z')];
    expect(latestCronSlot(cron, from, to)).toBe(Date.parse('2023-07-01T06:00Z'));
    expect(countCronSlots(cron, to - 2 * DAY, to)).toBe(2);
  });
});
