import { describe, expect, it } from 'vitest';
import { type Cron, parseCron } from '../../../../src/domain/schedule/cron/cron.js';

function cronOf(expression: string): Cron {
  const parsed = parseCron(expression);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.cron;
}

function messageOf(expression: string): string {
  const parsed = parseCron(expression);
  return parsed.kind === 'error' ? parsed.message : 'no error';
}

describe('parseCron', () => {
  it.each([
    ['0 9 * * 1-5', { minutes: [0], hours: [9], daysOfWeek: [1, 2, 3, 4, 5] }],
    ['*/15 0-6/3 1,15 * *', { minutes: [0, 15, 30, 45], hours: [0, 3, 6], daysOfMonth: [1, 15] }],
    ['5/20 * * * *', { minutes: [5, 25, 45] }],
    ['0 0 * JAN,mar-May *', { months: [1, 3, 4, 5] }],
    ['0 0 * * sun', { daysOfWeek: [0] }],
    ['0 0 * * 7', { daysOfWeek: [0] }],
    ['0 0 * * 0,7', { daysOfWeek: [0] }],
    ['0 0 * * 5-7', { daysOfWeek: [0, 5, 6] }],
    ['0 0 * * Fri-Sun', { daysOfWeek: [0, 5, 6] }],
    ['0 0 * * mon-sun', { daysOfWeek: [0, 1, 2, 3, 4, 5, 6] }],
    ['0 0 * * sun-tue', { daysOfWeek: [0, 1, 2] }],
    ['0 0 * * 7-sun', { daysOfWeek: [0] }],
    ['5-5 0 * * *', { minutes: [5] }],
    ['0 0 * * */2', { daysOfWeek: [0, 2, 4, 6] }],
    ['1-5,3 00 01 * *', { minutes: [1, 2, 3, 4, 5], hours: [0], daysOfMonth: [1] }],
    ['0 0 31 2,3 *', { daysOfMonth: [31], months: [2, 3] }],
    ['0 0 31 2 1', { daysOfMonth: [31], daysOfWeek: [1] }],
    ['0 0 29 2 *', { daysOfMonth: [29], months: [2] }],
  ])('%s', (expression, fields) => {
    expect(cronOf(expression)).toMatchObject(fields);
  });

  it('accepts any white space between fields', () => {
    expect(cronOf('  0\t9  * *   1 ').expression).toBe('0 9 * * 1');
  });

  it.each([
    ['0 0 * * *', false, false, false],
    ['0 * 1 * *', true, true, false],
    ['0 */2 * * 1', true, false, true],
    ['0 *,5 */2 * 1', true, true, true],
    ['0 0-23 * * *', false, false, false],
  ])('%s: real time %s, restricts date %s, weekday %s', (expression, realTime, date, weekday) => {
    expect(cronOf(expression)).toMatchObject({
      followsRealTime: realTime,
      restrictsDayOfMonth: date,
      restrictsDayOfWeek: weekday,
    });
  });

  it('accepts up to 256 characters', () => {
    const expression = `${'1,'.repeat(123)}10 0 * * *`;
    expect(cronOf(expression).minutes).toEqual([1, 10]);
    expect(messageOf(` ${expression}`)).toContain('longer than 256');
  });

  it.each([
    ['', 'is empty'],
    ['   ', 'is empty'],
    ['* * * *', '4 fields'],
    ['*', '1 field:'],
    ['0 0 9 * * 1', 'seconds are not supported'],
    ['0 0 9 * * 1 2026', '7 fields'],
    ['@daily', '"@daily" is not supported'],
    ['60 * * * *', 'minute field "60": 60 is not within 0-59'],
    ['* 24 * * *', 'hour field "24": 24 is not within 0-23'],
    ['* * 0 * *', 'day-of-month field "0": 0 is not within 1-31'],
    ['* * 32 * *', 'day-of-month field "32"'],
    ['* * * 13 *', 'month field "13"'],
    ['* * * * 8', 'day-of-week field "8"'],
    ['0-60 * * * *', 'minute field "0-60": 60 is not within'],
    ['* * * foo *', 'month field "foo": unknown name "foo"'],
    ['* * * january *', 'unknown name "january"'],
    ['* * * * jan', 'day-of-week field "jan": unknown name'],
    ['jan * * * *', 'minute field "jan": unknown value'],
    ['*/0 * * * *', 'the step of "*/0" is 0'],
    ['5-1 * * * *', 'the range "5-1" runs backwards'],
    ['* 22-2 * * *', 'hour field "22-2"'],
    ['* * * * sat-mon', 'runs backwards'],
    ['1,,2 * * * *', 'a list item is empty'],
    ['1, * * * *', 'a list item is empty'],
    ['*/ * * * *', 'is not a value'],
    ['*/5/5 * * * *', 'is not a value'],
    ['1-2-3 * * * *', 'is not a value'],
    ['-5 * * * *', 'is not a value'],
    ['1.5 * * * *', 'is not a value'],
    ['5* * * * *', 'is not a value'],
    ['? * * * *', 'is not a value'],
    ['H * * * *', 'unknown value "H"'],
    ['0 0 L * *', 'day-of-month field "L"'],
    ['0 0 15W * *', 'day-of-month field "15W"'],
    ['0 0 * * 5L', 'day-of-week field "5L"'],
    ['0 0 * * 1#2', 'day-of-week field "1#2"'],
    ['٥ * * * *', 'minute field'],
    ['0 0 31 2 *', 'day-of-month field "31": no month of "2" has such a day'],
    ['0 0 30 FEB *', 'no month of "FEB"'],
    ['0 0 31 4,6,9,11 *', 'no month of "4,6,9,11"'],
    ['0 0 30-31 2 *', 'would never run'],
    [`${'1,'.repeat(200)}1 * * * *`, 'longer than 256 characters'],
  ])('refuses %j: %s', (expression, reason) => {
    expect(messageOf(expression)).toContain(reason);
  });
});
