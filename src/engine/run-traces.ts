import type { EndedExecution } from '../db/runs/end/roll-up.js';
import type { NewExecution } from '../db/runs/insert-executions.js';
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

interface Run {
  scheduleExecutionId: string;
  scheduleId?: string | null | undefined;
  traceId: string;
}

export function createRunTraces(tracing: Tracing): RunTraces {
  /** @param as the run itself, or a step in its life that this process took */
  function record(
    as: 'root' | 'child',
    name: string,
    run: Run,
    { startedAt, error, ...own }: { startedAt: number; attributes: Attributes; error?: string | undefined },
  ): void {
    const { traceId, scheduleExecutionId } = run;
    if (!isTraceId(traceId)) return;
    const runSpanId = spanIdOf(scheduleExecutionId);
    const place = as === 'root' ? { spanId: runSpanId } : { parentId: runSpanId };
    const attributes = { ...idsOf(run), ...own.attributes };
    tracing.begin({ name, traceId, ...place, startedAt, attributes }).end({ error });
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
        if (status !== 'skipped') record('child', 'claim slot', run, { startedAt, attributes });
        else {
          const missed = { 'callboard.reason': reason ?? undefined, 'callboard.slot.missed': missedCount };
          record('root', 'skip slot', run, { startedAt, attributes: { ...attributes, ...missed } });
        }
      }
    },
    expanded(run, startedAt, result) {
      const span =
        'error' in result
          ? { attributes: {}, error: result.error }
          : { attributes: { 'callboard.jobs': result.jobs, 'callboard.batches': result.batches } };
      record('child', 'expand run', run, { startedAt, ...span });
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
      const error = runStatus === 'failed' ? 'The run failed' : undefined;
      record('root', 'run', run, { startedAt, attributes, error });
    },
  };
}

function idsOf({ scheduleExecutionId, scheduleId }: Run): Attributes {
  return { 'callboard.run.id': scheduleExecutionId, 'callboard.schedule.id': scheduleId ?? undefined };
}
