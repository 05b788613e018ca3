/** Setting up and editing notification channels. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { adminInJsdom, descriptionOf, fill, focused, textOf } from './support/admin-in-jsdom.js';

const CHANNELS = '/notifications?tab=channels';

describe('the dialog of notification channels', () => {
  const admin = adminInJsdom();
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
  const save = (shown: ReturnType<typeof within>) => shown.getByRole('button', { name: 'Save channel' });

  async function edit(name: string) {
    const user = await admin.open(CHANNELS);
    await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit…' }));
    // The dialog that says that it is loading is another one.
    await screen.findByLabelText('Kind', { selector: 'select' });
    return { user, shown: await dialog(`Edit channel “${name}”`) };
  }

  test('is offered by the empty log until there is a channel', async () => {
    const user = await admin.open('/notifications');
    await screen.findByText('No notifications yet');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Add channel' })).toHaveLength(2));
    await user.click(screen.getAllByRole('button', { name: 'Add channel' })[1] as HTMLElement);
    await dialog('Add channel');
  });

  test('adds a channel with a generated secret after refusals at the fields', async () => {
    const user = await admin.open(CHANNELS);
    await user.click(await screen.findByRole('button', { name: 'Add channel' }));
    const shown = await dialog('Add channel');
    const name = shown.getByLabelText(/^Name/);
    await focused(name);
    await user.keyboard('pager');
    await user.selectOptions(shown.getByLabelText('Kind'), 'WEBHOOK');
    const url = shown.getByLabelText(/^URL/);
    await fill(user, url, 'ftp://example.com');
    await user.click(save(shown));
    await waitFor(() => expect(descriptionOf(url)).toContain('it must begin with http:// or https://'));
    await focused(url);
    // The message is at the field, and is not repeated.
    expect(shown.queryByRole('alert')).toBeNull();
    await fill(user, url, 'https://pager.example.com/hook');
    await user.click(shown.getByRole('button', { name: 'Generate' }));
    const secret = textOf(shown.getByLabelText(/^Signing secret/));
    expect(secret).toMatch(/^whsec_.{44}$/);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('It is not enabled yet. Enable it in the list.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.textContent).not.toContain(secret);
  });

  test('keeps the stored secret of an edited channel', async () => {
    const { user, shown } = await edit('pager');
    expect(shown.getByLabelText<HTMLInputElement>(/^Name/).readOnly).toBe(true);
    const secret = shown.getByLabelText(/^Signing secret/);
    expect(textOf(secret)).toBe('');
    const kept = descriptionOf(secret);
    expect(kept).toMatch(/^Stored: ….{4}\. Leave empty to keep it\.$/);
    await fill(user, shown.getByLabelText(/^URL/), 'https://pager.example.com/other');
    await user.click(save(shown));
    await screen.findByText('Saved “pager”');
    expect(admin.sent('NotificationChannelSet')).toEqual([
      { input: { name: 'pager', webhook: { url: 'https://pager.example.com/other' } } },
    ]);
    const again = await edit('pager');
    expect(descriptionOf(again.shown.getByLabelText(/^Signing secret/))).toBe(kept);
    expect(textOf(again.shown.getByLabelText(/^URL/))).toBe('https://pager.example.com/other');
  });

  test('keeps what was typed for a kind while another is chosen', async () => {
    const user = await admin.open(CHANNELS);
    await user.click(await screen.findByRole('button', { name: 'Add channel' }));
    const shown = await dialog('Add channel');
    await user.selectOptions(shown.getByLabelText('Kind'), 'WEBHOOK');
    await fill(user, shown.getByLabelText(/^URL/), 'https://a.example.com/');
    await user.selectOptions(shown.getByLabelText('Kind'), 'EMAIL');
    expect(shown.queryByLabelText(/^URL/)).toBeNull();
    await user.selectOptions(shown.getByLabelText('Kind'), 'WEBHOOK');
    expect(textOf(shown.getByLabelText(/^URL/))).toBe('https://a.example.com/');
  });

  test('sets up mail that the settings name: the port follows TLS, and addresses are separated', async () => {
    const user = await admin.open(CHANNELS);
    await user.click(await screen.findByRole('button', { name: 'Set up email' }));
    const shown = await dialog('Set up channel “email”');
    expect(textOf(shown.getByLabelText('Kind'))).toBe('EMAIL');
    const port = shown.getByLabelText(/^Port/);
    await user.click(shown.getByRole('switch', { name: /^TLS/ }));
    expect(textOf(port)).toBe('465');
    await fill(user, port, 'many');
    await user.click(save(shown));
    await waitFor(() => expect(descriptionOf(port)).toBe('must be a whole number'));
    expect(admin.sent('NotificationChannelSet')).toEqual([]);
    await fill(user, port, '2525');
    await user.click(save(shown));
    const host = shown.getByLabelText(/^SMTP server/);
    await waitFor(() => expect(descriptionOf(host)).toContain('must be a host name or an IP address'));
    await focused(host);
    await fill(user, host, 'smtp.example.com');
    await fill(user, shown.getByLabelText(/^From/), 'callboard@example.com');
    await fill(user, shown.getByLabelText(/^To/), 'ops@example.com, night@example.com');
    await user.keyboard('{Control>}{Enter}{/Control}');
    const row = await screen.findByRole('listitem', { name: 'email' });
    await waitFor(() => expect(row.textContent).toContain('Email to o…@example.com and 1 more'));
  });
});
