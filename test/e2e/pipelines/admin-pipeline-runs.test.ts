/** A pipeline run on its graph: counts over contexts, contexts by status, and their actions. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import {
  bring,
  createPipelineWorkspace,
  markRunning,
  type PipelineWorkspace,
} from './admin-pipelines-fixture.js';

describe.skipIf(!chromiumAvailable('runs of pipelines'))('the graph of a run', () => {
  let admin: AdminBrowser;
  let workspace: PipelineWorkspace;
  let run: string;

  beforeAll(async () => {
    admin = await startAdmin();
    workspace = await createPipelineWorkspace(admin.server);
  });
  beforeEach(async () => {
    const { pool } = admin.server;
    run = await workspace.run(20);
    await bring(pool, run, 'collect', 'completed', 14);
    await bring(pool, run, 'collect', 'failed', 2);
    await bring(pool, run, 'collect', 'running', 3);
    await bring(pool, run, 'plan', 'completed', 9);
    await bring(pool, run, 'plan', 'running', 2);
    await bring(pool, run, 'analyze', 'completed', 8);
    await bring(pool, run, 'analyze', 'failed', 1);
    await bring(pool, run, 'write', 'running', 1);
    await markRunning(pool, run);
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  async function open(options: PageOptions = {}, more = ''): Promise<AdminPage> {
    const page = await admin.open({
      role: 'operator',
      path: `/executions/${run}?tab=graph${more}`,
      ...options,
    });
    await box(page.page, 'collect').waitFor();
    return page;
  }

  const box = (page: Page, stepId: string) =>
    page
      .getByRole('button', { name: new RegExp(`^\\d+ ?${stepId}\\b`) })
      .and(page.locator('.react-flow__node'));

  test('shows how many contexts are at each step, and is live', async () => {
    const { pool } = admin.server;
    const { page, live } = await open();
    await live();
    await box(page, 'collect').getByText('14 completed, 3 running, 2 failed, 1 queued').waitFor();
    await box(page, 'collect').getByText('16/20').waitFor();
    // The line to a step is highlighted while the step is active.
    const lit = (name: string) => page.getByRole('img', { name }).locator('path.lit');
    await lit('write depends on plan').waitFor({ state: 'attached' });
    await lit('alert depends on write').waitFor({ state: 'detached' });
    await bring(pool, run, 'alert', 'running', 4);
    await box(page, 'alert').getByText('4 running, 16 queued').waitFor();
    await lit('alert depends on write').waitFor({ state: 'attached' });
  });

  test('leads from a step to its contexts in a status, and to one of them', async () => {
    const { page, live, expectAccessible, screenshot } = await open();
    await live();
    await page.getByRole('row', { name: /AAPL/ }).waitFor();
    // By keyboard: along the boxes, then the status.
    await box(page, 'collect').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const filter = page.getByRole('group', { name: /^Status of/ });
    await filter.waitFor();
    await box(page, 'collect').click();
    await page
      .getByRole('group', { name: 'Status of collect' })
      .getByRole('button', { name: 'Failed 2' })
      .click();
    await page.getByRole('row', { name: /AAPL/ }).waitFor({ state: 'detached' });
    const rows = page.getByRole('grid', { name: 'Contexts' }).getByRole('rowgroup').last().getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    await expectAccessible();
    await rows.first().focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: /^Context / });
    await panel.getByText('no data for this ticker').waitFor();
    await panel.getByRole('region', { name: 'params' }).getByText('"tone": "dry"').waitFor();
    await panel.getByRole('button', { name: /plan/ }).click();
    await panel.getByRole('region', { name: 'upstream' }).getByText('collect').waitFor();
    await expectAccessible();
    await screenshot('pipeline-run-context');
    // The selection is in the URL.
    await page.reload();
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain('step=collect&in=FAILED');
    await expect.poll(() => rows.count()).toBe(2);
  });

  test('runs a context again from a step, and cancels one', async () => {
    const { pool } = admin.server;
    const { rows: failed } = await pool.query(
      `SELECT "contextId" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "pipelineStepId" = 'analyze' AND status = 'failed'`,
      [run],
    );
    for (const change of [`status = 'skipped', reason = 'dependency_failed'`, `"settledAt" = now()`])
      await pool.query(
        `UPDATE "AgentJobExecution" SET ${change} WHERE "contextId" = $1 AND "pipelineStepId" IN ('write', 'alert')`,
        [failed[0].contextId],
      );
    const { page, live, expectAccessible } = await open({}, '&step=analyze&in=FAILED');
    await live();
    await page
      .getByRole('grid', { name: 'Contexts' })
      .getByRole('rowgroup')
      .last()
      .getByRole('row')
      .first()
      .click();
    const panel = page.getByRole('dialog', { name: /^Context / });
    await panel.getByRole('button', { name: 'Rerun from here…' }).click();
    const confirm = page.getByRole('dialog', { name: 'Rerun from analyze?' });
    await confirm.getByText('analyze, write, alert').waitFor();
    await expectAccessible();
    await confirm.getByRole('button', { name: 'Rerun 3 steps' }).click();
    await page.getByText('Rerunning from analyze').waitFor();
    const { rows } = await pool.query(
      `SELECT "contextId" FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "pipelineStepId" = 'analyze' AND "retryCount" = 1`,
      [run],
    );
    expect(rows).toHaveLength(1);

    await panel.getByRole('button', { name: 'Cancel context…' }).click();
    await page.getByRole('button', { name: 'Cancel 3 steps' }).click();
    await page.getByText('Context cancelled').waitFor();
    await panel.getByText('Cancelled').first().waitFor();
    const cancelled = await pool.query(
      `SELECT FROM "AgentJobExecution" WHERE "contextId" = $1 AND status = 'cancelled'`,
      [rows[0].contextId],
    );
    expect(cancelled.rowCount).toBe(3);
  });

  test('lets viewers look', async () => {
    const { page } = await open({ role: 'viewer' }, '&step=collect&in=FAILED');
    await page
      .getByRole('grid', { name: 'Contexts' })
      .getByRole('rowgroup')
      .last()
      .getByRole('row')
      .first()
      .click();
    const again = page.getByRole('button', { name: 'Rerun from here…' });
    await again.waitFor();
    await expect.poll(() => again.getAttribute('aria-description')).toContain('Requires the role OPERATOR');
  });

  test('is absent for a run of an agent', async () => {
    const { pool } = admin.server;
    await pool.query(`UPDATE "ScheduleExecution" SET snapshot = snapshot - 'pipeline' WHERE id = $1`, [run]);
    const page = await admin.open({ role: 'viewer', path: `/executions/${run}?tab=graph` });
    await page.page.getByText('No graph').waitFor();
  });

  test('is accessible in both themes, on a phone too', async () => {
    const { page, live, expectAccessibleInBothThemes, screenshot } = await open(
      { width: 1_440, height: 900 },
      '&step=plan',
    );
    await live();
    const row = page.getByRole('row', { name: /AAPL/ });
    await row.waitFor();
    await expectAccessibleInBothThemes('pipeline-run');
    await page.setViewportSize({ width: 390, height: 844 });
    await row.waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('pipeline-run-390');
    await box(page, 'collect').scrollIntoViewIfNeeded();
    await screenshot('pipeline-run-390-collect');
  });
});
