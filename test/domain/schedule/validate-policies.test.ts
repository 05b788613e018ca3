import { describe, expect, it } from 'vitest';
import { type PoliciesInput, validatePolicies } from '../../../src/domain/schedule/validate-policies.js';

function issuesOf(about: Partial<PoliciesInput>): string[] {
  const issues = validatePolicies({
    repeat: 'repeating',
    interval: 60_000,
    minInterval: null,
    maxInterval: null,
    failureBackoff: false,
    jitter: null,
    startingDeadline: null,
    misfirePolicy: 'latest',
    concurrencyPolicy: 'allow',
    ...about,
  });
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('validatePolicies', () => {
  it.each<[string, Partial<PoliciesInput>]>([
    ['none', {}],
    ['once', { repeat: 'once', interval: null, jitter: 1_000, startingDeadline: 60_000 }],
    ['equal limits', { minInterval: 5_000, maxInterval: 5_000 }],
    ['all with queue', { misfirePolicy: 'all', concurrencyPolicy: 'queue' }],
    ['all with allow', { misfirePolicy: 'all' }],
    ['forbid without all', { concurrencyPolicy: 'forbid' }],
    ['replace without all', { misfirePolicy: 'skip', concurrencyPolicy: 'replace' }],
    ['a cron without backoff', { interval: null }],
    ['minInterval alone', { minInterval: 5_000 }],
    ['maxInterval alone', { maxInterval: 5_000 }],
    ['backoff of an interval', { failureBackoff: true }],
    ['explicitly no jitter', { jitter: 0 }],
    ['jitter of a day', { jitter: 86_400_000 }],
    [
      'limits and a deadline of a second',
      { minInterval: 1_000, maxInterval: 1_000, startingDeadline: 1_000 },
    ],
  ])('accepts %s', (_, about) => {
    expect(issuesOf(about)).toEqual([]);
  });

  it.each<[string, Partial<PoliciesInput>, string[]]>([
    [
      'minInterval above maxInterval',
      { minInterval: 600_000, maxInterval: 300_000 },
      ['minInterval: minInterval 10m is longer than maxInterval 5m'],
    ],
    [
      'limits and a deadline under a second',
      { minInterval: 999, maxInterval: 0, startingDeadline: -1 },
      [
        'minInterval: minInterval 999ms is too short: the minimum is 1s',
        'maxInterval: maxInterval 0s is too short',
        'startingDeadline: startingDeadline -1ms is too short',
      ],
    ],
    ['an invalid limit', { minInterval: Number.NaN }, ['minInterval: minInterval NaN is too short']],
    ['all with forbid', { misfirePolicy: 'all', concurrencyPolicy: 'forbid' }, ['misfirePolicy: ALL']],
    ['all with replace', { misfirePolicy: 'all', concurrencyPolicy: 'replace' }, ['misfirePolicy: ALL']],
    [
      'backoff of a cron',
      { interval: null, failureBackoff: true },
      ['failureBackoff: failureBackoff applies only'],
    ],
    [
      'limits of a one-time schedule',
      { repeat: 'once', interval: null, minInterval: 5_000, maxInterval: 9_000, failureBackoff: true },
      [
        'minInterval: minInterval applies only',
        'maxInterval: maxInterval applies only',
        'failureBackoff: failureBackoff applies only',
      ],
    ],
    ['jitter over a day', { jitter: 86_400_001 }, ['jitter: jitter 86400001ms must be between 0s and 1d']],
    ['jitter in fractions', { jitter: 0.5 }, ['jitter: ']],
    ['a limit in fractions', { minInterval: 1_000.5 }, ['minInterval: ']],
    ['negative jitter', { jitter: -1 }, ['jitter: ']],
  ])('refuses %s', (_, about, expected) => {
    const issues = issuesOf(about);
    expect(issues).toHaveLength(expected.length);
    for (const [i, start] of expected.entries()) expect(issues[i]).toContain(start);
  });
});
