/** The state of a schedule in a list: whether it is active, when it runs next, and why not. */
import type { Status } from '../../../components/facts/status-badge.js';
import { statusOf } from '../../../components/facts/status-badge.js';
import { common } from '../texts/common.js';
import type { ScheduleRowFragment } from './schedule-list.generated.js';

export type ScheduleState = 'enabled' | 'paused' | 'flagged' | 'disabled' | 'done' | 'template';

type StateFields = Pick<
  ScheduleRowFragment,
  'enabled' | 'flag' | 'pausedUntil' | 'template' | 'repeat' | 'lastRunAt' | 'maxRuns' | 'runCount' | 'endAt'
>;

export function scheduleState(schedule: StateFields, now: Date): ScheduleState {
  const { enabled, flag, pausedUntil, template, repeat, lastRunAt, maxRuns, runCount, endAt } = schedule;
  const isDone =
    (repeat === 'ONCE' && lastRunAt !== null) ||
    (maxRuns !== null && runCount >= maxRuns) ||
    (endAt !== null && new Date(endAt) <= now);
  if (!enabled) return isDone ? 'done' : 'disabled';
  if (flag !== null) return 'flagged';
  if (pausedUntil !== null && new Date(pausedUntil) > now) return 'paused';
  return template ? 'template' : 'enabled';
}

const CLAIMED_WITHIN_MS = 60_000;

/** Whether the next run is due, or even `late`: workers usually claim it at once. Empty before it is due. */
export function dueState(nextRunAt: string | null, now: Date): '' | 'due' | 'late' {
  const lateMs = nextRunAt === null ? -1 : now.getTime() - Date.parse(nextRunAt);
  if (lateMs < 0) return '';
  return lateMs < CLAIMED_WITHIN_MS ? 'due' : 'late';
}

export const STATE_LOOK: Readonly<Record<ScheduleState, { status: Status; word: string }>> = {
  enabled: { status: 'completed', word: common.states.enabled },
  paused: { status: 'paused', word: common.states.paused },
  flagged: { status: 'failed', word: common.states.flagged },
  disabled: { status: 'disabled', word: common.states.disabled },
  done: { status: 'disabled', word: common.states.done },
  template: { status: 'pending', word: common.states.template },
};

type Outcome = ScheduleRowFragment['recentOutcomes'][number];

/** A skipped slot has no run status. */
export function outcomeStatus({ runStatus }: Pick<Outcome, 'runStatus'>): Status {
  return runStatus === null ? 'skipped' : statusOf(runStatus);
}

/** The share of ended runs that succeeded, from 0 to 1. Undefined if no run has ended. */
export function successRate(outcomes: readonly Outcome[]): number | undefined {
  const over = outcomes.filter(({ runStatus }) =>
    ['SUCCEEDED', 'PARTIAL', 'FAILED'].includes(runStatus ?? ''),
  );
  if (over.length === 0) return undefined;
  return over.filter(({ runStatus }) => runStatus === 'SUCCEEDED').length / over.length;
}

/** `98%`. Only a perfect rate is 100%, and only a rate of zero is 0%. */
export function formatRate(rate: number): string {
  const percent = Math.round(rate * 100);
  if (percent === 100 && rate < 1) return '99%';
  if (percent === 0 && rate > 0) return '1%';
  return `${percent}%`;
}
