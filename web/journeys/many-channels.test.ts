/** A post for many channels: all that belongs to one of them stays in sight. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createPost } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('a post for many channels', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const channels: Channel[] = [];
  for (let at = 1; at <= 12; at += 1)
    channels.push(await connectSandbox(service, `tower_of_the_market_${at}`));
  const draftFor = (some: readonly Channel[]) =>
    createPost(service, {
      status: 'draft',
      content: 'Bells ring '.repeat(70),
      targets: some.map(({ id }) => ({ channel_id: id })),
    });
  const boxOf = async (one: Locator) => {
    const box = await one.boundingBox();
    return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) };
  };

  test('of three channels no count is cut', async () => {
    const post = await draftFor(channels.slice(0, 3));
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${post.id}`);
    const tabs = page.getByRole('tab', { name: /^Sandbox @tower_of/ });
    await expect.poll(() => tabs.count()).toBe(3);
    const list = await boxOf(page.getByRole('tablist').first());
    for (const tab of await tabs.all()) {
      expect((await boxOf(tab.getByText('770/500'))).right).toBeLessThanOrEqual((await boxOf(tab)).right);
      expect((await boxOf(tab)).right).toBeLessThanOrEqual(list.right + 1);
      await tab.getByRole('img', { name: 'has a problem' }).waitFor();
    }
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('of twelve channels the chosen one comes into sight, and the edge shows that there are more', async () => {
    const post = await draftFor(channels);
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${post.id}`);
    const list = page.getByRole('tablist').first();
    const edge = () =>
      page.evaluate(
        `getComputedStyle(document.querySelector('[role="tablist"]')).getPropertyValue('--after')`,
      );
    await expect.poll(edge).toBe('48px');
    await page.getByRole('tab', { name: 'All' }).focus();
    await page.keyboard.press('ArrowLeft');
    const last = page.getByRole('tab', { name: /^Sandbox @tower_of_the_market_12/, selected: true });
    await expect
      .poll(async () => (await boxOf(last)).right)
      .toBeLessThanOrEqual((await boxOf(list)).right + 1);
    await expect.poll(edge).toBe('0px');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('channels of one network share their settings as long as they are the same', async () => {
    const post = await draftFor(channels);
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${post.id}`);
    await page.locator('summary').filter({ hasText: 'Behaviour' }).click();
    await page
      .getByRole('group', { name: 'Settings for Sandbox' })
      .getByLabel('Behaviour')
      .selectOption('Refuse');
    const all = async () =>
      (await service.call('getPost', { params: { id: post.id } })).data.targets.map(
        ({ settings }) => settings,
      );
    await expect.poll(all).toEqual(channels.map(() => ({ behaviour: 'reject' })));
    await page.getByRole('tab', { name: /market_12/ }).click();
    await page.locator('summary').filter({ hasText: 'Behaviour: Refuse' }).click();
    await page.getByLabel('Behaviour').selectOption('Publish');
    await page.getByRole('tab', { name: 'All' }).click();
    await expect.poll(() => page.locator('summary').filter({ hasText: 'Behaviour' }).count()).toBe(2);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a closed setting tells the chosen value', async () => {
    const [first] = channels;
    const post = await createPost(service, {
      status: 'draft',
      content: 'Bells ring',
      targets: [{ channel_id: first?.id ?? 0, settings: { behaviour: 'reject' } }],
    });
    const { page } = await journey.enter();
    await page.goto(`/write/${post.id}`);
    await page.getByText('Behaviour: Refuse').waitFor();
  });
});
