import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

/** Each with two schedules, pipelines and webhooks, and one agent; every name also in other letters. */
const NAMES = [
  'Zebra',
  'apple',
  'Apple',
  'APPLE',
  'banana',
  '_draft',
  'émile',
  'Émile',
  'zoo',
  'Cherry',
  '🦓',
];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { pool } = server;
  await pool.query(
    `INSERT INTO "AgentRegistry" (id, name, endpoint) SELECT 'agent-' || n, name, '{"type": "http", "url": "http://127.0.0.1:9/"}'
     FROM unnest($1::text[]) WITH ORDINALITY AS named(name, n)`,
    [NAMES],
  );
  const twice = 'FROM generate_series(1, 2), unnest($1::text[]) AS name';
  await pool.query(
    `INSERT INTO "Pipeline" (id, name, steps, "createdBy")
     SELECT callboard.uuid_v7(), name, '[{"stepId": "a", "agentId": "agent-1"}]', 'test' ${twice}`,
    [NAMES],
  );
  await pool.query(
    `INSERT INTO "Schedule" (id, name, repeat, interval, timezone, "targetType", "agentId", "createdBy", enabled, labels)
     SELECT callboard.uuid_v7(), name, 'repeating', 60000, 'UTC', 'agent', 'agent-1', 'test', false, '{team}' ${twice}`,
    [NAMES],
  );
  await pool.query(
    `INSERT INTO "Webhook" (id, name, secret, "secretHint", "targetType", "agentId", "createdBy")
     SELECT callboard.uuid_v7(), name, 'v1.sealed', '…', 'agent', 'agent-1', 'test' ${twice}`,
    [NAMES],
  );
});
afterAll(() => server?.close());

interface Page {
  edges: { node: { id: string; name: string } }[];
  pageInfo: Record<string, never>;
}

async function pageOf(field: string, page: string, cursor: string | null, more = ''): Promise<Page> {
  const query = `query ($cursor: String) { ${field}(${page}) { edges { node { id name ${more} } }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
  const data = await server.admin.ask({ toString: () => query } as never, { cursor });
  return (data as Record<string, Page>)[field] as Page;
}

const CASES = [
  ['agents', 'AgentRegistry', '', ''],
  ['schedules', 'Schedule', '', ''],
  ['schedules', 'Schedule', 'filter: { labels: ["team"] }', ''],
  [
    'schedules',
    'Schedule',
    'filter: { labels: ["team"] }',
    'executions(filter: { search: "x" }) { totalCount }',
  ],
  ['schedules', 'Schedule', 'filter: { search: "a" }', 'pipeline { id } agent { id name } templateId'],
  ['pipelines', 'Pipeline', '', ''],
  ['pipelines', 'Pipeline', 'filter: { agentId: "agent-1" }', 'lastExecution { id }'],
  ['webhooks', 'Webhook', '', ''],
] as const;

test.each(CASES)(
  '%s sorted by name ignore case, page by page (%s, %s)',
  async (field, table, filter, more) => {
    for (const direction of ['ASC', 'DESC']) {
      const { rows } = await server.pool.query<{ id: string }>(
        `SELECT id FROM "${table}" ${filter.includes('search') ? `WHERE name ILIKE '%a%'` : ''} ORDER BY lower(name) ${direction}, id ${direction}`,
      );
      for (const [size, cursor, to, follows] of [
        ['first', 'after', 'endCursor', 'hasNextPage'],
        ['last', 'before', 'startCursor', 'hasPreviousPage'],
      ] as const) {
        const page = `${size}: 3, ${cursor}: $cursor, ${filter} orderBy: { field: NAME, direction: ${direction} }`;
        const seen: string[] = [];
        for (let at: string | null = null, isLast = false; !isLast; ) {
          const { edges, pageInfo } = await pageOf(field, page, at, more);
          const ids = edges.map(({ node }) => node.id);
          if (size === 'first') seen.push(...ids);
          else seen.unshift(...ids);
          isLast = !pageInfo[follows];
          at = pageInfo[to] ?? null;
        }
        expect(seen).toEqual(rows.map(({ id }) => id));
      }
    }
  },
);

test('names that differ only in case are neighbors', async () => {
  const { edges } = await pageOf(
    'agents',
    'first: 100, after: $cursor, orderBy: { field: NAME, direction: ASC }',
    null,
  );
  const names = edges.map(({ node }) => node.name);
  expect(names.slice(0, 4)).toEqual(['_draft', 'apple', 'Apple', 'APPLE']);
  expect(names.indexOf('Zebra')).toBeGreaterThan(names.indexOf('Cherry'));
  expect(names.indexOf('zoo')).toBe(names.indexOf('Zebra') + 1);
});

test('a deep page of many schedules is a range of an index', async () => {
  const { pool } = server;
  await pool.query(
    `INSERT INTO "Schedule" (id, name, repeat, interval, timezone, "targetType", "agentId", "createdBy", enabled)
     SELECT callboard.uuid_v7(), CASE WHEN n % 2 = 0 THEN 'Many ' ELSE 'many ' END || lpad(n::text, 5, '0'), 'repeating', 60000, 'UTC', 'agent', 'agent-1', 'test', false
     FROM generate_series(1, 20000) n`,
  );
  await pool.query('ANALYZE "Schedule"');
  const cursor = Buffer.from(JSON.stringify(['Schedule', 'name', 'MANY 15000', ''])).toString('base64url');
  server.statements.length = 0;
  const { edges } = await pageOf('schedules', 'first: 3, after: $cursor, orderBy: { field: NAME }', cursor);
  expect(edges.map(({ node }) => node.name)).toEqual(['Many 15000', 'many 15001', 'Many 15002']);
  const statement = server.statements.find((text) => text.includes('FROM "Schedule"'));
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${statement}`, [
    ...['MANY 15000', 'MANY 15000', 'MANY 15000', ''],
  ]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan using "Schedule_lower_name_idx"');
  expect(plan).not.toContain('Sort');
  expect(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(20);
});
