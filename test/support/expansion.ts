import { expect } from 'vitest';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { createAgentDirectory } from '../../src/services/agents/agent-directory.js';
import { type ExpandDeps, expandExecution } from '../../src/services/runs/expand/expand-execution.js';
import { createDataSourcePool } from '../../src/sources/db/pool.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { SECRET_KEY } from './engine.js';
import { insertAgent, insertExecution } from './rows.js';

/** A database with the agent `agent`, and a table `Big` whose expansion stores its jobs in chunks. */
export interface Expansion {
  db: TestDatabase;
  deps: ExpandDeps;
  /** Records a run of the agent with these columns and expands it. @returns its id */
  expanded(columns: Omit<Parameters<typeof insertExecution>[1], 'agentId'>): Promise<string>;
  drop(): Promise<void>;
}

/** @param rows the number of rows in the table; their IDs begin at 1 */
export async function createExpansion(
  rows: number,
  agent: Parameters<typeof insertAgent>[3] = {},
): Promise<Expansion> {
  const db = await createTestDatabase({ writer: 'engine' });
  await db.pool.query(`
    CREATE TABLE public."Big" (id int PRIMARY KEY);
    INSERT INTO public."Big" SELECT generate_series(1, ${rows})`);
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run', agent);
  const dataSources = createDataSourcePool(db.url, { max: 4 });
  const directory = createAgentDirectory({ pool: db.pool, secretBox: createSecretBox(SECRET_KEY) });
  const deps = {
    pool: db.pool,
    dataSources: { pool: dataSources },
    directory,
    firstBatchStaysPending: async () => true,
  };
  return {
    db,
    deps,
    async expanded(columns) {
      const id = await insertExecution(db.pool, { ...columns, agentId: 'agent' });
      expect(await expandExecution(deps, id)).toMatchObject({ kind: 'expanded', released: 0 });
      return id;
    },
    async drop() {
      await dataSources.end();
      await db.drop();
    },
  };
}
