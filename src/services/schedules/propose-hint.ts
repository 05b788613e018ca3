import { z } from 'zod';
import type { StoredSchedule } from '../../db/schedules/lock-schedule.js';
import { updateRow } from '../../db/system/write-row.js';
import { formatDuration } from '../../domain/duration.js';
import { longDurationMs, prose } from '../../domain/input-forms.js';
import type { Issue } from '../../domain/issue.js';
import { isFresh } from '../../domain/schedule/governor/hints.js';
import { MIN_INTERVAL_MS } from '../../domain/schedule/validate-timing.js';
import { parseInput } from '../system/parse-input.js';
import { conflict, invalid } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { changeSchedule } from './change-schedule.js';
import { hintsOf } from './plan/governing.js';
import { planHinted } from './plan/plan-schedule.js';

const hintInput = z.strictObject({
  /** The interval that replaces the schedule's own, like `interval` or in milliseconds. */
  interval: longDurationMs.nullish(),
  intervalMs: longDurationMs.nullish(),
  /** One more run. */
  nextRunAt: z.date('must be a date and time').nullish(),
  /** How long the hint applies, from now. */
  ttl: longDurationMs,
  reason: prose(1_000).trim().min(1, 'must not be empty'),
});

type HintInput = z.output<typeof hintInput>;

/**
 * Proposes for a limited time when a schedule should run: with another interval, one more time, or
 * both. A hint applies immediately, within the limits of the schedule and after a pause. An interval
 * counts from the last run, or from the first of consecutive interval hints, so renewing a hint does
 * not postpone the run. A hint replaces the previous one as a whole. A slot that is already due is
 * not affected.
 */
export const proposeHint: UseCase<{ scheduleId: string; input: unknown }> = async (
  deps,
  actor,
  { scheduleId: id, input },
) => {
  const parsed = parseInput(hintInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const hint = parsed.value;
  const log = { id, event: 'schedule.hint_proposed', details: hint };
  return changeSchedule(deps, actor, log, async (change) => {
    const { client, schedule, now } = change;
    const issues = issuesOf(hint, now);
    if (issues.length > 0) return invalid(issues);
    const obstacle = obstacleOf(schedule);
    if (obstacle !== undefined) return conflict(obstacle);
    const columns = {
      hintIntervalMs: hint.interval ?? hint.intervalMs ?? null,
      hintNextRunAt: hint.nextRunAt ?? null,
      hintExpiresAt: new Date(now.getTime() + hint.ttl),
      hintReason: hint.reason,
      hintBy: actor.id,
      hintAt: now,
      hintSince: seriesSince(schedule, hint, now),
    };
    await updateRow(client, 'Schedule', id, {
      ...columns,
      ...(await planHinted({ ...change, schedule: { ...schedule, ...columns } })),
    });
    return undefined;
  });
};

/** When the current series of interval hints began. It continues while the previous hint still applies. */
function seriesSince(schedule: StoredSchedule, { interval, intervalMs }: HintInput, now: Date): Date | null {
  if (interval == null && intervalMs == null) return null;
  const before = hintsOf(schedule);
  return (before !== null && before.intervalMs !== null && isFresh(before, now) && before.since) || now;
}

function issuesOf({ interval, intervalMs, nextRunAt, ttl }: HintInput, now: Date): Issue[] {
  const issues: Issue[] = [];
  const complain = (field: string, message: string) => issues.push({ path: [field], message });
  if (interval != null && intervalMs != null)
    complain('intervalMs', 'is an alias of interval: give only one');
  if (interval == null && intervalMs == null && nextRunAt == null)
    complain('interval', 'is required, unless nextRunAt is given');
  for (const [field, ms] of Object.entries({ interval, intervalMs })) {
    if (ms != null && ms < MIN_INTERVAL_MS)
      complain(
        field,
        `${formatDuration(ms)} is too short: the minimum is ${formatDuration(MIN_INTERVAL_MS)}`,
      );
  }
  const expiresAt = new Date(now.getTime() + ttl);
  if (nextRunAt != null && nextRunAt >= expiresAt)
    complain('nextRunAt', `is not before the hint expires, at ${expiresAt.toISOString()}: lengthen ttl`);
  return issues;
}

/** Why a hint would have no effect. */
function obstacleOf({ template, enabled, repeat }: StoredSchedule): string | undefined {
  if (template) return 'This schedule is a template. It is never due, so a hint would have no effect.';
  if (!enabled) return 'This schedule is disabled: enable it first.';
  if (repeat === 'once') return 'This schedule runs once, at its own time: move its startAt instead.';
  return undefined;
}
