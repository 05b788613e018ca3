import { Counter, Gauge, Histogram, type Registry } from '../runtime/telemetry/metrics.js';
import { createMissedSlots, type MissedSlotsCounter } from '../services/schedules/slots/missed-slots.js';

/** Metrics of a worker, in addition to those of its process. */
export interface EngineMetrics {
  /**
   * Seconds from the instant of a slot to its claim, and from its planned start (jitter included) to its
   * first call.
   */
  slotLateness: Histogram<'until'>;
  slots: Counter<'outcome'>;
  slotsMissed: MissedSlotsCounter;
  /** Ended runs. */
  executions: Counter<'status'>;
  jobsCreated: Counter;
  /** Seconds from request to answer. */
  requestDuration: Histogram<'agent'>;
  attempts: Counter<'agent' | 'outcome'>;
  settled: Counter<'status'>;
  retries: Counter;
  activeJobs: Gauge;
  /** Seconds from the end of a step's last dependency to its request. */
  dependentDelay: Histogram;
  /** Problems that recovery repaired. In a healthy system, all stay zero. */
  findings: Counter<'kind'>;
  /** Rows deleted because of their age or a history limit. */
  retentionDeleted: Counter<'table'>;
}

/** The problems that recovery looks for. */
const FINDINGS = [
  'dead_worker',
  'redelivered',
  'worker_lost',
  'overdue',
  'silent',
  'agent_lost',
  'unadvanced',
  'stuck_context',
  'unplanned',
  'unrolled',
  'unpromoted',
] as const;
export type Finding = (typeof FINDINGS)[number];

const RUN_ENDS = ['succeeded', 'partial', 'failed', 'cancelled'];
const ATTEMPT_ENDS = ['completed', 'failed', 'dead_letter', 'cancelled', 'skipped'];

/** @param countContexts counts contexts with a queued or running step; called at each scrape */
export function createEngineMetrics(registry: Registry, countContexts: () => Promise<number>): EngineMetrics {
  const registers = [registry];
  new Gauge({
    name: 'callboard_contexts_in_flight',
    help: 'Contexts of pipelines with a queued or running step, on all workers',
    registers,
    async collect() {
      // A scrape must not fail if the database is unavailable.
      this.set(await countContexts().catch(() => Number.NaN));
    },
  });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const seconds = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name, help, labelNames, buckets, registers });

  const findings = counter('callboard_recovery_findings_total', 'Problems that recovery repaired', 'kind');
  const executions = counter('callboard_executions_total', 'Ended runs by result', 'status');
  const settled = counter('callboard_attempts_settled_total', 'Ended attempts by status', 'status');
  // A counter that first appears with its first event would not show an increase.
  for (const kind of FINDINGS) findings.inc({ kind }, 0);
  for (const status of RUN_ENDS) executions.inc({ status }, 0);
  for (const status of ATTEMPT_ENDS) settled.inc({ status }, 0);
  return {
    findings,
    executions,
    settled,
    slotsMissed: createMissedSlots(registry),
    retentionDeleted: counter(
      'callboard_retention_deleted_total',
      'Rows deleted because of their age or a history limit',
      'table',
    ),
    slots: counter('callboard_slots_total', 'Slots by outcome', 'outcome'),
    jobsCreated: counter('callboard_jobs_created_total', 'Jobs created by expansion'),
    attempts: counter(
      'callboard_attempts_total',
      'Attempts by the response of the agent',
      'agent',
      'outcome',
    ),
    retries: counter('callboard_retries_total', 'Attempts that retry a failed one'),
    slotLateness: seconds(
      'callboard_slot_lateness_seconds',
      'How late slots were claimed (from their instant) and their first calls sent (from their planned start, jitter included)',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30, 300, 3600],
      'until',
    ),
    requestDuration: seconds(
      'callboard_agent_request_seconds',
      'Time from the request to the response of the agent',
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      'agent',
    ),
    dependentDelay: seconds(
      'callboard_dependent_delay_seconds',
      'Time from the end of the last dependency of a step to its request',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60],
    ),
    activeJobs: new Gauge({
      name: 'callboard_active_attempts',
      help: 'Requests of this worker in progress',
      registers,
    }),
  };
}
