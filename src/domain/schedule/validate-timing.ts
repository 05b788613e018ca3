import { formatDuration } from '../duration.js';
import type { Issue } from '../issue.js';
import { parseCron } from './cron/cron.js';
import { isTimeZone } from './cron/zone.js';
import { firstSlot, LAST_MOMENT, LAST_YEAR, type Timing } from './timing.js';

/** A timing as requested. `now` serves as the time of creation. */
export type TimingInput = Omit<Timing, 'origin'>;

/** Shorter intervals would turn a schedule into a load generator. */
export const MIN_INTERVAL_MS = 1_000;

/**
 * All problems of a timing that is to be saved at `now`. Empty if it is valid. A valid timing has at
 * least one future slot. Do not call this for a change of other fields: a one-time schedule whose
 * `startAt` has passed is history, not a mistake.
 */
export function validateTiming(input: TimingInput, now: Date): Issue[] {
  const issues = [
    ...(input.repeat === 'once' ? onceIssues(input, now) : repeatingIssues(input)),
    ...zoneIssues(input),
    ...boundIssues(input),
  ];
  return issues.length > 0 ? issues : emptinessIssues(input, now);
}

function onceIssues({ cronExpression, interval, startAt }: TimingInput, now: Date): Issue[] {
  const issues: Issue[] = [];
  const misplaced = (field: string) =>
    issue(field, `${field} applies only to repeating schedules: omit it, or set repeat to REPEATING`);
  if (cronExpression !== null) issues.push(misplaced('cronExpression'));
  if (interval !== null) issues.push(misplaced('interval'));
  if (startAt !== null && startAt < now) {
    const past = `startAt ${show(startAt)} is in the past: choose a later time, or omit it to run now`;
    issues.push(issue('startAt', past));
  }
  return issues;
}

function repeatingIssues({ cronExpression, interval }: TimingInput): Issue[] {
  if (cronExpression !== null && interval !== null) {
    return [issue('interval', 'interval and cronExpression cannot be combined: give only one')];
  }
  if (cronExpression !== null) {
    const parsed = parseCron(cronExpression);
    return parsed.kind === 'error' ? [issue('cronExpression', parsed.message)] : [];
  }
  if (interval === null) {
    return [issue('cronExpression', 'a repeating schedule needs a cronExpression or an interval')];
  }
  if (!Number.isSafeInteger(interval)) {
    return [issue('interval', 'interval is not a whole number of milliseconds')];
  }
  if (interval < MIN_INTERVAL_MS) {
    const least = formatDuration(MIN_INTERVAL_MS);
    return [issue('interval', `interval ${formatDuration(interval)} is too short: the minimum is ${least}`)];
  }
  return [];
}

function zoneIssues({ timezone }: TimingInput): Issue[] {
  if (isTimeZone(timezone)) return [];
  const given = JSON.stringify(timezone.slice(0, 64));
  const hint = 'use an IANA name such as "Europe/Berlin" or "UTC"';
  return [issue('timezone', `unknown time zone ${given}: ${hint}`)];
}

function boundIssues({ startAt, endAt }: TimingInput): Issue[] {
  const issues: Issue[] = [];
  for (const [field, value] of Object.entries({ startAt, endAt })) {
    if (value !== null && !(Math.abs(value.getUTCFullYear()) <= LAST_YEAR)) {
      issues.push(issue(field, `${field} is not a date up to the year ${LAST_YEAR}`));
    }
  }
  if (issues.length === 0 && startAt !== null && endAt !== null && startAt >= endAt) {
    const message = `endAt ${show(endAt)} must be after startAt ${show(startAt)}`;
    issues.push(issue('endAt', message));
  }
  return issues;
}

function emptinessIssues(input: TimingInput, now: Date): Issue[] {
  const first = firstSlot({ ...input, origin: now }, now);
  if (first !== null && first <= LAST_MOMENT) return [];
  const { endAt, interval } = input;
  const [field, until] =
    first !== null
      ? [interval === null ? 'cronExpression' : 'interval', `up to the year ${LAST_YEAR}`]
      : endAt === null
        ? ['cronExpression', 'within thirty years']
        : ['endAt', `until endAt ${show(endAt)}`];
  return [issue(field, `nothing is due from now ${until}: the schedule would never run`)];
}

function show(date: Date): string {
  return date.toISOString();
}

function issue(field: string, message: string): Issue {
  return { path: [field], message };
}
