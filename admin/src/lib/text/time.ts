import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `850 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  const sign = ms < 0 ? '−' : '';
  const size = Math.abs(ms);
  if (size < 1_000) return `${sign}${Math.round(size)} ms`;
  if (size < 10_000) return `${sign}${Number((size / 1_000).toFixed(1))} s`;
  if (size < MINUTE) return `${sign}${Math.floor(size / 1_000)} s`;
  if (size < HOUR) return sign + pair(size, MINUTE, 'min', 1_000, 's');
  if (size < DAY) return sign + pair(size, HOUR, 'h', MINUTE, 'min');
  return sign + pair(size, DAY, 'd', HOUR, 'h');
}

function pair(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

/** Closer times are shown to the second, because runs can be seconds apart. */
const SOON = 10 * MINUTE;

/**
 * `now`, `12 s ago`, `in 3 h`, `2 d ago`: in the largest unit, or as a date beyond a month. The next
 * ten minutes are given to the second: `in 1 min 20 s`.
 */
export function formatRelative(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  const size = Math.abs(ms);
  if (size < 1_000) return 'now';
  if (size > 30 * DAY)
    return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  const text =
    size < MINUTE
      ? `${Math.floor(size / 1_000)} s`
      : ms > 0 && size < SOON
        ? pair(size, MINUTE, 'min', 1_000, 's')
        : size < HOUR
          ? `${Math.floor(size / MINUTE)} min`
          : size < 6 * HOUR
            ? pair(size, HOUR, 'h', MINUTE, 'min')
            : size < DAY
              ? `${Math.floor(size / HOUR)} h`
              : `${Math.floor(size / DAY)} d`;
  return ms > 0 ? `in ${text}` : `${text} ago`;
}

/** `Fri 20 Nov 2026, 14:03:07` in a time zone. */
export function formatInstant(at: Date, timeZone?: string): string {
  return at
    .toLocaleString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      ...(timeZone && { timeZone }),
    })
    .replace(/^(\w+),/, '$1');
}

/** `New York` for `America/New_York`. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

export const VIEWER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One clock for all relative times on the screen. */
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The clock stands still while it has no listeners.
  if (timer === undefined) now = new Date();
  timer ??= setInterval(() => {
    now = new Date();
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time, to the second. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => {
    if (timer === undefined && Date.now() - now.getTime() > 1_000) now = new Date();
    return now;
  });
}

/** A text that depends on the current time. Renders only when the text changes. */
export function useClockText(format: (now: Date) => string): string {
  return useSyncExternalStore(subscribe, () => format(timer === undefined ? new Date() : now));
}
