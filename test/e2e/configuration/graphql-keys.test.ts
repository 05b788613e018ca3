import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CreateKeyedDocument,
  FindByKeyDocument,
  RegisterAgentDocument,
  ScheduleByIdOrKeyDocument,
} from '../../support/generated/operations.js';
import { startTestServer, type TestServer } from '../../support/graphql-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const endpoint = { type: 'HTTP' as const, url: 'http://127.0.0.1:1/' };
  await server.admin.ask(RegisterAgentDocument, { input: { id: 'a', name: 'A', version: '1', endpoint } });
});
afterAll(() => server?.close());

const input = (key: string) => ({
  schedule: {
    key,
    name: 'S',
    repeat: 'REPEATING' as const,
    interval: '1h',
    targetType: 'AGENT' as const,
    agentId: 'a',
  },
  pipeline: { key, name: 'P', steps: [{ stepId: 'one', agentId: 'a', parallel: true }] },
  webhook: { key, name: 'W', targetType: 'AGENT' as const, agentId: 'a', secret: 'sixteen characters' },
});

test('an object that a client creates under its own key is found by the key, and created once under an idempotency key', async () => {
  const create = (key: string, idempotencyKey?: string) =>
    server.admin.ask(CreateKeyedDocument, { ...input(key), idempotencyKey });
  const created = await create('report', 'once');
  expect(created).toEqual(await create('report', 'once'));
  const { createSchedule, createPipeline, createWebhook } = created as {
    createSchedule: { id: string };
    createPipeline: { id: string };
    createWebhook: { webhook: { id: string } };
  };
  expect(await server.viewer.ask(FindByKeyDocument, { key: 'report' })).toEqual({
    schedule: { id: createSchedule.id },
    pipeline: { id: createPipeline.id },
    webhook: { id: createWebhook.webhook.id },
    schedules: { totalCount: 1 },
    pipelines: { totalCount: 1 },
    webhooks: { totalCount: 1 },
  });
  expect(await server.viewer.ask(FindByKeyDocument, { key: 'Report' })).toMatchObject({
    schedule: null,
    schedules: { totalCount: 0 },
  });
  expect(Object.values(await create('report'))).toEqual(
    ['schedule', 'pipeline', 'webhook'].map((what) =>
      expect.objectContaining({
        code: 'CONFLICT',
        message: expect.stringContaining(`is already used by the ${what}`),
      }),
    ),
  );
});

test.each([{}, { id: 'x', key: 'y' }])('neither or both of id and key is an error: %j', async (variables) => {
  await expect(server.viewer.ask(ScheduleByIdOrKeyDocument, variables)).rejects.toThrow(
    'either "id" or "key"',
  );
});
