import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { ROOT } from '../support/programs/build-once.js';
import { buildPrograms } from '../support/programs/build-programs.js';
import { callboard } from './command-line.js';

const run = promisify(execFile);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function check(...args: string[]) {
  const { code, stdout } = await callboard(['migrate', '--check', ...args], {
    env: { DATABASE_URL: database.url },
  });
  return { code, stdout };
}

test.runIf(process.platform === 'linux')(
  'that the output cannot be written is said as JSON with --json, also by a command that runs a program',
  async () => {
    await buildPrograms();
    const command = `"${process.execPath}" "${join(ROOT, 'dist/callboard.js')}" migrate --json > /dev/full; echo $?`;
    const { stdout, stderr } = await run('sh', ['-c', command], { env: { DATABASE_URL: database.url } });
    expect(stdout).toBe('1\n');
    expect(JSON.parse(stderr)).toEqual({
      error: { message: expect.stringContaining('the output cannot be written'), exitCode: 1 },
    });
  },
);

test('the exit code says whether migrations are pending or the database is newer', async () => {
  expect(await check()).toEqual({ code: 0, stdout: 'The database is up to date.\n' });

  await database.pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ('newer', '', '29991231000000_from_the_future', now(), 1)`,
  );
  const newer = await check('--json');
  expect(newer.code).toBe(11);
  expect(JSON.parse(newer.stdout)).toMatchObject({ state: 'newer', pending: [] });

  await database.pool.query(`UPDATE _applied_sql SET requires = '999.0.0'`);
  const foreign = await check();
  expect(foreign.code).toBe(12);
  expect(foreign.stdout).toContain('start that version, or restore an older database');

  await database.pool.query(`DELETE FROM _prisma_migrations WHERE id = 'newer'`);
  await database.pool.query(`UPDATE _applied_sql SET checksum = 'other'`);
  const functions = await check();
  expect(functions.code).toBe(10);
  expect(functions.stdout).toContain('Run "callboard migrate".');

  await database.pool.query('DELETE FROM _prisma_migrations');
  const pending = await check('--json');
  expect(pending.code).toBe(10);
  expect(JSON.parse(pending.stdout).pending).toContain('20261215000000_create_agents');
});

test('an unreachable database and a missing setting have their own exit codes', async () => {
  const unreachable = await callboard(['migrate', '--check'], {
    env: { DATABASE_URL: 'postgresql://joe:hush@127.0.0.1:9/none' },
  });
  expect(unreachable.code).toBe(3);
  expect(unreachable.stderr).not.toContain('hush');
  expect((await callboard(['migrate', '--check'])).code).toBe(2);
});
