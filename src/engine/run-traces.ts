import type { NewExecution } from '../db/runs/insert-executions.js';
import type { EndedExecution } from '../db/runs/roll-up.js';
import { createdAtOf, isTraceId, spanIdOf } from '../runtime/telemetry/trace-id.js';
import type { Attributes, Tracing } from '../runtime/telemetry/tracing.js';

/**
 * Spans of runs. The root span of a trace is the run, from its claim to its end. Its id is derived from the
 * id of the run, so any worker can add child spans. The worker that sees the end exports the root.
 */
export interface RunTraces {
  /** Slots were recorded, including those that do not run. */
  claimed(recorded: readonly NewExecution[], now: Date): void;
  /** The expansion of a run ended or failed. @param startedAt milliseconds since 1970 */
  expanded(run: Run, startedAt: number, result: { jobs: number; batches: number } | { error: string }): void;
  ended(run: Run & Partial<EndedExecution>): void;
}

export interface Run {
  scheduleExecutionId: string;
  scheduleId?: string | null | undefined;
  traceId: string;
}

export function createRunTraces(tracing: Tracing): RunTraces {
  /** A step in the life of a run that this process took. */
  function child(name: string, run: Run, startedAt: number, attributes: Attributes, error?: string): void {
    if (!isTraceId(run.traceId)) return;
    const { traceId, scheduleExecutionId } = run;
    const parentId = spanIdOf(scheduleExecutionId);
    const whole = { ...idsOf(run), ...attributes };
    tracing.begin({ name, traceId, parentId, startedAt, attributes: whole }).end({ error });
  }

  function root(name: string, run: Run, startedAt: number, attributes: Attributes, error?: string): void {
    if (!isTraceId(run.traceId)) return;
    const { traceId, scheduleExecutionId } = run;
    const spanId = spanIdOf(scheduleExecutionId);
    const whole = { ...idsOf(run), ...attributes };
    tracing.begin({ name, traceId, spanId, startedAt, attributes: whole }).end({ error });
  }

  return {
    claimed(recorded, now) {
      for (const { id, slotAt, source, status, reason, missedCount, ...ids } of recorded) {
        const run = { ...ids, scheduleExecutionId: id };
        const latenessMs = slotAt ? Math.max(0, now.getTime() - slotAt.getTime()) : undefined;
        const attributes = {
          'callboard.slot.at': slotAt?.toISOString(),
          'callboard.slot.lateness_ms': latenessMs,
          'callboard.slot.source': source ?? undefined,
        };
        const startedAt = createdAtOf(id) ?? Date.now();
        if (status !== 'skipped') child('claim slot', run, startedAt, attributes);
        else {
          const missed = { 'callboard.reason': reason ?? undefined, 'callboard.slot.missed': missedCount };
          root('skip slot', run, startedAt, { ...attributes, ...missed });
        }
      }
    },
    expanded(run, startedAt, result) {
      if ('error' in result) child('expand run', run, startedAt, {}, result.error);
      else {
        const { jobs, batches } = result;
        child('expand run', run, startedAt, { 'callboard.jobs': jobs, 'callboard.batches': batches });
      }
    },
    ended(run) {
      const { runStatus, status, jobs, completed, failed, skipped, cancelled, durationMs = 0 } = run;
      const startedAt = createdAtOf(run.scheduleExecutionId) ?? Date.now() - durationMs;
      const attributes = {
        'callboard.run.status': runStatus,
        'callboard.delivery.status': status,
        'callboard.jobs': jobs,
        'callboard.jobs.completed': completed,
        'callboard.jobs.failed': failed,
        'callboard.jobs.skipped': skipped,
        'callboard.jobs.cancelled': cancelled,
      };
      root('run', run, startedAt, attributes, runStatus === 'failed' ? 'The run failed' : undefined);
    },
  };
}

function idsOf({ scheduleExecutionId, scheduleId }: Run): Attributes {
  return { 'callboard.run.id': scheduleExecutionId, 'callboard.schedule.id': scheduleId ?? undefined };
}
