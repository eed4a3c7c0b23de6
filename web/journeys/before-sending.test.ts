/** What the composer says and does before a post goes out. */
import { allNetworks } from '@belfry/networks/index.ts';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** The sandbox, which says how many posts it allows. */
const networks = allNetworks.map((network) =>
  network.rules.platform !== 'sandbox'
    ? network
    : {
        ...network,
        quota: async () => [
          {
            name: 'posts in 24 hours' as const,
            used: 22,
            most: 25,
            scope: 'channel' as const,
            resetsAt: null,
          },
        ],
      },
);

/** As long as a busy machine may need. */

describe.skipIf(!hasChromium)('before a post goes out', async () => {
  const journey = await openJourney({ networks });
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connectSandbox(service, 'tower');
  const read = async (id: number) => (await service.call('getPost', { params: { id } })).data;
  const schedule = async (content: string, scheduled_at = '2031-12-11T08:00:00Z') =>
    (
      await service.call('createPost', {
        body: { status: 'scheduled', scheduled_at, content, targets: [{ channel_id: channel.id }] },
      })
    ).data;
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });

  test('says that the same text goes out within a day, and how many posts are left', async () => {
    const other = await schedule('The bells ring at nine');
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/write?at=2031-12-11T18%3A00%3A00Z');
    await page.getByText('Sandbox: 3 of 25 left today').waitFor();
    await textOf(page).fill('The bells ring at nine');
    await page.getByText('The same text is planned for @tower on').waitFor();
    const link = page.getByRole('link', { name: 'Open the post' });
    expect(await link.getAttribute('href')).toBe(`/posts/${other.id}`);
    await textOf(page).fill('The bells ring at ten');
    await page.getByText('The same text is planned for @tower on').waitFor({ state: 'detached' });
    // A post is no repetition of itself.
    await page.goto(`/write/${other.id}`);
    const answer = page.waitForResponse(/\/posts\/validate$/);
    await textOf(page).waitFor();
    await answer;
    await page.getByText('Sandbox: 3 of 25 left today').waitFor();
    expect(await page.getByText('The same text').count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('says so of a post for the next free slot, and of one that is out', async () => {
    const queued = await connectSandbox(service, 'queue');
    await service.call('updateChannel', { params: queued, body: { posting_times: ['09:00', '17:00'] } });
    const targets = [{ channel_id: queued.id }];
    const body = { status: 'scheduled', content: 'The bells ring twice', targets } as const;
    await service.call('createPost', { body: { ...body, queue: true } });
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write?channel=${queued.id}`);
    await textOf(page).fill('The bells ring twice');
    await page.getByRole('button', { name: /^Next free slot/ }).click();
    await page.getByText('The same text is planned for @queue on').waitFor();

    await service.call('createPost', { body: { ...body, content: 'Out', publish_in: 10 } });
    await journey.advance('20 seconds');
    await service.publishDue();
    await textOf(page).fill('Out');
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByText('The same text was published to @queue on').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('makes a draft of a scheduled post, keeps unsent changes, and undoes it', async () => {
    const { id } = await schedule('Planned too early');
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Back to draft' }).click();
    await page.getByRole('heading', { name: 'Draft' }).waitFor();
    expect(await read(id)).toMatchObject({ status: 'draft', scheduled_at: null });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    expect(await read(id)).toMatchObject({
      status: 'scheduled',
      scheduled_at: '2031-12-11T08:00:00.000000Z',
    });

    await textOf(page).fill('Planned too early, and changed');
    await page
      .getByText(/Your changes are not live/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Back to draft' }).click();
    await expect.poll(async () => (await read(id)).content).toBe('Planned too early, and changed');
    // The undo would send out what was changed since.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('This post was changed meanwhile, so nothing was done.').waitFor();
    expect(await read(id)).toMatchObject({ status: 'draft' });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('two people change one post, and neither text is lost', async () => {
    const { id } = (
      await service.call('createPost', {
        body: { status: 'draft', content: 'Begun', targets: [{ channel_id: channel.id }] },
      })
    ).data;
    const [ada, bob] = [await journey.enter(), await journey.enter('admin')];
    await ada.page.goto(`/write/${id}`);
    await bob.page.goto(`/write/${id}`);
    await textOf(ada.page).waitFor();
    await textOf(bob.page).fill('What Bob wrote');
    await expect.poll(async () => (await read(id)).content).toBe('What Bob wrote');
    await textOf(ada.page).fill('What Ada wrote');
    await ada.page
      .getByRole('alert')
      .getByText(/^.+ changed this at \d\d:\d\d\.$/)
      .waitFor();
    expect((await read(id)).content).toBe('What Bob wrote');
    expect(await textOf(ada.page).inputValue()).toBe('What Ada wrote');

    await ada.page.getByRole('button', { name: 'Compare' }).click();
    const sides = ada.page.getByRole('dialog').getByRole('region');
    await sides.filter({ hasText: 'What Bob wrote' }).waitFor();
    await sides.filter({ hasText: 'What Ada wrote' }).getByRole('button').click();
    await expect.poll(async () => (await read(id)).content).toBe('What Ada wrote');

    // The other person learns of it as soon as they go on.
    await textOf(bob.page).pressSequentially(', and more');
    await bob.page.getByRole('button', { name: 'Compare' }).click();
    const theirs = bob.page.getByRole('dialog').getByRole('region').filter({ hasText: 'What Ada wrote' });
    await theirs.getByRole('button', { name: 'Take only this text' }).click();
    await expect.poll(() => textOf(bob.page).inputValue()).toBe('What Ada wrote');
    for (const { foreign, errors } of [ada, bob]) expect([foreign, errors]).toEqual([[], []]);
  });

  test('keeps the bar with its button above the keyboard of a phone', async () => {
    const { page, foreign, errors } = await journey.enter(undefined, {
      viewport: { width: 320, height: 640 },
    });
    await page.goto('/write');
    await textOf(page).fill('The bells ring at nine. '.repeat(60));
    const bottom = async () => {
      const box = await page.getByRole('button', { name: 'Schedule …' }).boundingBox();
      return box === null ? undefined : Math.round(box.y + box.height);
    };
    expect(await bottom()).toBeLessThanOrEqual(640 - 52);
    // Chromium shows no keyboard here: what it says about one is set.
    await page.evaluate(`
      Object.defineProperty(visualViewport, 'height', { get: () => 360 });
      visualViewport.dispatchEvent(new Event('resize'));
    `);
    // The button, and the space below it in the bar.
    await expect.poll(bottom).toBe(360 - 8);
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
