/** When the programs load nodemailer, which would delay their start. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  killPrograms,
  type Program,
  type ProgramName,
  startProgram,
} from '../../support/programs/processes.js';
import { startMailServer } from '../../support/servers/mail-server.js';

const TOKEN = 'a-token-for-the-first-admin';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'callboard-test-'));
});
afterEach(killPrograms);
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Runs a program until `work` is done. V8 writes which code has run, modules of both systems alike.
 * @returns whether it has loaded nodemailer
 */
async function loadsNodemailer(
  name: ProgramName,
  work: (program: Program) => Promise<void>,
): Promise<boolean> {
  const coverage = await mkdtemp(join(folder, 'coverage-'));
  const program = await startProgram(name, {
    DATABASE_URL: db.url,
    CALLBOARD_ADMIN_TOKEN: TOKEN,
    NODE_V8_COVERAGE: coverage,
  });
  await work(program);
  program.signal('SIGTERM');
  expect(await program.exited, program.output()).toMatchObject({ code: 0 });
  const files = await Promise.all(
    (await readdir(coverage)).map((file) => readFile(join(coverage, file), 'utf8')),
  );
  expect(files.join('')).toContain('/node_modules/zod/');
  return files.some((text) => text.includes('/node_modules/nodemailer/'));
}

async function send(server: Program, query: string): Promise<unknown> {
  const { port } = await server.logged('server.ready');
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

test('a worker starts without nodemailer', async () => {
  const ready = async (worker: Program) => void (await worker.logged('worker.ready'));
  expect(await loadsNodemailer('worker', ready)).toBe(false);
});

test('a server loads nodemailer with its first mail', async () => {
  const mailServer = await startMailServer();
  const channel = `{ name: "ops", email: { host: "127.0.0.1", port: ${mailServer.port}, from: "a@example.com", to: ["b@example.com"] } }`;
  try {
    const withoutMail = await loadsNodemailer('server', async (server) => {
      const answer = await send(
        server,
        `mutation { setNotificationChannel(input: ${channel}) { __typename } }`,
      );
      expect(answer).toEqual({ data: { setNotificationChannel: { __typename: 'NotificationChannel' } } });
    });
    expect(withoutMail).toBe(false);
    const withMail = await loadsNodemailer('server', async (server) => {
      const answer = await send(server, 'mutation { testNotificationChannel(name: "ops") { __typename } }');
      expect(answer).toEqual({
        data: { testNotificationChannel: { __typename: 'NotificationChannelTest' } },
      });
      await mailServer.mails(1);
    });
    expect(withMail).toBe(true);
  } finally {
    await mailServer.close();
  }
});
