import { describeDecision, readDecision } from './describe-decision.js';

/** What is known of a schedule that somebody wonders about. */
export interface QuietSchedule {
  readonly now: Date;
  /** `scheduler.enabled` of the settings. */
  readonly schedulerEnabled: boolean;
  readonly enabled: boolean;
  readonly template: boolean;
  readonly flag: string | null;
  readonly agentId: string | null;
  readonly pipelineId: string | null;
  /** When it was last created, turned on or off, paused, resumed or timed anew. */
  readonly activatedAt: Date;
  readonly pausedUntil: Date | null;
  readonly pauseNote: string | null;
  readonly nextRunAt: Date | null;
  /** Of `nextRunAt`, as it was stored. */
  readonly decision: unknown;
  /** The execution that a claimed slot waits for; null: none waits. */
  readonly waitingFor: string | null;
  /** The execution that goes on of a schedule which forbids overlaps; null: none, or it allows them. */
  readonly forbiddenBy: string | null;
  /** Why that execution, or the one that a slot waits for, only waits itself; null: it runs. */
  readonly standstill?: string | null;
}

/** Why a schedule does not run at this moment, in one sentence: the first thing that stands in its way, else its next run. */
export function whyNot(schedule: QuietSchedule): string {
  const { now, nextRunAt, decision, waitingFor, forbiddenBy, standstill } = schedule;
  const why = standstill ? ` That execution waits itself: ${standstill}` : '';
  const obstacle = obstacleOf(schedule);
  if (obstacle !== null) return obstacle;
  if (waitingFor !== null)
    return `A slot is due and waits until execution ${waitingFor} has ended (concurrencyPolicy QUEUE).${why}`;
  const reason = describeDecision(decision);
  if (nextRunAt === null)
    return reason === ''
      ? 'Nothing is planned yet: recovery sees to that within minutes.'
      : `Nothing is planned: ${reason}.`;
  const next = nextOf(nextRunAt, now, reason);
  return forbiddenBy === null
    ? next
    : `${next} Execution ${forbiddenBy} is going on: slots that come before it has ended are skipped (concurrencyPolicy FORBID).${why}`;
}

function nextOf(nextRunAt: Date, now: Date, reason: string): string {
  if (nextRunAt <= now) return `Due since ${nextRunAt.toISOString()}: the next worker that looks claims it.`;
  return `Next at ${nextRunAt.toISOString()}${reason === '' ? '' : `: ${reason}`}.`;
}

function obstacleOf(schedule: QuietSchedule): string | null {
  const { now, enabled, template, flag, pausedUntil, pauseNote, decision, schedulerEnabled } = schedule;
  if (!enabled) return disabled(schedule);
  if (template) return 'A template: it never runs by time, but by triggers and webhooks.';
  if (flag === 'invalid_timing') {
    const problem = readDecision(decision).problem ?? 'it was written past all checks';
    return `Its timing cannot be read (${problem}): change it.`;
  }
  if (pausedUntil !== null && pausedUntil > now)
    return `Paused until ${pausedUntil.toISOString()}${pauseNote ? `: ${pauseNote}` : '.'}`;
  if (flag === 'invalid_target') return `${target(schedule)}: its slots are recorded, and do not run.`;
  if (!schedulerEnabled)
    return 'The scheduler is disabled in the settings: slots are recorded, and do not run.';
  return null;
}

/** By somebody, or because there was no further slot: then the decision says why. */
function disabled({ activatedAt, decision }: QuietSchedule): string {
  const { chosen } = readDecision(decision);
  const reason = describeDecision(decision);
  if (chosen === null && reason !== '') return `It is over: ${reason}.`;
  return `Disabled since ${activatedAt.toISOString()}: enable it, and it runs by time again.`;
}

function target({ agentId, pipelineId }: QuietSchedule): string {
  return pipelineId === null
    ? `Its agent "${agentId ?? ''}" is missing or disabled`
    : `Its pipeline "${pipelineId}", or an agent of it, is missing or disabled`;
}
