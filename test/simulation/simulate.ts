import pg from 'pg';
import { vi } from 'vitest';
import type { ClaimSizes } from '../../src/engine/schedule/claim-sizes.js';
import { randomOf } from '../faults/fault-fixture.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { checkRun, type LeaseEnd, WATCH } from './check-run.js';
import { type ChunkEvents, countChunkEvents, noteLeftChunks, WATCH_CHUNKS } from './chunk-events.js';
import { createGatedPool } from './gated-pool.js';
import { createOperator, prepareScenario } from './scenario.js';
import { createSimulatedNetwork } from './simulated-network.js';
import { createSimulatedQueue } from './simulated-queue.js';
import { LEASE_MS, type SimulatedWorker, startSimulatedWorker } from './simulated-worker.js';
import { type Actor, createSimulator, type Simulator } from './simulator.js';
import { installVirtualClock, installVirtualTimers } from './virtual-clock.js';
import { weighted } from './weighted.js';

const CHANNELS = [
  'callboard_config',
  'callboard_engine',
  'callboard_stop',
  'callboard_notify',
  'callboard_worker',
  'callboard_dispatch',
];

/** A migrated database with a virtual clock that runs clone. */
export async function createSimulationTemplate(): Promise<{ name: string; drop(): Promise<void> }> {
  const db = await createTestDatabase();
  await installVirtualClock(db.pool);
  await db.pool.query(WATCH);
  await db.pool.query(WATCH_CHUNKS);
  await db.pool.query('VACUUM ANALYZE');
  const name = new URL(db.url).pathname.slice(1);
  await db.close();
  return { name, drop: db.drop };
}

export interface RunOptions {
  seed: number;
  /** Steps during which workers are killed and stopped and the clock jumps. */
  chaosSteps: number;
  template: string;
}

/** Workers claim any batch with its release, and runs of several jobs are stored in chunks that fit to no batch. */
const SMALL: ClaimSizes = { firstBatch: 1, claim: 1, chunks: { moreThan: 1, atMost: 1_000, jobsEach: 3 } };

/** The same for each run of a seed. */
const BEGINS_AT = Date.UTC(2026, 0, 1);

/** Runs of several jobs that start while the workers are idle. */
const LARGE_RUNS = 4;
/** If hardly anything else happens, the chaos lasts this many times as long. */
const CALM_CHAOS = 2;

const OPEN = `SELECT
  (SELECT count(*) FROM "AgentJobExecution" WHERE "settledAt" IS NULL)::int
  + (SELECT count(*) FROM "ScheduleExecution" WHERE "runStatus" IN ('pending', 'running') OR status = 'pending')::int AS open`;

/**
 * By the virtual clock: what is not done by then never will be. Leases, retries, timeouts and reports fit in
 * several times.
 */
const QUIET_WITHIN_MS = 180_000;
const MOST_STEPS = 40_000;
/** More steps in a row without a need for time to pass are too many. */
const SPINNING = 10_000;

interface SimulatedRun {
  steps: number;
  /** Calls that reached the agent. */
  calls: number;
  repeatable: string[];
  chunks: ChunkEvents;
}

/**
 * One run: some minutes of chaos, then peace until everything has ended, then the invariants. @throws with
 * the seed and the last steps
 */
export async function simulate({ seed, chaosSteps, template }: RunOptions): Promise<SimulatedRun> {
  const db = await createTestDatabase({ template });
  const monitor = new pg.Client({ connectionString: db.url, options: '-c search_path=callboard,public' });
  await monitor.connect();
  const restoreTimers = installVirtualTimers(BEGINS_AT);
  // A sequence of its own: how often the product draws must not shift the order of events.
  const chance = vi.spyOn(Math, 'random').mockImplementation(randomOf(seed));
  const simulator = createSimulator(randomOf(seed), monitor);
  const isCalm = seed % 4 === 2;
  const run = createRun(simulator, db, monitor, { isChunked: seed % 2 === 0, isCalm });
  try {
    await run.begin();
    await run.chaos(isCalm ? CALM_CHAOS * chaosSteps : chaosSteps);
    await run.quiesce();
    await checkRun(db.pool, run.story());
    return {
      steps: run.steps(),
      calls: run.network.arrivals.length,
      repeatable: simulator.repeatable(),
      chunks: await countChunkEvents(db.pool),
    };
  } catch (error) {
    const message = `seed ${seed}: ${(error as Error).message}\n${simulator.trace().join('\n')}`;
    throw new Error(message, { cause: error });
  } finally {
    for (const actor of run.actors()) await simulator.kill(actor);
    chance.mockRestore();
    restoreTimers();
    await monitor.end();
    await db.drop();
  }
}

interface RunKind {
  /** Workers have {@link SMALL} sizes, and {@link LARGE_RUNS} start. */
  isChunked: boolean;
  /** Hardly anything else happens. */
  isCalm: boolean;
}

function createRun(
  simulator: Simulator,
  db: TestDatabase,
  monitor: pg.Client,
  { isChunked, isCalm }: RunKind,
) {
  const claimSizes = isChunked ? SMALL : undefined;
  const agent: Actor = { name: 'agent', alive: true, stoppedUntil: 0 };
  const server: Actor = { name: 'server', alive: true, stoppedUntil: 0 };
  const network = createSimulatedNetwork(
    simulator,
    agent,
    createGatedPool(simulator, agent, { url: db.url, max: 50 }),
  );
  const queue = createSimulatedQueue(simulator);
  const serverPool = createGatedPool(simulator, server, { url: db.url, writer: 'server', max: 5 });
  const workers: SimulatedWorker[] = [];
  const leaseEnds: LeaseEnd[] = [];
  let operator: ReturnType<typeof createOperator>;
  /** Whether jobs were not rows yet at the last commit. */
  let areChunks = false;
  let heard: { channel: string; payload: string | undefined }[] = [];
  const hasUnsteadyClock = simulator.chance(0.25);
  let steps = 0;
  let peaceAt = 0;

  const leaving = new Set<SimulatedWorker>();
  const living = () => workers.filter(({ alive }) => alive);
  const staying = () => living().filter((worker) => !leaving.has(worker));

  function startWorker(): void {
    const name = `worker ${workers.length + 1}`;
    simulator.note(`${name} starts`);
    workers.push(startSimulatedWorker(simulator, { url: db.url, name, network, queue, claimSizes }));
  }

  /** Notifications of the commits so far reach each worker when the scheduler decides so. */
  async function spread(): Promise<void> {
    const { rows } = await monitor.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM "JobChunk") AS any');
    areChunks = rows[0]?.any === true;
    const news = heard;
    heard = [];
    for (const { channel, payload } of news)
      for (const worker of living())
        simulator.add({
          actor: worker,
          name: `is notified on ${channel}`,
          run: () => worker.notify(channel, payload),
        });
  }

  async function killOne(): Promise<void> {
    const worker = living()[simulator.below(living().length)];
    if (!worker) return;
    await simulator.kill(worker);
    await noteLeftChunks(monitor, worker.name);
    // Nothing waits for it: its lease expires some time later.
    leaseEnds.push({ worker: worker.name, at: simulator.databaseNow() });
  }

  function stopOne(): void {
    const worker = living()[simulator.below(living().length)];
    if (!worker) return;
    const ms = Math.round(LEASE_MS * (0.2 + 2 * simulator.random()));
    simulator.note(`${worker.name} stands still for ${ms} ms`);
    worker.stoppedUntil = simulator.now() + ms;
    leaseEnds.push({ worker: worker.name, at: simulator.databaseNow() });
  }

  function leaveOne(): void {
    const worker = staying()[simulator.below(staying().length)];
    if (!worker) return;
    simulator.note(`${worker.name} leaves`);
    leaving.add(worker);
    leaseEnds.push({ worker: worker.name, at: simulator.databaseNow() });
    worker.engine
      .stop(new AbortController().signal)
      .then(() => simulator.kill(worker))
      .catch((error: unknown) => simulator.note(`${worker.name} does not leave: ${error}`));
  }

  /** A jump forward ends every lease. */
  async function stepClock(): Promise<void> {
    await simulator.stepDatabaseClock(simulator.below(40_000) - 10_000);
    for (const worker of living()) leaseEnds.push({ worker: worker.name, at: simulator.databaseNow() });
  }

  /** What may happen next, with its weight: in thousandths while there are no chunks. */
  const events = (): readonly [number, () => unknown][] => [
    [areChunks ? 30 : 6, killOne],
    [areChunks ? 30 : 0, () => operator.cancelLarge()],
    [6, stopOne],
    [3, leaveOne],
    [10, () => operator.act()],
    [4, () => simulator.advance(simulator.below(3 * LEASE_MS))],
    [hasUnsteadyClock ? 10 : 0, stepClock],
    [50, () => simulator.advance(1 + simulator.below(200))],
    [921, step],
  ];

  async function chaosStep(): Promise<void> {
    if (staying().length < 2 && simulator.chance(0.2)) startWorker();
    else await weighted(events(), ([weight]) => weight, simulator.random())?.[1]();
  }

  let instant = 0;
  let stepsAtInstant = 0;
  /** Runs of several jobs that are still to be started. */
  let largeLeft = isChunked ? LARGE_RUNS : 0;

  async function step(): Promise<void> {
    stepsAtInstant = instant === simulator.now() ? stepsAtInstant + 1 : 0;
    instant = simulator.now();
    if (stepsAtInstant > SPINNING) throw new Error('a loop spins: nothing waits for the clock');
    if (await simulator.takeStep()) return;
    // A worker stores jobs in chunks only if it is idle.
    if (largeLeft > 0 && peaceAt === 0 && simulator.chance(0.5)) {
      largeLeft -= 1;
      operator.startLarge();
    } else await simulator.advanceToTimer(LEASE_MS);
  }

  async function isQuiet(): Promise<boolean> {
    const { rows } = await monitor.query<{ open: number }>(OPEN);
    return rows[0]?.open === 0;
  }

  return {
    network,
    steps: () => steps,
    story: () => ({
      arrivals: network.arrivals,
      leaseEnds,
      uninterrupted: operator.uninterrupted(),
      peaceAt: new Date(peaceAt),
      hasSteadyClock: !hasUnsteadyClock,
    }),
    actors: () => [...workers, agent, server],
    async begin() {
      await simulator.advance(0);
      operator = createOperator(simulator, serverPool, await prepareScenario(simulator, db.pool, isCalm));
      monitor.on('notification', ({ channel, payload }) => heard.push({ channel, payload }));
      for (const channel of CHANNELS) await monitor.query(`LISTEN ${channel}`);
      simulator.onCommitted = spread;
      startWorker();
      startWorker();
    },
    async chaos(count: number) {
      for (; steps < count; steps += 1) await chaosStep();
    },
    async quiesce() {
      simulator.note('peace');
      if (staying().length === 0) startWorker();
      for (const worker of living()) worker.stoppedUntil = 0;
      let disabled = false;
      peaceAt = simulator.databaseNow();
      const disable = () => {
        operator.disableAll().then(
          () => {
            disabled = true;
          },
          (error: unknown) => {
            simulator.note(`schedules are not disabled yet: ${error}`);
            setTimeout(disable, 500);
          },
        );
      };
      disable();
      for (
        const until = simulator.now() + QUIET_WITHIN_MS;
        simulator.now() < until && steps < MOST_STEPS;
        steps += 1
      ) {
        if (steps % 20 === 0 && disabled && (await isQuiet())) return;
        await step();
      }
      const { rows } = await monitor.query(
        `SELECT e.id, e.status, e."runStatus", e.reason, e."jobsCreated", e."cancelRequestedAt",
           (SELECT json_agg(json_build_object('id', j.id, 's', j.status, 'released', j."releasedAt", 'w', j."workerId", 'r', j."retryAt", 'settled', j."settledAt"))
            FROM "AgentJobExecution" j WHERE j."scheduleExecutionId" = e.id AND j."settledAt" IS NULL) AS jobs
         FROM "ScheduleExecution" e WHERE e."runStatus" IN ('pending', 'running') OR e.status = 'pending'`,
      );
      const { rows: held } = await monitor.query(
        `SELECT application_name, state, left(query, 200) AS query, pg_blocking_pids(pid) AS waits, pid FROM pg_stat_activity
         WHERE datname = current_database() AND (state LIKE '%transaction%' OR wait_event_type = 'Lock') AND pid <> pg_backend_pid()`,
      );
      simulator.note(`open transactions: ${JSON.stringify(held)}`);
      throw new Error(`work is left for ever (schedules disabled: ${disabled}): ${JSON.stringify(rows)}`);
    },
  };
}
