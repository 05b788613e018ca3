/**
 * Prisma's schema engine in WebAssembly: the code behind `prisma migrate deploy` and `prisma migrate diff`,
 * without the download of a native program. It accesses the database through a driver adapter, of which we
 * replace three parts, see below.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { connectionConfig } from '../../runtime/database/connection-config.js';
import { watchedPool } from '../../runtime/database/pool.js';
import { MIGRATION_SILENCE_MS } from '../../runtime/database/watched-client.js';

/** The schema of Callboard's tables, and of the engine's own table `_prisma_migrations`. */
export const CONTROL_SCHEMA = 'callboard';

/** The part of the WebAssembly API that is used. TypeScript only declares it together with the whole DOM. */
declare const WebAssembly: {
  instantiate(
    code: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

export interface SchemaEngineOptions {
  databaseUrl: string;
  /** Files as `[path, content]` that `diff` may name. */
  datamodels?: [string, string][];
  /** Returns the text to send to the database in place of a script. Default: the script. */
  prepareScript?: (script: string) => string;
  /** Receives the PostgreSQL error of a failed migration script, which the engine passes on only in part. */
  onScriptError?: (error: pg.DatabaseError) => void;
}

/** Runs `work` with an engine on its own connection, which is closed afterward. */
export async function withSchemaEngine<T>(
  options: SchemaEngineOptions,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngine();
  const pool = createEnginePool(options.databaseUrl);
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(new EngineAdapterFactory(pool, options));
    const engine = await SchemaEngine.new({ datamodels: options.datamodels }, () => {}, factory);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

let engineModule: Promise<typeof import('@prisma/schema-engine-wasm/schema_engine_bg')> | undefined;

/** The package's own entry point imports a `.wasm` file as a module, which Node 20 does not support. */
function loadEngine(): NonNullable<typeof engineModule> {
  engineModule ??= (async () => {
    const name = '@prisma/schema-engine-wasm/schema_engine_bg';
    const [bindings, code] = await Promise.all([
      import('@prisma/schema-engine-wasm/schema_engine_bg'),
      readFile(join(dirname(createRequire(import.meta.url).resolve(name)), 'schema_engine_bg.wasm')),
    ]);
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
    const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': bindings });
    bindings.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
    return bindings;
  })();
  return engineModule;
}

/**
 * Reports a bug in the engine. Without it, the engine's call would never settle and the process would end
 * with a bare "unreachable".
 */
function reportPanic(message: string): never {
  throw new Error(`Prisma's schema engine panicked: ${message}`);
}

/** A pool of one connection, so that the engine's statements share a session. */
function createEnginePool(databaseUrl: string): pg.Pool {
  const applicationName = 'callboard migrate';
  const config = { connectionString: databaseUrl, applicationName, searchPath: CONTROL_SCHEMA };
  return watchedPool(
    { ...connectionConfig(config), max: 1, connectionTimeoutMillis: 10_000 },
    { silenceMs: MIGRATION_SILENCE_MS },
  );
}

/** Prisma's adapter with two methods replaced. */
class EngineAdapterFactory extends PrismaPg {
  constructor(
    private readonly pgPool: pg.Pool,
    private readonly engineOptions: SchemaEngineOptions,
  ) {
    super(pgPool, { schema: CONTROL_SCHEMA });
  }

  override async connect() {
    const adapter = await super.connect();
    const { queryRaw } = adapter;
    return Object.assign(adapter, {
      executeScript: (script: string) => this.runScript(script),
      queryRaw: (query: SqlQuery) =>
        queryWithQuotedChar(
          this.pgPool,
          adapter,
          queryRaw,
          ADVISORY_LOCK.test(query.sql) ? { ...query, sql: 'SELECT 1' } : query,
        ),
    });
  }

  /**
   * Prisma's adapter splits scripts at semicolons, even inside functions, and runs them piece by piece. Sent
   * as one query, a script takes effect entirely or not at all.
   */
  private async runScript(script: string): Promise<void> {
    if (ADVISORY_LOCK.test(script)) return;
    try {
      await this.pgPool.query(this.engineOptions.prepareScript?.(script) ?? script);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      this.engineOptions.onScriptError?.(error);
      const { code = '', severity = 'ERROR', message, detail, column, hint } = error;
      throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
    }
  }
}

/**
 * The engine's own lock, which is left out because any login of the database can hold it. `applyMigrations`
 * excludes others by a lock on the engine's table.
 */
const ADVISORY_LOCK = /^\s*SELECT pg_advisory_lock\(\d+\)\s*;?\s*$/i;

const QUOTED_CHAR = 18;
const TEXT = 25;

/**
 * Prisma's adapter fails on the catalog's type `"char"`. Reported as `text`, such a column is then treated
 * as a character, as the engine expects.
 */
async function queryWithQuotedChar(
  pool: pg.Pool,
  adapter: SqlDriverAdapter,
  queryRaw: SqlDriverAdapter['queryRaw'],
  query: SqlQuery,
): Promise<SqlResultSet> {
  const charColumns: number[] = [];
  const client = {
    async query(config: pg.QueryArrayConfig) {
      const result = await pool.query(config);
      for (const [index, field] of result.fields.entries()) {
        if (field.dataTypeID !== QUOTED_CHAR) continue;
        field.dataTypeID = TEXT;
        charColumns.push(index);
      }
      return result;
    },
  };
  const result = await queryRaw.call(Object.create(adapter, { client: { value: client } }), query);
  for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
  return result;
}
