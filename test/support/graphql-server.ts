import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { createReader } from '../../src/db/reader/create-reader.js';
import { createOutboxTail } from '../../src/events/outbox-tail.js';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { createHttpClient } from '../../src/http/client/http-client.js';
import { createListener } from '../../src/runtime/database/listener.js';
import { meterPool } from '../../src/runtime/database/metered-pool.js';
import { createPool } from '../../src/runtime/database/pool.js';
import { createHttpEndpoints } from '../../src/runtime/http-endpoints.js';
import { listenHttp } from '../../src/runtime/http-server.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { createRegistry } from '../../src/runtime/telemetry/metrics.js';
import { createGraphqlServer, type GraphqlServerOptions } from '../../src/schema/server/graphql-server.js';
import type { Role, ServiceDeps } from '../../src/services/access/context.js';
import { createApiToken } from '../../src/services/access/create-api-token.js';
import { createDataSourcePool } from '../../src/sources/db/pool.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createGraphqlClient, type GraphqlClient } from './graphql-client.js';
import { createRecordingLogger, type RecordingLogger } from './recording-logger.js';

export interface TestServer {
  url: string;
  pool: Pool;
  services: ServiceDeps;
  logger: RecordingLogger;
  tokens: Record<Role, string>;
  /** Clients with the tokens of these roles. */
  viewer: GraphqlClient;
  operator: GraphqlClient;
  admin: GraphqlClient;
  /** Statements that lists and details sent since the last `statements.length = 0`. */
  statements: string[];
  /** Stops as on SIGTERM. The default deadline is one second. */
  shutDown(deadline?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The whole control plane in this process, on a database for the test file. */
export async function startTestServer(
  options: Partial<
    Pick<
      GraphqlServerOptions,
      | 'production'
      | 'heartbeatMs'
      | 'recheckMs'
      | 'publicUrl'
      | 'adminDir'
      | 'timeouts'
      | 'trustedProxies'
      | 'corsOrigins'
      | 'operations'
      | 'graphiql'
      | 'oidc'
    >
  > & {
    dataSourceUrl?: (databaseUrl: string) => string | Promise<string>;
    /** Default: any free port. */
    port?: number;
    /** Default: a new one, which `close` removes. */
    database?: TestDatabase;
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase({ writer: 'server' }));
  const { pool, url: connectionString } = database;
  const logger = createRecordingLogger();
  const registry = createRegistry();
  const connection = { connectionString, applicationName: 'callboard test' };
  const reads = createPool({ ...connection, max: 5 });
  const statements = recordStatements(reads);
  meterPool(pool, { alsoWrites: true });
  meterPool(reads);
  const dataSourceUrl = (await options.dataSourceUrl?.(connectionString)) ?? connectionString;
  const dataSources = createDataSourcePool(dataSourceUrl, { max: 2 });
  const callbacks = createPool({ ...connection, max: 2, writer: 'server' });
  const listener = createListener({ ...connection, logger });
  const guard = createEgressGuard({ allow: ['127.0.0.0/8'] });
  const http = createHttpClient({ guard });
  const secretKey = randomBytes(32);
  const services: ServiceDeps = {
    pool,
    dataSources: { pool: dataSources },
    secretBox: createSecretBox(secretKey),
    secretKey,
    guard,
    http,
    logger,
  };
  const prisma = createReader(reads);
  const events = createOutboxTail({ pool, listener, logger, metrics: registry });
  const endpoints = createHttpEndpoints({
    registry,
    logger,
    checks: { database: () => pool.query('SELECT 1') },
  });
  const graphql = createGraphqlServer({
    services,
    callbacks,
    prisma,
    events,
    listener,
    endpoints,
    logger,
    publicUrl: 'http://callboard.test',
    adminDir: 'dist/admin',
    production: false,
    ...options,
  });
  await events.start();
  const port = await listenHttp(graphql.server, {
    host: '127.0.0.1',
    port: options.port ?? 0,
    setting: 'PORT',
  });
  const url = `http://127.0.0.1:${port}`;
  const tokens = {
    viewer: await tokenOf(services, 'viewer'),
    operator: await tokenOf(services, 'operator'),
    admin: await tokenOf(services, 'admin'),
  };
  let stopped: Promise<void> | undefined;
  const shutDown = (deadline = AbortSignal.timeout(1_000)) => {
    stopped ??= graphql.stop(deadline);
    return stopped;
  };
  return {
    url,
    pool,
    services,
    logger,
    tokens,
    viewer: createGraphqlClient(url, tokens.viewer),
    operator: createGraphqlClient(url, tokens.operator),
    admin: createGraphqlClient(url, tokens.admin),
    statements,
    shutDown,
    async close() {
      await shutDown();
      await listener.close();
      await http.close();
      await prisma.$disconnect();
      await Promise.all([reads, callbacks, dataSources].map((some) => some.end()));
      await database.drop();
    },
  };
}

async function tokenOf(services: ServiceDeps, role: Role): Promise<string> {
  const made = await createApiToken(
    services,
    { id: 'test', name: 'test', role: 'admin' },
    { name: role, role },
  );
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  return made.value.token;
}

function recordStatements(pool: Pool): string[] {
  const statements: string[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [first] = args;
      statements.push(typeof first === 'string' ? first : (first as { text: string }).text);
      return query(...args);
    }) as typeof client.query;
  });
  return statements;
}
