import type { Cron } from './cron.js';

/*
 * Cron on a calendar without zones. A "local" time is a wall-clock reading written as the milliseconds
 * that UTC would have at that reading: local = instant + offset. Here every day has 1,440 minutes.
 */

const MINUTE = 60_000;
const DAY = 86_400_000;
const MINUTES_OF_DAY = 1_440;

/** The first matching local minute at or after `from` and before `limit`, or null. */
export function nextLocalMinute(cron: Cron, from: number, limit: number): number | null {
  const firstMinute = Math.ceil(from / MINUTE);
  let day = Math.floor(firstMinute / MINUTES_OF_DAY);
  let minuteOfDay = firstMinute - day * MINUTES_OF_DAY;
  for (;;) {
    const matching = nextDay(cron, day, limit);
    if (matching === null) return null;
    if (matching !== day) minuteOfDay = 0;
    const minute = nextMinuteOfDay(cron, minuteOfDay);
    if (minute !== null) {
      const local = matching * DAY + minute * MINUTE;
      return local < limit ? local : null;
    }
    day = matching + 1;
    minuteOfDay = 0;
  }
}

/**
 * How many matching local minutes lie in `[from, to)`. The cost grows with the number of days, not of
 * matches.
 */
export function countLocalMinutes(cron: Cron, from: number, to: number): number {
  let count = 0;
  let day = nextDay(cron, Math.floor(from / DAY), to);
  while (day !== null) {
    const start = day * DAY;
    count += minutesBefore(cron, to - start) - minutesBefore(cron, from - start);
    day = nextDay(cron, day + 1, to);
  }
  return Math.max(count, 0);
}

/** The first matching day (number since 1970-01-01) at or after `day` that begins before `limit`. */
function nextDay(cron: Cron, day: number, limit: number): number | null {
  let candidate = day;
  while (candidate * DAY < limit) {
    const date = new Date(candidate * DAY);
    const month = date.getUTCMonth();
    if (!cron.months.includes(month + 1)) {
      candidate = Date.UTC(date.getUTCFullYear(), month + 1, 1) / DAY;
    } else if (dayMatches(cron, date.getUTCDate(), date.getUTCDay())) {
      return candidate;
    } else {
      candidate += 1;
    }
  }
  return null;
}

function dayMatches(cron: Cron, dayOfMonth: number, dayOfWeek: number): boolean {
  if (cron.restrictsDayOfMonth && cron.restrictsDayOfWeek) {
    return cron.daysOfMonth.includes(dayOfMonth) || cron.daysOfWeek.includes(dayOfWeek);
  }
  return cron.daysOfMonth.includes(dayOfMonth) && cron.daysOfWeek.includes(dayOfWeek);
}

function nextMinuteOfDay(cron: Cron, from: number): number | null {
  const fromHour = Math.floor(from / 60);
  const fromMinute = from % 60;
  for (const hour of cron.hours) {
    if (hour < fromHour) continue;
    const minute = hour > fromHour ? cron.minutes[0] : cron.minutes.find((value) => value >= fromMinute);
    if (minute !== undefined) return hour * 60 + minute;
  }
  return null;
}

/** Matching minutes of a matching day before `msOfDay`, which may be before or after the day. */
function minutesBefore(cron: Cron, msOfDay: number): number {
  const minuteOfDay = Math.ceil(msOfDay / MINUTE);
  const hour = Math.floor(minuteOfDay / 60);
  const wholeHours = countBelow(cron.hours, hour) * cron.minutes.length;
  return cron.hours.includes(hour) ? wholeHours + countBelow(cron.minutes, minuteOfDay % 60) : wholeHours;
}

function countBelow(sorted: readonly number[], bound: number): number {
  const index = sorted.findIndex((value) => value >= bound);
  return index < 0 ? sorted.length : index;
}
