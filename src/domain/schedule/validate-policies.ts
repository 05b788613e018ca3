import { formatDuration } from '../duration.js';
import type { Issue } from '../issue.js';
import { DURATION_POLICY_NAMES, type DurationPolicies } from './duration-policies.js';
import type { MisfirePolicy } from './slots/misfire.js';
import type { ConcurrencyPolicy } from './slots/overlap.js';
import type { Timing } from './timing.js';
import { MIN_INTERVAL_MS } from './validate-timing.js';

/** The policies of a schedule as requested. Durations are in milliseconds; null means none. */
export interface PoliciesInput extends DurationPolicies, Pick<Timing, 'repeat' | 'interval'> {
  readonly failureBackoff: boolean;
  readonly jitter: number | null;
  readonly misfirePolicy: MisfirePolicy;
  readonly concurrencyPolicy: ConcurrencyPolicy;
}

const MAX_JITTER_MS = 86_400_000;

/** All problems of the policies, alone and together. Empty if they are valid. */
export function validatePolicies(input: PoliciesInput): Issue[] {
  return [...rhythmIssues(input), ...limitIssues(input), ...slotIssues(input)];
}

/** A one-time schedule has no interval to limit or stretch. */
function rhythmIssues({
  repeat,
  interval,
  minInterval,
  maxInterval,
  failureBackoff,
}: PoliciesInput): Issue[] {
  if (repeat === 'once') {
    const given = { minInterval: minInterval !== null, maxInterval: maxInterval !== null, failureBackoff };
    return Object.entries(given)
      .filter(([, isGiven]) => isGiven)
      .map(([field]) => issue(field, `${field} applies only to repeating schedules: omit it`));
  }
  if (!failureBackoff || interval !== null) return [];
  return [
    issue(
      'failureBackoff',
      'failureBackoff applies only to intervals: omit it, or use interval instead of cronExpression',
    ),
  ];
}

function limitIssues(policies: PoliciesInput): Issue[] {
  const { minInterval, maxInterval } = policies;
  const issues = DURATION_POLICY_NAMES.flatMap((field) => {
    const ms = policies[field];
    if (ms === null || (Number.isSafeInteger(ms) && ms >= MIN_INTERVAL_MS)) return [];
    return [issue(field, `${field} ${show(ms)} is too short: the minimum is ${show(MIN_INTERVAL_MS)}`)];
  });
  if (issues.length > 0 || minInterval === null || maxInterval === null || minInterval <= maxInterval)
    return issues;
  const message = `minInterval ${show(minInterval)} is longer than maxInterval ${show(maxInterval)}: no time satisfies both`;
  return [issue('minInterval', message)];
}

function slotIssues({ jitter, misfirePolicy, concurrencyPolicy }: PoliciesInput): Issue[] {
  const issues: Issue[] = [];
  if (jitter !== null && !(Number.isSafeInteger(jitter) && jitter >= 0 && jitter <= MAX_JITTER_MS)) {
    issues.push(issue('jitter', `jitter ${show(jitter)} must be between 0s and ${show(MAX_JITTER_MS)}`));
  }
  if (misfirePolicy === 'all' && (concurrencyPolicy === 'forbid' || concurrencyPolicy === 'replace')) {
    const message = `ALL runs several slots at once, which ${concurrencyPolicy.toUpperCase()} does not allow: choose QUEUE or ALLOW, or another misfirePolicy`;
    issues.push(issue('misfirePolicy', message));
  }
  return issues;
}

function show(ms: number): string {
  return Number.isFinite(ms) ? formatDuration(ms) : String(ms);
}

function issue(field: string, message: string): Issue {
  return { path: [field], message };
}
