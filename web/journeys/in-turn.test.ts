import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { planOn } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, said } from './journey.ts';

describe.skipIf(!hasChromium)('acts that follow quickly', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const plan = planOn(service, await connectSandbox(service));
  afterAll(() => journey.close());

  const chip = (page: Page, text: string) => page.getByRole('link', { name: text });
  const dayOf = async ({ id }: { id: number }) =>
    (await service.call('getPost', { params: { id } })).data.scheduled_at?.slice(0, 10);
  const isDeleted = async ({ id }: { id: number }) =>
    (await service.call('getPost', { params: { id } })).status === 404;

  test('posts that were moved move again and are deleted before they are read again', async () => {
    const posts = [
      await plan('Market one', '2027-02-22T08:00:00Z'),
      await plan('Market two', '2027-02-23T08:00:00Z'),
    ];
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-02-22');
    for (const name of ['Market one', 'Market two']) {
      await chip(page, name).focus();
      await page.keyboard.press('x');
    }
    await settled();
    // From now on the page shows the versions of before.
    await page.route('**/api/v1/calendar?*', () => undefined);
    const bar = page.getByRole('region', { name: 'Selected posts' });
    const later = bar.getByRole('button', { name: 'A day later' });
    await later.click();
    await later.click();
    await expect.poll(() => Promise.all(posts.map(dayOf))).toEqual(['2027-02-24', '2027-02-25']);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await said(page, '2 posts deleted.');
    expect(await Promise.all(posts.map(isDeleted))).toEqual([true, true]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('the key that undoes waits for the act before it', async () => {
    const posts = [
      await plan('Choir one', '2027-03-01T08:00:00Z'),
      await plan('Choir two', '2027-03-02T08:00:00Z'),
    ];
    const { page, foreign, errors } = await journey.enter();
    const [done, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/api/public/v1/posts/${posts[1]?.id}`, async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      const response = await route.fetch();
      done.resolve();
      await told.promise;
      return route.fulfill({ response });
    });
    await page.goto('/?view=week&day=2027-03-01');
    await chip(page, 'Choir one').focus();
    await page.keyboard.press('Delete');
    await said(page, 'Deleted.');
    await chip(page, 'Choir two').focus();
    await page.keyboard.press('Delete');
    await done.promise;
    await page.keyboard.press('u');
    told.resolve();
    await chip(page, 'Choir two').waitFor();
    await expect.poll(() => Promise.all(posts.map(isDeleted))).toEqual([true, false]);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
