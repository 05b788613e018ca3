/** The frame of all pages: addresses that people guess, and the keys that work everywhere. */
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { guessAddress } from '../../../admin/src/app/guessed-address.js';
import { insertAgent } from '../../support/rows.js';
import { adminInJsdom } from './support/admin-in-jsdom.js';

describe('the frame of the pages', () => {
  const admin = adminInJsdom(({ pool }) =>
    insertAgent(pool, 'analysis', 'http://127.0.0.1:9/run', { name: 'Analysis' }),
  );
  test('an address that people guess leads to the page, with its filter', async () => {
    await admin.open('/schedules?q=news#list');
    await screen.findByRole('heading', { level: 1, name: 'Schedules' });
    expect(location.pathname + location.search + location.hash).toBe(
      '/admin/scheduler/schedules?q=news#list',
    );
  });

  test.each([
    ['/scheduler', '/scheduler/schedules'],
    ['/scheduler/jobs', '/jobs'],
    ['/Runs', '/executions'],
    ['/run/a', '/executions/a'],
    ['/pipelines/a/edit', '/scheduler/pipelines/a/edit'],
    ['/dead-letter', '/dead-letters'],
    ['/Scheduler/Agents', '/agents'],
    ['/overview', '/'],
    ['/home//example.com', undefined],
    ['/nowhere', undefined],
    ['/agents/a/nowhere', undefined],
    ['/scheduler/schedules/a/b/c', undefined],
  ])('%s stands for %s', (path, address) => {
    expect(guessAddress(path)).toBe(address);
  });

  test('an address that stands for nothing is not found, and stays', async () => {
    await admin.open('/agents/analysis/nowhere');
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(location.pathname).toBe('/admin/agents/analysis/nowhere');
  });

  test('Escape closes the list of keys, also directly after the key that opened it', async () => {
    const user = await admin.open('/agents');
    await screen.findByRole('heading', { level: 1, name: 'Agents' });
    await user.keyboard('?');
    screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
