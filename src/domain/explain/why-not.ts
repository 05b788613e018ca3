import { readDecision } from '../schedule/governor/read-decision.js';
import { describeTargetProblem, type TargetProblem } from '../schedule/target-problem.js';
import { describeDecision } from './describe-decision.js';

/** The facts about a schedule that `whyNot` needs. */
export interface QuietSchedule {
  readonly now: Date;
  /** `scheduler.enabled` of the settings. */
  readonly schedulerEnabled: boolean;
  readonly enabled: boolean;
  readonly template: boolean;
  readonly flag: string | null;
  readonly agentId: string | null;
  readonly pipelineId: string | null;
  /** Why its target cannot be called, if that is known. */
  readonly targetProblem?: TargetProblem | null;
  /** When it was last created, enabled, disabled, paused, resumed or re-timed. */
  readonly activatedAt: Date;
  readonly pausedUntil: Date | null;
  readonly pauseNote: string | null;
  readonly nextRunAt: Date | null;
  /** The source of `nextRunAt`, as it was stored. */
  readonly decision: unknown;
  /** The run that a claimed slot waits for. Null if none waits. */
  readonly waitingFor: string | null;
  /** The open run of a schedule that forbids overlaps. Null if there is none, or the schedule allows them. */
  readonly forbiddenBy: string | null;
  /** Why that run, or the one that a slot waits for, is itself waiting. Null if it is running. */
  readonly standstill?: string | null;
  /** Running workers, and how many of these claim work. */
  readonly workers: { readonly alive: number; readonly claiming: number };
}

/**
 * Why a schedule does not run at this moment, in one sentence: the first obstacle, otherwise its next run.
 */
export function whyNot(schedule: QuietSchedule): string {
  const { now, nextRunAt, decision, waitingFor, forbiddenBy, standstill } = schedule;
  const why = standstill ? ` That run is itself waiting: ${standstill}` : '';
  const obstacle = obstacleOf(schedule);
  if (obstacle !== null) return obstacle;
  if (waitingFor !== null)
    return `A slot is due and waits until run ${waitingFor} has ended (concurrency policy: queue).${why}`;
  const reason = describeDecision(decision);
  const absent = absentWorkers(schedule);
  if (nextRunAt === null && reason === '')
    return `No run is planned yet. ${absent ?? 'Recovery plans one within minutes.'}`;
  if (nextRunAt === null) return `No run is planned: ${reason}.`;
  const next = nextOf(nextRunAt, now, reason, standstill ? null : absent);
  return forbiddenBy === null
    ? next
    : `${next} Run ${forbiddenBy} is still open: slots that fall due before it ends are skipped (concurrency policy: forbid).${why}`;
}

function nextOf(nextRunAt: Date, now: Date, reason: string, absent: string | null): string {
  const due = `Due since ${nextRunAt.toISOString()}`;
  if (nextRunAt <= now)
    return absent === null ? `${due}: the next worker that checks claims it.` : `${due}. ${absent}`;
  const next = `Next at ${nextRunAt.toISOString()}${reason === '' ? '' : `: ${reason}`}.`;
  return absent === null ? next : `${next} ${absent}`;
}

/** Null if a worker claims due slots. */
function absentWorkers({ workers }: QuietSchedule): string | null {
  if (workers.alive === 0) return 'No worker is running: due slots are not claimed until one starts.';
  if (workers.claiming === 0)
    return 'All workers are draining: due slots are not claimed until another starts.';
  return null;
}

function obstacleOf(schedule: QuietSchedule): string | null {
  const { now, enabled, template, flag, pausedUntil, pauseNote, decision, schedulerEnabled } = schedule;
  if (!enabled) return disabled(schedule);
  if (template) return 'This is a template: it is never due. Triggers, webhooks and other schedules run it.';
  if (flag === 'invalid_timing') {
    const problem = readDecision(decision).problem ?? 'it was stored without validation';
    return `Its timing is invalid (${problem}): change it.`;
  }
  if (pausedUntil !== null && pausedUntil > now)
    return `Paused until ${pausedUntil.toISOString()}${pauseNote ? `: ${pauseNote}` : '.'}`;
  if (flag === 'invalid_target') return `${target(schedule)}: its slots are recorded but do not run.`;
  if (!schedulerEnabled)
    return 'The scheduler is disabled in the settings: slots are recorded but do not run.';
  return null;
}

/**
 * A schedule is disabled by a user, or because it had no further slot. In that case the decision says
 * why.
 */
function disabled({ activatedAt, decision }: QuietSchedule): string {
  const { chosen } = readDecision(decision);
  const reason = describeDecision(decision);
  if (chosen == null && reason !== '') return `It has ended: ${reason}.`;
  return `Disabled since ${activatedAt.toISOString()}: enable it to run it again.`;
}

function target({ agentId, pipelineId, targetProblem }: QuietSchedule): string {
  if (targetProblem) return describeTargetProblem(targetProblem);
  return pipelineId === null
    ? `Its agent "${agentId ?? ''}" is missing or disabled`
    : `Its pipeline "${pipelineId}" cannot run, because it or one of its agents is missing or disabled`;
}
