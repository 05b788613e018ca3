/**
 * The built admin sends hashes only, so it works if nothing else is allowed; it sends full documents if the
 * server does not know the hashes.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_DIR, type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';
import { insertAgent } from '../../support/rows.js';

describe.skipIf(!chromiumAvailable('persisted operations of the admin'))('the admin', () => {
  let admin: AdminBrowser;
  beforeAll(async () => {
    admin = await startAdmin({ operations: 'persisted' });
  });
  afterAll(() => admin?.close());

  test('sends only hashes of operations that the server knows, and receives changes', async () => {
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

  test('sends full documents to a server of another version', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'callboard-test-'));
    const adminDir = join(directory, 'admin');
    await cp(ADMIN_DIR, adminDir, { recursive: true });
    await writeFile(join(adminDir, 'operations.json'), '{}');
    const other = await startAdmin({ adminDir });
    try {
      const { page, problems, live } = await other.open({ role: 'admin', path: '/agents' });
      await live();
      await insertAgent(other.server.pool, 'fresh', 'http://127.0.0.1:9/');
      await page.getByText('fresh').first().click();
      await page.getByRole('heading', { name: 'fresh' }).waitFor();
      expect(problems).toEqual([]);
    } finally {
      await other.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
