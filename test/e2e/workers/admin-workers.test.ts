/** Workers in the admin, in a real browser: the table, one worker with its machine, and draining. */
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
import { insertAgent, insertExpanded } from '../../support/rows.js';

describe.skipIf(!chromiumAvailable('workers in the admin'))('workers in the admin', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions = {}): Promise<AdminPage> {
    return admin.open({ role: 'operator', path: '/workers', ...options });
  }

  async function insertWorker(id: string, columns: Record<string, unknown> = {}): Promise<void> {
    const row: Record<string, unknown> = {
      id,
      host: 'eu-1',
      pid: 4_711,
      version: '0.1.0',
      concurrency: 50,
      state: 'idle',
      capabilities: {},
      leaseExpiresAt: new Date(Date.now() + 3_600_000),
      startedAt: new Date(Date.now() - 7_200_000),
      ...columns,
    };
    const names = Object.keys(row);
    await admin.server.pool.query(
      `INSERT INTO "Worker" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  }

  /** Minute by minute, the last one now. */
  const insertSnapshots = (workerId: string, minutes: number, at = 'now()') =>
    admin.server.pool.query(
      `INSERT INTO "WorkerSnapshot" (id, "workerId", at, "cpuPercent", "loadAverage", "memoryMb", "rssMb", "eventLoopLagP50Ms", "eventLoopLagP99Ms", "activeJobs")
       SELECT $1 || extract(epoch FROM ${at}) || lpad(n::text, 4, '0'), $1, ${at} - ($2::int - n) * interval '1 minute', 30 + 25 * sin(n / 5.0), 1.4, 6100 + 40 * n, 180 + n, 0.4, 4 + (n * 7) % 23, (n * 5) % 18
       FROM generate_series(1, $2::int) n`,
      [workerId, minutes],
    );

  const rowOf = (page: Page, host: string) => page.getByRole('row', { name: new RegExp(host) });

  test('without workers, the page says how to start one', async () => {
    const { page, expectAccessible, screenshot } = await open();
    await page.getByText('No workers are alive').waitFor();
    await page.getByText('node dist/worker.js').waitFor();
    // The navigation says it on every page.
    await page.getByRole('navigation').getByRole('link', { name: 'Workers none' }).waitFor();
    await expectAccessible();
    await screenshot('workers-empty');
  });

  describe('with some workers', () => {
    beforeAll(async () => {
      const { pool } = admin.server;
      await insertWorker('w-busy', {
        host: 'eu-1',
        state: 'busy',
        activeJobs: 3,
        capabilities: { region: ['eu'], model: ['gpt-4o', 'o3'] },
      });
      await insertWorker('w-idle', {
        host: 'us-1',
        pid: 17,
        capabilities: { region: ['us'], gpu: ['true'] },
      });
      await insertWorker('w-dead', {
        host: 'eu-2',
        state: 'dead',
        epoch: 3,
        leaseExpiresAt: new Date(Date.now() - 600_000),
        heartbeatAt: new Date(Date.now() - 630_000),
      });
      await insertWorker('w-stopped', {
        host: 'eu-3',
        state: 'dead',
        leaseExpiresAt: new Date(Date.now() - 900_000),
        heartbeatAt: new Date(Date.now() - 900_000),
        stoppedAt: new Date(Date.now() - 900_000),
      });
      await insertSnapshots('w-busy', 60);
      await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/analysis', { name: 'Analysis' });
      await insertExpanded(
        pool,
        { agentId: 'analysis', jobs: [{ n: 1 }, { n: 2 }, { n: 3 }] },
        (client, ids) =>
          client.query(
            `UPDATE "AgentJobExecution" SET status = 'running', "workerId" = 'w-busy', "leaseEpoch" = 1, "startedAt" = now() - interval '12 seconds'
           WHERE id = ANY ($1)`,
            [ids],
          ),
      );
    });

    test('the table shows running and lost workers, and stays up to date', async () => {
      const { page, live, expectAccessible, screenshot } = await open({ width: 1_440 });
      await rowOf(page, 'eu-1').getByText('Busy').waitFor();
      await rowOf(page, 'eu-1').getByText('model=gpt-4o,o3').waitFor();
      await page.getByText('2 alive').waitFor();
      await page.getByText('1 died in the last 24 h').waitFor();
      await live();
      await expectAccessible();
      await screenshot('workers');
      await insertWorker('w-new', { host: 'ap-1', state: 'alive' });
      await rowOf(page, 'ap-1').getByText('Alive').waitFor();
      await admin.server.pool.query(
        `UPDATE "Worker" SET state = 'dead', "stoppedAt" = now() WHERE id = 'w-new'`,
      );
      await rowOf(page, 'ap-1').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: '1 died in the last 24 h' }).click();
      await rowOf(page, 'eu-2').getByText('Dead').waitFor();
      await rowOf(page, 'eu-3').getByText('Stopped').waitFor();
      await rowOf(page, 'ap-1').getByText('Stopped').waitFor();
      await expect.poll(() => page.url()).toContain('shown=gone');
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await rowOf(page, 'us-1').waitFor();
      await screenshot('workers-all');
    });

    const PAGES: [name: string, path: string, isReady: (page: Page) => Promise<void>][] = [
      ['workers', '/workers', (page) => rowOf(page, 'eu-1').waitFor()],
      ['worker', '/workers/w-busy', (page) => page.getByRole('slider', { name: 'Memory' }).waitFor()],
    ];
    test.each(PAGES)('the pages work in dark mode and on a phone: %s', async (name, path, isReady) => {
      const { page, expectAccessible, screenshot } = await open({
        path,
        theme: 'dark',
        width: 1_440,
        height: 900,
      });
      await isReady(page);
      await expectAccessible();
      await screenshot(`${name}-dark`);
      await page.setViewportSize({ width: 390, height: 844 });
      await isReady(page);
      await expect.poll(() => fitsAcross(page)).toBe(true);
      await screenshot(`${name}-390`);
    });

    test('the page of a worker shows its machine minute by minute, and its jobs', async () => {
      const { page, live, expectAccessible, screenshot } = await open({
        path: '/workers/w-busy',
        width: 1_440,
        height: 900,
      });
      const chart = page.getByRole('slider', { name: 'CPU' });
      await chart.waitFor();
      await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe('59');
      const activeJobs = page.getByRole('region', { name: /Active jobs/ });
      await activeJobs.getByRole('link', { name: 'Analysis' }).first().waitFor();
      await expect.poll(() => activeJobs.getByRole('listitem').count()).toBe(3);
      await live();
      await expectAccessible();
      await screenshot('worker');
      await page.getByRole('button', { name: '6 hours' }).click();
      await insertSnapshots('w-busy', 1, `now() + interval '1 minute'`);
      await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe('60');
    });

    test('a worker is drained after a confirmation that explains it, and undrained', async () => {
      const { page, expectAccessible, screenshot } = await open({ path: '/workers/w-idle' });
      await page.getByText('A snapshot is stored every minute').waitFor();
      await page.getByRole('button', { name: 'Drain…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Drain us-1 · 17?' });
      await dialog.getByText('The worker stops claiming').waitFor();
      await expectAccessible();
      await screenshot('worker-drain');
      await dialog.getByRole('button', { name: 'Drain', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Drained', { exact: true }).waitFor();
      const draining = async () =>
        (await admin.server.pool.query(`SELECT draining FROM "Worker" WHERE id = 'w-idle'`)).rows[0].draining;
      await expect.poll(draining).toBe(true);
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByText('Idle', { exact: true }).waitFor();
      await expect.poll(draining).toBe(false);
    });

    test('a worker that is gone or never existed is reported; a viewer is told why they cannot drain', async () => {
      const dead = await open({ path: '/workers/w-dead' });
      await dead.page.getByText('The worker’s lease expired').waitFor();
      const button = dead.page.getByRole('button', { name: 'Drain…' });
      await expect.poll(() => button.getAttribute('aria-description')).toContain('The worker is not running');
      await dead.screenshot('worker-dead');
      const viewer = await open({ path: '/workers/w-idle', role: 'viewer' });
      const refused = viewer.page.getByRole('button', { name: 'Drain…' });
      await expect
        .poll(() => refused.getAttribute('aria-description'))
        .toContain('Requires the role OPERATOR');
      await viewer.page.goto(`${admin.server.url}/admin/workers/nobody`);
      await viewer.page.getByText('Worker not found').waitFor();
    });
  });
});
