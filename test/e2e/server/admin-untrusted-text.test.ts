/** Agents and senders can write anything. The admin shows it as text. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import { insertAgent } from '../../support/rows.js';
import { addDeadLetters, addSchedule } from '../runs/admin-runs-fixture.js';

const MARK = 'window.attacked=1';
const PAYLOADS = [
  `<script>${MARK}</script>`,
  `<img src=x onerror="${MARK}">`,
  `<svg onload="${MARK}">`,
  `"><script>${MARK}</script>`,
  `javascript:${MARK}`,
  `[link](javascript:${MARK})`,
  `</textarea><iframe srcdoc="<script>parent.attacked=1</script>">`,
  `\${${MARK}}{{${MARK}}}`,
  `data:text/html,<script>${MARK}</script>`,
  `<a href="javascript:${MARK}" autofocus onfocus="${MARK}">x</a>`,
];

describe.skipIf(!chromiumAvailable('untrusted text'))('untrusted text', () => {
  let admin: AdminBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    const { pool } = admin.server;
    for (const [index, payload] of PAYLOADS.entries()) {
      const agentId = `agent-${index}`;
      await insertAgent(pool, agentId, `http://127.0.0.1:9/${encodeURIComponent(payload)}`, {
        name: payload,
        description: payload,
        version: payload.slice(0, 40),
        healthMessage: payload,
        metadata: JSON.stringify({ homepage: payload, [payload]: payload }),
      });
      const scheduleId = await addSchedule(admin.server, payload, { interval: '5m', agentId });
      await addDeadLetters(pool, { agentId, scheduleId, message: payload, count: 15 });
    }
    await pool.query(`ALTER TABLE "AgentJobExecution" DISABLE TRIGGER guard_attempt`);
    await pool.query(
      `UPDATE "AgentJobExecution" SET result = jsonb_build_object('html', error ->> 'message'), params = jsonb_build_object(error ->> 'message', error ->> 'message'),
         "responseBody" = error ->> 'message', error = error || jsonb_build_object('stack', error ->> 'message', 'code', error ->> 'message')`,
    );
    await pool.query(`ALTER TABLE "AgentJobExecution" ENABLE TRIGGER guard_attempt`);
  });
  afterAll(() => admin?.close());

  test('is shown and never run, on lists and on pages', async () => {
    const { rows } = await admin.server.pool.query<{ path: string }>(
      `SELECT '/jobs/' || min("jobId") AS path FROM "AgentJobExecution" GROUP BY "agentId"
       UNION ALL SELECT '/agents/' || id FROM "AgentRegistry" UNION ALL SELECT '/scheduler/schedules/' || id FROM "Schedule"`,
    );
    const lists = ['/', '/jobs', '/agents', '/dead-letters', '/audit', '/scheduler/schedules'];
    const paths = [...lists, ...rows.map(({ path }) => path)];
    expect(paths).toHaveLength(36);
    const opened = await admin.open({ role: 'admin' });
    for (const path of paths) {
      await opened.page.goto(`${admin.server.url}/admin${path}`);
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      await opened.live();
      expect([path, await opened.page.evaluate('window.attacked')]).toEqual([path, undefined]);
      const harmful = opened.page.locator(
        'a[href^="javascript:" i], a[href^="data:" i], iframe, [onerror], [onload]',
      );
      expect([path, await harmful.count()]).toEqual([path, 0]);
    }
    expect(opened.problems).toEqual([]);
  });
});
