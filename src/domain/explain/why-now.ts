import { formatDuration } from '../duration.js';
import { WHY_SKIPPED } from '../run/reasons.js';
import { describeDecision } from './describe-decision.js';

/** The facts about a run that `why` needs. */
export interface ExplainedExecution {
  readonly trigger: string;
  readonly status: string;
  readonly runStatus: string | null;
  readonly reason: string | null;
  readonly slotAt: Date | null;
  readonly lastSlotAt: Date | null;
  readonly missedCount: number;
  readonly fireAt: Date;
  readonly executionTime: Date;
  /** As it was stored. */
  readonly decision: unknown;
}

/** Claims within this time are punctual, in milliseconds. */
const PUNCTUAL_MS = 1_000;

/** Why a run started, or did not, in words: what started it, and what is notable about it. */
export function whyNow(execution: ExplainedExecution): string {
  if (execution.status === 'skipped') return whySkipped(execution);
  return [cause(execution), course(execution)].filter(Boolean).join(' ');
}

function cause({ trigger, slotAt, fireAt, executionTime, decision }: ExplainedExecution): string {
  const slot = slotAt?.toISOString() ?? 'a slot';
  if (trigger === 'manual')
    return fireAt.getTime() - executionTime.getTime() > PUNCTUAL_MS
      ? `Requested manually at ${executionTime.toISOString()} for ${fireAt.toISOString()}.`
      : 'Started manually.';
  if (trigger === 'webhook') return 'Started by a webhook.';
  if (trigger === 'backfill') return `Backfill of the slot at ${slot}.`;
  const reason = describeDecision(decision);
  const isLate = slotAt !== null && executionTime.getTime() - slotAt.getTime() > PUNCTUAL_MS;
  const delay = isLate ? 'jitter, or because many schedules were late' : 'jitter';
  const delays = [
    slotAt && fireAt > slotAt ? `starts ${span(slotAt, fireAt)} later because of ${delay}` : '',
    isLate ? `claimed ${span(slotAt, executionTime)} late` : '',
  ];
  return `${[`Due at ${slot}${reason === '' ? '' : `: ${reason}`}`, ...delays].filter(Boolean).join('; ')}.`;
}

/** Details that the status does not show. */
function course({ reason, runStatus }: ExplainedExecution): string {
  if (reason === 'replaced') return 'Stopped: a newer run replaced it.';
  if (reason === 'run_timeout') return 'Stopped: it exceeded the zombieThresholdMs of its schedule.';
  if (runStatus !== 'pending') return '';
  if (reason === 'waiting') return 'Waits until the previous run has ended.';
  if (reason === 'data_source_unavailable') return 'A data source is unavailable: the run is retried.';
  if (reason === 'database_unavailable') return 'The database interrupted its expansion: the run is retried.';
  if (reason === 'expansion_error') return 'Its expansion failed unexpectedly and is retried.';
  if (reason === 'slow_expansions')
    return 'Expansions of its target have been slow: it waits until other slow expansions have ended.';
  return '';
}

const SKIPPED: Readonly<Record<string, string>> = WHY_SKIPPED;

function whySkipped({ reason, slotAt, lastSlotAt, missedCount }: ExplainedExecution): string {
  const why = SKIPPED[reason ?? '']?.replaceAll('`', '') ?? reason ?? 'no reason was recorded';
  const first = slotAt?.toISOString() ?? 'unknown';
  if (missedCount <= 1) return `The slot at ${first} did not run: ${why}.`;
  return `${missedCount} slots from ${first} to ${lastSlotAt?.toISOString() ?? first} did not run: ${why}.`;
}

function span(from: Date, to: Date): string {
  const ms = to.getTime() - from.getTime();
  return formatDuration(ms < PUNCTUAL_MS ? ms : Math.round(ms / 1_000) * 1_000);
}
