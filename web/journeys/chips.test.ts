/** Posts in the calendar at every width: what has no room is counted, never cut. Channels have the names that people gave. */
import { afterAll, describe, expect, test } from 'vitest';
import { openEveryNetwork } from '../../server/test/support/every-network.ts';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';
import { fillWeek } from './sample-week.ts';

/** Per chip: what stands outside of it or is cut, and how many characters of its text there is room for. */
const measure = `[...document.querySelectorAll('main [data-post]')].filter((chip) => !chip.closest('aside')).map((chip) => {
  const edge = chip.getBoundingClientRect();
  const seen = [...chip.querySelectorAll('a *')].filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none');
  const isCut = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const isBeyond = left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1;
    return isBeyond || (!one.matches('[dir], [data-minutes]') && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
  };
  const text = chip.querySelector('[dir]');
  const networks = chip.querySelector('[data-look]:not([data-labels])');
  const marks = [...networks.children].filter((one) => one.checkVisibility()).length;
  const counted = Number(getComputedStyle(networks, '::after').content.match(/[+](\\d+)/)?.[1] ?? 0);
  return {
    cut: seen.filter(isCut).map((one) => one.outerHTML.slice(0, 80)),
    networks: networks.checkVisibility() ? marks + counted : undefined,
    time: text.parentElement.children[1].getClientRects().length,
    text: text.clientWidth / parseFloat(getComputedStyle(text).fontSize),
  };
})`;

interface Measured {
  cut: string[];
  networks?: number;
  time: number;
  text: number;
}

describe.skipIf(!hasChromium)('chips', async () => {
  const every = await openEveryNetwork();
  const journey = await openJourney({ ...every.options, workspace: { time_zone: 'Europe/Berlin' } });
  const { service } = journey;
  every.follow(service);
  const { failed, published, draft } = await fillWeek(service, every);
  afterAll(async () => {
    await journey.close();
    await every.close();
  });

  test.each([768, 1024, 1440])('show every network or count it, at %d px', async (width) => {
    const { page, settled, foreign, errors } = await journey.enter(undefined, {
      viewport: { width, height: 900 },
    });
    for (const view of ['week', 'month']) {
      await page.goto(`/?view=${view}&day=2027-01-20`);
      await page
        .getByRole('link', { name: /Grüße vom Turm/ })
        .first()
        .waitFor();
      if (width === 1440) await page.getByRole('complementary', { name: 'Drafts' }).waitFor();
      await settled();
      const chips = (await page.evaluate(measure)) as Measured[];
      expect(chips.length).toBeGreaterThan(10);
      expect(chips.flatMap(({ cut }) => cut)).toEqual([]);
      expect(chips.every(({ time }) => time === 1)).toBe(true);
      // A post has up to three networks here. A month of 768 px names none.
      const most = Math.max(...chips.map(({ networks = 3 }) => networks));
      expect(most).toBe(3);
      // In widths of a capital: some eleven characters beside the time of a whole hour.
      expect(Math.min(...chips.map(({ text }) => text))).toBeGreaterThan(4.2);
    }
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('tell accounts of one network apart', async () => {
    const channels = [await connectSandbox(service, 'ropes'), await connectSandbox(service, 'wheels')];
    await createPost(
      service,
      scheduledFor(channels, { content: 'Two', scheduled_at: '2027-02-10T11:00:00Z' }),
    );
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=month&day=2027-02-10');
    const seen = `getComputedStyle(document.querySelector('[title="ropes, wheels"] [data-times]'), '::after').content`;
    for (const view of ['Month', 'Week', 'List']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await page.getByRole('button', { name: view, exact: true, pressed: true }).waitFor();
      await page
        .getByRole('link', { name: 'Two Scheduled, ropes and wheels' })
        .getByTitle('ropes, wheels')
        .waitFor();
      expect(await page.evaluate(seen)).toContain('×2');
    }
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('channels have the names that people gave them, on every screen', async () => {
    const { page, foreign, errors } = await journey.enter();
    const market = failed.targets[0]?.channel_id ?? 0;
    await service.call('updateChannel', { params: { id: market }, body: { display_name: 'Stalls' } });
    await page.goto('/?view=week&day=2027-01-20');
    await page
      .getByRole('link', { name: /Tower tours/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Channels' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Tower tours' }).waitFor();
    await page.goto(`/posts/${published.id}`);
    await page.getByRole('article', { name: 'Tower of Bells' }).waitFor();
    await page.goto('/attention');
    await page.getByRole('heading', { name: /Stalls/ }).waitFor();
    await page.goto(`/write/${draft.id}`);
    await page.getByRole('button', { name: 'Bluesky Tower' }).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });
});
