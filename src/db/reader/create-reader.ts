import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, QueryArrayConfig } from 'pg';
import { createPreparing } from '../../runtime/database/prepared-statement.js';
import { Prisma, PrismaClient } from '../generated/client.js';
import { NotPlain } from './plain.js';
import { type PlainQuery, plainQuery, type Query } from './plain-query.js';
import { readPage } from './read-page.js';

type Row = Record<string, unknown>;
type Find = (query: Query) => Promise<unknown>;

/**
 * A Prisma client that can only read. Plain queries (columns of rows that are found by comparing columns,
 * with pages of their children) bypass Prisma's engine: each is one statement, prepared where one plan suits
 * all values, at a fifth of the cost. Prisma runs all other queries.
 */
export type Reader = PrismaClient & {
  /** Runs a plain query that may read further columns. @throws NotPlain */
  $plain(model: Prisma.ModelName, query: Query): Promise<Row[]>;
  /** Runs a statement, and prepares it when it is used again. */
  $rows<R extends object>(text: string, values: unknown[]): Promise<R[]>;
};

/** The texts of statements depend on what callers select and filter by. */
const preparing = createPreparing();

export function createReader(pool: Pool): Reader {
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'callboard' }) });
  const delegates = new Map(
    Object.values(Prisma.ModelName).map((model) => {
      const name = model.charAt(0).toLowerCase() + model.slice(1);
      return [name, plainDelegate(pool, model, prisma[name as 'schedule'])] as const;
    }),
  );
  const $rows = async (text: string, values: unknown[]) => (await pool.query(preparing(text, values))).rows;
  const $plain = (model: string, query: Query) => rowsOf(pool, plainQuery(model, query));
  return new Proxy(prisma, {
    get: (client, name) => {
      if (name === '$rows') return $rows;
      if (name === '$plain') return $plain;
      return delegates.get(name as string) ?? client[name as keyof PrismaClient];
    },
  }) as Reader;
}

/** Wraps a model's delegate so that plain queries bypass Prisma. */
function plainDelegate(pool: Pool, model: string, delegate: object): object {
  const ofPrisma = delegate as unknown as Record<'findMany' | 'findFirst' | 'findUnique', Find>;
  const findOne = (otherwise: 'findFirst' | 'findUnique') => async (query: Query) => {
    // Prisma handles backward pages and queries without an order.
    const isPlain =
      query.take === undefined && Object.values(query.where ?? {}).some((is) => is !== undefined);
    const plain = isPlain ? plainly(model, { ...query, take: 1 }) : undefined;
    return plain ? ((await rowsOf(pool, plain))[0] ?? null) : ofPrisma[otherwise](query);
  };
  /** Prisma cannot sort without regard to case: it reads the rows, which are found and sorted without it. */
  const findInOrder = ({ where, orderBy, take, skip, ...query }: Query) => {
    const page = plainQuery(model, { select: { id: true }, where, orderBy, take, skip });
    return readPage(
      async () => (await rowsOf(pool, page)).map(({ id }) => id as string),
      async (ids) => {
        const rows = (await ofPrisma.findMany({ ...query, where: { id: { in: [...ids] } } })) as Row[];
        const rowOf = new Map(rows.map((row) => [row.id, row]));
        return ids.flatMap((id) => rowOf.get(id) ?? []);
      },
    );
  };
  const own = {
    async findMany(query: Query) {
      const plain = plainly(model, query);
      if (plain) return rowsOf(pool, plain);
      return ignoresCase(query) ? findInOrder(query) : ofPrisma.findMany(query);
    },
    findFirst: findOne('findFirst'),
    findUnique: findOne('findUnique'),
  };
  return new Proxy(delegate, { get: (target, name) => Reflect.get(name in own ? own : target, name) });
}

function ignoresCase({ orderBy }: Query): boolean {
  return [orderBy]
    .flat()
    .some((by) => Object.values(by ?? {}).some((how) => typeof how === 'object' && how.mode));
}

async function rowsOf(pool: Pool, { text, values, hasOnePlan, read }: PlainQuery): Promise<Row[]> {
  const statement = hasOnePlan ? preparing(text, values) : { text, values };
  const { rows } = await pool.query({ ...statement, rowMode: 'array' } as QueryArrayConfig);
  return rows.map(read);
}

function plainly(model: string, query: Query): PlainQuery | undefined {
  try {
    return plainQuery(model, query);
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}
