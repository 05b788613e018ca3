import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution } from '../../support/rows.js';

interface List {
  totalCount?: number;
  totalCountPrecision?: string;
  searchedBack?: string | null;
  edges: { node: { id: string } }[];
}

/** More than a search reads. */
const JOBS = LIMITS.searchedRows + 1_000;

let server: TestServer;
/** All jobs, oldest first. */
let ids: string[];

beforeAll(async () => {
  server = await startTestServer();
  const { pool } = server;
  await insertAgent(pool, 'alpha', 'http://127.0.0.1:9/run');
  await insertAgent(pool, 'beta', 'http://127.0.0.1:9/run');
  const executionId = await insertExecution(pool, { agentId: 'alpha' });
  // One a second; every tenth is beta's.
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", reason, params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId")
     SELECT id, id, CASE WHEN n % 10 = 0 THEN 'beta' ELSE 'alpha' END, $2, 'note ' || n, '{}', 1000, '{}', 0, 'trace'
     FROM generate_series(1, $1) n,
       LATERAL (SELECT overlay(lpad(to_hex(1700000000000 + n * 1000), 12, '0') PLACING '-' FROM 9 FOR 0) || '-7000-8000-' || lpad(n::text, 12, '0') AS id) made
     ORDER BY n RETURNING id`,
    [JOBS, executionId],
  );
  ids = rows.map(({ id }) => id).sort();
  await pool.query('ANALYZE "AgentJobExecution"');
});
afterAll(() => server?.close());

async function list(filter: object, fields: string, variables: object = {}): Promise<List> {
  const query = `query ($filter: JobExecutionFilter, $first: Int) { jobExecutions(first: $first, filter: $filter) { ${fields} } }`;
  const data = await server.viewer.ask({ toString: () => query } as never, { filter, ...variables });
  return (data as { jobExecutions: List }).jobExecutions;
}

describe('a search', () => {
  const found = async (filter: object) => {
    const { edges, searchedBack } = await list(filter, 'searchedBack edges { node { id } }');
    return { ids: edges.map(({ node }) => node.id), searchedBack };
  };
  const instant = (n: number) => new Date(1_700_000_000_000 + n * 1_000).toISOString();

  test('reads the newest, and says how far back', async () => {
    const searchedBack = instant(JOBS - LIMITS.searchedRows + 1);
    expect(await found({ search: 'NOTE 15000' })).toEqual({ ids: [ids[14_999]], searchedBack });
    expect(await found({ search: 'note 1001' })).toMatchObject({ searchedBack });
    expect((await found({ search: 'note 1000' })).ids).not.toContain(ids[999]);
    expect((await found({ search: 'note 1001' })).ids).toContain(ids[1_000]);
  });

  test('says how far back if the oldest row it read has an ID that SQL chose', async () => {
    const uuid = ids[JOBS - LIMITS.searchedRows] ?? '';
    const other = uuid.slice(0, -1);
    const rename = `UPDATE "AgentJobExecution" SET id = $2 WHERE id = $1 RETURNING "createdAt"`;
    const { rows } = await server.pool.query<{ createdAt: Date }>(rename, [uuid, other]);
    const { searchedBack } = await found({ search: 'note 15000' });
    await server.pool.query(rename, [other, uuid]);
    expect(searchedBack).toBe(rows[0]?.createdAt.toISOString());
  });

  test('can continue before an instant, and within one agent', async () => {
    expect(await found({ search: 'note 500', to: instant(501) })).toEqual({
      ids: [ids[499]],
      searchedBack: null,
    });
    expect(await found({ search: 'note 50', agentId: 'beta', to: instant(60) })).toEqual({
      ids: [ids[49]],
      searchedBack: null,
    });
    expect((await found({ search: 'note 10', agentId: 'beta' })).searchedBack).toBeNull();
  });

  test('finds an id however old it is', async () => {
    expect(await found({ search: ids[0] })).toEqual({ ids: [ids[0]], searchedBack: null });
  });

  test('takes two statements', async () => {
    await found({ search: 'nothing' });
    server.statements.length = 0;
    await found({ search: 'nothing' });
    expect(server.statements).toHaveLength(2);
  });
});

describe('totalCount', () => {
  const counted = async (filter: object) => {
    const { totalCount, totalCountPrecision } = await list(
      filter,
      'totalCount totalCountPrecision edges { node { id } }',
      { first: 1 },
    );
    return [totalCount, totalCountPrecision];
  };

  test('is an estimate for all', async () => {
    expect(await counted({})).toEqual([Number(JOBS.toPrecision(2)), 'ESTIMATE']);
  });

  test('is exact while it is small', async () => {
    expect(await counted({ agentId: 'beta' })).toEqual([JOBS / 10, 'EXACT']);
    expect(await counted({ search: 'note 1500' })).toEqual([11, 'EXACT']);
  });

  test('is a lower bound above the limit', async () => {
    expect(await counted({ status: ['PENDING'] })).toEqual([LIMITS.countedRows, 'AT_LEAST']);
  });

  test('of the jobs of a run that match a filter, too', async () => {
    const query = `{ scheduleExecutions(first: 1) { edges { node { jobs(first: 1, filter: { agentId: "alpha" }) { totalCount totalCountPrecision } } } } }`;
    const data = await server.viewer.ask({ toString: () => query } as never, {});
    expect(data).toEqual({
      scheduleExecutions: {
        edges: [{ node: { jobs: { totalCount: LIMITS.countedRows, totalCountPrecision: 'AT_LEAST' } } }],
      },
    });
  });

  test('is counted once for both fields, and only on request', async () => {
    server.statements.length = 0;
    await counted({ status: ['PENDING'] });
    expect(server.statements).toHaveLength(2);
    await list({ status: ['PENDING'] }, 'edges { node { id } }');
    expect(server.statements).toHaveLength(3);
  });
});

test('pages of schedules use ranges of an index, in either direction, also if some have no value', async () => {
  const { pool } = server;
  await pool.query(
    `INSERT INTO "Schedule" (id, name, repeat, interval, timezone, "targetType", "agentId", "createdBy", enabled, "lastRunAt")
     SELECT callboard.uuid_v7(), 'schedule ' || n, 'repeating', 60000, 'UTC', 'agent', 'alpha', 'test', false,
       CASE WHEN n % 4 <> 0 THEN now() - (n / 2) * interval '1 minute' END
     FROM generate_series(1, 40) n`,
  );
  for (const direction of ['ASC', 'DESC']) {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT name FROM "Schedule" ORDER BY "lastRunAt" ${direction} NULLS LAST, id ${direction}`,
    );
    const all = rows.map(({ name }) => name);
    for (const [size, cursor, to] of [
      ['first', 'after', 'endCursor'],
      ['last', 'before', 'startCursor'],
    ]) {
      const query = `query ($cursor: String) { schedules(${size}: 7, ${cursor}: $cursor, orderBy: { field: LAST_RUN_AT, direction: ${direction} }) {
        edges { node { name } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
      const seen: string[] = [];
      for (let at: string | null = null, more = true; more; ) {
        // biome-ignore lint/suspicious/noExplicitAny: a document made here
        const { schedules }: any = await server.viewer.ask({ toString: () => query } as never, {
          cursor: at,
        });
        const names = schedules.edges.map(({ node }: { node: { name: string } }) => node.name);
        if (size === 'first') seen.push(...names);
        else seen.unshift(...names);
        more = schedules.pageInfo[size === 'first' ? 'hasNextPage' : 'hasPreviousPage'];
        at = schedules.pageInfo[to as string];
      }
      expect(seen).toEqual(all);
    }
  }
});
