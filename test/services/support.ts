import { randomBytes } from 'node:crypto';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { createHttpClient } from '../../src/http/client/http-client.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import type { Actor, ServiceDeps } from '../../src/services/access/context.js';
import { registerAgent } from '../../src/services/agents/register-agent.js';
import type { Result } from '../../src/services/system/result.js';
import { createDataSourcePool } from '../../src/sources/db/pool.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createImpatientPool, holding } from '../support/lock-waits.js';
import { createRecordingLogger, type RecordingLogger } from '../support/recording-logger.js';

export const admin: Actor = { id: 'token-of-admin', name: 'Ada', role: 'admin' };

export interface TestServices extends ServiceDeps {
  database: TestDatabase;
  logger: RecordingLogger;
  /** The first row of a query, on the control plane's connection. */
  row<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T>;
  rows<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** Everything that use cases need, for real, on a database for the test file. */
export async function openServices(): Promise<TestServices> {
  const database = await createTestDatabase({ writer: 'server' });
  const { pool } = database;
  const secretKey = randomBytes(32);
  const guard = createEgressGuard({ allow: ['127.0.0.0/8'] });
  const http = createHttpClient({ guard });
  const dataSources = { pool: createDataSourcePool(database.url, { max: 2 }) };
  const rows = async <T>(sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows as T[];
  return {
    database,
    pool,
    dataSources,
    secretKey,
    secretBox: createSecretBox(secretKey),
    guard,
    http,
    logger: createRecordingLogger(),
    rows,
    async row<T>(sql: string, values?: unknown[]) {
      const [first] = await rows<T>(sql, values);
      if (first === undefined) throw new Error(`no row: ${sql}`);
      return first;
    },
    async close() {
      await http.close();
      await dataSources.pool.end();
      await database.drop();
    },
  };
}

/** Does `work`, which soon gives up waiting for a lock, while another session holds the rows that `lock` selects. */
export async function whileLocked<T>(
  deps: TestServices,
  lock: string,
  work: (impatient: TestServices) => Promise<T>,
): Promise<T> {
  const pool = createImpatientPool(deps.database.url, 'server');
  try {
    return await holding(deps.database.url, lock, () => work({ ...deps, pool }));
  } finally {
    await pool.end();
  }
}

/** The value of a result that must be a success. */
export async function value<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result;
  if (settled.kind !== 'ok') throw new Error(JSON.stringify(settled));
  return settled.value;
}

/** `path: message` of each issue of a result that must be a refusal. */
export async function issues(result: Promise<Result<unknown>>): Promise<string[]> {
  const settled = await result;
  if (settled.kind !== 'validation') throw new Error(`not refused as invalid: ${JSON.stringify(settled)}`);
  return settled.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** Only the paths, if other code writes the messages. */
export async function paths(result: Promise<Result<unknown>>): Promise<string[]> {
  return (await issues(result)).map((text) => text.slice(0, text.indexOf(':')));
}

let agents = 0;

/** Registers an agent under a new id. */
export async function anAgent(deps: ServiceDeps, input: Record<string, unknown> = {}): Promise<string> {
  const id = `agent-${++agents}`;
  const endpoint = { type: 'http', url: 'https://agents.example.com/run' };
  await value(registerAgent(deps, admin, { id, name: id, version: '1.0.0', endpoint, ...input }));
  return id;
}
