/** A list of schedules with a label reads those that have labels, however many have none. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReader, type Reader } from '../../../src/db/reader/create-reader.js';
import { scheduleWhere } from '../../../src/schema/schedules/schedule-filter.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { insertAgent } from '../../support/rows.js';

let db: TestDatabase;
let reader: Reader;
const statements: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  await insertAgent(db.pool, 'a', 'http://127.0.0.1:9/');
  await db.pool.query(
    `INSERT INTO "Schedule" (id, name, repeat, "interval", timezone, "targetType", "agentId", "createdBy", labels)
     SELECT 's' || n, 'schedule ' || n, 'repeating', 3600000, 'UTC', 'agent', 'a', 'test',
       CASE WHEN n % 1000 = 0 THEN ARRAY['nightly', 'team-' || n % 3] ELSE '{}' END
     FROM generate_series(1, 5000) n`,
  );
  await db.pool.query('ANALYZE "Schedule"');
  reader = createReader(recording(db.pool));
});
afterAll(async () => {
  await reader?.$disconnect();
  await db?.drop();
});

/** The pool, which remembers the statements that are sent to it. */
function recording(pool: pg.Pool): pg.Pool {
  const query = pool.query.bind(pool) as (statement: pg.QueryConfig, values?: unknown[]) => Promise<unknown>;
  return Object.assign(Object.create(pool) as pg.Pool, {
    query: (statement: pg.QueryConfig, values?: unknown[]) => {
      statements.push({ text: statement.text, values: values ?? statement.values ?? [] });
      return query(statement, values);
    },
  });
}

test.each(['team-0', 'nobody'])('a list and a count of label %s use the index of labels', async (label) => {
  const where = await scheduleWhere({ labels: [label] }, db.pool);
  statements.length = 0;
  const found = await reader.schedule.findMany({
    where,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 26,
  });
  expect(found.map(({ id }) => id)).toEqual(label === 'team-0' ? ['s3000'] : []);
  expect(await reader.schedule.count({ where })).toBe(found.length);
  expect(statements).toHaveLength(2);
  for (const { text, values } of statements) {
    const { rows } = await db.pool.query(`EXPLAIN ${text}`, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('"Schedule_labels_idx"');
  }
});
