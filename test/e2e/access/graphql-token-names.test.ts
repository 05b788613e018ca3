/** Actors are shown by the names of their tokens, to everybody who may read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import { createWebhook } from '../../../src/services/webhooks/create-webhook.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExecution, insertSchedule } from '../../support/rows.js';

const ACTOR = { id: 'sql-user', name: 'sql-user', role: 'admin' } as const;

let server: TestServer;
let tokenId: string;
beforeAll(async () => {
  server = await startTestServer();
  const made = await createApiToken(server.services, ACTOR, { name: 'Nightly CI', role: 'admin' });
  if (made.kind !== 'ok') throw new Error('no token');
  tokenId = made.value.id;
  const { pool, services } = server;
  await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/run');
  for (let count = 0; count < 3; count += 1) {
    const id = await insertSchedule(pool, { agentId: 'analysis' });
    await pool.query(
      `UPDATE "Schedule" SET "createdBy" = $2, "hintBy" = $2, "hintReason" = 'soon', "hintAt" = now(), "hintIntervalMs" = 1000,
         "hintExpiresAt" = now() + interval '1 hour' WHERE id = $1`,
      [id, tokenId],
    );
  }
  const executionId = await insertExecution(pool, { agentId: 'analysis' });
  await pool.query(`UPDATE "ScheduleExecution" SET "createdBy" = $2 WHERE id = $1`, [executionId, tokenId]);
  await pool.query(`UPDATE "AgentRegistry" SET "createdBy" = 'who writes SQL' WHERE id = 'analysis'`);
  await pool.query(
    `INSERT INTO "AgentVersionDeployment" (id, "agentId", version, environment, "deployedBy") VALUES ('d', 'analysis', '2', 'production', $1)`,
    [tokenId],
  );
  const webhook = await createWebhook(
    services,
    { ...ACTOR, id: tokenId },
    { name: 'Orders', targetType: 'agent', agentId: 'analysis' },
  );
  if (webhook.kind !== 'ok') throw new Error('no webhook');
  await pool.query(`UPDATE "ApiToken" SET "revokedAt" = now() WHERE id = $1`, [tokenId]);
});
afterAll(() => server?.close());

async function ask(query: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.tokens.viewer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

test('a viewer reads the name, even of a revoked token', async () => {
  const by = { createdByName: 'Nightly CI' };
  expect(
    await ask(`{
      schedules { edges { node { createdByName hint { proposedByName } } } }
      scheduleExecutions { edges { node { createdByName } } }
      webhooks { edges { node { createdByName } } }
      agent(id: "analysis") { deployments { deployedByName } }
    }`),
  ).toEqual({
    schedules: { edges: Array(3).fill({ node: { ...by, hint: { proposedByName: 'Nightly CI' } } }) },
    scheduleExecutions: { edges: [{ node: by }] },
    webhooks: { edges: [{ node: by }] },
    agent: { deployments: [{ deployedByName: 'Nightly CI' }] },
  });
});

test('a change made without a token has no name', async () => {
  expect(await ask('{ agent(id: "analysis") { createdBy createdByName } }')).toEqual({
    agent: { createdBy: 'who writes SQL', createdByName: null },
  });
});

test('the names of a list take one statement', async () => {
  server.statements.length = 0;
  await ask('{ schedules(first: 3) { edges { node { createdByName } } } }');
  const names = server.statements.filter((sql) => sql.includes('"ApiToken"') && sql.includes('"name"'));
  expect(names.filter((sql) => !sql.includes('"tokenHash"'))).toHaveLength(1);
});
