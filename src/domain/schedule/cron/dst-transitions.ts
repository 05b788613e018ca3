import { cronOf, type Timing } from '../timing.js';
import type { Cron } from './cron.js';
import { nextLocalMinute } from './local-minutes.js';
import { zoneSegmentAt } from './zone.js';

/** One change of a zone's offset, and its effect on a schedule. */
export interface DstTransition {
  readonly at: Date;
  /** `gap`: the clock jumps ahead and local times are skipped; `repeat`: it goes back and they come twice. */
  readonly kind: 'gap' | 'repeat';
  /** UTC offsets before and after, as `+05:30`. */
  readonly from: string;
  readonly to: string;
  /** The local time at which the clock changes and the one it changes to, as `2026-03-29T02:00`. */
  readonly localFrom: string;
  readonly localTo: string;
  /** What happens to the first of the schedule's local times that are skipped or occur twice. */
  readonly effect: string;
}

/** How far Temporal looks ahead: zones that still change do so at least yearly. */
const HORIZON_MS = 3 * 366 * 86_400_000;
const COUNT = 2;

/** The next two changes of the schedule's zone strictly after `now`. Empty if the clock does not change. */
export function dstTransitions(timing: Timing, now: Date): DstTransition[] {
  const found: DstTransition[] = [];
  const horizon = now.getTime() + HORIZON_MS;
  let segment = zoneSegmentAt(timing.timezone, now.getTime());
  while (found.length < COUNT && segment.end <= horizon) {
    const { end, offset, offsetAfter } = segment;
    if (offset !== offsetAfter) found.push(transition(timing, end, offset, offsetAfter));
    segment = zoneSegmentAt(timing.timezone, end);
  }
  return found;
}

function transition(timing: Timing, at: number, before: number, after: number): DstTransition {
  const kind = after > before ? 'gap' : 'repeat';
  const cron = timing.cronExpression === null ? null : cronOf(timing);
  const [from, to] = [at + Math.min(before, after), at + Math.max(before, after)];
  const first = cron && nextLocalMinute(cron, from, to);
  return {
    at: new Date(at),
    kind,
    from: showOffset(before),
    to: showOffset(after),
    localFrom: show(at + before),
    localTo: show(at + after),
    effect: effectOf(timing, cron, kind, first === null ? undefined : show(first).slice(11)),
  };
}

function effectOf(
  { repeat, interval, dstGap, dstRepeat }: Timing,
  cron: Cron | null,
  kind: DstTransition['kind'],
  time: string | undefined,
): string {
  if (repeat === 'once') return 'No effect: the schedule runs once, at a fixed instant.';
  if (interval !== null) return 'No effect: intervals are measured in elapsed time.';
  if (time === undefined)
    return `No effect: the schedule has no runs in the ${kind === 'gap' ? 'skipped' : 'repeated'} period.`;
  if (kind === 'gap') {
    if (cron?.followsRealTime)
      return `Times from ${time} on do not exist that day. Because the hour field begins with "*", runs continue in real time.`;
    if (dstGap === 'skip') return `${time} does not exist that day: it does not run (dstGap SKIP).`;
    return `${time} does not exist that day: it runs once, right after the gap (dstGap NEXT_VALID).`;
  }
  if (cron?.followsRealTime)
    return `${time} occurs twice. Because the hour field begins with "*", it runs both times.`;
  if (dstRepeat === 'both') return `${time} occurs twice: it runs both times (dstRepeat BOTH).`;
  return `${time} occurs twice: it runs the ${dstRepeat} time only (dstRepeat ${dstRepeat.toUpperCase()}).`;
}

function show(local: number): string {
  return new Date(local).toISOString().slice(0, 16);
}

function showOffset(offset: number): string {
  const size = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${new Date(size).toISOString().slice(11, 16)}`;
}
