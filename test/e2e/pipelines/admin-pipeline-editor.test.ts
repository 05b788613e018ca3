/** The pipeline editor: graph, list and JSON. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { insertAgent } from '../../support/rows.js';
import { createPipelineWorkspace, type PipelineWorkspace } from './admin-pipelines-fixture.js';

const PATH = '/scheduler/pipelines';

describe.skipIf(!chromiumAvailable('the editor of pipelines'))('the pipeline editor', () => {
  let admin: AdminBrowser;
  let workspace: PipelineWorkspace;

  beforeAll(async () => {
    admin = await startAdmin();
    workspace = await createPipelineWorkspace(admin.server);
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions = {}): Promise<AdminPage> {
    return admin.open({ role: 'admin', path: PATH, ...options });
  }

  /** A box of the graph. */
  const box = (page: Page, stepId: string) =>
    page
      .getByRole('button', { name: new RegExp(`^\\d+ ?${stepId}\\b`) })
      .and(page.locator('.react-flow__node'));
  const stepsOf = async (name: string) =>
    (await admin.server.pool.query(`SELECT steps FROM "Pipeline" WHERE name = $1`, [name])).rows[0]?.steps;

  test('creates a pipeline with the mouse: steps from the palette, connected by dragging', async () => {
    const { page, expectAccessible, screenshot } = await open();
    await page.getByRole('button', { name: 'Create pipeline' }).click();
    await page.getByText('No steps yet').waitFor();
    await page.getByLabel('Name').fill('Drawn');
    await page
      .getByRole('button', { name: /^Add step/ })
      .first()
      .click();
    const palette = page.getByRole('dialog', { name: 'Add step' });
    await palette.getByText('The step depends on no other step.').waitFor();
    await palette.getByRole('option', { name: /Data Collection/ }).waitFor();
    await expectAccessible();
    await screenshot('pipelines-palette');
    await palette.getByRole('option', { name: /Data Collection/ }).click();
    await page.getByLabel('Step ID').fill('collect');
    await box(page, 'collect').waitFor();
    // Without a selection, it depends on nothing.
    await page.getByRole('button', { name: 'Back to the pipeline' }).click();
    await page.getByRole('button', { name: /^Add step/ }).click();
    await palette.getByRole('option', { name: /Notify/ }).click();
    await box(page, 'notify').waitFor();
    const [from, to] = [box(page, 'collect'), box(page, 'notify')];
    await from.locator('.react-flow__handle.source.connectable').hover();
    await page.mouse.down();
    await to.locator('.react-flow__handle.target.connectable').hover();
    await page.mouse.up();
    await expect.poll(() => page.getByRole('checkbox', { name: 'collect' }).isChecked()).toBe(true);
    await page.getByText('No problems').waitFor();
    await page.getByRole('button', { name: 'Create pipeline' }).click();
    await page.getByRole('heading', { name: 'Drawn' }).waitFor();
    expect(await stepsOf('Drawn')).toMatchObject([
      { stepId: 'collect', agentId: 'data-collection', dependsOn: [] },
      { stepId: 'notify', agentId: 'notify', dependsOn: ['collect'] },
    ]);
  });

  test('adds a step where a line is dropped on empty space, and removes a line', async () => {
    const { page } = await open({ path: `${PATH}/new?view=json` });
    const step = (stepId: string, agentId: string, dependsOn: string[] = []) => ({
      stepId,
      agentId,
      dependsOn,
      parallel: true,
    });
    const editor = page.getByRole('textbox', { name: 'Pipeline as JSON' });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(
      JSON.stringify({
        name: 'Redrawn',
        steps: [step('collect', 'data-collection'), step('notify', 'notify', ['collect'])],
      }),
    );
    await page.getByRole('button', { name: 'Graph' }).click();
    const from = box(page, 'collect');
    await box(page, 'notify').waitFor();
    const palette = page.getByRole('dialog', { name: 'Add step' });
    await from.locator('.react-flow__handle.source.connectable').hover();
    await page.mouse.down();
    await page.mouse.move(500, 650, { steps: 4 });
    await page.mouse.up();
    await palette.getByText('The step depends on “collect”.').waitFor();
    await palette.getByRole('option', { name: /^Analysis/ }).click();
    await box(page, 'analysis').waitFor();

    // A line can be removed alone.
    await page
      .getByRole('group', { name: 'notify depends on collect' })
      .locator('.react-flow__edge-interaction')
      .click({ force: true });
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('group', { name: 'notify depends on collect' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByRole('group', { name: 'notify depends on collect' }).waitFor();

    await page.getByRole('button', { name: 'Create pipeline' }).click();
    await page.getByRole('heading', { name: 'Redrawn' }).waitFor();
    expect(await stepsOf('Redrawn')).toMatchObject([
      { stepId: 'collect', agentId: 'data-collection', dependsOn: [] },
      { stepId: 'analysis', agentId: 'analysis', dependsOn: ['collect'] },
      { stepId: 'notify', agentId: 'notify', dependsOn: ['collect'] },
    ]);
  });

  test.each([390, 1_000])('keeps the graph visible and reachable, %i px wide', async (width) => {
    const { page, expectAccessible, screenshot } = await open({
      path: `${PATH}/${workspace.newsletterId}/edit`,
      width,
      height: 844,
    });
    await box(page, 'collect').click();
    const panel = page.getByRole('dialog', { name: 'collect' });
    await panel.getByLabel('Step ID').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessible();
    await screenshot(`pipelines-editor-${width}`);
    // The step stays selected, so the next one can follow it.
    await page.getByRole('button', { name: /^Add step/ }).click();
    await page.getByText('The step depends on “collect”.').waitFor();
    await page.keyboard.press('Escape');
    await box(page, 'collect').click();
    await panel.waitFor();
  });

  test('creates a pipeline by keyboard alone', async () => {
    const { page, live } = await open({ path: `${PATH}/new?view=list` });
    await live();
    const name = page.getByLabel('Name');
    await name.focus();
    await page.keyboard.type('Typed');
    await name.blur();
    await page.keyboard.press('a');
    await page.getByText('The step depends on no other step.').waitFor();
    await page.keyboard.type('data');
    await page.getByRole('option', { name: /Data Collection/ }).waitFor();
    await page.getByRole('option', { name: /Notify/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    // The focus is in the field of the step ID.
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('data-collection');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('first');
    await page.keyboard.press('Escape');
    const rows = page.getByRole('list', { name: 'Steps in order' }).getByRole('listitem');
    await rows.getByText('first').waitFor();
    await page.keyboard.press('a');
    await page.getByText('The step depends on “first”.').waitFor();
    await page.keyboard.type('notify');
    await page.getByRole('option', { name: /Data Collection/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await rows.getByText('after first').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => rows.first().textContent()).toContain('notify');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('notify');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('first');
    await page.keyboard.press('Delete');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText('starts immediately').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => rows.count()).toBe(2);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => rows.count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => rows.count()).toBe(2);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Typed' }).waitFor();
    expect(await stepsOf('Typed')).toMatchObject([
      { stepId: 'notify', dependsOn: ['first'] },
      { stepId: 'first', agentId: 'data-collection' },
    ]);
  });

  test('reports problems while typing, at the step and in a list that links there', async () => {
    const { pool } = admin.server;
    const { page, live, expectAccessible, screenshot } = await open({ path: `${PATH}/new?view=json` });
    await live();
    const editor = page.getByRole('textbox', { name: 'Pipeline as JSON' });
    const write = async (value: unknown) => {
      await editor.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(typeof value === 'string' ? value : JSON.stringify(value));
    };
    await write('{"name": ');
    await page.getByText(/Invalid JSON/).waitFor();
    await write({
      name: 'Wrong',
      steps: [{ stepId: 'a', agentId: 'analysis', parallel: true, retries: 3 }],
    });
    await page.getByText('steps.0.retries').waitFor();
    await page.getByText('is not a known property').waitFor();
    await write({
      name: 'Wrong',
      steps: [
        { stepId: 'a', agentId: 'analysis', parallel: true, dependsOn: ['c'], timeout: 'soon' },
        {
          stepId: 'b',
          agentId: 'nobody',
          parallel: true,
          dependsOn: ['a', 'gone'],
          params: { id: 'db:ticker:all:id' },
        },
        { stepId: 'c', agentId: 'notify', parallel: true, dependsOn: ['b'] },
      ],
    });
    const problems = page.getByRole('region', { name: 'Problems' });
    // First the form, then the meaning.
    await problems.getByText('1 problem', { exact: true }).waitFor();
    await problems.getByRole('button', { name: /soon/ }).click();
    await expectAccessible();
    await page
      .getByRole('complementary', { name: 'Step' })
      .getByLabel('Timeout', { exact: true })
      .fill('30s');
    await problems.getByText('4 problems').waitFor();
    await page.getByRole('button', { name: 'Graph' }).click();
    await box(page, 'b').waitFor();
    await expect.poll(() => box(page, 'b').textContent()).toContain('3 problems');
    await problems.getByRole('button', { name: /waits for itself/ }).waitFor();
    await problems.getByRole('button', { name: /there is no agent "nobody"/ }).click();
    await expectAccessible();
    await screenshot('pipelines-problems');
    await expect.poll(() => page.getByLabel('Agent').getAttribute('aria-invalid')).toBe('true');
    // The server checks again as soon as there is one.
    await insertAgent(pool, 'nobody', 'http://127.0.0.1:9/nobody', { name: 'Nobody' });
    await problems.getByText('3 problems').waitFor();
    await pool.query(`DELETE FROM "AgentRegistry" WHERE id = 'nobody'`);
    await problems.getByText('4 problems').waitFor();
    await page.getByRole('button', { name: /Create pipeline/ }).click();
    await page.getByText('Not saved. See the problems below.').waitFor();
    expect(await stepsOf('Wrong')).toBeUndefined();
  });

  test('shows one draft as JSON, list and graph, and loses nothing without asking', async () => {
    const { page } = await open({ path: `${PATH}/${workspace.newsletterId}/edit?view=list` });
    await page.getByRole('button', { name: 'Delete alert' }).click();
    await page.getByRole('button', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Pipeline as JSON' });
    await editor.getByText('"collect"').first().waitFor();
    await expect.poll(() => editor.textContent()).not.toContain('alert');
    await page.getByRole('button', { name: 'Undo' }).click();
    await editor.getByText('"alert"').first().waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByRole('button', { name: 'Graph' }).click();
    await box(page, 'collect').waitFor();
    await box(page, 'alert').waitFor({ state: 'detached' });
    // By keyboard: arrows between boxes, Enter to the panel, Delete.
    await box(page, 'collect').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Step' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await box(page, 'collect').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('tab', { name: 'Runs' }).waitFor();
  });
});
