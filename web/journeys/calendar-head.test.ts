/** The head of the calendar and the bar of a phone: what they name, what they lead to, and that nothing moves or is cut. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { planOn } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** The words that are seen in the bar, and whether none of their letters is cut. */
const measureWords = `[...document.querySelectorAll('nav :is(a, button)')]
  .filter((one) => one.checkVisibility())
  .map((one) => one.querySelector('[class*=name]'))
  .map((word) => ({
    text: word?.textContent,
    isWhole: word !== null && word.clientWidth > 10 && word.scrollWidth <= word.clientWidth,
  }))`;

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('the head of the calendar', async () => {
  const journey = await openJourney({ workspace: { time_zone: 'Europe/Berlin' } });
  const { service } = journey;
  const plan = planOn(service, await connectSandbox(service, 'tower'));
  afterAll(() => journey.close());

  /** Where an element ends. */
  const ends = async (page: Page, text: string) => {
    const { x, width } = (await page.getByText(text).boundingBox()) ?? { x: 0, width: Infinity };
    return x + width;
  };

  test('is as high in each view, also where words are long', async () => {
    const viewport = { width: 768, height: 900 };
    const { page, foreign, errors } = await journey.enter(undefined, { locale: 'de-DE', viewport });
    await page.goto('/?view=month&day=2027-09-23');
    const heights = new Set<number | undefined>();
    for (const name of ['Monat', 'Woche', 'Tag', 'Liste']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
      for (const part of ['header', 'search'])
        heights.add((await page.locator(`main > ${part}`).boundingBox())?.height);
    }
    expect(heights.size).toBe(2);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('leads to any day, and a phone shows the zone and that there are more filters', async () => {
    await plan('In spring', '2027-03-10T08:00:00Z');
    const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
    const { page, foreign, errors } = await journey.enter(undefined, phone);
    await page.goto('/');
    expect(await ends(page, 'Europe/Berlin, UTC+1')).toBeLessThanOrEqual(320);
    await page.getByRole('heading', { name: 'January 2027' }).getByRole('button').tap();
    const month = page.getByRole('dialog', { name: 'Choose a day' });
    for (const _ of ['February', 'March']) await month.getByRole('button', { name: 'Next month' }).tap();
    await month.getByRole('button', { name: 'Wednesday 10 March, 1 post' }).tap();
    await month.waitFor({ state: 'detached' });
    await page
      .getByRole('heading', { name: 'March 2027' })
      .getByRole('button')
      .and(page.locator(':focus'))
      .waitFor();
    await page.getByRole('link', { name: 'In spring' }).waitFor();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('search')).maskImage`)).toContain(
      'linear-gradient',
    );
    await page.evaluate(`document.querySelector('search').scrollTo({ left: 1000 })`);
    // The last one lies before the part that fades.
    await expect.poll(() => ends(page, 'Label')).toBeLessThanOrEqual(280);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test.each(['en-GB', 'de-DE'])(
    'the bar of a phone has whole words, and counts at their marks (%s)',
    async (locale) => {
      await service.call('createPost', { body: { status: 'draft', content: 'An idea', targets: [] } });
      const { page, settled, foreign, errors } = await journey.enter(undefined, {
        locale,
        viewport: { width: 320, height: 640 },
      });
      await page.goto('/');
      await settled();
      const bar = page.getByRole('navigation');
      const words = (await page.evaluate(measureWords)) as { text: string; isWhole: boolean }[];
      expect(words.filter(({ isWhole }) => !isWhole)).toEqual([]);
      expect(words.map(({ text }) => text)).toEqual(
        locale === 'de-DE'
          ? ['Neu', 'Kalender', 'Entwürfe', 'Zu tun', 'Mehr']
          : ['New post', 'Calendar', 'Drafts', 'Needs you', 'More'],
      );
      const drafts = bar.getByRole('link', { name: locale === 'de-DE' ? 'Entwürfe' : 'Drafts' });
      const [mark, count] = await Promise.all(
        ['svg', '[class*=count]'].map((part) => drafts.locator(part).boundingBox()),
      );
      // It stands at the corner of its mark, and covers nothing of it.
      const edge = (mark?.x ?? 0) + (mark?.width ?? 0);
      expect(count?.x).toBeGreaterThanOrEqual(edge);
      expect(count?.x).toBeLessThan(edge + 4);
      expect((count?.y ?? 0) + (count?.height ?? 0)).toBeGreaterThan(mark?.y ?? 0);
      expect([foreign, errors]).toEqual([[], []]);
    },
  );

  test('the present hour begins a post at its next quarter, and free slots are named', async () => {
    await journey.advance('27 minutes');
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=day');
    const link = page.getByRole('link', { name: 'New post at Fri 15 Jan, 13:30' });
    expect(await link.getAttribute('href')).toBe('/write?at=2027-01-15T12%3A30%3A00Z');
    await page.getByText('1 free', { exact: true }).first().waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('says of several channels in one line that they must be connected again', async () => {
    const channels = [await connectSandbox(service, 'market'), await connectSandbox(service, 'harbour')];
    const ids = channels.map(({ id }) => id);
    await service.db.rows('update channels set needs_reconnect = true where id = any ($1)', [ids]);
    const { page, settled, foreign, errors } = await journey.enter(undefined, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto('/');
    const note = page.getByText('2 channels must be connected again.');
    await note.waitFor();
    await settled();
    expect((await note.boundingBox())?.height).toBeLessThan(60);
    expect(await page.getByRole('link', { name: 'Connect again' }).count()).toBe(0);
    await note.getByRole('link', { name: 'Show them' }).click();
    await page.waitForURL('**/channels');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('the first steps of a newcomer move nothing on a phone', async () => {
    await service.db.rows('update channels set last_published_at = created_at, needs_reconnect = false');
    const { page, settled, foreign, errors } = await journey.enter(undefined, {
      viewport: { width: 390, height: 844 },
    });
    const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/members*', async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.goto('/');
    const steps = page.getByRole('region', { name: 'What comes next' });
    const today = page.getByRole('heading', { name: 'Friday 15 January' });
    await steps.getByRole('heading', { name: 'Set posting times' }).waitFor();
    const before = await today.boundingBox();
    answer();
    await steps.getByRole('heading', { name: 'Invite people' }).waitFor();
    await settled();
    expect(await today.boundingBox()).toEqual(before);
    expect((await steps.boundingBox())?.y).toBeGreaterThan(before?.y ?? Infinity);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
