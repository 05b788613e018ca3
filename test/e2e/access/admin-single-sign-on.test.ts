/** People sign in with a real OpenID provider, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../src/runtime/free-port.js';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import {
  CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/servers/identity-provider.js';

describe.skipIf(!chromiumAvailable('single sign-on in the admin'))('single sign-on', () => {
  let admin: AdminBrowser;
  let provider: IdentityProvider;
  beforeAll(async () => {
    const port = await findFreePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    provider = await startIdentityProvider(`${publicUrl}/admin/oidc/callback`);
    provider.accounts.ada = { name: 'Ada', email: 'ada@example.org', groups: ['on-call'] };
    provider.accounts.eve = { name: 'Eve', email: 'eve@example.org', groups: ['visitors'] };
    admin = await startAdmin({
      port,
      publicUrl,
      oidc: {
        issuer: provider.issuer,
        ...CLIENT,
        scopes: 'openid profile email groups',
        groupsClaim: 'groups',
        roles: { admin: ['owners'], operator: ['on-call'], viewer: ['staff'] },
      },
    });
  });
  afterAll(async () => {
    await admin?.close();
    await provider?.close();
  });

  /** From the page of the admin to the provider and back. */
  async function signIn(login: string, path: string) {
    const opened = await admin.open({ path });
    const { page } = opened;
    const button = page.getByRole('link', { name: 'Sign in with single sign-on' });
    await button.waitFor();
    await opened.expectAccessible();
    await opened.screenshot(`single-sign-on-${login}`);
    expect(opened.problems).toEqual([]);
    await button.click();
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('any');
    // Errors of the provider's page are not counted.
    await page.waitForLoadState('networkidle');
    opened.problems.length = 0;
    await page.getByRole('button', { name: 'Sign-in' }).click();
    return {
      ...opened,
      /** Errors of the admin afterward; the way back leads through the provider. */
      problems: () => opened.problems.filter((text) => !text.startsWith(`asked ${provider.issuer.origin}`)),
    };
  }

  test('leads to the requested page, with the name and the role of the person, and signs out', async () => {
    const { page, problems, live, screenshot } = await signIn('ada', '/agents?q=x');
    await page.waitForURL(`${admin.server.url}/admin/agents?q=x`);
    await live();
    await page.getByRole('button', { name: 'Theme and session' }).click();
    await page.getByText('Ada (ada@example.org)').first().waitFor();
    await screenshot('single-sign-on-signed-in');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in with single sign-on' }).waitFor();
    expect(problems()).toEqual([]);
  });

  test('tells somebody without a role why they cannot sign in', async () => {
    const { page, problems, expectAccessible, screenshot } = await signIn('eve', '/');
    const message = page.getByRole('alert');
    await message.waitFor();
    expect(await message.innerText()).toMatch(/^You have no access: none of your groups has a role/);
    // The reason is removed from the address.
    expect(new URL(page.url()).hash).toBe('');
    await expectAccessible();
    await screenshot('single-sign-on-no-role');
    expect(problems()).toEqual([]);
  });
});
