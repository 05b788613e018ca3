import cronstrue from 'cronstrue';
import type { RunSource } from '../../lib/graphql/live.generated.js';
import { formatDuration } from '../../lib/text/time.js';
import { common } from './texts/common.js';

const t = common.timingWords;

export interface TimingFields {
  repeat: 'ONCE' | 'REPEATING';
  template: boolean;
  cronExpression: string | null;
  /** Milliseconds. */
  interval: number | null;
  startAt: string | null;
}

/** `At 02:00, only on Sunday`, or what is wrong with the expression. The server decides whether it is valid. */
export function explainCron(expression: string): { kind: 'ok' | 'error'; text: string } {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5) return { kind: 'error', text: t.wrongFieldCount(fields.length) };
  try {
    const text = cronstrue.toString(expression, { use24HourTimeFormat: true });
    return { kind: 'ok', text: /^At \d\d:\d\d$/.test(text) ? t.everyDay(text) : text };
  } catch (error) {
    return { kind: 'error', text: String(error).replace(/^Error: /, '') };
  }
}

/**
 * `02:00, on Sunday`, `Every 30 s`, `Once, Thu 15 Jan, 10:00`.
 * @param zone time zone of dates
 */
export function timingWords(timing: TimingFields, zone?: string): string {
  const { repeat, template, cronExpression, interval, startAt } = timing;
  if (repeat === 'ONCE') return startAt ? t.once(shortInstant(new Date(startAt), zone)) : t.onceNow;
  if (cronExpression !== null) {
    const { kind, text } = explainCron(cronExpression);
    return kind === 'ok' ? t.short(text) : cronExpression;
  }
  if (interval !== null) return t.every(formatDuration(interval));
  return template ? t.whenTriggered : t.never;
}

const YEAR_MS = 300 * 86_400_000;

/**
 * `Sun 22 Nov, 02:00`: with the year instead of the weekday if the year is not obvious, and with
 * seconds if they are not 0.
 */
export function shortInstant(at: Date, zone?: string): string {
  const isFar = Math.abs(at.getTime() - Date.now()) > YEAR_MS;
  return at
    .toLocaleString('en-GB', {
      ...(isFar ? { year: 'numeric' } : { weekday: 'short' }),
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      ...(at.getTime() % 60_000 !== 0 && { second: '2-digit' }),
      ...(zone && { timeZone: zone }),
    })
    .replace(/^(\w+),/, '$1');
}

/** Whether the time follows the schedule's own timing, which needs no explanation. */
export function isOwnRhythm(source: RunSource): boolean {
  return source.startsWith('BASELINE_');
}
