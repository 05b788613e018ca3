/** Webhooks in the admin: created, called as the page says, watched, changed, deleted. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signWebhook } from '../../../src/http/incoming/verify-webhook.js';
import { createWebhook } from '../../../src/services/webhooks/create-webhook.js';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { insertAgent, insertSchedule } from '../../support/rows.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;
const sh = promisify(execFile);

describe.skipIf(!chromiumAvailable('webhooks in the admin'))('webhooks in the admin', () => {
  let admin: AdminBrowser;
  /** Webhooks that exist from the start. */
  const made: Record<string, { id: string; secret: string }> = {};

  beforeAll(async () => {
    admin = await startAdmin();
    const { pool, services } = admin.server;
    await insertAgent(pool, 'analysis', 'http://127.0.0.1:9/run', { name: 'Analysis' });
    await insertAgent(pool, 'report', 'http://127.0.0.1:9/run', { name: 'Report' });
    const scheduleId = await insertSchedule(
      pool,
      { agentId: 'report' },
      { name: 'Nightly report', template: true },
    );
    for (const input of [
      { name: 'Orders', targetType: 'agent', agentId: 'analysis' },
      { name: 'GitHub pushes', targetType: 'schedule', scheduleId, profile: 'github' },
      {
        name: 'Legacy feed',
        targetType: 'agent',
        agentId: 'report',
        payload: { mode: 'raw', inputKey: 'text' },
      },
    ]) {
      const result = await createWebhook(services, ACTOR, input);
      if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
      made[input.name] = result.value;
    }
    await call('Orders', 'order-1', '{"symbol": "AAPL"}');
    await call('Orders', 'order-1', '{"symbol": "AAPL"}');
    await call('Orders', 'order-2', '{"symbol": "AAPL"}', 'wrong secret of somebody');
    await call('Orders', 'order-3', 'no json');
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions): Promise<AdminPage> {
    return admin.open({ role: 'admin', ...options });
  }

  /** As a sender with the profile GENERIC. */
  async function call(
    name: string,
    eventId: string,
    body: string,
    secret = made[name]?.secret ?? '',
  ): Promise<number> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const { status } = await fetch(`${admin.server.url}/hooks/${made[name]?.id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': signWebhook(secret, body, timestamp),
        'x-event-id': eventId,
      },
      body,
    });
    return status;
  }

  test('a webhook is created; its secret is shown once, and the example call works as it is', async () => {
    const { page, expectAccessible, screenshot } = await open({ path: '/webhooks' });
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('alert').getByText('must not be empty').waitFor();
    await expectAccessible();
    await screenshot('webhook-new-refused');

    await page.getByLabel(/^Name/).fill('Prices');
    await page.getByRole('combobox', { name: 'Agent' }).fill('repo');
    await page.getByRole('option', { name: /Report/ }).waitFor();
    await expectAccessible();
    await page.getByRole('option', { name: /Report/ }).click();
    await page.getByLabel('Deduplication window').fill('90m');
    await page.getByRole('button', { name: 'Create webhook' }).click();

    await page.getByRole('heading', { name: 'Webhook “Prices” created' }).waitFor();
    const secret = await page.getByRole('textbox', { name: 'Secret', exact: true }).inputValue();
    expect(secret).toHaveLength(43);
    await expectAccessible();
    await screenshot('webhook-made');
    const script = (await page.getByRole('region', { name: 'example call' }).textContent()) ?? '';
    expect(script).toContain(secret);
    const { stdout } = await sh('sh', ['-c', script.replace('http://callboard.test', admin.server.url)]);
    expect(JSON.parse(stdout)).toEqual({ scheduleExecutionId: expect.any(String) });

    await page.getByRole('button', { name: 'View webhook' }).click();
    await page.getByRole('row', { name: /Accepted 202/ }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('1 h 30 min').waitFor();
    await page.getByText(`…${secret.slice(-4)}`).waitFor();
    const createdBy = page.getByText('Created by', { exact: true }).locator('xpath=following-sibling::dd');
    await expect.poll(() => createdBy.textContent()).toBe('admin');
  });

  test('calls appear live, refused ones with the reason', async () => {
    const id = made.Orders?.id;
    const { page, live, screenshot } = await open({ role: 'viewer', path: `/webhooks/${id}` });
    await live();
    await page.getByRole('row', { name: /Rejected 401/ }).waitFor();
    await page.getByRole('row', { name: /Duplicate 202 Earlier run/ }).waitFor();
    expect(await page.getByRole('link', { name: /^Run …/ }).getAttribute('href')).toMatch(
      /^\/admin\/executions\/.{36}$/,
    );
    await screenshot('webhook-calls');

    expect(await call('Orders', 'order-live', '{"symbol": "MSFT"}')).toBe(202);
    await page.getByRole('row', { name: /Accepted 202.*order-live/ }).waitFor();
    await admin.server.pool.query(`UPDATE "Webhook" SET suspended = true WHERE id = $1`, [id]);
    await page.getByText('Calls are recorded and refused with 409').waitFor();
    expect(await call('Orders', 'order-late', '{}')).toBe(409);
    await page.getByRole('row', { name: /Rejected 409 This webhook is suspended.*order-late/ }).waitFor();
    await admin.server.pool.query(`UPDATE "Webhook" SET suspended = false WHERE id = $1`, [id]);
    // Everything below moves up.
    await page.getByText('Calls are recorded and refused with 409').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Outcome' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('row', { name: /order-live/ }).waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain('outcome=DUPLICATE');
    await page.reload();
    await page.getByRole('row', { name: /Duplicate 202/ }).waitFor();
    const suspend = page.getByRole('button', { name: 'Suspend' });
    await expect.poll(() => suspend.getAttribute('aria-description')).toContain('Requires the role OPERATOR');
  });

  test('a webhook is suspended, resumed, edited, given a new secret, and deleted', async () => {
    const { page, expectAccessible, screenshot } = await open({
      path: `/webhooks/${made['Legacy feed']?.id}`,
    });
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Webhook suspended').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Webhook resumed').waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Event ID header').fill('x-message');
    await page.getByLabel('Body format').selectOption('members');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved “Legacy feed”').waitFor();
    await page.getByRole('tab', { name: 'How to call' }).click();
    await page.getByText('Each property becomes a param').waitFor();
    await page.getByText('x-message', { exact: true }).waitFor();
    await expectAccessible();
    await screenshot('webhook-how');

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Rotate secret…' }).click();
    const rotate = page.getByRole('dialog', { name: /Rotate the secret/ });
    await expectAccessible();
    await screenshot('webhook-rotate');
    await rotate.getByLabel('Old secret').selectOption('expires in 1 day');
    await rotate.getByRole('button', { name: 'Rotate secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'New secret' });
    const secret = await dialog.getByRole('textbox', { name: 'Secret', exact: true }).inputValue();
    expect(secret).not.toBe(made['Legacy feed']?.secret);
    await expectAccessible();
    await dialog.getByText('The old secret expires in 1 day.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    // A verified sender is told that the event ID is missing; others get 401.
    expect(await call('Legacy feed', 'e', 'text')).toBe(400);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('the previous secret is valid until').waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Rotate secret…' }).click();
    await rotate.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByText('The old secret expires immediately.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await call('Legacy feed', 'f', 'text')).toBe(401);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByText('Calls to its address get a 404').waitFor();
    await expectAccessible();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await page.getByRole('row', { name: /Orders/ }).waitFor();
    await page.getByRole('row', { name: /Legacy feed/ }).waitFor({ state: 'detached' });
    expect(await call('Legacy feed', 'e', 'text')).toBe(404);
  });

  test('the list is searched and filtered, and the command palette finds a webhook', async () => {
    const { page } = await open({ role: 'viewer', path: '/webhooks' });
    await page.getByRole('row', { name: /Orders Active agent Analysis/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('push');
    await page.getByRole('row', { name: /Orders/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /GitHub pushes Active schedule Nightly report.*never/ }).waitFor();
    await expect.poll(() => page.url()).toContain('q=push');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/run a command/).fill('orders');
    await page.getByRole('option', { name: 'Orders' }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
  });

  test('the example call of a webhook without calls fits a small phone', async () => {
    const webhook = await createWebhook(admin.server.services, ACTOR, {
      name: 'New feed',
      targetType: 'agent',
      agentId: 'report',
      payload: { mode: 'raw', inputKey: 'text' },
    });
    if (webhook.kind !== 'ok') throw new Error(JSON.stringify(webhook));
    const path = `/webhooks/${webhook.value.id}`;
    const { page, screenshot } = await open({ path, width: 320, height: 640 });
    await page.getByText('No calls yet').waitFor();
    const code = page.getByRole('region', { name: /example/i });
    await screenshot('webhook-no-calls-320');
    await expect.poll(() => fitsAcross(page)).toBe(true);
    // The button to copy it covers nothing.
    const copy = await page.getByRole('button', { name: /^Copy/ }).boundingBox();
    const right = await code.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.max(...[...range.getClientRects()].map((line) => line.right));
    });
    expect(right).toBeLessThanOrEqual(copy?.x ?? 0);
  });

  test('the pages are accessible in both themes, on a phone too', async () => {
    const { page, expectAccessibleInBothThemes } = await open({ path: '/webhooks' });
    await page.getByRole('row', { name: /Orders/ }).waitFor();
    await expectAccessibleInBothThemes('webhooks');
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('row', { name: /Rejected 401/ }).waitFor();
    await expectAccessibleInBothThemes('webhook');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('webhook-390');
    await page.goto(`${admin.server.url}/admin/webhooks/new`);
    await page.getByLabel('Profile').selectOption('GITHUB');
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('webhook-new-390');
  });
});
