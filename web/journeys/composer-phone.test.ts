/** Writing on a phone: 390 px, and fingers. */
import { afterAll, describe, expect, test } from 'vitest';
import { noise } from '../../server/test/support/images.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { hasChromium, openJourney } from './journey.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.skipIf(!hasChromium)('the composer on a phone', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const id = await insertOne(
    service,
    `insert into channels (workspace_id, platform, account_id, name, username)
     values ($1, 'sandbox', 'ada', 'Ada', 'ada') returning id`,
    [service.workspaceId],
  );
  await service.call('updateChannel', { params: { id }, body: { posting_times: ['17:00'] } });

  test('names the next free time in one button, whose sheet has all the ways to say when', async () => {
    const { page, foreign, errors } = await journey.enter(undefined, PHONE);
    await page.goto('/write');
    await page.getByRole('textbox', { name: 'Text' }).fill('The bells ring at nine.');
    const when = page.getByRole('group', { name: 'When' });
    const only = when.getByRole('button');
    await page.getByRole('button', { name: /^Next: .+17:00$/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Choose a time' });
    await sheet.getByLabel('Day and time').waitFor();
    await sheet.getByRole('button', { name: 'Now' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => only.allInnerTexts()).toEqual(['In 10 seconds']);
    await page.getByRole('button', { name: 'Publish now' }).waitFor();

    await only.click();
    await sheet.getByRole('button', { name: /^Next free slot: .+17:00$/ }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => only.allInnerTexts()).toEqual([expect.stringMatching(/17:00$/)]);
    const act = page.getByRole('button', { name: 'Schedule', exact: true });
    await act.waitFor();
    // Both are wholly on the screen.
    for (const button of [only, act]) {
      const { x = -1, width = 999 } = (await button.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
    }
    await act.click();
    await page.waitForURL(/\/posts\/\d+$/);
    const post = Number(page.url().split('/').at(-1));
    expect((await service.call('getPost', { params: { id: post } })).data.scheduled_at).toMatch(/T17:00/);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('has one menu over each picture, and a long alt text scrolls in its tile', async () => {
    const { page, foreign, errors } = await journey.enter(undefined, PHONE);
    await page.goto('/write');
    const buffer = await noise().png().toBuffer();
    const files = ['bell.png', 'tower.png'].map((name) => ({ name, mimeType: 'image/png', buffer }));
    await page.locator('input[type="file"]:not([capture])').setInputFiles(files);
    const alts = page.getByLabel(/^Alt text of/);
    await alts.nth(1).waitFor();
    await page.getByLabel('Alt text of bell.png').fill('A bell in the tower of the old town. '.repeat(25));
    await page.getByLabel('Alt text of bell.png').blur();
    const tile = page.getByRole('listitem').filter({ has: page.getByLabel('Alt text of bell.png') });
    expect(await tile.getByRole('button').count()).toBe(1);
    expect((await tile.boundingBox())?.height).toBeLessThan(260);

    await tile.getByRole('button', { name: 'What to do with bell.png' }).click();
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: 'Remove' }).waitFor();
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Crop and rotate',
      'Move back',
      'Remove',
    ]);
    await menu.getByRole('menuitem', { name: 'Move back' }).click();
    await page.getByText('bell.png is now 2 of 2.').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });
});
