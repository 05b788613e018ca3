/**
 * The metrics about work at `/metrics`. They are the same in every process: each scrape queries the
 * database, using indexes.
 */
import { loadCircuitStates } from '../../db/agents/agent-limits.js';
import { countOpenWork } from '../../db/jobs/find/count-open-work.js';
import { measureQueue } from '../../db/system/measure/measure-queue.js';
import { countWorkers } from '../../db/workers/count-workers.js';
import type { Pool } from '../../runtime/database/pool.js';
import { boundedLabel, Gauge, type Registry } from '../../runtime/telemetry/metrics.js';
import { countAllThrottled } from '../agents/agent-limits.js';
import { ALERTS_OF_A_KIND as MOST_OVERDUE, readScheduleAlerts } from '../schedules/read-schedule-alerts.js';

/** Counting stops here. */
const MOST_COUNTED = 10_000;
const DAY_MS = 86_400_000;

/** For servers and workers: if no worker is left, the servers still report what is waiting. */
export function registerWorkMetrics(registry: Registry, pool: Pool): void {
  const gauge = gaugesOf(registry);
  const measure = sharedByScrape(() =>
    measureQueue(pool, MOST_COUNTED).catch(() => ({ depth: Number.NaN, oldestReadyMs: Number.NaN })),
  );
  gauge(
    'callboard_oldest_ready_seconds',
    'How long the oldest job that is ready to be sent has waited, in seconds; 0 if none waits',
    [],
    async (value) => value.set((await measure()).oldestReadyMs / 1_000),
  );
  gauge(
    'callboard_queue_depth',
    `Jobs that are ready and wait to be sent, including throttled ones, counted up to ${MOST_COUNTED}`,
    [],
    async (value) => value.set((await measure()).depth),
  );
  gauge(
    'callboard_overdue_schedules',
    `Enabled schedules that are due and that no worker has claimed in time, counted up to ${MOST_OVERDUE}`,
    [],
    async (value) => {
      const alerts = await readScheduleAlerts({ pool }).catch(() => undefined);
      value.set(alerts?.filter(({ kind }) => kind === 'overdue').length ?? Number.NaN);
    },
  );
  gauge(
    'callboard_workers',
    'Workers by state: alive, those of them that are busy or draining, and dead within the last day',
    ['state'],
    async (value) => {
      const counts = await countWorkers(pool, DAY_MS).catch(() => UNKNOWN_WORKERS);
      for (const [state, count] of Object.entries(counts)) value.set({ state }, count);
    },
  );
  registerThrottling(registry, pool);
}

/** Why jobs wait, by agent. */
function registerThrottling(registry: Registry, pool: Pool): void {
  const gauge = gaugesOf(registry);
  const agentLabel = boundedLabel();
  gauge(
    'callboard_throttled_jobs',
    `Jobs that wait for the circuit or the rate limit of their agent, or for a worker with the required capabilities, counted up to ${MOST_COUNTED} each`,
    ['agent', 'reason'],
    async (value) => {
      const [throttled, { unmatched }] = await Promise.all([
        countAllThrottled(pool).catch(() => []),
        countOpenWork(pool, MOST_COUNTED).catch(() => ({ unmatched: Number.NaN })),
      ]);
      value.reset();
      for (const { id, reason, count } of throttled) value.inc({ agent: agentLabel(id), reason }, count);
      value.set({ reason: 'no_matching_worker' }, unmatched);
    },
  );
  gauge(
    'callboard_circuit_open',
    '1 if the circuit of the agent is not closed, otherwise 0; agents that never failed are left out',
    ['agent'],
    async (value) => {
      // Without the database these metrics are missing, but the others are still reported.
      const states = await loadCircuitStates(pool).catch(() => []);
      value.reset();
      for (const { id, open } of states) value.inc({ agent: agentLabel(id) }, open ? 1 : 0);
    },
  );
}

/** Registers gauges that are read at each scrape. */
const gaugesOf =
  (registry: Registry) =>
  <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: (gauge: Gauge<Label>) => Promise<void>,
  ) =>
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        return read(this);
      },
    });

/** All metrics are collected at once, so two metrics of one statement share it. */
function sharedByScrape<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** Values while the database is unavailable. */
const UNKNOWN_WORKERS = { alive: Number.NaN, busy: Number.NaN, draining: Number.NaN, dead: Number.NaN };
