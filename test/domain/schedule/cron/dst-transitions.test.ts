import { describe, expect, it } from 'vitest';
import { dstTransitions } from '../../../../src/domain/schedule/cron/dst-transitions.js';
import { slotsBetween, type Timing } from '../../../../src/domain/schedule/timing.js';
import { at, timing } from '../timings.js';

const SUMMER = at('2026-06-01T00:00Z');

function daily(time: string, timezone: string, about: Partial<Timing> = {}): Timing {
  const [hour, minute] = time.split(':').map(Number);
  return timing({ cronExpression: `${minute} ${hour} * * *`, timezone, ...about });
}

describe('dstTransitions', () => {
  it('reports the next two clock changes of a zone', () => {
    const [back, ahead] = dstTransitions(daily('02:30', 'Europe/Berlin'), SUMMER);
    expect(back).toEqual({
      at: at('2026-10-25T01:00Z'),
      kind: 'repeat',
      from: '+02:00',
      to: '+01:00',
      localFrom: '2026-10-25T03:00',
      localTo: '2026-10-25T02:00',
      effect: '02:30 occurs twice: it runs the first time only (dstRepeat FIRST).',
    });
    expect(ahead).toEqual({
      at: at('2027-03-28T01:00Z'),
      kind: 'gap',
      from: '+01:00',
      to: '+02:00',
      localFrom: '2027-03-28T02:00',
      localTo: '2027-03-28T03:00',
      effect: '02:30 does not exist that day: it runs once, right after the gap (dstGap NEXT_VALID).',
    });
  });

  it.each([
    [
      'Australia/Lord_Howe',
      SUMMER,
      [
        ['gap', '+10:30', '+11:00'],
        ['repeat', '+11:00', '+10:30'],
      ],
    ],
    [
      'Europe/Dublin',
      SUMMER,
      [
        ['repeat', '+01:00', '+00:00'],
        ['gap', '+00:00', '+01:00'],
      ],
    ],
    [
      'America/St_Johns',
      SUMMER,
      [
        ['repeat', '-02:30', '-03:30'],
        ['gap', '-03:30', '-02:30'],
      ],
    ],
    [
      'Antarctica/Troll',
      SUMMER,
      [
        ['repeat', '+02:00', '+00:00'],
        ['gap', '+00:00', '+02:00'],
      ],
    ],
    [
      'Pacific/Apia',
      at('2011-12-01T00:00Z'),
      [
        ['gap', '-10:00', '+14:00'],
        ['repeat', '+14:00', '+13:00'],
      ],
    ],
    ['Europe/Istanbul', at('2016-03-01T00:00Z'), [['gap', '+02:00', '+03:00']]],
    ['Asia/Kathmandu', SUMMER, []],
    ['UTC', SUMMER, []],
  ])('%s from %s', (timezone, now, expected) => {
    const transitions = dstTransitions(daily('09:00', timezone), now);
    expect(transitions.map(({ kind, from, to }) => [kind, from, to])).toEqual(expected);
  });

  it('shows the day that Samoa skipped', () => {
    const [skipped] = dstTransitions(daily('09:00', 'Pacific/Apia'), at('2011-12-01T00:00Z'));
    expect(skipped).toMatchObject({
      localFrom: '2011-12-30T00:00',
      localTo: '2011-12-31T00:00',
    });
  });

  it.each<[string, Partial<Timing>, string[]]>([
    ['skip', { dstGap: 'skip' }, ['it runs the first time only', 'it does not run (dstGap SKIP)']],
    ['last', { dstRepeat: 'last' }, ['it runs the last time only (dstRepeat LAST)', 'right after the gap']],
    ['both', { dstRepeat: 'both' }, ['it runs both times (dstRepeat BOTH)', 'right after the gap']],
    [
      'real time',
      { cronExpression: '30 * * * *' },
      [
        '02:30 occurs twice. Because the hour field begins with "*", it runs both times',
        'runs continue in real time',
      ],
    ],
    [
      'another time of day',
      { cronExpression: '30 12 * * *' },
      [
        'No effect: the schedule has no runs in the repeated period',
        'No effect: the schedule has no runs in the skipped period',
      ],
    ],
    [
      'an interval',
      { cronExpression: null, interval: 60_000 },
      ['No effect: intervals are measured in elapsed time', 'No effect: intervals'],
    ],
    [
      'once',
      { cronExpression: null, repeat: 'once' },
      ['No effect: the schedule runs once', 'No effect: the schedule runs once'],
    ],
  ])('describes what %s does', (_, about, expected) => {
    const transitions = dstTransitions(daily('02:30', 'Europe/Berlin', about), SUMMER);
    for (const [i, text] of expected.entries()) expect(transitions[i]?.effect).toContain(text);
  });

  it.each([
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Antarctica/Troll',
    'Africa/Casablanca',
    'America/Havana',
  ])('in %s says which slots run, under each policy', (timezone) => {
    for (const cronExpression of ['15,45 0-3 * * *', '15,45 * * * *']) {
      for (const dstGap of ['next_valid', 'skip'] as const) {
        for (const dstRepeat of ['first', 'last', 'both'] as const) {
          const schedule = timing({ cronExpression, timezone, dstGap, dstRepeat });
          for (const { at: change, kind, from, to, localFrom, localTo, effect } of dstTransitions(
            schedule,
            SUMMER,
          )) {
            const time = effect.match(/\d\d:\d\d/)?.[0];
            if (time === undefined) continue;
            const local = Date.parse(`${(kind === 'gap' ? localFrom : localTo).slice(0, 10)}T${time}Z`);
            const slots = slotsBetween(schedule, hours(change, -3), hours(change, 3), 1_000).map(Number);
            const runs = kind === 'gap' ? [change.getTime()] : [local - offsetMs(from), local - offsetMs(to)];
            expect({ effect, ran: runs.map((instant) => slots.includes(instant)) }).toEqual({
              effect,
              ran: ranBy(effect),
            });
          }
        }
      }
    }
  });
});

/** Whether the instant after the gap is a slot, or both passes of the repeated time are, according to the sentence. */
function ranBy(effect: string): boolean[] {
  if (effect.includes('both times')) return [true, true];
  if (effect.includes('first time only')) return [true, false];
  if (effect.includes('last time only')) return [false, true];
  return [effect.includes('runs once, right after the gap')];
}

function offsetMs(offset: string): number {
  const [hour, minute] = offset.slice(1).split(':').map(Number) as [number, number];
  return (offset.startsWith('-') ? -1 : 1) * (hour * 60 + minute) * 60_000;
}

function hours(date: Date, count: number): Date {
  return new Date(date.getTime() + count * 3_600_000);
}
