import { Counter, Gauge, Histogram, type Registry } from '../runtime/metrics.js';
import { createMissedSlots, type MissedSlotsCounter } from '../services/schedules/missed-slots.js';

/** What `/metrics` of a worker tells beside the process's own figures. */
export interface EngineMetrics {
  /** Seconds from a slot's instant to its claim, and from when it was to fire (jitter and spreading included) to its first call. */
  slotLateness: Histogram<'stage'>;
  slots: Counter<'outcome'>;
  slotsMissed: MissedSlotsCounter;
  /** Executions that ended. */
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
  /** What recovery had to mend; in a healthy system all stay zero. */
  findings: Counter<'kind'>;
  /** Rows deleted for their age, or for being beyond a history limit. */
  retentionDeleted: Counter<'table'>;
}

/** Everything recovery looks for. */
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

/** @param countContexts asked at each scrape: contexts of all pipelines with a step in line or running */
export function createEngineMetrics(registry: Registry, countContexts: () => Promise<number>): EngineMetrics {
  const registers = [registry];
  new Gauge({
    name: 'callboard_contexts_in_flight',
    help: 'Contexts of pipelines with a step in line or running, whichever worker has it',
    registers,
    async collect() {
      // Without the database there is no figure, and the others are still wanted.
      this.set(await countContexts().catch(() => Number.NaN));
    },
  });
  const findings = new Counter({
    name: 'callboard_recovery_findings_total',
    help: 'What recovery had to mend',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of FINDINGS) findings.inc({ kind }, 0);
  const executions = new Counter({
    name: 'callboard_executions_total',
    help: 'Executions that ended, by how',
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
  // From the start: a counter that begins with its first event has not increased by it.
  for (const status of ATTEMPT_ENDS) settled.inc({ status }, 0);
  return {
    findings,
    slotsMissed: createMissedSlots(registry),
    executions,
    retentionDeleted: new Counter({
      name: 'callboard_retention_deleted_total',
      help: 'Rows deleted for their age, or for being beyond a history limit',
      labelNames: ['table'],
      registers,
    }),
    slotLateness: new Histogram({
      name: 'callboard_slot_lateness_seconds',
      help: 'How late slots were claimed (after their instant), and their first calls sent (after they were to fire, jitter included)',
      labelNames: ['stage'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30, 300, 3600],
      registers,
    }),
    slots: new Counter({
      name: 'callboard_slots_total',
      help: 'Slots by what became of them',
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
      help: 'From request to answer of an agent',
      labelNames: ['agent'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    attempts: new Counter({
      name: 'callboard_attempts_total',
      help: 'Attempts by what the agent answered',
      labelNames: ['agent', 'outcome'],
      registers,
    }),
    settled,
    retries: new Counter({
      name: 'callboard_retries_total',
      help: 'Attempts that follow a failed one',
      registers,
    }),
    dependentDelay: new Histogram({
      name: 'callboard_dependent_delay_seconds',
      help: 'From the end of the last dependency of a step to its request',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60],
      registers,
    }),
    activeJobs: new Gauge({
      name: 'callboard_active_attempts',
      help: 'Attempts in hand of this worker',
      registers,
    }),
  };
}
