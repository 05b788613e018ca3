/** Handling dead letters in a real browser. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { RetryJobDocument } from '../../support/generated/operations.js';
import { insertAgent } from '../../support/rows.js';
import { addDeadLetters, addSchedule } from '../runs/admin-runs-fixture.js';

const EXCHANGE = 'The exchange answered 503 three times';
const DEADLINE = 'context deadline exceeded';

describe.skipIf(!chromiumAvailable('the dead letters'))('dead letters', () => {
  let admin: AdminBrowser;
  let scheduleId: string;

  beforeAll(async () => {
    admin = await startAdmin();
    const { pool } = admin.server;
    await insertAgent(pool, 'quotes', 'http://127.0.0.1:9/quotes', { name: 'Quotes' });
    await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/analysis', { name: 'Analysis' });
    scheduleId = await addSchedule(admin.server, 'Quote collector', { interval: '5m' });
  });
  beforeEach(async () => {
    const { pool } = admin.server;
    await pool.query('TRUNCATE "ScheduleExecution", "AgentJobExecution"');
    await addDeadLetters(pool, { agentId: 'quotes', scheduleId, message: EXCHANGE, count: 12 });
    await addDeadLetters(pool, { agentId: 'analysis', message: DEADLINE, code: 'TIMEOUT', count: 2 });
    await addDeadLetters(pool, { agentId: 'quotes', message: DEADLINE, code: 'TIMEOUT', count: 1 });
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions = {}): Promise<AdminPage> {
    return admin.open({ role: 'admin', path: '/dead-letters', ...options });
  }

  async function listPage(options: PageOptions = {}): Promise<AdminPage> {
    const page = await open(options);
    await page.page
      .getByRole('row', { name: /context deadline/ })
      .first()
      .waitFor();
    return page;
  }

  /** Latest attempts that wait to be sent again, by agent. */
  async function replayed(): Promise<Record<string, number>> {
    const { rows } = await admin.server.pool.query<{ agentId: string; count: number }>(
      `SELECT "agentId", count(*)::int AS count FROM "AgentJobExecution" WHERE status = 'pending' AND "isLatest" GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ agentId, count }) => [agentId, count]));
  }

  test('are counted in the navigation, grouped by error, and listed', async () => {
    const { page } = await listPage();
    await page.getByRole('link', { name: /^Dead letters\s*15$/ }).waitFor();
    const groups = page.getByRole('region', { name: 'Grouped by error' });
    await expect.poll(() => groups.getByRole('listitem').count()).toBe(3);
    const exchange = groups.getByRole('listitem').filter({ hasText: EXCHANGE });
    await exchange.getByText('12', { exact: true }).waitFor();
    await exchange.getByText('Quote collector').waitFor();
    const row = page.getByRole('row', { name: /T12/ });
    await row.getByText('UPSTREAM').waitFor();
    await row.getByRole('link', { name: 'Quote collector' }).waitFor();
    await page.getByText('15 total').waitFor();
    await row.getByRole('link', { name: 'Quotes' }).click();
    await expect.poll(() => page.url()).toMatch(/\/admin\/jobs\/[0-9a-f-]{36}$/);
  });

  test('are filtered by the URL', async () => {
    const { page } = await listPage();
    const rows = page.getByRole('rowgroup').last().getByRole('row');
    await page.getByRole('combobox', { name: 'Agent' }).fill('ana');
    await page.getByRole('option', { name: 'Analysis' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => page.url()).toContain('agent=analysis');
    await page.reload();
    await page.getByText('2 total').waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('Analysis');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('15 total').waitFor();

    await page.getByRole('button', { name: 'All with code TIMEOUT' }).first().click();
    await page.getByText('3 total').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('15 total').waitFor();

    await page.getByRole('button', { name: `Show: ${EXCHANGE}` }).click();
    await page.getByText('12 total').waitFor();
    await expect.poll(() => page.url()).toContain('agent=quotes');
    await page.goBack();
    await page.getByText('15 total').waitFor();

    await page.getByRole('combobox', { name: 'Schedule' }).fill('quo');
    await page.getByRole('option', { name: 'Quote collector' }).click();
    await page.getByText('12 total').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('zzz');
    await page.getByText('No dead letters match the filter').waitFor();
    await expect.poll(() => page.url()).toContain('q=zzz');
  });

  test('are replayed one by one, and the count follows at once', async () => {
    const { page, live } = await listPage();
    await live();
    const row = page.getByRole('row', { name: /T12/ });
    await row.getByRole('button', { name: 'Replay…' }).click();
    await page.getByRole('dialog', { name: 'Replay 1 job?' }).waitFor();
    await page.getByRole('button', { name: 'Replay 1 job' }).click();
    await page.getByText('1 job replayed').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Dead letters\s*14$/ }).waitFor();
    expect(await replayed()).toEqual({ quotes: 1 });
  });

  test('are replayed from a selection by keyboard, and a refused one shows the reason', async () => {
    const { page, screenshot, expectAccessible } = await listPage();
    await page
      .getByRole('row', { name: /context deadline/ })
      .first()
      .focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Replay…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay 2 jobs?' });
    await dialog.getByText('2 jobs selected.').waitFor();
    // Another user is faster with one of them.
    const { rows } = await admin.server.pool.query<{ jobId: string }>(
      `SELECT "jobId" FROM "AgentJobExecution" WHERE status = 'dead_letter' ORDER BY id DESC LIMIT 1`,
    );
    await admin.server.operator.ask(RetryJobDocument, { jobId: rows[0]?.jobId ?? '' });
    await dialog.getByRole('button', { name: 'Replay 2 jobs' }).click();
    const report = page.getByRole('dialog', { name: '1 job replayed, 1 refused' });
    await report.waitFor();
    await expectAccessible();
    await screenshot('dead-letters-refused');
    await report.getByRole('button', { name: 'Close' }).last().click();
    await report.waitFor({ state: 'detached' });
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
  });

  test('are replayed as a group after a confirmation with their number', async () => {
    const { page, screenshot, expectAccessible } = await listPage();
    await page.getByRole('button', { name: `Replay: ${EXCHANGE}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay 12 jobs?' });
    await dialog.getByText(`All of Quotes with “${EXCHANGE}”.`).waitFor();
    await expectAccessible();
    await screenshot('dead-letters-replay');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await replayed()).toEqual({});
    await page.getByRole('button', { name: `Replay: ${EXCHANGE}` }).click();
    await dialog.getByRole('button', { name: 'Replay 12 jobs' }).click();
    await page.getByText('12 jobs replayed').waitFor();
    await page.getByText('3 total').waitFor();
    expect(await replayed()).toEqual({ quotes: 12 });
  });

  test('are replayed if they match the filter, and no more than were counted', async () => {
    const { page, live } = await listPage();
    await live();
    await page.getByRole('button', { name: 'Replay all…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Replay 15 jobs' }).waitFor();
    await addDeadLetters(admin.server.pool, { agentId: 'analysis', message: 'new', count: 1 });
    await dialog.getByRole('button', { name: 'Replay 15 jobs' }).click();
    await dialog.getByText('This now matches 16, not 15').waitFor();
    expect(await replayed()).toEqual({});
    await dialog.getByRole('button', { name: 'Replay 16 jobs' }).click();
    await page.getByText('16 jobs replayed').waitFor();
    await page.getByText('No dead letters', { exact: true }).waitFor();
    await page
      .getByRole('link', { name: /^Dead letters$/ })
      .first()
      .waitFor();
    expect(await replayed()).toEqual({ quotes: 13, analysis: 3 });
    // Another one arrives without any action.
    await addDeadLetters(admin.server.pool, { agentId: 'analysis', message: 'once more', count: 1 });
    await page.getByRole('row', { name: /once more/ }).waitFor();
    await page.getByRole('link', { name: /^Dead letters\s*1$/ }).waitFor();
  });

  test('cannot be replayed by a viewer, who is told why', async () => {
    const { page } = await listPage({ role: 'viewer' });
    const all = page.getByRole('button', { name: 'Replay all…' });
    await expect.poll(() => all.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => all.getAttribute('aria-description')).toMatch(/OPERATOR|operator/);
    await all.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('are accessible in both themes, and fit on a wide screen and a phone', async () => {
    const { page, expectAccessible, expectAccessibleInBothThemes, screenshot } = await listPage();
    const groups = page.getByRole('region', { name: 'Grouped by error' });
    await groups.waitFor();
    await expectAccessibleInBothThemes('dead-letters');
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await page.setViewportSize({ width: 1_920, height: 1_080 });
    await groups.waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await screenshot('dead-letters-wide');
    await page.setViewportSize({ width: 390, height: 844 });
    await groups.waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessible();
    await screenshot('dead-letters-narrow');
  });
});
