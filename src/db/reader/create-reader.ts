import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, QueryArrayConfig } from 'pg';
import { createPreparing } from '../../runtime/prepared-statement.js';
import { Prisma, PrismaClient } from '../generated/client.js';
import { NotPlain } from './plain.js';
import { type PlainQuery, plainQuery, type Query } from './plain-query.js';

type Row = Record<string, unknown>;
type Find = (query: Query) => Promise<unknown>;

/**
 * A Prisma client that only reads. What is plain (columns of rows, found by comparing columns, with pages of their children) does
 * not pass through Prisma's engine: it is one statement, prepared where one plan is good for all values, at a fifth of the cost. All else is Prisma's.
 */
export type Reader = PrismaClient & {
  /** Rows of a plain query, with what else is read of them. @throws NotPlain */
  $plain(model: Prisma.ModelName, query: Query): Promise<Row[]>;
  /** Rows of a statement of one's own, prepared when it comes again. */
  $rows<R extends object>(text: string, values: unknown[]): Promise<R[]>;
};

/** What is read is put together from what callers select and filter by. */
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

/** The delegate of a model, with other ways to find. */
function plainDelegate(pool: Pool, model: string, delegate: object): object {
  const ofPrisma = delegate as unknown as Record<'findMany' | 'findFirst' | 'findUnique', Find>;
  const findOne = (otherwise: 'findFirst' | 'findUnique') => async (query: Query) => {
    // Backwards, or by nothing at all: Prisma has its own ways.
    const isPlain =
      query.take === undefined && Object.values(query.where ?? {}).some((is) => is !== undefined);
    const plain = isPlain ? plainly(model, { ...query, take: 1 }) : undefined;
    return plain ? ((await rowsOf(pool, plain))[0] ?? null) : ofPrisma[otherwise](query);
  };
  const own = {
    async findMany(query: Query) {
      const plain = plainly(model, query);
      return plain ? rowsOf(pool, plain) : ofPrisma.findMany(query);
    },
    findFirst: findOne('findFirst'),
    findUnique: findOne('findUnique'),
  };
  return new Proxy(delegate, { get: (target, name) => Reflect.get(name in own ? own : target, name) });
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
