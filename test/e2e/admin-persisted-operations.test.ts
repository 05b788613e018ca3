/** The admin as it was built sends hashes only, so it works where nothing else is allowed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../support/browser.js';
import { insertAgent } from '../support/rows.js';

describe.skipIf(!chromiumAvailable('persisted operations of the admin'))('the admin', () => {
  let admin: AdminBrowser;
  beforeAll(async () => {
    admin = await startAdmin({ operations: 'persisted' });
  });
  afterAll(() => admin?.close());

  test('sends only operations that the server knows, and is told what changes', async () => {
    const { page, problems, live } = await admin.open({ role: 'admin' });
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.postData() ?? ''));
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => bodies.push(String(payload))));
    for (const path of ['/agents', '/scheduler/schedules', '/jobs', '/audit', '/settings', '/tokens', '']) {
      await page.goto(`${admin.server.url}/admin${path}`);
      await live();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.goto(`${admin.server.url}/admin/agents`);
    await live();
    await insertAgent(admin.server.pool, 'fresh', 'http://127.0.0.1:9/');
    await page.getByText('fresh').first().waitFor();
    const operations = bodies.filter((body) => body.includes('persistedQuery'));
    expect(operations.length).toBeGreaterThan(10);
    expect(bodies.filter((body) => /"query":"[^"]/.test(body))).toEqual([]);
    expect(problems).toEqual([]);
  });
});
