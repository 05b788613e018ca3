/**
 * Rows read without Prisma's engine equal those that Prisma would have read; other queries are left to
 * Prisma.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Prisma, PrismaClient } from '../../src/db/generated/client.js';
import { createReader, type Reader } from '../../src/db/reader/create-reader.js';
import { readModels } from '../../src/db/reader/models.js';
import { NotPlain } from '../../src/db/reader/plain.js';
import { plainQuery, plainRow } from '../../src/db/reader/plain-query.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertAgent, insertExecution } from '../support/rows.js';

let db: TestDatabase;
let prisma: PrismaClient;
let reader: Reader;

beforeAll(async () => {
  db = await createTestDatabase({ writer: 'engine' });
  prisma = new PrismaClient({ adapter: new PrismaPg(db.pool, { schema: 'callboard' }) });
  reader = createReader(db.pool);
  for (const id of ['a', 'b']) await insertAgent(db.pool, id, 'http://127.0.0.1:9/');
  await db.pool.query(
    `INSERT INTO "Schedule" (id, name, repeat, "interval", "minInterval", "nextRunAt", timezone, "targetType", "agentId", "createdBy", description, labels, params)
     SELECT 's' || n, 'schedule ' || n % 3, 'repeating', 3600000, 9007199254740993, CASE WHEN n % 2 = 0 THEN now() + n * interval '1 h' END,
       'UTC', 'agent', CASE n % 2 WHEN 0 THEN 'a' ELSE 'b' END, 'it''s "me"', CASE n WHEN 4 THEN 'ä \\ ''' END,
       CASE n WHEN 4 THEN ARRAY['x', 'y'] WHEN 5 THEN ARRAY['it''s'] ELSE '{}' END, CASE n WHEN 6 THEN '[{"a": 1}, 2]'::jsonb ELSE '{}' END
     FROM generate_series(1, 9) n`,
  );
  for (const agentId of ['a', 'b']) {
    const id = await insertExecution(db.pool, { agentId, params: { list: [1, 'two', null] } });
    await db.pool.query(
      `INSERT INTO "AgentJobExecution" (id, "jobId", "agentId", "scheduleExecutionId", params, "attemptTimeout", "retryConfig", "retriesLeft", "traceId", status, "isLatest", "startedAt", dependencies, error)
       SELECT $1 || n, $1 || 'job' || n, $2, $1, jsonb_build_object('n', n), 1000, '{}', 0, 'trace',
         CASE WHEN n % 3 = 0 THEN 'skipped' ELSE 'pending' END, true, NULL, CASE WHEN n % 2 = 0 THEN ARRAY['x', 'y,"z'] ELSE '{}' END,
         CASE n WHEN 3 THEN '"text"'::jsonb WHEN 6 THEN 'null'::jsonb END
       FROM generate_series(1, 12) n`,
      [id, agentId],
    );
  }
});
afterAll(async () => {
  await reader?.$disconnect();
  await prisma?.$disconnect();
  await db?.drop();
});

type Find = { findMany(query: object): Promise<object[]>; findUnique(query: object): Promise<object | null> };
const delegateOf = (client: PrismaClient, model: string) =>
  client[(model.charAt(0).toLowerCase() + model.slice(1)) as 'schedule'] as unknown as Find;

/** Both answers, and that ours was read without Prisma. */
async function expectSame(model: string, query: object) {
  expect(() => plainQuery(model, query)).not.toThrow();
  const found = await delegateOf(reader, model).findMany(query);
  expect(found).toEqual(await delegateOf(prisma, model).findMany(query));
  return found;
}

test.each(Object.values(Prisma.ModelName))('reads all columns of %s', async (model) => {
  const columns = [...(readModels().get(model)?.columns.keys() ?? [])];
  const select = Object.fromEntries(columns.map((name) => [name, true]));
  await expectSame(model, { select, orderBy: { [columns[0] as string]: 'asc' } });
});

describe('conditions', () => {
  const select = { id: true };
  const noon = new Date(Date.now() + 4 * 3_600_000);
  test.each<[object, number]>([
    [{}, 9],
    [{ agentId: undefined }, 9],
    [{ agentId: 'a' }, 4],
    [{ agentId: 'a', name: 'schedule 1' }, 1],
    [{ agentId: { in: ['a'] } }, 4],
    [{ agentId: { in: ['a', 'b', 'c'] } }, 9],
    [{ id: { in: ['s1', 's2', 's3', 's4', 's5', "s'6"] } }, 5],
    [{ id: { in: [] } }, 0],
    [{ id: { gt: 's3', lte: 's8' } }, 5],
    [{ nextRunAt: null }, 5],
    [{ nextRunAt: { not: null } }, 4],
    [{ nextRunAt: { gte: noon } }, 3],
    [{ enabled: true }, 9],
    [{ enabled: { equals: false } }, 0],
    [{ repeat: 'repeating' }, 9],
    [{ repeat: "it's \\" }, 0],
    [{ createdBy: 'it\'s "me"' }, 9],
    [{ NOT: { agentId: 'a' } }, 5],
    [{ name: { gt: 'SCHEDULE 0', lte: 'Schedule 1', mode: 'insensitive' } }, 3],
    [{ name: { equals: 'SCHEDULE 1', mode: 'insensitive' } }, 3],
    [{ labels: { hasSome: ['x', "it's"] } }, 2],
    [{ labels: { hasSome: ['y'] }, NOT: { labels: { isEmpty: true } } }, 1],
    [{ params: { array_contains: [{ a: 1 }] } }, 1],
    [{ OR: [] }, 0],
    [{ AND: [] }, 9],
    [{ AND: { agentId: 'a' } }, 4],
    [{ AND: [{ agentId: 'a' }, { OR: [{ id: 's2' }, { id: 's3' }, { agentId: 'b', id: 's4' }] }] }, 1],
    [{ OR: [{ nextRunAt: { lt: noon } }, { nextRunAt: null, id: { lt: 's5' } }] }, 3],
  ])('%j', async (where, count) => {
    const found = await expectSame('Schedule', { select, where, orderBy: [{ id: 'desc' }] });
    expect(found).toHaveLength(count);
  });
});

test('searches texts, ignoring case', async () => {
  await db.pool.query(
    `UPDATE "AgentJobExecution" SET reason = CASE right("jobId", 4) WHEN 'job1' THEN 'ÄRGER 100% sure' WHEN 'job2' THEN 'ärger 100 sure' WHEN 'job3' THEN 'a_b' END,
       error = CASE right("jobId", 4) WHEN 'job1' THEN '{"message": "Not Found: it''s"}' WHEN 'job4' THEN '["message"]'::jsonb ELSE error END`,
  );
  const found = async (where: object) =>
    (
      (await expectSame('AgentJobExecution', {
        select: { jobId: true },
        where: { AND: [where, { agentId: 'a' }] },
        orderBy: { jobId: 'asc' },
      })) as { jobId: string }[]
    ).map(({ jobId }) => jobId.slice(-4));
  const reason = (contains: string) => found({ reason: { contains, mode: 'insensitive' } });
  const message = (contains: string) =>
    found({ error: { path: ['message'], string_contains: contains, mode: 'insensitive' } });
  expect(await reason('rGer')).toEqual(['job1', 'job2']);
  expect(await reason('äRger')).toEqual(['job1', 'job2']);
  expect(await reason('100\\% SURE')).toEqual(['job1']);
  expect(await reason('A\\_B')).toEqual(['job3']);
  expect(await reason('\\_b\\_')).toEqual([]);
  expect(await message("found: IT'S")).toEqual(['job1']);
  expect(await message('ñot')).toEqual([]);
  expect(await message('text')).toEqual([]);
});

test('orders 64-bit integers as numbers', async () => {
  await db.pool.query(
    `UPDATE "Schedule" SET "minInterval" = CASE id WHEN 's1' THEN 9007199254740993 ELSE 10000000000000000 END`,
  );
  const select = { id: true, minInterval: true };
  await expectSame('Schedule', { select, orderBy: [{ minInterval: 'asc' }, { id: 'asc' }] });
});

test('returns nothing if no row matches, and refuses a condition without a value', async () => {
  const find = (id: string | undefined) =>
    delegateOf(reader, 'Schedule').findUnique({ select: { id: true }, where: { id } });
  expect(await find('s1')).toEqual({ id: 's1' });
  expect(await find('none')).toBeNull();
  await expect(find(undefined)).rejects.toThrow(Prisma.PrismaClientValidationError);
});

test('returns 64-bit integers unchanged', async () => {
  const select = { id: true, minInterval: true };
  expect(
    await expectSame('Schedule', { select, where: { minInterval: { gte: 9007199254740993n } } }),
  ).toHaveLength(9);
  expect(await expectSame('Schedule', { select, where: { interval: { gt: 3_600_000n } } })).toHaveLength(0);
});

test.each([
  [{ id: 'desc' }],
  [[{ name: 'asc' }, { id: 'desc' }]],
  [[{ nextRunAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }]],
  [[{ nextRunAt: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }]],
])('orders by %j, limits and skips', async (orderBy) => {
  for (const take of [0, 1, 4, 100])
    for (const skip of [undefined, 0, 3])
      await expectSame('Schedule', {
        select: { id: true, name: true, nextRunAt: true },
        orderBy,
        take,
        skip,
      });
});

test('reads pages of children, with all their columns', async () => {
  const columns = [...(readModels().get('AgentJobExecution')?.columns.keys() ?? [])];
  const select = Object.fromEntries(columns.map((name) => [name, true]));
  const page = {
    select,
    where: { AND: [{ status: { in: ['pending'] } }, { id: { gt: '' } }] },
    orderBy: [{ id: 'desc' }],
    take: 5,
  };
  const found = await expectSame('ScheduleExecution', {
    select: { id: true, createdAt: true, jobs: page },
    orderBy: { id: 'asc' },
  });
  expect(found).toHaveLength(2);
  for (const each of found as { jobs: object[] }[]) expect(each.jobs).toHaveLength(5);
  await expectSame('ScheduleExecution', {
    select: { jobs: { ...page, where: { id: 'none' } } },
    orderBy: { id: 'asc' },
  });
  // Grandchildren.
  await expectSame('Schedule', {
    select: { id: true, executions: { select: { slotAt: true, jobs: page } } },
    orderBy: { id: 'asc' },
  });
});

test('reads one row, or none', async () => {
  const select = { id: true, interval: true, decision: true };
  const find = { select, where: { id: 's4' } };
  expect(await reader.schedule.findUnique(find)).toEqual(await prisma.schedule.findUnique(find));
  expect(await reader.schedule.findFirst(find)).toEqual(await prisma.schedule.findFirst(find));
  expect(await reader.schedule.findUnique({ select, where: { id: 'none' } })).toBeNull();
});

describe('queries that are not plain are left to Prisma', () => {
  test.each<[string, object]>([
    ['a case-sensitive search', { select: { id: true }, where: { name: { contains: 'ule 2' } } }],
    [
      'a search deep in JSON',
      {
        select: { id: true },
        where: { params: { path: ['a', 'b'], string_contains: 'c', mode: 'insensitive' } },
      },
    ],
    ['not all of a list', { select: { id: true }, where: { NOT: [{ agentId: 'a' }] } }],
    ['the opposite of no condition', { select: { id: true }, where: { NOT: {} } }],
    ['a value other than null', { select: { id: true }, where: { agentId: { not: 'a' } } }],
    ['what JSON says', { select: { id: true }, where: { params: { path: ['x'], equals: 1 } } }],
    ['all columns unnamed', { where: { id: 's1' } }],
    ['the last rows', { select: { id: true }, orderBy: { id: 'asc' }, take: -3 }],
    ['a count', { select: { id: true, _count: true }, orderBy: { id: 'asc' } }],
    ['a condition on all children', { select: { id: true, executions: true }, orderBy: { id: 'asc' } }],
    [
      'an order by children',
      { select: { id: true }, where: { executions: { none: {} } }, orderBy: { id: 'asc' } },
    ],
  ])('%s', async (_what, query) => {
    expect(() => plainQuery('Schedule', query)).toThrow(NotPlain);
    expect(await delegateOf(reader, 'Schedule').findMany(query)).toEqual(
      await delegateOf(prisma, 'Schedule').findMany(query),
    );
  });

  test('with the parent', async () => {
    const query = {
      select: { id: true, scheduleExecution: { select: { id: true } } },
      orderBy: { id: 'asc' },
    } as const;
    expect(await reader.agentJobExecution.findMany(query)).toEqual(
      await prisma.agentJobExecution.findMany(query),
    );
  });
});

test('keeps no plan that is good for some values only', () => {
  const select = { id: true };
  const isKept = (where: Record<string, unknown>) =>
    plainQuery('AgentJobExecution', { select, where }).hasOnePlan;
  expect(isKept({ isLatest: true, id: { lt: 'x' }, status: 'failed' })).toBe(true);
  expect(isKept({ agentId: 'a' })).toBe(false);
  // Rare values are found by an index, frequent ones are not: each value has its own statement text.
  const textOf = (status: string) =>
    plainQuery('AgentJobExecution', { select, where: { status: { in: [status] } } }).text;
  expect(textOf('failed')).toContain(`"status" = 'failed'`);
  expect(textOf("'; DROP")).toContain(`"status" = '''; DROP'`);
});

test('selects the requested columns of a row that is already in memory', async () => {
  const select = { id: true, minInterval: true, nextRunAt: true, interval: true, params: true } as const;
  const [read] = await reader.schedule.findMany({
    where: { id: 's2' },
    select: { ...select, minInterval: false },
  });
  const { rows } = await db.pool.query(`SELECT * FROM "Schedule" WHERE id = 's2'`);
  expect(plainRow('Schedule', { select: { ...select, minInterval: false } }, rows[0])).toEqual(read);
  expect(
    plainRow('Schedule', { select: { id: true, templateSchedule: { select: { id: true } } } }, rows[0]),
  ).toBeUndefined();
  expect(plainRow('Schedule', {}, rows[0])).toBeUndefined();
});

test('sorts without regard to case, also rows that Prisma has to read', async () => {
  const orderBy = [{ name: { sort: 'desc', mode: 'insensitive' } }, { id: 'asc' }];
  const where = { OR: [{ id: { gt: 's5' } }, { name: { gte: 'SCHEDULE 2', mode: 'insensitive' } }] };
  const { rows } = await db.pool.query<{ id: string }>(
    `SELECT id FROM "Schedule" WHERE id > 's5' OR lower(name) >= 'schedule 2' ORDER BY lower(name) DESC, id LIMIT 4`,
  );
  const schedules = delegateOf(reader, 'Schedule');
  expect(await schedules.findMany({ select: { id: true }, where, orderBy, take: 4 })).toEqual(rows);
  const query = { select: { id: true, _count: { select: { executions: true } } }, where, orderBy, take: 4 };
  expect(() => plainQuery('Schedule', query)).toThrow(NotPlain);
  expect(await schedules.findMany(query)).toEqual(rows.map(({ id }) => ({ id, _count: { executions: 0 } })));
});
