import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import { requireSecretKey } from '../../src/services/access/require-secret-key.js';
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseUrl,
  type TestDatabase,
} from '../support/database.js';
import { killPrograms, type LogLine, type Program, startProgram } from '../support/programs/processes.js';

const PASSWORD = 'a-password-that-nobody-may-see';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());
afterEach(killPrograms);

/** The output of a start must not help an attacker, and must be clear to its user. */
function expectNoSecrets(program: Program, ...secrets: string[]): void {
  for (const secret of [PASSWORD, ...secrets]) expect(program.output()).not.toContain(secret);
  expect(program.output()).not.toMatch(/^\s+at .+:\d+/m);
  expect(program.output()).not.toContain('"stack"');
}

/** The one line that says why it did not start. */
async function failureOf(program: Program, code = 1): Promise<string> {
  expect(await program.exited).toEqual({ code, signal: null });
  const errors: LogLine[] = program.lines.filter(({ level }) => level === 'error');
  expect(errors.map(({ event }) => event)).toEqual(['startup.failed']);
  return String(errors[0]?.message);
}

describe('worker.js', () => {
  test('reports all problems of its settings at once, and exits with 2', async () => {
    const secret = 'c2hvcnQ=';
    const program = await startProgram('worker', {
      DATABASE_URL: undefined,
      CALLBOARD_SECRET_KEY: secret,
      CALLBOARD_EGRESS_ALLOW: '10.0.0.0',
      CALLBOARD_MAX_CONCURENT: '5',
      WORKER_PORT: '70000',
      LOG_LEVEL: 'loud',
      REDIS_URL: `http://:${PASSWORD}@localhost`,
    });
    expect(await program.exited).toEqual({ code: 2, signal: null });
    const [title, ...problems] = program.output().trim().split('\n');
    expect(title).toBe('Callboard cannot start with these settings:');
    expect(problems.map((problem) => problem.replace(/^ {2}- (\w+).*$/, '$1')).sort()).toEqual(
      [
        'CALLBOARD_EGRESS_ALLOW',
        'CALLBOARD_MAX_CONCURENT',
        'CALLBOARD_SECRET_KEY',
        'DATABASE_URL',
        'LOG_LEVEL',
        'WORKER_PORT',
        'REDIS_URL',
      ].sort(),
    );
    expect(program.output()).toContain('Did you mean CALLBOARD_MAX_CONCURRENT?');
    expectNoSecrets(program, secret);
  });

  test('says that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    try {
      const { port } = other.address() as AddressInfo;
      const program = await startProgram('worker', {
        DATABASE_URL: db.url,
        WORKER_PORT: `${port}`,
      });
      expect(await failureOf(program)).toMatch(
        new RegExp(`^WORKER_PORT: cannot listen on 127.0.0.1:${port} because another program uses the port`),
      );
      expectNoSecrets(program);
    } finally {
      other.close();
    }
  });

  test('says that nothing answers at the address of the database', async () => {
    const program = await startProgram('worker', {
      DATABASE_URL: `postgresql://someone:${PASSWORD}@127.0.0.1:1/callboard`,
    });
    expect(await failureOf(program)).toBe(
      'DATABASE_URL: nothing answers at 127.0.0.1:1: is PostgreSQL running there?',
    );
    expectNoSecrets(program);
  });

  test('says that the database refuses the login', async () => {
    const url = new URL(db.url);
    url.password = PASSWORD;
    const program = await startProgram('worker', { DATABASE_URL: url.href });
    expect(await failureOf(program)).toMatch(
      /^DATABASE_URL: .* refused the sign-in of user ".*": check user and password$/,
    );
    expectNoSecrets(program);
  });

  test('says that the database does not exist', async () => {
    const program = await startProgram('worker', { DATABASE_URL: databaseUrl('nowhere_to_be_found') });
    expect(await failureOf(program)).toMatch(/^DATABASE_URL: there is no database "nowhere_to_be_found" at /);
    expectNoSecrets(program, new URL(db.url).password);
  });

  test.each(['worker', 'server'] as const)(
    '%s.js refuses a key other than the first one, and exits with 2',
    async (name) => {
      const keyed = await createTestDatabase({ writer: 'server' });
      const key = randomBytes(32);
      try {
        await requireSecretKey(keyed.pool, createSecretBox(randomBytes(32)));
        const program = await startProgram(name, {
          DATABASE_URL: keyed.url,
          CALLBOARD_SECRET_KEY: key.toString('base64'),
          CALLBOARD_ADMIN_TOKEN: PASSWORD,
        });
        expect(await failureOf(program, 2)).toMatch(
          /^CALLBOARD_SECRET_KEY is not the key that this database was first started with/,
        );
        expectNoSecrets(program, key.toString('base64'));
      } finally {
        await keyed.drop();
      }
    },
  );

  test('says that the database is not migrated', async () => {
    const empty = await createEmptyDatabase();
    try {
      const program = await startProgram('worker', { DATABASE_URL: empty.url });
      expect(await failureOf(program)).toMatch(
        /^the database lacks \d+ migration\(s\), the first \w+: run "npm run migrate"$/,
      );
      expectNoSecrets(program, new URL(db.url).password);
    } finally {
      await empty.drop();
    }
  });

  test('refuses a database of a newer version that it cannot work with', async () => {
    const newer = await createTestDatabase();
    try {
      await newer.pool.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         VALUES ('newer', '', '29991231000000_from_the_future', now(), 1)`,
      );
      await newer.pool.query(`UPDATE _applied_sql SET requires = '999.0.0'`);
      const program = await startProgram('worker', { DATABASE_URL: newer.url });
      expect(await failureOf(program)).toMatch(
        /^the database belongs to a newer version of Callboard .*29991231000000_from_the_future/,
      );
      expectNoSecrets(program, new URL(db.url).password);
    } finally {
      await newer.drop();
    }
  });
});
