/** The list of pipelines and the page of one. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPipeline } from '../../../src/services/pipelines/create-pipeline.js';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { createPipelineWorkspace, type PipelineWorkspace } from './admin-pipelines-fixture.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;
const PATH = '/scheduler/pipelines';

describe.skipIf(!chromiumAvailable('pipelines'))('pipelines', () => {
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

  test('are listed with their use and their results; the list is live', async () => {
    const { pool } = admin.server;
    const { page, live } = await open();
    await live();
    const row = page.getByRole('row', { name: /Newsletter Generation/ });
    await row.getByText('collect, plan, analyze').waitFor();
    await row.getByText('never').waitFor();
    await page
      .getByRole('row', { name: /Old export/ })
      .getByText('Disabled')
      .waitFor();

    const run = await workspace.run(3);
    await row.getByText('Running').waitFor();
    await pool.query(
      'UPDATE "ScheduleExecution" SET "jobsCreated" = 3600, "jobsCompleted" = 1760 WHERE id = $1',
      [run],
    );
    const count = row.getByText('1,760/3,600');
    await count.waitFor();
    const isWhole = await count.evaluate((element) => {
      const cell = element.closest('[role="gridcell"]');
      const [own, room] = [element, cell].map((each) => each?.getBoundingClientRect().right ?? 0);
      return element.scrollWidth <= element.clientWidth && (own ?? 0) <= (room ?? 0);
    });
    expect(isWhole).toBe(true);
    await pool.query(
      `UPDATE "ScheduleExecution" SET status = 'success', "runStatus" = 'partial', "jobsCompleted" = 14, "jobsFailed" = 1,
         "completedAt" = now() WHERE id = $1`,
      [run],
    );
    await row.getByText('Partial').waitFor();
    await row.getByText('1 failed').waitFor();

    const agent = page.getByRole('combobox', { name: 'Agent' });
    await agent.fill('query');
    await page.getByRole('option', { name: 'Query Strategy' }).click();
    await page.getByRole('row', { name: /Old export/ }).waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain('agent=query-strategy');
    // Typing in a field triggers no shortcut.
    await agent.blur();
    await page.keyboard.press('/');
    await page.keyboard.type('graph');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Entity graph refresh/ }).waitFor();
  });

  describe('the page of a pipeline', () => {
    const path = () => `${PATH}/${workspace.newsletterId}`;

    test('shows its graph, its steps, its runs and its definition', async () => {
      const { page, live, expectAccessible, screenshot } = await open({ path: path() });
      await live();
      await page
        .getByRole('row', { name: /Manual/ })
        .first()
        .waitFor();
      await box(page, 'analyze').click();
      const panel = page.getByRole('dialog', { name: 'Step analyze' });
      await panel.getByText('after collect, if all succeeded').waitFor();
      await panel.getByRole('link', { name: 'Analysis' }).waitFor();
      await expectAccessible();
      await screenshot('pipelines-step');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Definition' }).click();
      await page.getByRole('region', { name: 'definition' }).getByText('"stepId": "collect"').waitFor();
      await page.reload();
      await page.getByRole('region', { name: 'definition' }).waitFor();
      await page.getByRole('tab', { name: 'Audit log' }).click();
      await expectAccessible();
    });

    test('draws the lines from below the boxes when the window becomes narrow', async () => {
      const { page, live } = await open({ path: path() });
      await live();
      const line = page.locator('.react-flow__edge-path').first();
      await line.waitFor({ state: 'attached' });
      const beginsBelowABox = () =>
        line.evaluate((element) => {
          const drawn = element as SVGPathElement;
          const start = drawn.getPointAtLength(0).matrixTransform(drawn.getScreenCTM() ?? undefined);
          return [...document.querySelectorAll('.react-flow__node')].some((node) => {
            const { left, width, bottom } = node.getBoundingClientRect();
            return Math.abs(start.x - left - width / 2) < 8 && Math.abs(start.y - bottom) < 8;
          });
        });
      expect(await beginsBelowABox()).toBe(false);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(beginsBelowABox).toBe(true);
    });

    test('every box of the graph can be reached on a tablet and on a phone', async () => {
      const { page, live } = await open({ path: path(), width: 768 });
      await live();
      await box(page, 'alert').waitFor();
      for (const width of [768, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect
          .poll(() =>
            page.locator('.react-flow').evaluate((graph) => {
              const room = graph.getBoundingClientRect();
              return [...graph.querySelectorAll('.react-flow__node')].every((node) => {
                const { left, right, top, bottom } = node.getBoundingClientRect();
                return left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom;
              });
            }),
          )
          .toBe(true);
        await expect.poll(() => fitsAcross(page)).toBe(true);
      }
      // When it is enlarged, the graph scrolls sideways itself, and the page does not.
      const width = async () => (await box(page, 'collect').boundingBox())?.width ?? 0;
      const fitting = await width();
      for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
      await expect.poll(width).toBeGreaterThan(1.5 * fitting);
      expect(await fitsAcross(page)).toBe(true);
      await page.getByRole('button', { name: 'Fit to view' }).click();
      await expect.poll(width).toBeLessThanOrEqual(fitting);
    });

    test('the zoom buttons, large enough for fingers, leave the first step of a phone uncovered', async () => {
      const { page, live } = await open({ path: path(), width: 390 });
      const touch = await page.context().newCDPSession(page);
      await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await live();
      const bottomOfButtons = await page
        .getByRole('button', { name: 'Zoom in' })
        .evaluate((button) => button.getBoundingClientRect().bottom);
      const first = await box(page, 'collect').boundingBox();
      expect(first?.y).toBeGreaterThanOrEqual(bottomOfButtons);
    });

    test('a graph that is larger than its room is shown from its first step', async () => {
      const made = await createPipeline(admin.server.services, ACTOR, {
        name: 'Slanted',
        // Only every third step has dependents, so that the lower rows are far to the right of the first step.
        steps: Array.from({ length: 30 }, (_, index) => ({
          stepId: `step-${index}`,
          agentId: 'analysis',
          parallel: true,
          dependsOn: index === 0 ? [] : [`step-${Math.max(0, index - 1 - (index % 3))}`],
        })),
      });
      if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
      const { page, live } = await open({ path: `${PATH}/${made.value.id}` });
      await live();
      const isInRoom = async () => {
        const [first, room] = await Promise.all([
          box(page, 'step-0').boundingBox(),
          page.locator('.react-flow').boundingBox(),
        ]);
        if (!first || !room) return false;
        const isAcross = first.x >= 0 && first.x + first.width <= page.viewportSize()!.width;
        return isAcross && first.y >= room.y && first.y + first.height <= room.y + room.height;
      };
      await expect.poll(isInRoom).toBe(true);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(isInRoom).toBe(true);
      expect(await fitsAcross(page)).toBe(true);
      await admin.server.pool.query('DELETE FROM "Pipeline" WHERE id = $1', [made.value.id]);
    });

    test('triggers a run, after saying how many contexts it creates, and shows it', async () => {
      const { page, live, expectAccessible, screenshot } = await open({ path: path() });
      await live();
      await page.getByRole('button', { name: 'Trigger…' }).waitFor();
      await page.keyboard.press('t');
      const dialog = page.getByRole('dialog', { name: /^Trigger/ });
      const params = dialog.getByRole('textbox', { name: 'Params' });
      await params.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('{"tickerId": "db');
      await page.keyboard.type(':');
      const offered = page.getByRole('option', { name: /Ticker/ });
      await offered.waitFor();
      // Closes the completion, not the dialog around it.
      await page.keyboard.press('Escape');
      await offered.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('{"tickerId": "db:ticker:all:id?limit=7&orderBy=id&batchSize=5"}');
      await dialog.getByText('7 contexts', { exact: true }).waitFor();
      await expectAccessible();
      await screenshot('pipelines-trigger');
      await dialog.getByRole('button', { name: 'Trigger' }).click();
      await page.waitForURL(/\/executions\/.*tab=graph/);
      await box(page, 'collect').waitFor();
      const { rows } = await admin.server.pool.query(
        `SELECT snapshot -> 'params' AS params FROM "ScheduleExecution" WHERE "pipelineId" = $1 ORDER BY id DESC LIMIT 1`,
        [workspace.newsletterId],
      );
      expect(rows[0].params.tickerId).toContain('limit=7');
    });

    test('starts a schedule with the pipeline as the target', async () => {
      const { page } = await open({ path: path() });
      await page.getByRole('button', { name: 'Create schedule' }).click();
      await page.getByRole('heading', { name: 'Create schedule' }).waitFor();
      await expect
        .poll(() => page.getByLabel('Pipeline', { exact: false }).last().inputValue())
        .toContain('Newsletter Generation');
    });

    test('names the agent that prevents its runs', async () => {
      const { pool } = admin.server;
      const enable = (enabled: boolean) =>
        pool.query(`UPDATE "AgentRegistry" SET enabled = $1 WHERE id = 'analysis'`, [enabled]);
      await enable(false);
      const { page, expectAccessible } = await open({ path: path() });
      const alert = page.getByRole('alert').filter({ hasText: 'This pipeline cannot run' });
      await alert.getByText('step analyze: the agent Analysis is disabled').waitFor();
      expect(await alert.getByRole('link').getAttribute('href')).toBe('/admin/agents/analysis');
      await expectAccessible();
      await enable(true);
      await alert.waitFor({ state: 'detached' });
    });

    test('says which schedules are affected before the pipeline is disabled or deleted', async () => {
      const { pool } = admin.server;
      const { page, live, expectAccessible } = await open({ path: path() });
      await live();
      const menu = page.getByRole('button', { name: 'More actions' });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      const disable = page.getByRole('dialog', { name: /^Disable/ });
      await disable.getByText('Daily Newsletter for All Tickers').waitFor();
      await expectAccessible();
      await disable.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('Disabled Newsletter Generation Pipeline').waitFor();
      // An undo stays while the pointer is over it.
      await page.getByRole('button', { name: 'Undo' }).hover();
      await page.getByText('Disabled', { exact: true }).waitFor();
      await page.getByText('This pipeline is disabled: it cannot run').waitFor();
      await expect
        .poll(() => page.getByRole('button', { name: 'Trigger…' }).getAttribute('aria-description'))
        .toContain('disabled');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Enabled', { exact: true }).waitFor();

      await menu.click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      const remove = page.getByRole('dialog', { name: /^Delete/ });
      await remove.getByText('1 schedule uses this pipeline').waitFor();
      await remove.getByRole('button', { name: 'Cancel' }).click();

      await page.goto(`${admin.server.url}/admin${PATH}`);
      await page.getByRole('row', { name: /Old export/ }).click();
      await menu.click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await remove.getByText('No schedules use it.').waitFor();
      await remove.getByRole('button', { name: 'Delete pipeline' }).click();
      await page.getByText('Deleted Old export').waitFor();
      await page.getByRole('row', { name: /Old export/ }).waitFor({ state: 'detached' });
      expect((await pool.query(`SELECT FROM "Pipeline" WHERE name = 'Old export'`)).rowCount).toBe(0);
    });

    test('says that a pipeline is gone', async () => {
      const { page } = await open({ path: `${PATH}/nothing` });
      await page.getByText('Pipeline not found').waitFor();
      await page.goto(`${admin.server.url}/admin${PATH}/nothing/edit`);
      await page.getByText('Pipeline not found').waitFor();
    });

    test('tells viewers why they cannot change it', async () => {
      const { page } = await open({ role: 'viewer', path: path() });
      const trigger = page.getByRole('button', { name: 'Trigger…' });
      await expect
        .poll(() => trigger.getAttribute('aria-description'))
        .toContain('Requires the role OPERATOR');
      await page.getByRole('tab', { name: 'Audit log' }).click();
      await page.getByText('Only admins can see the audit log').waitFor();
    });
  });

  const LOOKS = [
    ['list', () => PATH],
    ['detail', () => `${PATH}/${workspace.newsletterId}`],
    ['editor', () => `${PATH}/${workspace.newsletterId}/edit?step=analyze`],
    ['outline', () => `${PATH}/${workspace.newsletterId}/edit?view=list`],
    ['json', () => `${PATH}/${workspace.newsletterId}/edit?view=json`],
  ] as const;

  test.each(LOOKS)('the pages are accessible in both themes, on a phone too: %s', async (name, path) => {
    const { page, live, expectAccessibleInBothThemes } = await open({
      width: 1_440,
      height: 860,
      path: path(),
    });
    await live();
    const collect = page.getByText(/collect/).first();
    await collect.waitFor();
    await expectAccessibleInBothThemes(`pipelines-${name}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await collect.waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes(`pipelines-390-${name}`);
  });
});
