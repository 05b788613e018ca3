import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentServer, startAgentServer } from '../../support/agent-server.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { eventually, startEngine, type TestEngine } from '../../support/engine.js';
import { insertAgent } from '../../support/rows.js';

let db: TestDatabase;
let agent: AgentServer;
let engine: TestEngine | undefined;

beforeAll(async () => {
  db = await createTestDatabase();
  agent = await startAgentServer();
});

afterAll(async () => {
  await engine?.stop();
  await agent?.close();
  await db?.drop();
});

const STATUS = `SELECT id, "healthStatus", "healthVersion" FROM "AgentRegistry" ORDER BY id`;
type Row = { id: string; healthStatus: string | null; healthVersion: string | null };

test('agents are checked: all at the start, new ones when they register, disabled ones never', async () => {
  await insertAgent(db.pool, 'alive', agent.url);
  await insertAgent(db.pool, 'disabled', agent.url, { enabled: false });
  await insertAgent(db.pool, 'gone', 'http://127.0.0.1:9/run');
  engine = await startEngine(db.url);
  const known = (count: number) => (rows: Row[]) =>
    rows.filter(({ healthStatus }) => healthStatus !== null).length === count;
  expect(await eventually<Row>(db.pool, STATUS, [], known(2))).toEqual([
    { id: 'alive', healthStatus: 'healthy', healthVersion: '1.2.3' },
    { id: 'disabled', healthStatus: null, healthVersion: null },
    { id: 'gone', healthStatus: 'unhealthy', healthVersion: null },
  ]);
  await insertAgent(db.pool, 'newcomer', agent.url);
  const rows = await eventually<Row>(db.pool, STATUS, [], known(3));
  expect(rows.find(({ id }) => id === 'newcomer')?.healthStatus).toBe('healthy');
});
