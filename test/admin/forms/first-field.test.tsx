/** Where the focus starts when a page with a form opens from a list. */
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { insertAgent } from '../../support/rows.js';
import { adminInJsdom, focused } from './support/admin-in-jsdom.js';

describe('the focus', () => {
  const admin = adminInJsdom(({ pool }) =>
    insertAgent(pool, 'analysis', 'https://agents.example.com/run', { name: 'Analysis' }),
  );

  test.each([
    ['/agents', 'Register agent'],
    ['/scheduler/schedules', 'Create schedule'],
    ['/scheduler/pipelines', 'Create pipeline'],
    ['/webhooks', 'Create webhook'],
  ])('from %s, “%s” leads to the name, which can be typed at once', async (list, create) => {
    const user = await admin.open(list);
    const [button] = await screen.findAllByRole('button', { name: create });
    if (!button) throw new Error(`There is no button “${create}”.`);
    await user.click(button);
    await screen.findByRole('heading', { name: create });
    await focused(await screen.findByLabelText(/^Name/));
  });

  test('an object that is edited is read first', async () => {
    const user = await admin.open('/agents/analysis');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await screen.findByLabelText(/^Name/);
    await focused(screen.getByRole('main'));
  });

  test('nowhere, as after the last field, still lets Ctrl-Enter save', async () => {
    const user = await admin.open('/agents/new');
    await focused(await screen.findByLabelText(/^Name/));
    await user.keyboard('Mood');
    (document.activeElement as HTMLElement).blur();
    expect(document.activeElement).toBe(document.body);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(/^Not saved/);
  });
});
