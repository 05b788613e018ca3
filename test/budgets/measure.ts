import { Pool } from 'pg';
import { type AgentBehavior, type AgentServer, startAgentServer } from '../support/agent-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertAgent } from '../support/rows.js';
import { answerAtOnce } from './answer-in-waves.js';
import { type Counts, observerUrl, type Snapshot, takeSnapshot } from './counts.js';

export interface Scene {
  db: Pick<TestDatabase, 'url'>;
  /**
   * What is done with it is not counted; for checking whether something has ended. One statement per
   * transaction.
   */
  observer: Pool;
  agent: AgentServer;
}

export interface Workload {
  /** Before anything is counted. */
  seed?(pool: Pool, units: number): Promise<unknown>;
  /** How the agent answers. Default: each request at once. */
  behavior?: AgentBehavior;
  /** Starts what is needed, waits until this many units are done, and stops what it has started. */
  run(scene: Scene, units: number): Promise<void>;
}

export interface Measured {
  perUnit: Counts;
  /** Calls per unit by statement, the most frequent first. */
  statements: [string, number][];
}

/**
 * What one unit costs: the difference between a run of `units` and one of `baseline`, divided by their
 * difference.
 */
export async function measure(
  workload: Workload,
  { units, baseline }: { units: number; baseline: number },
): Promise<Measured> {
  const little = await count(workload, baseline);
  const much = await count(workload, units);
  const by = units - baseline;
  const names = Object.keys(much.counts) as (keyof Counts)[];
  const perUnit = Object.fromEntries(
    names.map((name) => [name, (much.counts[name] - little.counts[name]) / by]),
  ) as unknown as Counts;
  const statements = [...much.statements]
    .map(([text, calls]): [string, number] => [text, (calls - (little.statements.get(text) ?? 0)) / by])
    .sort(([, a], [, b]) => b - a);
  return { perUnit, statements };
}

async function count({ seed, behavior = answerAtOnce, run }: Workload, units: number): Promise<Snapshot> {
  const db = await createTestDatabase();
  const agent = await startAgentServer(behavior);
  const name = new URL(db.url).pathname.slice(1);
  try {
    await insertAgent(db.pool, 'agent', agent.url);
    await seed?.(db.pool, units);
    await db.close();
    const before = await takeSnapshot(name);
    const observer = new Pool({
      connectionString: observerUrl(name),
      max: 2,
      options: '-c search_path=callboard',
    });
    try {
      await run({ db, observer, agent }, units);
    } finally {
      await observer.end();
    }
    return between(before, await takeSnapshot(name));
  } finally {
    await agent.close();
    await db.drop();
  }
}

function between(before: Snapshot, after: Snapshot): Snapshot {
  const names = Object.keys(after.counts) as (keyof Counts)[];
  return {
    counts: Object.fromEntries(
      names.map((name) => [name, after.counts[name] - before.counts[name]]),
    ) as unknown as Counts,
    statements: new Map(
      [...after.statements].map(([text, calls]) => [text, calls - (before.statements.get(text) ?? 0)]),
    ),
  };
}
