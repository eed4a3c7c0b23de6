/** What a calendar shows beside its posts: other clocks, free slots, and what happens while somebody looks. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { sealAll } from '../../server/test/support/events.ts';
import { planOn } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('a calendar', async () => {
  const journey = await openJourney({ workspace: { time_zone: 'Europe/Berlin' } });
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  afterAll(() => journey.close());

  const plan = planOn(service, channel);

  test('shows the hours by the clock of a person in another zone, and keeps that', async () => {
    await plan('Nine in Berlin', '2027-01-18T08:00:00Z');
    const { page, foreign, errors } = await journey.enter(undefined, { timezoneId: 'America/New_York' });
    await page.goto('/?view=week&day=2027-01-18');
    const own = page.getByRole('button', { name: 'Your time' });
    expect(await page.getByText('03:00', { exact: true }).count()).toBe(0);
    await own.click();
    await page.getByText('03:00', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('03:00', { exact: true }).waitFor();
    // Berlin changes its clocks on the Sunday of this week, two weeks after New York.
    await page.goto('/?view=week&day=2027-03-22');
    await page.getByText('→ 03:00', { exact: true }).waitFor();
    await page.goto('/?view=month&day=2027-01-18');
    await page.getByRole('grid').waitFor();
    expect(await own.count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('offers no second clock where both show the same time', async () => {
    const { page, foreign, errors } = await journey.enter(undefined, { timezoneId: 'Europe/Paris' });
    await page.goto('/?view=week&day=2027-01-18');
    await page.getByText('Nine in Berlin').waitFor();
    expect(await page.getByRole('button', { name: 'Your time' }).count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('counts the free slots of an hour, until one channel shows its own', async () => {
    for (const { id } of [channel, await connectSandbox(service, 'ada')]) {
      await service.call('updateChannel', { params: { id }, body: { posting_times: ['09:00'] } });
    }
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-01-25');
    await page.getByRole('img', { name: '7 free slots' }).waitFor();
    await page.goto(`/?view=week&day=2027-01-25&channel=${channel.id}`);
    await page.getByRole('link', { name: 'New post in the free slot at 09:00' }).first().waitFor();
    expect(await page.getByRole('img', { name: 'free slots' }).count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('marks a post with comments that the person has not read', async () => {
    const post = await plan('Somebody asks', '2027-02-03T08:00:00Z');
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=month&day=2027-02-03');
    const chip = page.getByRole('link', { name: 'Somebody asks' });
    await chip.waitFor();
    const bob = await service.as('editor');
    await bob.call('createComment', { params: { id: post.id }, body: { text: 'Is this the right day?' } });
    await sealAll(service.db);
    await page.getByRole('link', { name: /Somebody asks.*1 unread comment/ }).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('swings the mark of a post that goes out while somebody looks, unless less motion is wanted', async () => {
    await plan('Noon strikes', '2027-01-15T12:05:00Z');
    const lively = await journey.enter();
    const calm = await journey.enter(undefined, { reducedMotion: 'reduce' });
    const all = [lively, calm];
    for (const { page } of all) await watchSwings(page);
    await journey.advance('6 minutes');
    await service.publishDue();
    await sealAll(service.db);
    for (const { page } of all) {
      await page.locator('li[data-state=published] svg[data-state=published]').waitFor();
    }
    expect(await lively.page.evaluate('swings')).toBe(1);
    expect(await calm.page.evaluate('swings')).toBe(0);
    for (const { foreign, errors } of all) expect([foreign, errors]).toEqual([[], []]);
  });

  async function watchSwings(page: Page): Promise<void> {
    await page.goto('/?view=day&day=2027-01-15');
    await page.getByText('Noon strikes').waitFor();
    await page.evaluate(`globalThis.swings = 0;
      addEventListener('animationend', () => { globalThis.swings += 1; });`);
  }
});
