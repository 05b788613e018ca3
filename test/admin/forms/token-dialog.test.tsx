/** Creating API tokens. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { insertAgent } from '../../support/rows.js';
import { adminInJsdom, descriptionOf, fill, focused, reasonOf, textOf } from './support/admin-in-jsdom.js';

describe('the dialog of tokens', () => {
  const admin = adminInJsdom(({ pool }) =>
    insertAgent(pool, 'analysis', 'http://127.0.0.1:9/run', { name: 'Analysis' }),
  );
  const create = (shown: ReturnType<typeof within>) => shown.getByRole('button', { name: 'Create token' });

  async function open() {
    const user = await admin.open('/tokens');
    await user.click(await screen.findByRole('button', { name: 'Create token' }));
    return { user, shown: within(await screen.findByRole('dialog', { name: 'Create token' })) };
  }

  async function meOf(token: string): Promise<unknown> {
    const response = await fetch(`${admin.server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"query": "{ me { name role } }"}',
    });
    return ((await response.json()) as { data?: { me: unknown } }).data?.me;
  }

  test('shows each refusal at its field, then the token, which works', async () => {
    const { user, shown } = await open();
    const name = shown.getByLabelText(/^Name/);
    await user.click(create(shown));
    await waitFor(() => expect(descriptionOf(name)).toContain('must not be empty'));
    await focused(name);
    await user.keyboard('Nightly CI');
    await user.click(shown.getByRole('radio', { name: /^Operator/ }));
    await user.selectOptions(shown.getByLabelText('Expires'), 'date');
    await user.click(create(shown));
    const at = shown.getByLabelText('At');
    await waitFor(() => expect(descriptionOf(at)).toContain('choose a date'));
    expect(admin.sent('TokenCreate')).toHaveLength(1);
    await fill(user, at, '2020-01-01T10:00');
    await user.click(create(shown));
    await waitFor(() => expect(descriptionOf(at)).toContain('is in the past'));
    await user.selectOptions(shown.getByLabelText('Expires'), '30');
    await user.click(create(shown));

    const ready = within(await screen.findByRole('dialog', { name: 'Token “Nightly CI” created' }));
    const token = textOf(ready.getByLabelText('Token'));
    expect(await meOf(token)).toEqual({ name: 'Nightly CI', role: 'OPERATOR' });
    await user.click(ready.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.innerHTML).not.toContain(token);
  });

  test('limits a token to agents and labels, which no admin can be', async () => {
    const { user, shown } = await open();
    await user.click(shown.getByRole('radio', { name: /^Admin/ }));
    await fill(user, shown.getByLabelText(/^Name/), 'Limited');
    await user.click(shown.getByLabelText('Limit to some agents and schedules'));
    expect(shown.queryByRole('radio', { name: /^Admin/ })).toBeNull();
    expect(shown.getByRole<HTMLInputElement>('radio', { name: /^Viewer/ }).checked).toBe(true);
    await user.click(create(shown));
    await shown.findByText(/must name at least one agent or label/);
    const agents = shown.getByLabelText('Agents');
    await fill(user, agents, 'analysis, nobody');
    await fill(user, shown.getByLabelText('Schedules with a label'), 'team-a');
    await user.click(create(shown));
    await waitFor(() => expect(descriptionOf(agents)).toContain('there is no agent "nobody"'));
    await fill(user, agents, 'analysis');
    await user.click(create(shown));
    await screen.findByRole('dialog', { name: 'Token “Limited” created' });
    const { rows } = await admin.server.pool.query(
      `SELECT role, scope FROM "ApiToken" WHERE name = 'Limited'`,
    );
    expect(rows).toEqual([{ role: 'viewer', scope: { agentIds: ['analysis'], scheduleLabels: ['team-a'] } }]);
  });

  test('shows the token even if the user wants to close the dialog before', async () => {
    const { user, shown } = await open();
    const release = admin.hold('TokenCreate');
    await fill(user, shown.getByLabelText(/^Name/), 'Late');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(reasonOf(shown.getByRole('button', { name: 'Cancel' }))).toContain('shown only once'),
    );
    await user.keyboard('{Escape}');
    // It is created once, however often Enter is pressed.
    await user.keyboard('{Control>}{Enter}{/Control}');
    release();
    const ready = within(await screen.findByRole('dialog', { name: 'Token “Late” created' }));
    expect(await meOf(textOf(ready.getByLabelText('Token')))).toMatchObject({ name: 'Late' });
    expect(admin.sent('TokenCreate')).toHaveLength(1);
  });
});
