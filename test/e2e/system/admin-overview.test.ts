/** The overview in a real browser. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { insertAgent, insertExpanded } from '../../support/rows.js';
import { addDeadLetters, addRun, addSchedule, addWorker } from '../runs/admin-runs-fixture.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe.skipIf(!chromiumAvailable('the overview'))('the overview', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions = {}): Promise<AdminPage> {
    return admin.open({ role: 'admin', ...options });
  }

  test('of a new workspace shows the first step', async () => {
    const { page, screenshot, expectAccessible } = await open();
    await page.getByText('No schedules yet').waitFor();
    await page
      .getByRole('alert')
      .getByText('No worker is running. Schedules are not being claimed')
      .waitFor();
    await expectAccessible();
    await screenshot('overview-empty');
    expect(await page.getByRole('link', { name: 'Register agent' }).getAttribute('href')).toBe(
      '/admin/agents/new',
    );
    await page.getByRole('link', { name: 'Create schedule' }).click();
    await expect.poll(() => page.url()).toContain('/admin/scheduler/schedules/new');
  });

  describe('of a busy workspace', () => {
    const ids: Record<string, string> = {};
    const runs: Record<string, string> = {};

    beforeAll(async () => {
      const { server } = admin;
      const { pool } = server;
      await insertAgent(pool, 'quotes', 'http://127.0.0.1:9/quotes', { name: 'Quotes' });
      await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/analysis', { name: 'Analysis' });
      await addWorker(pool, 'one', 3);
      await addWorker(pool, 'two');
      const add = async (name: string, input: Record<string, unknown>) => {
        ids[name] = await addSchedule(server, name, input);
        return ids[name];
      };
      const quotes = await add('Quote collector', { interval: '5m' });
      for (let ago = 58; ago > 0; ago -= 5) {
        const hasFailed = ago === 28;
        await addRun(pool, {
          scheduleId: quotes,
          minutesAgo: ago,
          tookMs: 40 * SECOND + ago * SECOND,
          runStatus: hasFailed ? 'failed' : ago === 13 ? 'partial' : 'succeeded',
          columns: hasFailed
            ? { jobsCreated: 8, jobsFailed: 8 }
            : { jobsCreated: 8, jobsCompleted: ago === 13 ? 6 : 8, jobsFailed: ago === 13 ? 2 : 0 },
        });
      }
      const ticks = await add('Ticks', { interval: '20s' });
      for (let index = 1; index < 160; index++) {
        const isBad = index === 60;
        await addRun(pool, {
          scheduleId: ticks,
          minutesAgo: index / 3,
          tookMs: 800,
          runStatus: isBad ? 'failed' : 'succeeded',
          columns: { jobsCreated: 1, jobsCompleted: isBad ? 0 : 1, jobsFailed: isBad ? 1 : 0 },
        });
      }
      runs.newsletter = await addRun(pool, {
        scheduleId: await add('Daily Newsletter for All Tickers of the Whole Market', {
          cronExpression: '0 8 * * *',
        }),
        minutesAgo: 12,
        runStatus: 'running',
        columns: { jobsCreated: 50, jobsCompleted: 30, jobsFailed: 1 },
      });
      runs.rebuild = await addRun(pool, {
        scheduleId: await add('Graph rebuild', { interval: '3h' }),
        minutesAgo: 80,
        tookMs: 58 * MINUTE,
        runStatus: 'succeeded',
        columns: { jobsCreated: 1, jobsCompleted: 1 },
      });
      const filings = await add('Filings', { interval: '10m', concurrencyPolicy: 'forbid' });
      await addRun(pool, {
        scheduleId: filings,
        minutesAgo: 45,
        tookMs: 32 * MINUTE,
        runStatus: 'succeeded',
        columns: { jobsCreated: 12, jobsCompleted: 12 },
      });
      runs.skipped = await addRun(pool, {
        scheduleId: filings,
        minutesAgo: 38,
        runStatus: null,
        columns: {
          reason: 'overlap',
          missedCount: 3,
          lastSlotAt: new Date(Date.now() - 18 * MINUTE),
        },
      });
      await addRun(pool, {
        minutesAgo: 6,
        tookMs: 90 * SECOND,
        runStatus: 'succeeded',
        columns: { jobsCreated: 1, jobsCompleted: 1 },
      });
      const orphan = await add('Orphan', { interval: '1h' });
      await pool.query(`UPDATE "Schedule" SET flag = 'invalid_target' WHERE id = $1`, [orphan]);
      await addDeadLetters(pool, {
        agentId: 'quotes',
        scheduleId: quotes,
        message: 'The exchange answered 503 three times',
        count: 4,
      });
      await addDeadLetters(pool, { agentId: 'analysis', message: 'context deadline exceeded', count: 1 });
    });

    async function overview(options: PageOptions = {}): Promise<AdminPage> {
      const page = await open(options);
      await page.page.getByRole('link', { name: /^Filings: Skipped/ }).waitFor();
      return page;
    }

    test('shows the state of everything, what failed, and what does not run', async () => {
      const { page } = await overview();
      const stand = page.getByRole('list', { name: 'Status summary' });
      await stand.getByRole('link', { name: /Workers 2 alive 1 busy/ }).waitFor();
      await stand.getByRole('link', { name: /Dead letters 5 waiting for replay/ }).waitFor();
      const alerts = page.getByRole('region', { name: 'Schedules that need attention' });
      await alerts.getByText('Blocked').waitFor();
      await alerts.getByRole('link', { name: 'Orphan' }).waitFor();
      const outcomes = page.getByRole('slider', { name: 'Runs in the last 24 hours' });
      const totals = (await outcomes.getAttribute('aria-valuetext')) ?? '';
      expect(totals).toMatch(/ – now: succeeded 1[67]\d, partial 1, failed 4, cancelled 0, skipped 3$/);
      await outcomes.focus();
      await page.keyboard.press('Home');
      expect(await outcomes.getAttribute('aria-valuetext')).toMatch(/: succeeded 0, partial 0, failed 0/);
      const failures = page.getByRole('region', { name: 'Recent failures' });
      await failures.getByText('The exchange answered 503 three times').waitFor();
      await failures.getByText('× 4').waitFor();
      const running = page.getByRole('region', { name: 'Running' });
      await running.getByText('31/50').waitFor();
      const letters = page.getByRole('region', { name: 'Dead letters' });
      await letters.getByRole('link', { name: /Quotes The exchange/ }).click();
      await expect.poll(() => page.url()).toMatch(/dead-letters\?agent=quotes&error=The/);
    });

    test('shows past, current, skipped and coming runs', async () => {
      const { page, screenshot } = await overview();
      const link = (name: RegExp) => page.getByRole('link', { name });
      await link(/^Filings: Skipped at [\d:]+, Overlap, 3 slots$/).waitFor();
      await link(
        /^Quote collector: Failed at [\d:]+, Schedule, took 1 min 8 s, 0 of 8 jobs completed, 8 failed$/,
      ).waitFor();
      await link(/^Daily Newsletter.*: Running at .*30 of 50 jobs completed, 1 failed$/).waitFor();
      await link(/^Graph rebuild: Succeeded at .*took 58 min, 1 job$/).waitFor();
      await link(/^Manual, Quotes: Succeeded/).waitFor();
      await link(/^Ticks: \d+ from [\d:]+: 1 failed, \d+ succeeded$/).waitFor();
      await expect.poll(() => link(/^Quote collector: scheduled for/).count()).toBeGreaterThanOrEqual(10);
      await link(/^Filings: Skipped/).hover();
      await page.getByText('Press Enter or click to open the run.').waitFor();
      await screenshot('overview-card');
      await link(/^Filings: Skipped/).click();
      await expect.poll(() => page.url()).toContain(`/admin/executions/${runs.skipped}`);
    });

    test('can be used by keyboard', async () => {
      const { page } = await overview();
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      // Upcoming runs are read separately; then every lane has its position.
      await page
        .getByRole('link', { name: /^Ticks: scheduled for/ })
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Manual, Quotes' }).focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(focused).toMatch(/^Ticks: /);
      await page.getByText(/to open (these runs|the run)/).waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      const second = await focused();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(focused).not.toBe(second);
      await page.keyboard.press('End');
      await expect.poll(focused).toMatch(/^Ticks: scheduled for/);
      await page.keyboard.press('Escape');
      await page.getByText(/open the schedule/).waitFor({ state: 'detached' });
      // One tab stop, whatever the timeline shows.
      await expect.poll(() => page.locator('a[data-mark][tabindex="0"]').count()).toBe(1);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url()).toContain(`/admin/scheduler/schedules/${ids.Ticks}`);
    });

    test('says when a run that starts later will start', async () => {
      const { pool } = admin.server;
      const id = await addRun(pool, {
        scheduleId: ids.Filings as string,
        minutesAgo: 1,
        runStatus: 'pending',
        columns: { fireAt: new Date(Date.now() + 2.5 * 3_600_000) },
      });
      const { page } = await overview();
      await page.getByRole('region', { name: 'Running' }).getByText('in 2 h').waitFor();
      await pool.query(`DELETE FROM "ScheduleExecution" WHERE id = $1`, [id]);
    });

    test('is live: a run starts, progresses and ends without a reload', async () => {
      const { pool } = admin.server;
      const { page, live } = await overview();
      await live();
      const id = await addRun(pool, {
        scheduleId: ids.Filings as string,
        minutesAgo: 0.02,
        runStatus: 'running',
        columns: { jobsCreated: 10, jobsCompleted: 2 },
      });
      await page.getByRole('link', { name: /^Filings: Running.*2 of 10/ }).waitFor();
      const running = page.getByRole('region', { name: 'Running' });
      await running.getByText('2/10').waitFor();
      await pool.query(`UPDATE "ScheduleExecution" SET "jobsCompleted" = 7 WHERE id = $1`, [id]);
      await running.getByText('7/10').waitFor();
      await pool.query(
        `UPDATE "ScheduleExecution" SET "jobsCompleted" = 10, status = 'success', "runStatus" = 'succeeded', "completedAt" = now() WHERE id = $1`,
        [id],
      );
      await page.getByRole('link', { name: /^Filings: Succeeded.*10 jobs/ }).waitFor();
      await running.getByText('7/10').waitFor({ state: 'detached' });
      const late = await addSchedule(admin.server, 'Newcomer', { interval: '20m' });
      await page
        .getByRole('link', { name: /^Newcomer: scheduled for/ })
        .first()
        .waitFor();
      await pool.query(`DELETE FROM "Schedule" WHERE id = $1`, [late]);
      await page
        .getByRole('link', { name: /^Newcomer: scheduled for/ })
        .first()
        .waitFor({ state: 'detached' });
    });

    test('keeps the zoom in the URL', async () => {
      const { page } = await overview();
      await page.getByRole('button', { name: '15 min' }).click();
      await page.getByRole('link', { name: /^Graph rebuild: Succeeded/ }).waitFor({ state: 'detached' });
      await expect.poll(() => page.url()).toContain('zoom=15m');
    });

    test('is also available as a table, which the URL keeps', async () => {
      const { page, screenshot, expectAccessible } = await open({ path: '?zoom=15m' });
      await page.getByRole('button', { name: 'Show table' }).click();
      await expect.poll(() => page.url()).toContain('as=table');
      await page.reload();
      const row = page.getByRole('row', { name: /Daily Newsletter.*Running/ });
      await row.getByText('30 of 50 jobs completed, 1 failed').waitFor();
      await page
        .getByRole('row', { name: /Quote collector Scheduled/ })
        .first()
        .waitFor();
      await expectAccessible();
      await screenshot('overview-table');
      await page.getByRole('button', { name: '6 h' }).click();
      await page.getByRole('row', { name: /Graph rebuild Succeeded/ }).waitFor();
      await page.goBack();
      await page.getByRole('row', { name: /Graph rebuild Succeeded/ }).waitFor({ state: 'detached' });
    });

    test('says that the scheduler is disabled', async () => {
      const { pool } = admin.server;
      const { page, live, screenshot } = await overview({ theme: 'dark' });
      await live();
      await page
        .getByRole('link', { name: /^Ticks: scheduled for/ })
        .first()
        .waitFor();
      await pool.query(
        `INSERT INTO "AgentConfig" (key, value) VALUES ('scheduler', '{"scheduler": {"enabled": false}}')
         ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
      );
      await page.getByText('The scheduler is disabled.').waitFor();
      await page
        .getByRole('link', { name: /^Ticks: scheduled for/ })
        .first()
        .waitFor({ state: 'detached' });
      await screenshot('overview-off-dark');
      await pool.query(`DELETE FROM "AgentConfig" WHERE key = 'scheduler'`);
      await page.getByText('The scheduler is disabled.').waitFor({ state: 'detached' });
    });

    test('is accessible in both themes, wide and on a phone', async () => {
      const { page, expectAccessibleInBothThemes, screenshot } = await overview();
      const sizes = {
        overview: [1_280, 800],
        'overview-wide': [1_920, 1_080],
        'overview-narrow': [390, 844],
      } as const;
      for (const [name, [width, height]] of Object.entries(sizes)) {
        await page.setViewportSize({ width, height });
        await page.getByRole('region', { name: 'Dead letters' }).getByText('context deadline').waitFor();
        await expectAccessibleInBothThemes(name);
        await expect.poll(() => fitsAcross(page)).toBe(true);
        await page.evaluate(() => document.getElementById('content')?.scrollTo({ top: 10_000 }));
        await screenshot(`${name}-below`);
      }
    });

    test('says that of very many runs only the newest are shown', async () => {
      // An id starts with the milliseconds of its creation: five in two seconds, so that the newest cover
      // less than ten minutes.
      await admin.server.pool.query(
        `INSERT INTO "ScheduleExecution" (id, "targetType", "agentId", "scheduleId", trigger, "slotAt", "fireAt", "executionTime", "completedAt", status, "runStatus", snapshot, "traceId")
         SELECT regexp_replace(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0'), '(.{8})(.{4})', '\\1-\\2') || '-7000-8000-000000000000',
           'agent', 'quotes', $1, 'schedule', at, at, at, at + interval '100 ms', 'success', 'succeeded', '{}', repeat('a', 32)
         FROM (SELECT date_trunc('second', now()) - make_interval(secs => 0.4 * n) AS at FROM generate_series(1, 1500) n) moment
         ON CONFLICT DO NOTHING`, // a slot of the fixture may be at the same instant
        [ids.Filings],
      );
      const { page, screenshot } = await open();
      await page.getByText(/Runs before [\d:]{8} are hidden\.$/).waitFor();
      await page
        .getByRole('link', { name: /^Filings: \d+ from/ })
        .first()
        .waitFor();
      // A run that started before and is still running is shown.
      await page.getByRole('link', { name: /^Daily Newsletter.*: Running/ }).waitFor();
      await screenshot('overview-many');
    });

    test('lists among the failures a run that failed before it had jobs', async () => {
      const { pool } = admin.server;
      const id = await addRun(pool, {
        scheduleId: ids.Filings as string,
        minutesAgo: 0.1,
        tookMs: 30,
        runStatus: 'failed',
        columns: {
          status: 'failed',
          errors: JSON.stringify([{ message: 'There is no table or view "gone".', count: 1 }]),
        },
      });
      const { page } = await open();
      const failures = page.getByRole('region', { name: 'Recent failures' });
      await failures.getByRole('link', { name: 'Filings There is no table or view "gone".' }).click();
      await expect.poll(() => page.url()).toContain(`/admin/executions/${id}`);
      const jobs = page.getByRole('tabpanel', { name: /^Jobs/ });
      await jobs.getByText('The run failed before it created jobs').waitFor();
      await jobs.getByText('There is no table or view "gone".').waitFor();
    });

    test('says how many of the queued jobs are throttled', async () => {
      const { pool } = admin.server;
      await pool.query(
        `INSERT INTO "AgentCircuit" ("agentId", state, "openedAt") VALUES ('analysis', 'open', now())`,
      );
      await insertExpanded(pool, { agentId: 'quotes', jobs: [{}, {}] });
      await insertExpanded(pool, { agentId: 'analysis', jobs: [{}] });
      const later = await insertExpanded(pool, { agentId: 'quotes', jobs: [{}] });
      await pool.query(
        `UPDATE "AgentJobExecution" SET "releasedAt" = now() + interval '1 hour' WHERE "scheduleExecutionId" = $1`,
        [later.id],
      );
      const { page } = await open();
      const tile = page.getByRole('link', { name: /^Queued 4 3 due, 1 throttled, oldest waiting/ });
      // The list behind the tile has as many jobs.
      await tile.click();
      await page.getByRole('grid', { name: 'Jobs' }).getByText('Queued', { exact: true }).first().waitFor();
      await page.getByText('4 total').waitFor();
    });
  });
});
