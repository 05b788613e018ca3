/** Params of a run of a pipeline, by the input that its steps require. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import { insertAgent } from '../../support/rows.js';
import { adminInJsdom, choose, field, textOf, write } from './support/admin-in-jsdom.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;

let pipelineId = '';
const admin = adminInJsdom(async ({ pool, services }) => {
  await insertAgent(pool, 'greeter', 'http://127.0.0.1:9/greeter', {
    inputSchema: {
      required: ['name', 'tone'],
      properties: { name: { type: 'string', minLength: 1 }, tone: { enum: ['warm', 'dry'] } },
    },
  });
  const created = await createPipeline(services, ACTOR, {
    name: 'Greet twice',
    steps: [
      { stepId: 'first', agentId: 'greeter', parallel: true, params: { tone: 'dry' } },
      { stepId: 'second', agentId: 'greeter', parallel: true, dependsOn: ['first'] },
    ],
  });
  if (created.kind !== 'ok') throw new Error(JSON.stringify(created));
  pipelineId = created.value.id;
});

test('a first run starts with what the steps require, and says what they accept', async () => {
  const user = await admin.open(`/scheduler/pipelines/${pipelineId}`);
  const open = async () => {
    await user.click((await screen.findAllByRole('button', { name: /^Trigger…/ }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Trigger Greet twice' }));
    await dialog.findByText('Input of Greet twice');
    return { dialog, params: await dialog.findByRole('textbox', { name: 'Params' }) };
  };
  const { dialog, params } = await open();
  await waitFor(() => expect(JSON.parse(textOf(params))).toEqual({ name: 'example', tone: 'warm' }));
  await write(user, params, '{"name": "Ada"}');
  await user.click(await dialog.findByRole('button', { name: 'Add tone' }));
  await user.click(dialog.getByRole('button', { name: 'Trigger' }));
  await screen.findByText('Triggered Greet twice');
  expect(admin.sent('PipelineDetailTrigger').at(-1)).toMatchObject({ params: { name: 'Ada', tone: 'warm' } });
});

test('a new schedule of a pipeline shows what its steps require', async () => {
  const user = await admin.open('/scheduler/schedules/new');
  await user.click(await screen.findByRole('radio', { name: /^Pipeline/ }));
  await choose(user, screen, await field(/^Pipeline \*?$/), 'greet', /Greet twice/);
  await screen.findByText('Input of Greet twice');
  for (const member of ['name', 'tone']) await screen.findByRole('button', { name: `Add ${member}` });
});
