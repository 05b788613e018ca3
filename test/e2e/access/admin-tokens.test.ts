/** Tokens and the audit log in the admin. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { actingAs } from '../../../src/services/access/acting-as.js';
import { createApiToken } from '../../../src/services/access/create-api-token.js';
import {
  type AdminBrowser,
  type AdminPage,
  chromiumAvailable,
  fitsAcross,
  type PageOptions,
  startAdmin,
} from '../../support/browser.js';
import { UpdateSchedulerConfigDocument } from '../../support/generated/operations.js';
import { insertAgent } from '../../support/rows.js';

const ACTOR = { id: 'test', name: 'test', role: 'admin' } as const;

describe.skipIf(!chromiumAvailable('tokens and the audit in the admin'))('access in the admin', () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await startAdmin({ recheckMs: 200 });
    await insertAgent(admin.server.pool, 'analysis', 'http://127.0.0.1:9/run', { name: 'Analysis' });
  });
  afterEach(() => admin.closePages());
  afterAll(() => admin?.close());

  function open(options: PageOptions): Promise<AdminPage> {
    return admin.open({ role: 'admin', ...options });
  }

  async function meOf(token: string): Promise<unknown> {
    const response = await fetch(`${admin.server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"query": "{ me { name role } }"}',
    });
    return ((await response.json()) as { data?: { me: unknown } }).data?.me;
  }

  describe('tokens', () => {
    test('are created, shown once, work, and are revoked', async () => {
      const { page, expectAccessible, screenshot } = await open({ path: '/tokens' });
      await page.getByRole('button', { name: 'Create token' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create token' });
      await dialog.getByLabel(/^Name/).fill('Nightly CI');
      await dialog.getByLabel('Operator').check();
      await dialog.getByLabel('Expires').selectOption('date');
      await dialog.getByLabel('At', { exact: true }).fill('2020-01-01T10:00');
      await dialog.getByRole('button', { name: 'Create token' }).click();
      await dialog.getByText('is in the past').first().waitFor();
      await expectAccessible();
      await screenshot('token-new');
      await dialog.getByLabel('Expires').selectOption('30');
      await dialog.getByRole('button', { name: 'Create token' }).click();

      const ready = page.getByRole('dialog', { name: 'Token “Nightly CI” created' });
      const token = await ready.getByLabel('Token', { exact: true }).inputValue();
      expect(await meOf(token)).toEqual({ name: 'Nightly CI', role: 'OPERATOR' });
      await expectAccessible();
      await screenshot('token-made');
      await ready.getByRole('button', { name: 'Done' }).click();
      const row = page.getByRole('row', { name: /Nightly CI/ });
      await row.getByText('Active').waitFor();
      await row.getByText('in 29 d').waitFor();
      expect(await page.content()).not.toContain(token);

      await page.getByRole('button', { name: 'Revoke Nightly CI' }).click();
      await page.getByText('This cannot be undone.').waitFor();
      await expectAccessible();
      await page.keyboard.press('Escape');
      expect(await meOf(token)).toBeDefined();
      await page.getByRole('button', { name: 'Revoke Nightly CI' }).click();
      await page.getByRole('button', { name: 'Revoke token' }).click();
      await row.getByText('Revoked').waitFor();
      expect(await meOf(token)).toBeUndefined();
    });

    test('roles are in line with their hints on a phone, where these take two lines', async () => {
      const { page, screenshot } = await open({ path: '/tokens', width: 390, height: 844 });
      await page.getByRole('button', { name: 'Create token' }).click();
      const roles = page.getByRole('radiogroup', { name: 'Role' });
      await roles.waitFor();
      await screenshot('token-new-390');
      // The first line is beside the button, and all lines begin at the same edge.
      const lines = await roles.locator('label').evaluateAll((labels) =>
        labels.map((label) => {
          const button = label.querySelector('input')?.getBoundingClientRect();
          const word = label.querySelector('.font-medium')?.getBoundingClientRect();
          const hint = label.querySelector('.text-muted');
          const last = [...(hint?.getClientRects() ?? [])].at(-1);
          if (!button || !word || !last) throw new Error('A role has a button, a name and a hint.');
          const middle = ({ top, height }: DOMRect) => top + height / 2;
          const hasTwoLines = (hint?.getBoundingClientRect().height ?? 0) > 1.5 * word.height;
          return {
            apart: Math.abs(middle(button) - middle(word)),
            indent: hasTwoLines ? last.left - word.left : 0,
          };
        }),
      );
      expect(lines).toHaveLength(3);
      expect(Math.max(...lines.map(({ apart }) => apart))).toBeLessThanOrEqual(3);
      expect(lines.map(({ indent }) => indent)).toEqual([0, 0, 0]);
    });

    test('one that is limited to an agent and a label says so, and can use nothing else', async () => {
      const { page, expectAccessible, screenshot, problems } = await open({ path: '/tokens' });
      await page.getByRole('button', { name: 'Create token' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create token' });
      await dialog.getByLabel(/^Name/).fill('Limited');
      await dialog.getByLabel('Limit to some agents and schedules').check();
      await dialog.getByLabel('Agents', { exact: true }).fill('analysis');
      await dialog.getByLabel('Schedules with a label').fill('team-a');
      await expectAccessible();
      await screenshot('token-limited');
      await dialog.getByRole('button', { name: 'Create token' }).click();

      const ready = page.getByRole('dialog', { name: 'Token “Limited” created' });
      const token = await ready.getByLabel('Token', { exact: true }).inputValue();
      await ready.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('row', { name: /Limited.*agent analysis; label team-a/ }).waitFor();
      expect(await meOf(token)).toEqual({ name: 'Limited', role: 'VIEWER' });

      await page.context().clearCookies();
      await page.goto(`${admin.server.url}/admin/tokens`);
      await page.getByLabel('API token').fill(token);
      await page.keyboard.press('Enter');
      await page.getByText('it cannot sign in to the admin').waitFor();
      // The browser reports the refusal itself.
      expect(problems).toEqual([expect.stringContaining('403')]);
      problems.length = 0;
    });

    test('show which token it is beside a name of any length', async () => {
      const name = 'long '.repeat(20).trim();
      const made = await createApiToken(admin.server.services, ACTOR, { name, role: 'viewer' });
      if (made.kind !== 'ok') throw new Error('no token');
      const { page } = await open({ role: 'admin', path: '/tokens' });
      const hint = page.getByText(`…${made.value.token.slice(-4)}`);
      await hint.waitFor();
      const rights = await hint.evaluate((element) =>
        [element, element.closest('[role="row"] > *')].map(
          (each) => each?.getBoundingClientRect().right ?? 0,
        ),
      );
      expect(rights[0]).toBeLessThanOrEqual(rights[1] as number);
    });

    test('warn before a user revokes their own, and sign out', async () => {
      const own = await createApiToken(admin.server.services, ACTOR, { name: 'my own', role: 'admin' });
      if (own.kind !== 'ok') throw new Error('no token');
      const { page, screenshot, problems } = await open({ role: undefined, path: '/tokens' } as PageOptions);
      problems.length = 0;
      await page.context().clearCookies();
      await page.goto(`${admin.server.url}/admin/tokens`);
      await page.getByLabel('API token').fill(own.value.token);
      await page.keyboard.press('Enter');
      await page.getByRole('row', { name: /my own.*yours/ }).waitFor();
      await page.getByRole('button', { name: 'Revoke my own' }).click();
      await page.getByText('You are signed in with this token').waitFor();
      await screenshot('token-revoke-own');
      await page.getByRole('button', { name: 'Revoke and sign out' }).click();
      await page.getByText('You were signed out').waitFor();
      problems.length = 0;
    });

    test('show changes by others at once, and can be searched and filtered', async () => {
      const { page, live } = await open({ path: '/tokens?state=in-force' });
      await live();
      await page.getByRole('row', { name: /operator/ }).waitFor();
      const made = await createApiToken(admin.server.services, ACTOR, { name: 'from afar', role: 'viewer' });
      if (made.kind !== 'ok') throw new Error('no token');
      await page.getByRole('row', { name: /from afar/ }).waitFor();
      await admin.server.pool.query(`UPDATE "ApiToken" SET "revokedAt" = now() WHERE id = $1`, [
        made.value.id,
      ]);
      await page.getByRole('row', { name: /from afar/ }).waitFor({ state: 'detached' });
      await page.goto(`${admin.server.url}/admin/tokens?state=over&q=afar`);
      await page.getByRole('row', { name: /from afar.*Revoked/ }).waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
    });

    test('are hidden from other roles, with the reason', async () => {
      const { page, expectAccessible, screenshot } = await open({ role: 'operator', path: '/tokens' });
      await page.getByText('Only admins can see tokens').waitFor();
      await page.getByText('Requires the role ADMIN').first().waitFor();
      await expectAccessible();
      await screenshot('tokens-refused');
    });
  });

  describe('the audit log', () => {
    test('shows live who changed what from which value', async () => {
      const { page, live, expectAccessible, screenshot } = await open({ path: '/audit' });
      await live();
      await admin.server.admin.ask(UpdateSchedulerConfigDocument, {
        input: { scheduler: { maxExpansion: 5_000 } },
      });
      await admin.server.admin.ask(UpdateSchedulerConfigDocument, {
        input: { scheduler: { maxExpansion: 7_000 } },
      });
      const entry = page.getByRole('listitem').filter({ hasText: 'Update scheduler config' }).first();
      await entry.getByText('scheduler.maxExpansion', { exact: true }).waitFor();
      await entry.getByRole('deletion').getByText('5000').waitFor();
      await entry.getByRole('insertion').getByText('7000').waitFor();
      await entry.getByText('through the API from 127.0.0.1').waitFor();
      await admin.server.pool.query(
        `UPDATE "AgentRegistry" SET name = 'Deep analysis' WHERE id = 'analysis'`,
      );
      await page.getByRole('listitem').filter({ hasText: 'Deep analysis' }).getByRole('link').waitFor();
      await expectAccessible();
      await screenshot('audit');
    });

    test('is filtered by actor, action and source; the URL keeps the filters', async () => {
      const maker = { ...ACTOR, id: 'maker', name: 'The maker' };
      await actingAs({ actor: maker, action: 'createApiToken', origin: 'graphql', address: '::1' }, () =>
        createApiToken(admin.server.services, maker, { name: 'made', role: 'viewer' }),
      );
      const { page } = await open({ path: '/audit' });
      await page.getByRole('link', { name: 'The maker' }).click();
      await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Analysis' }).count()).toBe(0);
      await expect.poll(() => page.url()).toContain('actor=maker');
      await page.reload();
      await page.getByRole('listitem').filter({ hasText: 'The maker' }).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('button', { name: 'Resource', exact: true }).click();
      await page.getByRole('menuitem', { name: 'agent', exact: true }).click();
      await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'The maker' }).count()).toBe(0);
      const entry = page.getByRole('listitem').filter({ hasText: 'Insert' });
      await entry.getByText(/values$/).click();
      await entry.getByText('http://127.0.0.1:9/run').waitFor();
      await page.keyboard.press('j');
      await page.goto(`${admin.server.url}/admin/audit?q=nothing`);
      await page.getByText('No entries match the filter').waitFor();
    });

    test('is for admins', async () => {
      const { page } = await open({ role: 'viewer', path: '/audit' });
      await page.getByText('Only admins can see the audit log').waitFor();
    });
  });

  test('no table makes the page scroll sideways', async () => {
    const { page } = await open({ path: '/tokens' });
    await page
      .getByRole('row', { name: /operator/ })
      .first()
      .waitFor();
    for (const width of [768, 1_024, 1_280, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => fitsAcross(page)).toBe(true);
      await page
        .getByRole('button', { name: /^Revoke/ })
        .first()
        .waitFor();
    }
    await page.getByRole('columnheader', { name: 'Created by' }).waitFor();
  });

  test('the pages are accessible in both themes, on a phone too', async () => {
    const { page, expectAccessibleInBothThemes } = await open({ path: '/tokens' });
    const operator = page.getByRole('row', { name: /operator/ }).first();
    await operator.waitFor();
    await expectAccessibleInBothThemes('tokens');
    await page.setViewportSize({ width: 390, height: 844 });
    await operator.waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('tokens-390');
    await page.goto(`${admin.server.url}/admin/audit`);
    await page.getByRole('listitem').first().waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('audit-390');
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.getByRole('listitem').first().waitFor();
    await expectAccessibleInBothThemes('audit');
  });
});
