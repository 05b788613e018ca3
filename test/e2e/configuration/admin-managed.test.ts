/** What the admin says about objects that are managed as configuration, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyConfiguration } from '../../../src/services/configuration/apply-configuration.js';
import { admin as actor, value } from '../../services/support.js';
import { type AdminBrowser, chromiumAvailable, startAdmin } from '../../support/browser.js';

const OWNER = 'github.com/acme/ops';
const DOCUMENTS = [
  {
    kind: 'Agent',
    key: 'collector',
    name: 'Collector',
    endpoint: { type: 'http', url: 'https://a.example.com/run' },
  },
  {
    kind: 'Pipeline',
    key: 'report',
    name: 'Report',
    steps: [{ stepId: 'a', agentId: 'collector', parallel: true }],
  },
  {
    kind: 'Schedule',
    key: 'nightly',
    name: 'Nightly',
    repeat: 'repeating',
    interval: '1d',
    pipelineKey: 'report',
  },
  { kind: 'Webhook', key: 'push', name: 'Push', scheduleKey: 'nightly' },
];

const CHANNEL = {
  kind: 'NotificationChannel',
  key: 'pager',
  slack: { url: 'https://hooks.slack.com/services/T0/B0/x' },
};

describe.skipIf(!chromiumAvailable('managed objects in the admin'))('managed objects in the admin', () => {
  let admin: AdminBrowser;
  const paths: Record<string, string> = {};
  beforeAll(async () => {
    admin = await startAdmin();
    const { services } = admin.server;
    const applied = await value(
      applyConfiguration(services, actor, { documents: [...DOCUMENTS, CHANNEL], managedBy: OWNER }),
    );
    const lists = {
      Agent: '/agents',
      Pipeline: '/scheduler/pipelines',
      Schedule: '/scheduler/schedules',
      Webhook: '/webhooks',
    };
    for (const { kind, id } of applied.changes) paths[kind] = `${lists[kind as keyof typeof lists]}/${id}`;
  });
  afterAll(() => admin?.close());

  test.each(DOCUMENTS)(
    '$kind: the list and the page name the owner, and the form warns',
    async ({ kind, name }) => {
      const path = paths[kind] ?? '';
      const { page, problems, expectAccessible, screenshot } = await admin.open({ role: 'admin', path });
      await page.getByText(`Managed by ${OWNER}`).waitFor();
      await screenshot(`managed-${kind}`);
      await page.goto(page.url().replace(path, `${path}/edit`));
      await page
        .getByRole('note')
        .filter({ hasText: `Managed by ${OWNER}. The next apply overwrites` })
        .waitFor();
      await expectAccessible();
      await screenshot(`managed-${kind}-form`);
      await page.goto(page.url().replace(`${path}/edit`, path.slice(0, path.lastIndexOf('/'))));
      await page.getByRole('row').filter({ hasText: name }).getByTitle(`Managed by ${OWNER}`).waitFor();
      await screenshot(`managed-${kind}-list`);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  test('a notification channel: the list names the owner, and the dialog warns', async () => {
    const { page, problems, expectAccessible, screenshot } = await admin.open({
      role: 'admin',
      path: '/notifications?tab=channels',
    });
    const channel = page.getByRole('listitem', { name: 'pager' });
    await channel.getByText(`Managed by ${OWNER}`).waitFor();
    await channel.getByRole('button', { name: 'More actions for pager' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page
      .getByRole('dialog', { name: 'Edit channel “pager”' })
      .getByRole('note')
      .filter({ hasText: `Managed by ${OWNER}. The next apply overwrites` })
      .waitFor();
    await expectAccessible();
    await screenshot('managed-NotificationChannel');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
