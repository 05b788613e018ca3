import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { callbackToken } from '../../../src/http/incoming/callback-token.js';
import { TriggerAgentDocument } from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { startTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.js';

let server: TestServer;
let proxy: TcpProxy;
beforeAll(async () => {
  server = await startTestServer({
    async dataSourceUrl(databaseUrl) {
      proxy = await startTcpProxy(databaseUrl);
      return proxy.through(databaseUrl);
    },
  });
  await server.pool.query('CREATE TABLE public.item (id int PRIMARY KEY)');
  await insertAgent(server.pool, 'agent', 'http://127.0.0.1:9/');
});
afterAll(async () => {
  await server?.close();
  await proxy?.close();
});

const params = { item: 'db:item:all:id' };

test('queries to a data source that hangs delay neither mutations nor reports of agents', async () => {
  await server.operator.ask(TriggerAgentDocument, { agentId: 'agent', params });
  proxy.set('silent');
  let answered = 0;
  const hanging = Array.from({ length: LIMITS.operationsPerToken }, () =>
    server.operator.send(TriggerAgentDocument, { agentId: 'agent', params }).finally(() => {
      answered += 1;
    }),
  );
  // Each of them has reached the data source.
  await expect.poll(() => proxy.connections().length).toBeGreaterThanOrEqual(2);
  await server.admin.ask(TriggerAgentDocument, { agentId: 'agent' });
  const { attemptIds } = await insertExpanded(server.pool, { agentId: 'agent', jobs: [{}] });
  const [id = ''] = attemptIds;
  await server.pool.query(
    `UPDATE "AgentJobExecution" SET status = 'running', "acceptedAt" = now() WHERE id = $1`,
    [id],
  );
  const report = await fetch(`${server.url}/agent/v1/executions/${id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${callbackToken(server.services.secretKey, id)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ status: 'completed', result: 1 }),
  });
  expect([report.status, await report.json()]).toEqual([200, { status: 'completed' }]);
  // They waited for none of the queries: all of them still hang.
  expect(answered).toBe(0);
  proxy.refuse(true);
  proxy.resetAll();
  for (const answer of await Promise.all(hanging))
    expect(answer.errors[0]?.message ?? JSON.stringify(answer.data)).toMatch(/data source|database/i);
});
