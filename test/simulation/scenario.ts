import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { createHttpClient } from '../../src/http/client/http-client.js';
import type { Pool } from '../../src/runtime/database/pool.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import type { Actor as Person, ServiceDeps } from '../../src/services/access/context.js';
import { retryFailedJobs } from '../../src/services/jobs/retry-failed-jobs.js';
import { cancelScheduleExecution } from '../../src/services/runs/stop/cancel-schedule-execution.js';
import { setScheduleEnabled } from '../../src/services/schedules/set-schedule-enabled.js';
import { triggerSchedule } from '../../src/services/schedules/trigger-schedule.js';
import { insertAgent, insertExecution, insertPipelineExecution, insertSchedule } from '../support/rows.js';
import type { Simulator } from './simulator.js';

const PARAMS = [
  { plain: 1 },
  { item: 'db:item:all:id?batchSize=2&staggerDelay=100' },
  { item: 'db:item:3:id' },
];
/** For runs of several jobs, in batches that a worker can and cannot claim as a whole. */
const LARGE_PARAMS = [
  { item: 'db:item:all:id?batchSize=2&staggerDelay=100' },
  { item: 'db:item:all:id?batchSize=4&staggerDelay=50' },
];
const POLICIES = ['allow', 'forbid', 'queue', 'replace'] as const;
const RETRY = { maxRetries: 1, backoff: 'fixed', delay: 300 };

/** Nothing listens: a health check would be a call outside the simulation. */
const UNCHECKED = { healthCheckedAt: '2100-01-01' };

export interface Scenario {
  scheduleIds: string[];
}

/**
 * A few schedules and pipelines, different for each seed.
 *
 * @param isCalm one schedule whose runs have several jobs, so that workers are often idle
 */
export async function prepareScenario(simulator: Simulator, pool: Pool, isCalm: boolean): Promise<Scenario> {
  const oneOf = <T>(items: readonly T[]): T => items[simulator.below(items.length)] as T;
  await pool.query('CREATE TABLE public."Item" (id int PRIMARY KEY)');
  await pool.query('INSERT INTO public."Item" SELECT generate_series(1, 5)');
  await insertAgent(pool, 'agent', 'http://127.0.0.1:9/run', UNCHECKED);
  await insertAgent(pool, 'limited', 'http://127.0.0.1:9/run', { ...UNCHECKED, maxConcurrency: 1 });
  await pool.query(`INSERT INTO "AgentConfig" (key, value) VALUES ('engine', '{"orphanCheckIntervalMs": 8000}')
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`);
  const scheduleIds: string[] = [];
  for (let count = isCalm ? 1 : 1 + simulator.below(2); count > 0; count -= 1) {
    const nextRunAt = new Date(simulator.databaseNow() + simulator.below(300));
    const concurrencyPolicy = oneOf(POLICIES);
    scheduleIds.push(
      await insertSchedule(
        pool,
        {
          agentId: isCalm ? 'agent' : oneOf(['agent', 'agent', 'limited']),
          interval: isCalm ? 5_000 : oneOf([1_000, 2_000, 5_000]),
          startAt: nextRunAt,
          nextRunAt,
          params: oneOf<object>(isCalm ? LARGE_PARAMS : PARAMS),
          retryConfig: RETRY,
          timeout: 8_000,
        },
        {
          id: `schedule-${count}`,
          concurrencyPolicy,
          misfirePolicy: oneOf(['latest', 'skip', ...(concurrencyPolicy === 'allow' ? ['all'] : [])]),
        },
      ),
    );
  }
  if (isCalm) return { scheduleIds };
  await insertExecution(pool, {
    agentId: 'agent',
    params: oneOf(PARAMS),
    retryConfig: RETRY,
    timeout: 8_000,
  });
  if (simulator.chance(0.5))
    await insertPipelineExecution(
      pool,
      { steps: pipeline(), ...(simulator.chance(0.4) ? { retryConfig: RETRY } : {}) },
      { item: 'db:item:all:id?limit=2&batchSize=1&staggerDelay=50' },
    );
  return { scheduleIds };
}

function pipeline(): object[] {
  const step = (stepId: string, dependsOn: string[], more: object = {}) => ({
    ...{ stepId, agentId: 'agent', dependsOn, parallel: true, retryConfig: RETRY, timeout: 8_000 },
    ...more,
  });
  return [
    step('a', []),
    step('b', ['a'], { runIf: 'all_done' }),
    step('c', ['a'], { parallel: false }),
    step('d', ['b', 'c'], { runIf: 'any_succeeded' }),
  ];
}

/** What people do in the meantime; refusals and conflicts are expected. */
export function createOperator(simulator: Simulator, pool: Pool, { scheduleIds }: Scenario) {
  const guard = createEgressGuard({ allow: ['127.0.0.0/8'] });
  const silent = () => {};
  const logger = { debug: silent, info: silent, warn: silent, error: silent, child: () => logger };
  const secretKey = Buffer.alloc(32, 7);
  const deps = {
    ...{ pool, dataSources: { pool }, guard, http: createHttpClient({ guard }), secretKey, logger },
    secretBox: createSecretBox(secretKey),
  } as unknown as ServiceDeps;
  const person: Person = { id: 'operator', name: 'Olga', role: 'operator' };

  /** Disabled for a while: slots due in that time never run. */
  const interrupted = new Set<string>();

  async function anyExecution(): Promise<string | undefined> {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM "ScheduleExecution" ORDER BY id');
    return rows[simulator.below(Math.max(1, rows.length))]?.id;
  }

  const acts: (() => Promise<unknown>)[] = [
    () => triggerSchedule(deps, person, { id: scheduleIds[simulator.below(scheduleIds.length)] }),
    async () => cancelScheduleExecution(deps, person, { id: (await anyExecution()) ?? '' }),
    async () => retryFailedJobs(deps, person, { scheduleExecutionId: await anyExecution() } as never),
    async () => {
      const id = scheduleIds[simulator.below(scheduleIds.length)] as string;
      interrupted.add(id);
      await setScheduleEnabled(deps, person, { id, enabled: false });
      await setScheduleEnabled(deps, person, { id, enabled: true });
    },
  ];

  function begin(what: string, act: Promise<unknown>): void {
    simulator.note(`operator ${what}`);
    act.catch((error: unknown) => simulator.note(`operator: ${error}`));
  }

  return {
    /** Starts a run of several jobs. */
    startLarge(): void {
      const params = LARGE_PARAMS[simulator.below(LARGE_PARAMS.length)] as object;
      const run = { agentId: 'agent', params, retryConfig: RETRY, timeout: 8_000 };
      begin('starts a run of several jobs', insertExecution(pool, run));
    },
    /** Cancels a run whose jobs are not all rows yet. */
    cancelLarge(): void {
      const cancel = async () => {
        const { rows } = await pool.query<{ id: string }>(
          'SELECT "executionId" AS id FROM "JobChunk" ORDER BY 1',
        );
        const id = rows[simulator.below(Math.max(1, rows.length))]?.id;
        if (id !== undefined) await cancelScheduleExecution(deps, person, { id });
      };
      begin('cancels a run of several jobs', cancel());
    },
    /** Starts one action. */
    act(): void {
      const index = simulator.below(acts.length);
      begin(`begins act ${index}`, acts[index]?.() ?? Promise.resolve());
    },
    /** Schedules whose every slot must run or be recorded. */
    uninterrupted: () => scheduleIds.filter((id) => !interrupted.has(id)),
    /** Ends the timing of all schedules. */
    disableAll: () =>
      Promise.all(scheduleIds.map((id) => setScheduleEnabled(deps, person, { id, enabled: false }))),
  };
}
