/** The commands of docs/security.md, section "Emergencies", work as written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withAdmin } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/graphql-server.js';
import { ROOT } from '../support/programs/build-once.js';
import { insertAgent } from '../support/rows.js';

const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) =>
    code.trim(),
  );
const one = (language: string, part: string) => blocks(language).find((code) => code.includes(part)) ?? part;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await insertAgent(server.pool, 'analysis', 'http://127.0.0.1:9/run');
});
afterAll(async () => {
  await server?.close();
  await withAdmin((admin) => admin.query('DROP ROLE IF EXISTS analysis_login'));
});

async function ask(
  query: string,
  token = server.tokens.admin,
): Promise<Record<string, { __typename: string }>> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

it('disables an agent, and ends and renews a login', async () => {
  const name = Object.values(await ask(one('graphql', 'updateAgent(')))[0]?.__typename;
  expect(name).toBe('Agent');
  const create = one('sql', 'create_agent_login(');
  await server.pool.query(create);
  await server.pool.query(one('sql', 'revoke_agent_login('));
  await server.pool.query(create);
  await server.pool.query(one('sql', 'revoke_agent_login('));
  await ask(`{ ${/`(auditEntries\([^`]+)`/.exec(text)?.[1]} }`);
});

it('ends the sessions of somebody who has left', async () => {
  await server.pool.query(
    `INSERT INTO "Person" (id, issuer, subject, name, email, role) VALUES ('p', 'i', 's', 'Ada', 'ada@example.org', 'admin');
     INSERT INTO "AdminSession" (id, "secretHash", "personId", "expiresAt") VALUES ('a', 'h', 'p', now() + interval '1 hour')`,
  );
  expect((await server.pool.query(one('sql', '"AdminSession"'))).rowCount).toBe(1);
});

it('rotates the secret of a webhook', async () => {
  const { createWebhook } = (await ask(
    `mutation { createWebhook(input: { name: "x", targetType: AGENT, agentId: "analysis" }) { __typename ... on CreatedWebhook { webhook { id } } } }`,
  )) as unknown as { createWebhook: { webhook: { id: string } } };
  const rotate = one('graphql', 'rotateWebhookSecret(').replace('…', createWebhook.webhook.id);
  expect((await ask(rotate)).rotateWebhookSecret).toMatchObject({ __typename: 'RotatedWebhookSecret' });
});

it('closes the schema public, and revokes tokens', async () => {
  await server.pool.query(one('sql', 'REVOKE CREATE ON SCHEMA public'));
  const revoke = one('graphql', 'revokeApiToken(').replace('…', 'unknown');
  expect((await ask(revoke)).revokeApiToken).toMatchObject({ __typename: 'NotFoundError' });
  await server.pool.query(one('sql', 'UPDATE callboard."ApiToken"'));
});
