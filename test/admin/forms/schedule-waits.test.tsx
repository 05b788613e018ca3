/** What the page of a schedule says about why nothing runs. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { insertAgent, insertExpanded, insertSchedule } from '../../support/rows.js';
import { adminInJsdom } from './support/admin-in-jsdom.js';

describe('the page of a schedule that waits', () => {
  const admin = adminInJsdom(async ({ pool }) => {
    await insertAgent(pool, 'slow', 'https://agents.example.com/slow', {
      rateLimit: { limit: 1, per: 3_600_000 },
    });
    await insertAgent(pool, 'down', 'https://agents.example.com/down');
    await pool.query(
      `INSERT INTO "AgentPace" ("agentId", permits, "throttledAt")
       SELECT 'slow', jsonb_build_array(jsonb_build_array(ms, ms + 3600000, 1)), now()
       FROM (SELECT (extract(epoch FROM now()) * 1000)::bigint AS ms) current`,
    );
    await pool.query(
      `INSERT INTO "AgentCircuit" ("agentId", state, failures, "openedAt", "nextProbeAt", reason)
       VALUES ('down', 'open', 5, now(), now() + interval '10 minutes', 'refused')`,
    );
  });

  /** The page of a schedule with a run whose jobs are queued. */
  async function openRun(agentId: string, jobs = 1): Promise<void> {
    const { pool } = admin.server;
    const later = new Date(Date.now() + 3_600_000);
    const scheduleId = await insertSchedule(pool, { agentId, interval: 3_600_000, nextRunAt: later });
    const { id } = await insertExpanded(pool, { agentId, jobs: Array(jobs).fill({}) });
    await pool.query(`UPDATE "ScheduleExecution" SET "scheduleId" = $2 WHERE id = $1`, [id, scheduleId]);
    await admin.open(`/scheduler/schedules/${scheduleId}`);
  }

  test('for its agent’s rate limit says so, and until when', async () => {
    await openRun('slow');
    const words = await screen.findByText(/^Waiting: the agent’s rate limit is reached\./);
    expect(words.textContent).toMatch(/Continues in/);
  });

  test('for its agent’s circuit says so, and until when', async () => {
    await openRun('down');
    const words = await screen.findByText(/^Waiting: the agent’s circuit is open\./);
    expect(words.textContent).toMatch(/Continues in/);
  });

  test('for its agent’s limit on concurrent attempts says so', async () => {
    const { pool } = admin.server;
    await insertAgent(pool, 'narrow', 'https://agents.example.com/narrow', { maxConcurrency: 1 });
    await insertExpanded(pool, { agentId: 'narrow', jobs: [{}] }, async (client, ids) => {
      await client.query(`UPDATE "AgentJobExecution" SET status = 'running' WHERE id = ANY($1)`, [ids]);
    });
    await pool.query(
      `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt")
       VALUES ('any', 'host', 1, '1', 1, now() + interval '1 hour')`,
    );
    await openRun('narrow');
    await screen.findByText(/^Waiting: the agent’s limit on concurrent attempts is reached\. 1 queued job\./);
    await pool.query(`DELETE FROM "Worker" WHERE id = 'any'`);
  });

  test('says how many jobs it has looked at', async () => {
    await openRun('slow', 3);
    expect((await screen.findByText(/rate limit is reached/)).textContent).toMatch(/\. 3 queued jobs\./);
    await openRun('slow', 21);
    await screen.findByText(/20 of the newest 20 queued jobs/);
  });

  test('lists no slots of the past, and says what will happen to them', async () => {
    const { pool } = admin.server;
    const past = new Date(Date.now() - 20_000);
    const id = await insertSchedule(pool, { agentId: 'down', interval: 5_000, nextRunAt: past });
    await pool.query(
      `UPDATE "Schedule" SET "originAt" = $2::timestamptz, "activatedAt" = $2::timestamptz, "nextRunSource" = 'baseline-interval',
              decision = jsonb_build_object('now', $2::timestamptz, 'candidates', '[]'::jsonb)
       WHERE id = $1`,
      [id, past],
    );
    await admin.open(`/scheduler/schedules/${id}`);
    await screen.findByText(
      /When a worker claims them, the newest will run and the other \d+ will be recorded as skipped\./,
    );
    const list = within(screen.getByRole('region', { name: 'Next 10 runs' }));
    expect(list.getAllByRole('listitem')).toHaveLength(10);
    await waitFor(() => expect(list.queryByText(/ago/)).toBeNull());
    // A slot that passes without a claim causes no event, but is counted.
    const count = () => Number(/(\d+) slots from/.exec(document.body.textContent ?? '')?.[1]);
    const before = count();
    await waitFor(() => expect(count()).toBeGreaterThan(before), { timeout: 30_000 });
    expect(list.getAllByRole('listitem')).toHaveLength(10);
  }, 60_000);

  test('says that no worker is running until one starts', async () => {
    const { pool } = admin.server;
    const past = new Date(Date.now() - 90_000);
    const id = await insertSchedule(pool, { agentId: 'down', interval: 3_600_000, nextRunAt: past });
    await admin.open(`/scheduler/schedules/${id}`);
    await screen.findByText(/^due \d min ago/);
    await screen.findByText(/^No worker is running\./);
    expect(screen.getByRole('link', { name: 'Show workers' }).getAttribute('href')).toBe('/admin/workers');
    await pool.query(
      `INSERT INTO "Worker" (id, host, pid, version, concurrency, "leaseExpiresAt")
       VALUES ('worker', 'host', 1, '1', 1, now() + interval '1 hour')`,
    );
    await waitFor(() => expect(screen.queryByText(/^No worker is running\./)).toBeNull());
    screen.getByText(/^due \d min ago/);
  });
});
