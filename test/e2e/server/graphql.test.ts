import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentDocument, MeDocument, RegisterAgentDocument } from '../../support/generated/operations.js';
import { createGraphqlClient } from '../../support/graphql-client.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

test('me returns the caller, or null without a token', async () => {
  expect(await server.viewer.ask(MeDocument, {})).toMatchObject({ me: { name: 'viewer', role: 'VIEWER' } });
  expect(await createGraphqlClient(server.url).ask(MeDocument, {})).toEqual({ me: null });
});

test('an agent is registered and returned', async () => {
  const registered = await server.admin.ask(RegisterAgentDocument, {
    input: {
      id: 'analysis',
      name: 'Analysis',
      version: '1.2.0',
      endpoint: {
        type: 'HTTP',
        url: 'http://127.0.0.1:9/run',
        timeout: '30s',
        authentication: { type: 'BEARER', token: 'very-secret-token' },
        retryConfig: { maxRetries: 2, backoff: 'LINEAR', delay: '1.5s' },
      },
    },
  });
  expect(registered.registerAgent).toMatchObject({ __typename: 'Agent', id: 'analysis' });
  const read = await server.viewer.ask(AgentDocument, { id: 'analysis' });
  expect(read.agent).toMatchInlineSnapshot(`
    {
      "completion": "AUTO",
      "deployments": [],
      "description": null,
      "enabled": true,
      "endpoint": {
        "authentication": {
          "credential": {
            "hint": "…oken",
            "set": true,
          },
          "header": null,
          "type": "BEARER",
          "username": null,
        },
        "headers": {},
        "method": "POST",
        "retryConfig": {
          "backoff": "LINEAR",
          "delay": 1500,
          "jitter": null,
          "maxDelay": null,
          "maxRetries": 2,
        },
        "timeout": 30000,
        "type": "HTTP",
        "url": "http://127.0.0.1:9/run",
      },
      "healthCheck": null,
      "healthMessage": null,
      "healthStatus": null,
      "id": "analysis",
      "metadata": null,
      "name": "Analysis",
      "signingSecret": {
        "hint": null,
        "set": false,
      },
      "version": "1.2.0",
    }
  `);
});
