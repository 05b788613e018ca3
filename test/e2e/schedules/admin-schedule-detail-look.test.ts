/** The look of the page of a schedule, in both themes, wide and on a phone, and its accessibility. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumAvailable, fitsAcross, leftEdges } from '../../support/browser.js';
import { openScheduleFixture, type ScheduleFixture } from './admin-schedule-detail-fixture.js';

describe.skipIf(!chromiumAvailable('the look of the page of a schedule'))('the page of a schedule', () => {
  let fixture: ScheduleFixture;
  beforeAll(async () => {
    fixture = await openScheduleFixture();
  });
  afterEach(() => fixture.tidy());
  afterAll(() => fixture?.close());

  /** The text that each tab shows when it is loaded. */
  const CONTENTS = {
    Upcoming: '02:00 does not exist that day',
    History: 'No worker was available in time',
    Params: '100 jobs',
    Hints: 'No active hint',
    Backfills: 'No backfills yet',
    Settings: 'Waits 5 s, 10 s, 20 s between attempts.',
  };

  test('is accessible in both themes: each tab', { timeout: 240_000 }, async () => {
    const { page, live, expectAccessibleInBothThemes } = await fixture.open(fixture.weekly, {
      height: 900,
      width: 1_360,
    });
    await live();
    for (const [tab, content] of Object.entries(CONTENTS)) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel', { name: tab }).getByText(content).first().waitFor();
      await expectAccessibleInBothThemes(`schedule-${tab.toLowerCase()}`);
    }
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').first().waitFor();
    await expectAccessibleInBothThemes('schedule-audit');
  });

  test('folds the explanation above the tabs where there is no room beside them', async () => {
    const { page, live } = await fixture.open(fixture.weekly, { width: 1_100 });
    await live();
    const why = await page.getByRole('heading', { name: 'Why' }).boundingBox();
    const tabs = await page.getByRole('tablist').boundingBox();
    expect(why?.y).toBeLessThan(tabs?.y ?? 0);
    expect(tabs?.x).toBeLessThanOrEqual(why?.x ?? 0);
  });

  test('shows the time of a reason in the zone of the schedule', async () => {
    const id = await fixture.add({ name: 'Each hour', interval: '1h', timezone: 'Asia/Tokyo' });
    const { page } = await fixture.open(id);
    await page
      .getByRole('tabpanel')
      .getByText(/^every hour from \w{3} \d+ \w{3} \d{4}, \d\d:\d\d:\d\d$/)
      .waitFor();
  });

  test('counts a run that was triggered as the last run', async () => {
    const id = await fixture.add({ name: 'On request', cronExpression: '0 0 1 1 *' });
    const { page } = await fixture.open(id);
    await page.getByText('never', { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^Trigger/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trigger', exact: true }).click();
    await page.getByText('never', { exact: true }).waitFor({ state: 'detached' });
  });

  test('says why the jobs of its current run wait', async () => {
    const id = await fixture.add({ name: 'Far away', interval: '1h', requirements: { region: 'moon' } });
    const { page, live } = await fixture.open(id);
    await live();
    await page
      .getByRole('button', { name: /^Trigger/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trigger', exact: true }).click();
    await page.getByText('Waiting: no running worker has the required capabilities.').waitFor();
  });

  test('triggers a run accessibly in both themes', async () => {
    const { page, live, expectAccessibleInBothThemes } = await fixture.open(fixture.weekly, {
      height: 900,
      width: 1_360,
    });
    await live();
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: /^Trigger/ });
    await dialog.getByText('100 jobs').waitFor();
    await expectAccessibleInBothThemes('schedule-trigger');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('works on a phone, in both themes', async () => {
    const { page, expectAccessibleInBothThemes, screenshot } = await fixture.open(fixture.weekly, {
      width: 390,
      height: 844,
    });
    await page.getByRole('region', { name: 'Next 10 runs' }).waitFor();
    await expect.poll(() => fitsAcross(page)).toBe(true);
    await expectAccessibleInBothThemes('schedule-390-upcoming');
    await page.getByText('Why', { exact: true }).click();
    await page.getByText('chosen', { exact: true }).waitFor();
    await screenshot('schedule-390-why');
    for (const tab of ['History', 'Params', 'Hints', 'Backfills', 'Settings', 'Audit log']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel', { name: tab }).waitFor();
      await expectAccessibleInBothThemes(`schedule-390-${tab.toLowerCase()}`);
      await expect.poll(() => fitsAcross(page)).toBe(true);
      const panel = page.getByRole('tabpanel', { name: tab });
      // Without hover, a time has to name its zone.
      if (tab === 'History')
        await panel
          .getByText(/\d\d:\d\d:\d\d New York$/)
          .first()
          .waitFor();
      if (tab === 'Settings') expect(await leftEdges(panel.locator('dd'))).toHaveLength(1);
    }
  });
});
