/** What people are told before they change several objects at once. */
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertAgent, insertExpanded, insertSchedule } from '../../support/rows.js';
import { adminInJsdom } from './support/admin-in-jsdom.js';

const agentId = 'analysis';

describe('several objects at once', () => {
  const admin = adminInJsdom(({ pool }) => insertAgent(pool, agentId, 'https://agents.example.com/run'));

  beforeEach(async () => {
    for (const table of ['AgentJobExecution', 'ScheduleExecution', 'Schedule'])
      await admin.server.pool.query(`DELETE FROM "${table}"`);
  });

  async function insertSchedules(): Promise<string[]> {
    const nextRunAt = new Date(Date.now() + 3_600_000);
    const insert = (name: string) =>
      insertSchedule(admin.server.pool, { agentId, interval: 3_600_000, nextRunAt }, { name });
    return Promise.all(['First', 'Second'].map(insert));
  }

  async function selectAll(path: string) {
    const user = await admin.open(path);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
    return user;
  }

  test('schedules whose number has changed are counted again before the next attempt', async () => {
    const [first] = await insertSchedules();
    const user = await selectAll('/scheduler/schedules');
    await user.click(await screen.findByRole('button', { name: 'Disable…' }));
    const two = await screen.findByRole('button', { name: 'Disable 2 schedules' });
    await admin.server.pool.query('DELETE FROM "Schedule" WHERE id = $1', [first]);
    await user.click(two);
    await screen.findByText('This now matches 1, not 2. Review and retry.');
    screen.getByText(/^It does not run at its scheduled times until you enable it\./);
    await user.click(await screen.findByRole('button', { name: 'Disable 1 schedule' }));
    await screen.findByText('1 schedule disabled');
  });

  test('runs whose number has changed are counted again before the next attempt', async () => {
    const runs = await Promise.all(
      [1, 2].map(() => insertExpanded(admin.server.pool, { agentId, jobs: [{}] })),
    );
    const user = await selectAll('/executions');
    await user.click(await screen.findByRole('button', { name: 'Cancel…' }));
    const two = await screen.findByRole('button', { name: 'Cancel 2 runs' });
    await admin.server.pool.query(
      `UPDATE "ScheduleExecution" SET "runStatus" = 'succeeded', "completedAt" = now() WHERE id = $1`,
      [runs[0]?.id],
    );
    await user.click(two);
    await screen.findByText('This now matches 1, not 2. Review and retry.');
    await user.click(await screen.findByRole('button', { name: 'Cancel 1 run' }));
    await screen.findByText('Cancelled 1 run');
  });

  test('one selected job is spoken of as one', async () => {
    await insertExpanded(admin.server.pool, { agentId, jobs: [{}] });
    const user = await selectAll('/jobs');
    await user.click(await screen.findByRole('button', { name: 'Cancel…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 1 job?' }));
    dialog.getByText(
      /^Agents with a cancel URL are notified of running attempts\. The job’s run continues\.$/,
    );
  });

  test('of the selected jobs, those that can be changed are counted and changed', async () => {
    const { pool } = admin.server;
    await insertExpanded(pool, { agentId, jobs: [{}, {}, {}] }, async (client, [failed]) => {
      await client.query(
        `UPDATE "AgentJobExecution" SET status = 'failed', "completedAt" = now(), "settledAt" = now() WHERE id = $1`,
        [failed],
      );
    });
    const user = await selectAll('/jobs');
    await user.click(await screen.findByRole('button', { name: 'Cancel…' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByRole('heading', { name: 'Cancel 2 jobs?' });
    dialog.getByText(/^2 of 3 selected jobs have not finished\./);
    await user.click(dialog.getByRole('button', { name: 'Cancel 2 jobs' }));
    await screen.findByText('2 jobs cancelled');
    expect(screen.queryByText(/refused/)).toBeNull();
  });
});
