import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signWebhook } from '../../src/http/incoming/verify-webhook.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { CreateWebhookDocument } from '../support/generated/operations.js';
import { createGraphqlClient } from '../support/graphql-client.js';
import { killPrograms, startProgram } from '../support/programs/processes.js';
import { insertAgent } from '../support/rows.js';

const ADMIN_TOKEN = 'a-token-for-the-first-admin';
const SECRET = 'a secret that the sender knows';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase({ writer: 'server' });
  await insertAgent(db.pool, 'agent', 'http://127.0.0.1:9/run');
});
afterEach(killPrograms);
afterAll(() => db?.drop());

async function startServer() {
  const program = await startProgram('server', {
    DATABASE_URL: db.url,
    CALLBOARD_ADMIN_TOKEN: ADMIN_TOKEN,
  });
  const { port } = await program.logged('server.ready');
  return { program, url: `http://127.0.0.1:${port}` };
}

async function deliver(url: string, webhookId: string, eventId: string): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ eventId });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(`${url}/hooks/${webhookId}`, {
    method: 'POST',
    headers: {
      'x-timestamp': timestamp,
      'x-signature': signWebhook(SECRET, body, timestamp),
      'x-event-id': eventId,
    },
    body,
  });
  return { status: response.status, ...((await response.json()) as object) };
}

test('a server is killed during deliveries: repeated deliveries start what has not started yet, and nothing twice', async () => {
  const first = await startServer();
  const { createWebhook } = await createGraphqlClient(first.url, ADMIN_TOKEN).ask(CreateWebhookDocument, {
    input: { name: 'hook', targetType: 'AGENT', agentId: 'agent', secret: SECRET },
  });
  const webhookId = createWebhook.__typename === 'CreatedWebhook' ? createWebhook.webhook?.id : undefined;
  if (webhookId === undefined) throw new Error(JSON.stringify(createWebhook));

  const events = Array.from({ length: 40 }, () => randomUUID());
  const answered = await deliver(first.url, webhookId, events[0] ?? '');
  const cutOff = Promise.allSettled(events.slice(1).map((event) => deliver(first.url, webhookId, event)));
  const answer = await Promise.race(events.slice(1, 4).map((event) => deliver(first.url, webhookId, event)));
  expect(answer).toMatchObject({ status: 202 });
  await first.program.kill();
  await cutOff;

  const second = await startServer();
  const answers = await Promise.all(events.map((event) => deliver(second.url, webhookId, event)));
  expect(answers.map(({ status }) => status)).toEqual(events.map(() => 202));
  expect(answers[0]).toEqual({ ...answered, duplicate: true });
  const { rows } = await db.pool.query<{ id: string; event: string }>(
    `SELECT id, snapshot #>> '{params,payload,$literal,eventId}' AS event FROM "ScheduleExecution"`,
  );
  expect(rows.map(({ event }) => event).sort()).toEqual([...events].sort());
  expect(rows.map(({ id }) => id).sort()).toEqual(
    answers.map(({ scheduleExecutionId }) => scheduleExecutionId).sort(),
  );
});
