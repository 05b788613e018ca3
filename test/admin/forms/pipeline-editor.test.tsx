/** The settings of a pipeline and its steps, problems, and the dialog that triggers a run. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  createPipelineWorkspace,
  type PipelineWorkspace,
} from '../../e2e/pipelines/admin-pipelines-fixture.js';
import {
  adminInJsdom,
  descriptionOf,
  fill,
  focused,
  press,
  reasonOf,
  textOf,
  write,
} from './support/admin-in-jsdom.js';

const PATH = '/scheduler/pipelines';
const NAME = 'Newsletter Generation Pipeline';

describe('the forms of pipelines', () => {
  let workspace: PipelineWorkspace;
  const admin = adminInJsdom(async (server) => {
    workspace = await createPipelineWorkspace(server);
  });

  const stepPanel = async () => within(await screen.findByRole('complementary', { name: 'Step' }));
  const rows = () => within(screen.getByRole('list', { name: 'Steps in order' })).getAllByRole('listitem');
  const stepsOf = async (name: string) => (await admin.row('Pipeline', 'name', name)).steps;

  /** The list beside the panel of a step. */
  async function edit(step = '', role?: 'viewer') {
    const user = await admin.open(`${PATH}/${workspace.newsletterId}/edit?view=list&step=${step}`, role);
    await screen.findByRole('list', { name: 'Steps in order' });
    return user;
  }

  test('creates a pipeline from chosen agents, each step after the selected one', async () => {
    const user = await admin.open(`${PATH}/new?view=list`);
    await fill(user, await screen.findByLabelText(/^Name/), 'Typed');
    await user.click(screen.getAllByRole('button', { name: /^Add step/ })[0] as HTMLElement);
    const palette = within(await screen.findByRole('dialog', { name: 'Add step' }));
    palette.getByText(/The step depends on no other step\./);
    await palette.findByRole('option', { name: /Analysis/ });
    await user.keyboard('data{Enter}'); // before the server has answered
    const stepId = await screen.findByLabelText(/^Step ID/);
    await focused(stepId);
    expect(textOf(stepId)).toBe('data-collection');
    await fill(user, stepId, 'first');
    await user.click(screen.getAllByRole('button', { name: /^Add step/ })[0] as HTMLElement);
    await screen.findByText(/The step depends on “first”\./);
    await user.click(await screen.findByRole('option', { name: /Notify/ }));
    await waitFor(() => expect(rows().map(({ textContent }) => textContent)[1]).toContain('after first'));
    await screen.findByText('No problems');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Typed created');
    expect(await stepsOf('Typed')).toMatchObject([
      { stepId: 'first', agentId: 'data-collection', dependsOn: [] },
      { stepId: 'notify', agentId: 'notify', dependsOn: ['first'] },
    ]);
  });

  test('saves every setting of a step, and keeps references when it is renamed', async () => {
    const user = await edit('write');
    const panel = await stepPanel();
    const alert = await panel.findByRole('checkbox', { name: /^alert/ });
    expect(reasonOf(alert)).toContain('depends on this step');
    await user.click(alert);
    expect(alert.getAttribute('aria-checked') ?? (alert as HTMLInputElement).checked).toBe(false);
    await fill(user, panel.getByLabelText(/^Step ID/), 'compose');
    await user.click(panel.getByRole('checkbox', { name: /^collect/ }));
    await user.selectOptions(panel.getByLabelText('Run condition'), 'ALL_DONE');
    await user.click(panel.getByRole('switch', { name: /^Run alone/ }));
    await user.click(panel.getByText('Limits and retries'));
    await fill(user, await panel.findByLabelText('Timeout'), '90s');
    await fill(user, panel.getByLabelText('Priority'), '7');
    await user.click(panel.getByRole('switch', { name: /^Use custom retry settings/ }));
    panel.getByText('Waits 5 s, 10 s, 20 s between attempts.');
    await user.click(panel.getByText('Loop'));
    await fill(user, await panel.findByLabelText('Maximum turns'), '5');
    await write(user, await panel.findByRole('textbox', { name: 'Params' }), '{"tone": "dry"}');
    await waitFor(() => expect(location.search).toContain('step=compose'));
    await screen.findByText('No problems');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(`${NAME} saved`);
    const steps = await stepsOf(NAME);
    expect(steps[3]).toMatchObject({
      stepId: 'compose',
      dependsOn: ['plan', 'analyze', 'collect'],
      runIf: 'all_done',
      parallel: false,
      timeout: 90_000,
      priority: 7,
      params: { tone: 'dry' },
      retryConfig: { maxRetries: 3, backoff: 'exponential', delay: 5_000 },
      loop: { to: 'analyze', maxTurns: 5 },
    });
    expect(steps[4]).toMatchObject({ stepId: 'alert', dependsOn: ['compose'] });
  });

  test('shows problems at the field and in a list that leads there, and is not saved with them', async () => {
    const user = await edit('plan');
    const panel = await stepPanel();
    await fill(user, panel.getByLabelText(/^Step ID/), '');
    await user.click(panel.getByText('Limits and retries'));
    await fill(user, await panel.findByLabelText('Timeout'), 'soon');
    const problems = within(await screen.findByRole('region', { name: 'Problems' }));
    await waitFor(() => expect(descriptionOf(panel.getByLabelText('Timeout'))).toMatch(/soon/));
    await user.click(screen.getByRole('button', { name: 'Back to the pipeline' }));
    await user.click(await problems.findByRole('button', { name: /soon/ }));
    const timeout = await screen.findByLabelText('Timeout');
    await waitFor(() => expect(timeout.getAttribute('aria-invalid')).toBe('true'));
    await user.click(press(/^Save/));
    await screen.findByText('Not saved. See the problems below.');
    await fill(user, timeout, '30s');
    await fill(user, screen.getByLabelText(/^Step ID/), 'plan');
    await screen.findByText('No problems');
    expect((await stepsOf(NAME))[1]).not.toHaveProperty('timeout', 30_000);
  });

  test('undoes and redoes, and asks before changes are discarded', async () => {
    const user = await edit();
    const before = rows().length;
    await user.click(press(/^Delete alert/));
    expect(rows()).toHaveLength(before - 1);
    await user.click(press(/^Undo/));
    expect(rows()).toHaveLength(before);
    expect(reasonOf(press(/^Undo/))).toBe('There is nothing to undo.');
    await user.click(press(/^Redo/));
    await user.click(press(/^Cancel/));
    await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
    await user.click(press(/^Keep editing/));
    expect(rows()).toHaveLength(before - 1);
  });

  test('says when somebody else has saved it meanwhile', async () => {
    const { pool } = admin.server;
    const saveAs = (description: string) =>
      pool.query(`UPDATE "Pipeline" SET description = $2, "updatedAt" = now() WHERE id = $1`, [
        workspace.newsletterId,
        description,
      ]);
    const user = await edit();
    const description = () => screen.getByLabelText('Description');
    await saveAs('By somebody');
    // Without unsaved changes, the other version is simply shown.
    await waitFor(() => expect(textOf(description())).toBe('By somebody'));
    await fill(user, description(), 'Mine');
    await saveAs('By another');
    await screen.findByText(/Someone else has saved this pipeline\./);
    expect(textOf(description())).toBe('Mine');
    await user.click(press(/^Discard my changes and reload/));
    await waitFor(() => expect(textOf(description())).toBe('By another'));
  });

  test('tells a viewer why it cannot be saved', async () => {
    await edit('', 'viewer');
    await screen.findByText(/You can view the pipeline but cannot save changes/);
    expect(reasonOf(press(/^Save/))).toContain('Requires the role ADMIN');
  });

  test('a run is triggered with params, after refusals at their field', async () => {
    const user = await admin.open(`${PATH}/${workspace.newsletterId}`);
    await user.click(await screen.findByRole('button', { name: /^Trigger…/ }));
    const dialog = within(await screen.findByRole('dialog', { name: `Trigger ${NAME}` }));
    const params = await dialog.findByRole('textbox', { name: 'Params' });
    const trigger = dialog.getByRole('button', { name: 'Trigger' });
    await write(user, params, '{"tickerId": ');
    await waitFor(() => expect(reasonOf(trigger)).toContain('Invalid JSON'));
    await write(user, params, '{"tickerId": "db:tickr:all:id"}');
    await user.click(trigger);
    await waitFor(() => expect(descriptionOf(params)).toMatch(/tickerId: .*Did you mean "Ticker"/));
    await write(user, params, '{"tickerId": "db:ticker:all:id?limit=7&orderBy=id"}');
    await dialog.findByText('7 contexts');
    await user.click(trigger);
    await screen.findByText(`Triggered ${NAME}`);
    expect(admin.sent('PipelineDetailTrigger').at(-1)).toMatchObject({
      id: workspace.newsletterId,
      params: { tickerId: 'db:ticker:all:id?limit=7&orderBy=id' },
    });
  });
});
