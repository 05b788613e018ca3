/** The settings that an admin changes at run time. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { UpdateSchedulerConfigDocument } from '../../support/generated/operations.js';
import { adminInJsdom, descriptionOf, fill, reasonOf, textOf } from './support/admin-in-jsdom.js';

describe('the form of settings', () => {
  const admin = adminInJsdom(async ({ pool }) => {
    await pool.query(
      'CREATE TABLE public."Ticker" (symbol text PRIMARY KEY, enabled boolean); CREATE TABLE public."Customer" (id int PRIMARY KEY, email text)',
    );
  });
  beforeEach(() => admin.server.pool.query(`DELETE FROM "AgentConfig"`));

  async function open(section: string, role?: 'viewer') {
    const user = await admin.open('/settings', role);
    return { user, shown: within(await screen.findByRole('region', { name: section })) };
  }

  type Shown = Awaited<ReturnType<typeof open>>['shown'];
  /** Waits until the saved values are shown. */
  const settled = (shown: Shown) =>
    waitFor(() =>
      expect(reasonOf(shown.getByRole('button', { name: 'Save' }))).toBe('There are no changes to save.'),
    );

  const stored = async (key: string) =>
    (
      await admin.server.pool.query<{ value: unknown }>(`SELECT value FROM "AgentConfig" WHERE key = $1`, [
        key,
      ])
    ).rows[0]?.value;

  test('a setting is refused at its field, saved alone, marked as changed, and reset', async () => {
    const { user, shown } = await open('Scheduling');
    const late = await shown.findByLabelText('Misfire threshold');
    expect(textOf(late)).toBe('5s');
    expect(reasonOf(shown.getByRole('button', { name: 'Save' }))).toBe('There are no changes to save.');

    // A value that is not a duration is not sent.
    await fill(user, late, 'soon');
    expect(descriptionOf(late)).toContain('enter a duration such as');
    await user.keyboard('{Enter}');
    expect(admin.sent('SettingsUpdate')).toEqual([]);
    await fill(user, late, '48h');
    const zone = shown.getByLabelText('Time zone');
    await fill(user, zone, 'Mars/Olympus');
    await user.click(shown.getByRole('button', { name: 'Save 2 settings' }));
    await waitFor(() => expect(descriptionOf(late)).toContain('must be at most 1d'));
    expect(zone.getAttribute('aria-invalid')).toBe('true');
    expect(shown.getByRole('alert').textContent).toContain('Misfire threshold: must be at most 1d');
    expect(await stored('scheduler')).toBeUndefined();

    await fill(user, late, '2m');
    await fill(user, zone, 'Europe/Berlin');
    await user.click(shown.getByLabelText('Scheduler enabled'));
    shown.getByText('No scheduled runs start.');
    await user.click(shown.getByRole('button', { name: 'Save 3 settings' }));
    await screen.findByText('Scheduling: settings saved');
    expect(await stored('scheduler')).toMatchObject({
      scheduler: { misfireThreshold: 120_000, timezone: 'Europe/Berlin', enabled: false },
    });
    await settled(shown);
    expect(shown.getAllByText('changed')).toHaveLength(3);

    await user.click(shown.getByRole('button', { name: 'Reset misfire threshold to 5s' }));
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await stored('scheduler')).toMatchObject({
        scheduler: { misfireThreshold: 5_000, enabled: false },
      }),
    );
  });

  test('changes by others appear beside unsaved input, which is kept until it is discarded', async () => {
    const { user, shown } = await open('Batches');
    const delay = await shown.findByLabelText('Delay between batches');
    await fill(user, delay, '7s');
    await admin.server.admin.ask(UpdateSchedulerConfigDocument, {
      input: { defaultBatchProcessing: { batchSize: 25 } },
    });
    await waitFor(() => expect(textOf(shown.getByLabelText('Batch size'))).toBe('25'));
    expect(textOf(delay)).toBe('7s');
    await user.click(screen.getAllByRole('link', { name: 'Overview' })[0] as HTMLElement);
    await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await user.click(shown.getByRole('button', { name: 'Discard' }));
    expect(textOf(delay)).toBe('1s');
  });

  test('engine settings are set and unset', async () => {
    const { user, shown } = await open('Engine');
    const lease = await shown.findByLabelText('Worker lease');
    expect(textOf(lease)).toBe('');
    expect(descriptionOf(lease)).toContain('not set, default 30s');
    await fill(user, lease, '45s');
    await fill(user, shown.getByLabelText('Claim batch size'), '77');
    await user.click(shown.getByRole('button', { name: 'Save 2 settings' }));
    await screen.findByText('Engine: settings saved');
    expect(await stored('engine')).toEqual({ lockTtlMs: 45_000, claimBatchSize: 77 });
    await settled(shown);
    await user.click(shown.getByRole('button', { name: 'Reset worker lease to 30s' }));
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await stored('engine')).toEqual({ claimBatchSize: 77 }));
  });

  test('the data source policy names the line that is wrong, and is saved', async () => {
    const { user, shown } = await open('Data sources');
    await shown.findByText(/2 tables can be read/);
    await fill(user, shown.getByLabelText('Allow'), 'Customer.token\na.b.c.d');
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(descriptionOf(shown.getByLabelText('Allow'))).toContain('“a.b.c.d” must be'));
    await fill(user, shown.getByLabelText('Allow'), '');
    await fill(user, shown.getByLabelText('Only'), 'Ticker');
    await fill(user, shown.getByLabelText('Deny'), 'Customer.email\n');
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await shown.findByText(/1 table can be read/);
    expect(await stored('dataSources')).toEqual({ allow: [], only: ['Ticker'], deny: ['Customer.email'] });
  });

  test('an invalid stored policy is reported, and replaced by saving', async () => {
    await admin.server.pool.query(
      `INSERT INTO "AgentConfig" (key, value) VALUES ('dataSources', '{"allow": "all"}')`,
    );
    const { user, shown } = await open('Data sources');
    await shown.findByText(/The stored policy is not valid/);
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shown.queryByText(/The stored policy is not valid/)).toBeNull());
    expect(await stored('dataSources')).toEqual({ allow: [], only: [], deny: [] });
  });

  test('viewers read everything except the policy, and are told why they cannot change it', async () => {
    const { shown } = await open('Scheduling', 'viewer');
    const late = await shown.findByLabelText<HTMLInputElement>('Misfire threshold');
    expect(late.readOnly).toBe(true);
    expect(late.title).toContain('Requires the role ADMIN');
    await screen.findByText('You can view the settings but cannot change them.', { exact: false });
    await screen.findByText(/Only admins can see this policy\./);
  });
});
