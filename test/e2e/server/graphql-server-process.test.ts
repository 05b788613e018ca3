import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../src/runtime/free-port.js';
import { listenHttp } from '../../../src/runtime/http-server.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/database.js';
import { MeDocument } from '../../support/generated/operations.js';
import { createGraphqlClient } from '../../support/graphql-client.js';
import { killPrograms, startProgram } from '../../support/programs/processes.js';

const ADMIN_TOKEN = 'a-token-for-the-first-admin';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(killPrograms);
afterAll(() => database?.drop());

const startServer = (settings: Record<string, string | undefined> = {}) =>
  startProgram('server', { DATABASE_URL: database.url, CALLBOARD_ADMIN_TOKEN: ADMIN_TOKEN, ...settings });

/** The one line that says why it did not start. */
async function refusal(settings: Record<string, string | undefined>): Promise<string> {
  const server = await startServer(settings);
  expect(await server.exited).toEqual({ code: 1, signal: null });
  const failures = server.lines.filter(({ event }) => event === 'startup.failed');
  expect(failures).toHaveLength(1);
  expect(failures[0]?.err).toBeUndefined();
  return failures[0]?.message ?? '';
}

test('the server reports missing and wrong settings all at once', async () => {
  const server = await startServer({
    DATABASE_URL: undefined,
    CALLBOARD_SECRET_KEY: undefined,
    PORT: 'http',
    CALLBOARD_ADMIN_TOKE: 'x',
  });
  expect((await server.exited).code).toBe(2);
  for (const name of ['DATABASE_URL', 'CALLBOARD_SECRET_KEY', 'PORT', 'Did you mean CALLBOARD_ADMIN_TOKEN'])
    expect(server.output()).toContain(name);
});

test('the server says that the database cannot be reached', async () => {
  const port = await findFreePort();
  expect(await refusal({ DATABASE_URL: `postgresql://user:hidden@127.0.0.1:${port}/x` })).toBe(
    `DATABASE_URL: nothing answers at 127.0.0.1:${port}: is PostgreSQL running there?`,
  );
});

test('the server says that the database is not migrated', async () => {
  const empty = await createEmptyDatabase();
  try {
    expect(await refusal({ DATABASE_URL: empty.url })).toMatch(/run "npm run migrate"/);
  } finally {
    await empty.drop();
  }
});

test('the server refuses a database of a newer version that it cannot work with', async () => {
  const newer = await createTestDatabase();
  try {
    await newer.pool.query(
      `INSERT INTO callboard._prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_future', now())`,
    );
    await newer.pool.query(`UPDATE _applied_sql SET requires = '999.0.0'`);
    expect(await refusal({ DATABASE_URL: newer.url })).toMatch(/newer version of Callboard/);
  } finally {
    await newer.drop();
  }
});

test('the server says that there is no admin yet, and no token for one', async () => {
  expect(await refusal({ CALLBOARD_ADMIN_TOKEN: undefined })).toMatch(/^CALLBOARD_ADMIN_TOKEN is missing/);
});

test('the server says that its port is in use', async () => {
  const other = createServer();
  const port = await listenHttp(other, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  try {
    expect(await refusal({ PORT: String(port) })).toBe(
      `PORT: cannot listen on 127.0.0.1:${port} because another program uses the port: stop that program, or choose another port`,
    );
  } finally {
    other.close();
  }
});

test('the server starts, accepts the first admin, and stops cleanly on request', async () => {
  const server = await startServer();
  const { port } = await server.logged('server.ready');
  const client = createGraphqlClient(`http://127.0.0.1:${port}`, ADMIN_TOKEN);
  expect((await client.ask(MeDocument, {})).me).toMatchObject({ name: 'First admin', role: 'ADMIN' });
  server.signal('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.output()).not.toContain(ADMIN_TOKEN);
});

test('a syntax error in an operation is answered with its place and a code', async () => {
  const server = await startServer();
  const { port } = await server.logged('server.ready');
  const client = createGraphqlClient(`http://127.0.0.1:${port}`, ADMIN_TOKEN);
  const { errors } = await client.send({ toString: () => '{ me { name }' } as never, {});
  expect(errors).toMatchObject([
    {
      message: 'Syntax Error: Expected Name, found <EOF>.',
      locations: [{ line: 1, column: 14 }],
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
    },
  ]);
});
