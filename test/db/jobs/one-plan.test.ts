import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimAttempts, claimMore } from '../../../src/db/jobs/claim/claim-attempts.js';
import { writeAnswers } from '../../../src/db/jobs/end/write-answers.js';
import type { Queryable } from '../../../src/db/system/queryable.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { completed } from './claim-fixture.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
});
afterAll(() => db?.drop());

/** A session that prepares each statement, like those of a worker. */
const preparing = (client: PoolClient): Queryable => {
  const names = new Map<string, string>();
  const query = (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `statement ${names.size}`;
    names.set(text, name);
    return client.query({ name, text, values });
  };
  return { query } as unknown as Queryable;
};

test('claims and answers are planned once, however often they are executed', async () => {
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
  const jobs = Array.from({ length: 200 }, (_, n) => ({ n }));
  const { id: scheduleExecutionId } = await insertExpanded(db.pool, { agentId: 'agent', jobs });
  await db.pool.query('ANALYZE');
  const worker = { id: 'w', host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
  const lease = await registerWorker(db.pool, worker, 60_000);
  const client = await db.pool.connect();
  try {
    await client.query('SET enable_seqscan = off; SET jit = off; SET plan_cache_mode = force_generic_plan');
    const session = preparing(client);
    await claimAttempts(session, lease, 1);
    for (let size = 3; size < 15; size += 1) {
      const attempts = await claimMore(session, lease, size);
      expect(attempts).toHaveLength(size);
      const answers = attempts.map(({ id }) => completed(id, { scheduleExecutionId, result: 1 }));
      const { written } = await writeAnswers(session, lease, answers);
      expect(written.size).toBe(size);
    }
    const { rows } = await client.query(
      `SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements WHERE generic_plans + custom_plans > 1`,
    );
    expect(rows).toEqual([
      { custom: 0, generic: 12 },
      { custom: 0, generic: 12 },
    ]);
  } finally {
    client.release(true);
  }
});
