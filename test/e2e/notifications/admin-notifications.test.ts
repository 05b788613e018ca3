/** Notifications in the admin: the channels, and what was sent. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../http/loopback.js';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';
import { startMailServer } from '../../support/servers/mail-server.js';

describe.skipIf(!chromiumAvailable('notifications in the admin'))('notifications in the admin', () => {
  let admin: AdminBrowser;
  let scheduleId: string;

  beforeAll(async () => {
    admin = await startAdmin();
    const { pool } = admin.server;
    await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/run', { name: 'Analysis' });
    scheduleId = await insertSchedule(pool, { agentId: 'analysis' }, { name: 'Weekly refresh' });
    await insertNotification('n1', {
      kind: 'worker_dead',
      subjectType: 'worker',
      title: 'Worker quick-fox is lost',
      status: 'skipped',
    });
    await deliver('n1', 'email', { status: 'skipped' });
    await deliver('n1', 'slack', { status: 'skipped' });
    await insertNotification('n2', {
      kind: 'dead_letter',
      subjectType: 'job',
      title: 'Weekly refresh: 12 dead letters',
      message: 'upstream <b>timed out</b> after 30 s',
      count: 12,
      scheduleId,
      agentId: 'analysis',
    });
    await deliver('n2', 'email', { attempts: 1 });
    await deliver('n2', 'slack', { status: 'failed', attempts: 5, error: 'The receiver answered 404.' });
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions): Promise<AdminPage> {
    return admin.open({ role: 'admin', ...options });
  }

  /** As the engine writes it. */
  async function insertNotification(id: string, columns: Record<string, unknown>): Promise<void> {
    await insert('Notification', {
      id,
      ...{ groupKey: id, subjectId: 'subject', message: '', status: 'sent' },
      ...{ firstAt: 'now', lastAt: 'now', dueAt: 'now', windowEndsAt: 'tomorrow' },
      ...columns,
    });
  }

  const deliver = (notificationId: string, channel: string, columns: Record<string, unknown> = {}) =>
    insert('NotificationDelivery', {
      id: `${notificationId}-${channel}`,
      notificationId,
      channel,
      status: 'sent',
      ...columns,
    });

  async function insert(table: string, row: Record<string, unknown>): Promise<void> {
    const names = Object.keys(row);
    await admin.server.pool.query(
      `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  }

  test('the log shows what was sent and by which channels, and updates live', async () => {
    const { page, live, screenshot, expectAccessible } = await open({
      role: 'viewer',
      path: '/notifications',
    });
    await live();
    const row = page.getByRole('row', { name: /12 dead letters/ });
    await row.getByText('slack: failed').waitFor();
    const channels = page.getByText('email, slack: skipped', { exact: true });
    await channels.waitFor();
    expect(await channels.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.getByRole('columnheader', { name: 'First', exact: true }).waitFor();
    await insertNotification('n3', {
      kind: 'circuit_open',
      subjectType: 'agent',
      title: 'Analysis does not answer',
      status: 'open',
    });
    const gathering = page.getByRole('row', { name: /Analysis does not answer/ });
    await gathering.getByText('Combining').waitFor();
    await gathering.click();
    await page.getByText('Not sent yet.').waitFor();
    await page.getByText('Due', { exact: true }).waitFor();
    await page.goBack();
    await gathering.getByText('Combining').waitFor();
    await admin.server.pool.query(`UPDATE "Notification" SET count = 3, status = 'sending' WHERE id = 'n3'`);
    await gathering.getByText('×3').waitFor();
    await gathering.getByText('Sending').waitFor();

    await page.getByRole('button', { name: 'Kind', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Dead letter' }).click();
    await gathering.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain('kind=DEAD_LETTER');
    await page.keyboard.press('Escape');
    await row.click();
    await page.getByRole('heading', { name: 'Weekly refresh: 12 dead letters' }).waitFor();
    await page.getByText('upstream <b>timed out</b> after 30 s').waitFor();
    await page.getByText('The receiver answered 404.').waitFor();
    await page.getByText('5 attempts').waitFor();
    expect(await page.getByRole('link', { name: 'Weekly refresh', exact: true }).getAttribute('href')).toBe(
      `/admin/scheduler/schedules/${scheduleId}`,
    );
    await deliver('n2', 'pager', { status: 'pending', nextAttemptAt: 'tomorrow' });
    await page.getByText('pager').waitFor();
    await expectAccessible();
    await screenshot('notification');
    await page.goto(`${admin.server.url}/admin/notifications/none`);
    await page.getByText('Notification not found').waitFor();
  });

  test('a channel is added, tried, used and deleted', async () => {
    const receiver = await serve((response) => void response.writeHead(204).end());
    const { page, expectAccessible, screenshot } = await open({ path: '/notifications?tab=channels' });
    await page.getByText('No notification channel is both enabled and set up').waitFor();
    await page.getByRole('button', { name: 'Add channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add channel' });
    await dialog.getByLabel(/^Name/).fill('pager');
    await dialog.getByLabel('Kind').selectOption('WEBHOOK');
    await dialog.getByLabel(/^URL/).fill(receiver.url);
    await expectAccessible();
    await screenshot('channel-new');
    await dialog.getByRole('button', { name: 'Generate' }).click();
    const secret = await dialog.getByLabel(/^Signing secret/).inputValue();
    expect(secret).toMatch(/^whsec_.{44}$/);
    await dialog.getByRole('button', { name: 'Save channel' }).click();
    await page.getByText('It is not enabled yet').waitFor();
    const row = page.getByRole('listitem', { name: 'pager' });
    await row.getByText(`Webhook to ${receiver.origin}`).waitFor();
    expect(await page.content()).not.toContain(secret);

    await row.getByRole('button', { name: 'Send a test message by pager' }).click();
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    await row.getByRole('switch', { name: 'Enabled' }).check();
    await page.getByText('Enabled “pager”').waitFor();
    await page.getByText('No notification channel is both enabled and set up').waitFor({ state: 'detached' });
    await expectAccessible();
    await screenshot('channels');

    await row.getByRole('button', { name: 'More actions for pager' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByText('notifications skip it until you set it up again').waitFor();
    await page.getByRole('button', { name: 'Delete channel' }).click();
    await row.getByText('Not configured').waitFor();
    await row.getByRole('switch', { name: 'Enabled' }).uncheck();
    await row.waitFor({ state: 'detached' });
  });

  test('mail can be used if the settings configure it', async () => {
    const mail = await startMailServer();
    try {
      const { page, expectAccessible, screenshot } = await open({ path: '/notifications?tab=channels' });
      await page.getByRole('button', { name: 'Set up email' }).click();
      const dialog = page.getByRole('dialog', { name: 'Set up channel “email”' });
      expect(await dialog.getByLabel('Kind').inputValue()).toBe('EMAIL');
      await dialog.getByRole('button', { name: 'Save channel' }).click();
      await dialog.getByText('must be a host name or an IP address').waitFor();
      await expect
        .poll(() => page.evaluate('document.activeElement.labels?.[0]?.textContent'))
        .toContain('SMTP server');
      await expectAccessible();
      await screenshot('channel-email');
      await dialog.getByLabel(/^SMTP server/).fill('127.0.0.1');
      await dialog.getByLabel(/^Port/).fill(String(mail.port));
      await dialog.getByLabel(/^From/).fill('callboard@example.com');
      await dialog.getByLabel(/^To/).fill('ops@example.com, night@example.com');
      await dialog.getByRole('button', { name: 'Save channel' }).click();
      const row = page.getByRole('listitem', { name: 'email' });
      await row.getByText('Email to o…@example.com and 1 more').waitFor();
      await row.getByRole('button', { name: 'Send a test message by email' }).click();
      await expect.poll(() => mail.received.length).toBe(1);
    } finally {
      await mail.close();
    }
  });

  test('watching is switched off and on; viewers may look', async () => {
    const { page, live } = await open({ role: 'viewer', path: '/notifications?tab=channels' });
    await live();
    const watch = page.getByRole('switch', { name: 'Monitor schedules, jobs and workers' });
    await expect.poll(() => watch.isDisabled()).toBe(true);
    await expect.poll(() => watch.getAttribute('aria-description')).toContain('Requires the role ADMIN');
    const editor = await open({ path: '/notifications?tab=channels' });
    await editor.page.getByRole('switch', { name: 'Monitor schedules, jobs and workers' }).uncheck();
    await editor.page.getByText('Monitoring is off').waitFor();
    await page.getByText('Monitoring is off').waitFor();
    await editor.page.getByRole('switch', { name: 'Monitor schedules, jobs and workers' }).check();
    await page.getByText('Monitoring is off').waitFor({ state: 'detached' });
  });

  test('the pages are accessible in both themes, on a phone too', async () => {
    const { page, expectAccessibleInBothThemes, screenshot } = await open({ path: '/notifications' });
    await page.getByRole('row', { name: /12 dead letters/ }).waitFor();
    await expectAccessibleInBothThemes('notifications');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await screenshot('notifications-390');
    await page.getByRole('tab', { name: 'Channels' }).click();
    await page.getByRole('listitem', { name: 'slack' }).waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('channels-390');
    await page.goto(`${admin.server.url}/admin/notifications/n2`);
    await page.getByText('5 attempts').waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('notification-390');
  });
});
