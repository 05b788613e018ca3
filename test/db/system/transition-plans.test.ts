/**
 * A session keeps the plan of a trigger's first statement. A plan for one row that joins the old and the new
 * rows with a nested loop compares each with each: tens of seconds for 10 000 rows.
 */
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complete, insertAttempts } from '../../events/outbox-fixture.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** The plans of the session's further statements inside functions. */
async function explainNested(client: PoolClient): Promise<string[]> {
  const plans: string[] = [];
  client.on('notice', ({ message = '' }) => plans.push(message));
  await client.query(`
    LOAD 'auto_explain';
    SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on; SET auto_explain.log_level = notice`);
  return plans;
}

test('an update of many attempts after single ones joins old and new rows without a nested loop', async () => {
  await insertAttempts(db.pool, 'x', 50);
  const client = await db.pool.connect();
  try {
    await complete(client, 'x1');
    const plans = await explainNested(client);
    await client.query(`UPDATE "AgentJobExecution" SET status = 'completed' WHERE status = 'running'`);
    const events = plans.filter((plan) => plan.includes('INSERT INTO outbox'));
    expect(events).toEqual([expect.stringMatching(/Hash Join|Merge Join/)]);
  } finally {
    client.release(true);
  }
});

test('every function that joins old and new rows turns nested loops off, and compiling plans for their cost', async () => {
  const { rows } = await db.pool.query<{ name: string; off: boolean }>(
    `SELECT proname AS name, proconfig @> '{enable_nestloop=off,jit=off}' AS off FROM pg_proc
     WHERE pronamespace = 'callboard'::regnamespace AND (prosrc ~ 'JOIN (old|new)_rows' OR 'enable_nestloop=off' = ANY (proconfig))
     ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toContain('emit_attempt_updates');
  expect(rows.filter(({ off }) => !off)).toEqual([]);
});
