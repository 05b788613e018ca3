import { Counter, Gauge, Histogram, type Registry } from '../runtime/metrics.js';
import { createMissedSlots, type MissedSlotsCounter } from '../services/schedules/missed-slots.js';

/** Metrics of a worker, in addition to those of its process. */
export interface EngineMetrics {
  /** Seconds from the instant of a slot to its claim, and from its planned start (jitter included) to its first call. */
  slotLateness: Histogram<'stage'>;
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
export const FINDINGS = [
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
  const findings = new Counter({
    name: 'callboard_recovery_findings_total',
    help: 'Problems that recovery repaired',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of FINDINGS) findings.inc({ kind }, 0);
  const executions = new Counter({
    name: 'callboard_executions_total',
    help: 'Ended runs by result',
    labelNames: ['status'],
    registers,
  });
  for (const status of RUN_ENDS) executions.inc({ status }, 0);
  const settled = new Counter({
    name: 'callboard_attempts_settled_total',
    help: 'Ended attempts by status',
    labelNames: ['status'],
    registers,
  });
  // A counter that first appears with its first event would not show an increase.
  for (const status of ATTEMPT_ENDS) settled.inc({ status }, 0);
  return {
    findings,
    slotsMissed: createMissedSlots(registry),
    executions,
    retentionDeleted: new Counter({
      name: 'callboard_retention_deleted_total',
      help: 'Rows deleted because of their age or a history limit',
      labelNames: ['table'],
      registers,
    }),
    slotLateness: new Histogram({
      name: 'callboard_slot_lateness_seconds',
      help: 'How late slots were claimed (from their instant) and their first calls sent (from their planned start, jitter included)',
      labelNames: ['stage'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30, 300, 3600],
      registers,
    }),
    slots: new Counter({
      name: 'callboard_slots_total',
      help: 'Slots by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    jobsCreated: new Counter({
      name: 'callboard_jobs_created_total',
      help: 'Jobs created by expansion',
      registers,
    }),
    requestDuration: new Histogram({
      name: 'callboard_agent_request_seconds',
      help: 'Time from the request to the answer of the agent',
      labelNames: ['agent'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    attempts: new Counter({
      name: 'callboard_attempts_total',
      help: 'Attempts by the answer of the agent',
      labelNames: ['agent', 'outcome'],
      registers,
    }),
    settled,
    retries: new Counter({
      name: 'callboard_retries_total',
      help: 'Attempts that retry a failed one',
      registers,
    }),
    dependentDelay: new Histogram({
      name: 'callboard_dependent_delay_seconds',
      help: 'Time from the end of the last dependency of a step to its request',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60],
      registers,
    }),
    activeJobs: new Gauge({
      name: 'callboard_active_attempts',
      help: 'Requests of this worker in progress',
      registers,
    }),
  };
}
