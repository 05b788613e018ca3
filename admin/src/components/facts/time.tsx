import { cn } from '../../lib/class-names.js';
import {
  formatDuration,
  formatInstant,
  formatRelative,
  useClockText,
  VIEWER_ZONE,
  zoneCity,
} from '../../lib/text/time.js';
import { useIsInGrid } from '../lists/grid-context.js';
import { Tooltip } from '../tooltip.js';
import { None } from './none.js';

export interface TimeProps {
  /** ISO instant of the API. Null shows a dash. */
  at: string | null | undefined;
  /** Time zone of the schedule. It is named with an absolute time; without it, that is in the zone of the viewer. */
  zone?: string | null | undefined;
  /** `relative` (default): `3 min ago`. `absolute`: date and time in the time zone. */
  show?: 'relative' | 'absolute';
  /** Text before it, such as `next`. */
  prefix?: string;
}

/** A relative time. Hover and focus show the absolute time in the zone of the schedule, that of the viewer, and UTC. */
export function Time({ at, zone, show = 'relative', prefix }: TimeProps) {
  const isInGrid = useIsInGrid();
  const date = at ? new Date(at) : undefined;
  const relative = useClockText((now) => (date ? formatRelative(date, now) : ''));
  if (!date) return <None />;
  const inZone = zone ? `${formatInstant(date, zone)} ${zoneCity(zone)}` : formatInstant(date);
  const text = show === 'relative' ? relative : inZone;
  const zones = [...new Set([zone ?? VIEWER_ZONE, VIEWER_ZONE, 'UTC'])];
  const absolute = zones.map((name) => ({ name, text: formatInstant(date, name) }));
  return (
    <Tooltip
      content={
        <span className="grid grid-cols-[auto_auto] gap-x-3">
          {show === 'absolute' && <span className="col-span-2">{relative}</span>}
          {absolute.map(({ name, text: instant }) => (
            <span key={name} className="contents">
              <span>{instant}</span>
              <span className="text-muted">{name}</span>
            </span>
          ))}
        </span>
      }
    >
      <time
        dateTime={date.toISOString()}
        aria-description={absolute.map(({ name, text: instant }) => `${instant} ${name}`).join('; ')}
        tabIndex={isInGrid ? undefined : 0}
        className={cn(
          show === 'relative' && 'whitespace-nowrap',
          'decoration-line-strong decoration-dotted underline-offset-3 hover:underline',
        )}
      >
        {prefix && `${prefix} `}
        {text}
      </time>
    </Tooltip>
  );
}

/** A duration in milliseconds, as `1 min 20 s`. Null shows a dash. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  if (ms === null || ms === undefined) return <None />;
  return <span className="whitespace-nowrap">{formatDuration(ms)}</span>;
}

/** The time since an instant, updated every second, for example of a running job. */
export function Elapsed({ since }: { since: string }) {
  const text = useClockText((now) => {
    const seconds = Math.floor(Math.max(0, now.getTime() - new Date(since).getTime()) / 1_000);
    return seconds === 0 ? '0 s' : formatDuration(seconds * 1_000);
  });
  return <span className="whitespace-nowrap">{text}</span>;
}
