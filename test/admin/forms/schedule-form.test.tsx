/** Creating, editing and copying schedules. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createWorkspace, type Workspace } from '../../e2e/schedules/admin-schedules-fixture.js';
import {
  adminInJsdom,
  choose,
  descriptionOf,
  field,
  fill,
  focused,
  press,
  reasonOf,
  textOf,
  write,
} from './support/admin-in-jsdom.js';

const PATH = '/scheduler/schedules';

describe('the form of schedules', () => {
  let workspace: Workspace;
  const admin = adminInJsdom(async (server) => {
    workspace = await createWorkspace(server);
  });

  const weekly = () => workspace.ids.get('Weekly Entity Graph Refresh') as string;
  const params = () => screen.findByRole('textbox', { name: 'Params' });
  const region = (name: string) => screen.findByRole('region', { name });

  async function open(path = `${PATH}/new`, role?: 'viewer') {
    const user = await admin.open(path, role);
    await field(/^Name/);
    await params();
    return user;
  }

  const stored = (name: string) => admin.row('Schedule', 'name', name);

  test('shows how to write a data source with a table that the server has', async () => {
    await open();
    const field = await params();
    await waitFor(() => expect(descriptionOf(field)).toContain('"db:Ticker:all:id?batchSize=10'));
    expect(descriptionOf(field)).toMatch(/Type db: to see tables/);
  });

  test('previews the next runs and the jobs of what it creates', async () => {
    const user = await open();
    await fill(user, await field(/^Name/), 'Filings of all tickers');
    await choose(
      user,
      screen,
      await screen.findByRole('combobox', { name: /^Agent/ }),
      'query',
      /Query Strategy/,
    );
    const runs = await region('Next runs');
    await within(runs).findByText('Choose when it repeats to preview the next runs.');
    await user.click(press(/^Presets/));
    await user.click(await screen.findByRole('menuitem', { name: /At 02:00, only on Sunday/ }));
    const cron = await screen.findByPlaceholderText('0 8 * * *');
    expect(textOf(cron)).toBe('0 2 * * 0');
    expect(descriptionOf(cron)).toBe('At 02:00, only on Sunday');
    await choose(user, screen, await field('Time zone'), 'tokyo', 'Asia/Tokyo');
    await within(runs).findByText(/^Time zone: Asia\/Tokyo/);
    await waitFor(() => expect(within(runs).getAllByRole('listitem')).toHaveLength(5));
    expect(within(runs).getAllByText(/^Sun .*02:00:00$/)).toHaveLength(5);
    await write(user, await params(), '{"tickerId": "db:Ticker:all:id?enabled=true&batchSize=10"}');
    await within(await region('Expansion')).findByText('100 jobs');
    await user.click(press(/^Create schedule/));
    await screen.findByText('Filings of all tickers created');
    const row = await stored('Filings of all tickers');
    expect(row).toMatchObject({
      agentId: 'query-strategy',
      cronExpression: '0 2 * * 0',
      timezone: 'Asia/Tokyo',
      params: { tickerId: 'db:Ticker:all:id?enabled=true&batchSize=10' },
      enabled: true,
      retryConfig: null,
    });
    await waitFor(() => expect(location.pathname).toBe(`/admin${PATH}/${row.id}`));
  });

  test('accepts every option of a schedule', async () => {
    const user = await open();
    await fill(user, await field(/^Name/), 'Everything');
    await fill(user, await field('Description'), 'All of it.');
    await fill(user, await field('Labels'), 'team-a, nightly,');
    await user.click(screen.getByRole('radio', { name: /^Pipeline/ }));
    await choose(
      user,
      screen,
      await screen.findByRole('combobox', { name: /^Pipeline/ }),
      'news',
      /Newsletter/,
    );
    await screen.findByText('collect → analyze');
    await user.click(screen.getByRole('radio', { name: /^Interval/ }));
    await fill(user, await screen.findByPlaceholderText('10m', { exact: true }), '90m');
    await screen.findByText('Every 1 h 30 min, on a fixed grid.');
    await fill(user, await field('Start'), '2039-07-01T09:00');
    await user.click(screen.getByText('More timing options'));
    await fill(user, await field('Maximum runs'), '12');
    await user.selectOptions(await field('When the clock moves back'), 'BOTH');
    await user.click(await field(/^Use custom retry settings/));
    await fill(user, await field('Maximum retries'), '4');
    await fill(user, await field('Delay'), '10s');
    await screen.findByText('Waits 10 s, 20 s, 40 s, 1 min 20 s between attempts.');
    await fill(user, await field('Attempt timeout'), '5m');
    await fill(user, await field('Priority'), '7');
    await user.click(screen.getByText('Policies'));
    await user.selectOptions(await field('If an earlier run is in progress'), 'FORBID');
    await user.selectOptions(await field('Missed slots'), 'SKIP');
    await fill(user, await field('Starting deadline'), '10m');
    await fill(user, screen.getAllByLabelText('Jitter').at(-1) as HTMLElement, '30s');
    await fill(user, await field('Minimum interval'), '1h');
    await fill(user, await field('Maximum interval'), '1d');
    await user.click(await field('Back off after failures'));
    await fill(user, await field('Successful runs to keep'), '50');
    await write(
      user,
      await screen.findByRole('textbox', { name: 'Worker requirements' }),
      '{"region": "eu"}',
    );
    await user.click(screen.getByRole('switch', { name: 'Enabled' }));
    await write(user, await params(), '{"tickerId":"AAPL"}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Everything created');
    expect(await stored('Everything')).toMatchObject({
      description: 'All of it.',
      labels: ['nightly', 'team-a'],
      targetType: 'pipeline',
      pipelineId: workspace.pipelineId,
      interval: 5_400_000,
      startAt: new Date('2039-07-01T13:00:00Z'),
      maxRuns: 12,
      dstRepeat: 'both',
      retryConfig: { maxRetries: 4, backoff: 'exponential', delay: 10_000 },
      timeout: 300_000,
      priority: 7,
      concurrencyPolicy: 'forbid',
      misfirePolicy: 'skip',
      startingDeadline: 600_000,
      jitter: 30_000,
      minInterval: 3_600_000,
      maxInterval: 86_400_000,
      failureBackoff: true,
      successfulHistoryLimit: 50,
      requirements: { region: 'eu' },
      enabled: false,
      params: { tickerId: 'AAPL' },
    });
  });

  test('shows each refusal at its field until it is changed, focuses the first, and keeps the draft', async () => {
    const user = await open();
    await fill(user, await field(/^Name/), 'Wrong');
    await choose(
      user,
      screen,
      await screen.findByRole('combobox', { name: /^Agent/ }),
      'data coll',
      /Data Collection/,
    );
    const cron = await screen.findByPlaceholderText('0 8 * * *');
    await fill(user, cron, '0 25 * * *');
    await write(user, await params(), '{"tickerId": 7, "source": "rumors"}');
    await user.click(screen.getByText('Policies'));
    await fill(user, await field('Minimum interval'), '2h');
    await fill(user, await field('Maximum interval'), '1h');
    await user.click(screen.getByText('Policies'));
    await user.click(press(/^Create schedule/));
    const alert = await screen.findByRole('alert');
    await focused(cron);
    expect(cron.getAttribute('aria-invalid')).toBe('true');
    // The closed section opens.
    expect((await field('Minimum interval')).getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(await params())).toMatch(/source: must be one of .*; tickerId: must be string/);

    await fill(user, cron, '0 5 * * *');
    expect(cron.getAttribute('aria-invalid')).toBeNull();
    expect(alert.textContent).not.toContain('Cron expression');
    expect(alert.textContent).toContain('Params tickerId: must be');
    await fill(user, await field('Maximum interval'), '4h');
    await write(user, await params(), '{"tickerId": "db:tickr:all:id", "source": "news"}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () =>
      expect(descriptionOf(await params())).toMatch(/tickerId: .*tickr.*Did you mean "Ticker"/),
    );
    await write(user, await params(), '{"tickerId": "AAPL", "source": "news"');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () => expect(descriptionOf(await params())).toContain('Invalid JSON'));
    await write(user, await params(), '{"tickerId": "AAPL", "source": "news"}');

    admin.setOffline(true);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(/Cannot reach the server\. The change may not have been saved\./);
    expect(textOf(await field(/^Name/))).toBe('Wrong');
    admin.setOffline(false);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Wrong created');
    expect(await stored('Wrong')).toMatchObject({ cronExpression: '0 5 * * *', minInterval: 7_200_000 });
  });

  test('sends only what was changed', async () => {
    const user = await open(`${PATH}/${weekly()}/edit`);
    expect(reasonOf(press(/^Save/))).toBe('There are no changes to save.');
    await waitFor(() =>
      expect(textOf(screen.getByRole('combobox', { name: /^Agent/ }))).toBe('Query Strategy'),
    );
    await fill(user, await field('Priority'), '3');
    // In the meantime, somebody else changes another field, which must stay.
    await admin.server.pool.query(`UPDATE "Schedule" SET description = 'changed meanwhile' WHERE id = $1`, [
      weekly(),
    ]);
    await screen.findByText(/^Someone else has saved other values/);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Weekly Entity Graph Refresh saved');
    expect(admin.sent('ScheduleFormUpdate')).toEqual([{ id: weekly(), input: { priority: 3 } }]);
    expect(await stored('Weekly Entity Graph Refresh')).toMatchObject({
      priority: 3,
      description: 'changed meanwhile',
      cronExpression: '0 2 * * 0',
    });
    await waitFor(() => expect(location.pathname).toBe(`/admin${PATH}/${weekly()}`));
  });

  test('copies a schedule under another name', async () => {
    const user = await open(`${PATH}/new?from=${weekly()}`);
    expect(textOf(await field(/^Name/))).toBe('Weekly Entity Graph Refresh (copy)');
    await user.click(press(/^Create schedule/));
    await screen.findByText('Weekly Entity Graph Refresh (copy) created');
    expect(await stored('Weekly Entity Graph Refresh (copy)')).toMatchObject({
      agentId: 'query-strategy',
      timezone: 'America/New_York',
      params: { tickerId: 'db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1000' },
    });
  });

  test("adds members of the agent's schema to the params", async () => {
    const user = await open(`${PATH}/${weekly()}/edit`);
    const input = await region('Input of Query Strategy');
    await user.click(within(input).getByRole('button', { name: 'Add source' }));
    const editor = await params();
    await focused(editor);
    expect(within(input).queryByRole('button', { name: 'Add source' })).toBeNull();
    await user.click(within(input).getByRole('button', { name: 'Add refreshEntityGraph' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Weekly Entity Graph Refresh saved');
    expect(admin.sent('ScheduleFormUpdate')).toEqual([
      {
        id: weekly(),
        input: {
          params: {
            tickerId: 'db:ticker:all:id?enabled=true&batchSize=10&staggerDelay=1000',
            source: 'news',
            refreshEntityGraph: false,
          },
        },
      },
    ]);
  });

  test('says that a schedule does not exist', async () => {
    await admin.open(`${PATH}/nothing/edit`);
    await screen.findByText('Schedule not found');
  });

  test('tells a viewer why it cannot be saved', async () => {
    await open(`${PATH}/new`, 'viewer');
    await screen.findByText(/Requires the role ADMIN.*You can view this page but cannot save changes/);
    expect(reasonOf(press(/^Create schedule/))).toContain('Requires the role ADMIN');
    await within(await region('Expansion')).findByText(/Requires the role OPERATOR/);
  });
});
