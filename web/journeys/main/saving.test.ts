/** A draft is saved while its author types, however slowly the service answers, and whichever tab closes. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, getPost, scheduledFor } from '../../../server/test/support/posts.ts';
import { connectSandbox } from '../../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, stopAnswering } from '../journey.ts';

describe.skipIf(!hasChromium)('saving a draft', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service);
  afterAll(() => journey.close());

  test('does not conflict with itself, whatever was typed before the first answer', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/write');
    const isAsked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    await page.route('**/api/public/v1/posts', async (route) => {
      isAsked.resolve();
      await mayAnswer.promise;
      await route.continue();
    });
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.pressSequentially('T');
    await isAsked.promise;
    for (const letter of 'he bells ring') await text.pressSequentially(letter);
    mayAnswer.resolve();
    await page.waitForURL(/write\/\d+$/);
    await page.getByText('Saved').waitFor();
    await settled();
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect((await service.call('getPost', { params: { id } })).data.content).toBe('The bells ring');
    expect([foreign, errors]).toEqual([[], []]);
  });

  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  const conflictOf = (page: Page) => page.getByText('This was changed elsewhere');
  const writeDraft = async (content: string) =>
    (await createPost(service, { status: 'draft', content, targets: [] })).id;

  async function openTab(beside: Page, path: string): Promise<Page> {
    const page = await beside.context().newPage();
    await page.goto(path);
    return page;
  }

  test('asks before one tab overwrites another, also after both were closed', async () => {
    const id = await writeDraft('A bell');
    const { page: first, foreign, errors } = await journey.enter();
    await first.goto(`/write/${id}`);
    const second = await openTab(first, `/write/${id}`);
    await textOf(second).waitFor();
    await textOf(first).fill('First tab wrote a long and good text.');
    await expect.poll(async () => (await getPost(service, { id })).content).toMatch(/^First/);
    await textOf(second).fill('Second tab.');
    await conflictOf(second).waitFor();

    // A change to the text does not answer the question.
    const third = await openTab(first, '/attention');
    await Promise.all([first.close(), second.close()]);
    await third.goto(`/write/${id}`);
    await conflictOf(third).waitFor();
    await textOf(third).fill('Second tab!');
    await third.goto('/');
    const fourth = await openTab(third, `/write/${id}`);
    await third.close();
    await conflictOf(fourth).waitFor();
    expect(await textOf(fourth).inputValue()).toBe('Second tab!');
    expect((await getPost(service, { id })).content).toMatch(/^First/);

    await fourth.getByRole('button', { name: 'Compare' }).click();
    const mine = fourth.getByRole('region', { name: 'Yours, on this page' });
    await mine.getByRole('button', { name: 'Take this version' }).click();
    await expect.poll(async () => (await getPost(service, { id })).content).toBe('Second tab!');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('forgets what a closed tab kept as soon as another tab has saved it', async () => {
    const id = await writeDraft('A bell');
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${id}`);
    await textOf(page).fill('Typed before the tab closed');
    const next = await openTab(page, '/attention');
    await page.close();
    await next.goto(`/write/${id}`);
    await expect.poll(() => textOf(next).inputValue()).toBe('Typed before the tab closed');
    await expect.poll(async () => (await getPost(service, { id })).content).toMatch(/^Typed/);
    await textOf(next).fill('The finished text');
    await expect.poll(async () => (await getPost(service, { id })).content).toBe('The finished text');
    await next.getByText('Saved').waitFor();
    const last = await openTab(next, `/write/${id}`);
    await next.close();
    await textOf(last).waitFor();
    expect(await textOf(last).inputValue()).toBe('The finished text');
    expect(await conflictOf(last).count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('asks before changes of a planned post overwrite those of another tab', async () => {
    const at = '2027-01-20T09:00:00Z';
    const { id } = await createPost(service, scheduledFor([channel], { scheduled_at: at }));
    const { page: first, foreign, errors } = await journey.enter();
    await first.goto(`/write/${id}`);
    const second = await openTab(first, `/write/${id}`);
    await textOf(second).waitFor();
    await textOf(first).fill('Of the first tab');
    await first.getByText('Your changes are not live').waitFor();
    await textOf(first).fill('Of the first tab, and longer');
    await textOf(second).fill('Of the second tab');
    await conflictOf(second).waitFor();
    await second.getByRole('button', { name: 'Compare' }).click();
    const theirs = second.getByRole('region', { name: 'The other one' });
    await theirs.getByText('Of the first tab').waitFor();
    await theirs.getByRole('button', { name: 'Take this version' }).click();
    await second.getByText('Your changes are not live').waitFor();
    expect(await textOf(second).inputValue()).toMatch(/^Of the first tab/);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('goes on from a post that was scheduled, although the answer was lost', async () => {
    const { id } = await createPost(service, {
      status: 'draft',
      content: 'Scheduled in a tunnel',
      scheduled_at: '2031-12-12T09:00:00Z',
      targets: [{ channel_id: channel.id }],
    });
    const { page, settled, foreign } = await journey.enter();
    await page.goto(`/write/${id}`);
    await settled();
    const act = page.getByRole('button', { name: /^Schedule for/ });
    await act.waitFor();
    await page.route(`**/posts/${id}`, async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    });
    await act.click();
    await page.getByRole('status').getByText('Offline').waitFor();
    await page.getByText('Belfry does not answer.').waitFor();
    expect((await getPost(service, { id })).status).toBe('scheduled');
    await textOf(page).fill('Scheduled in a tunnel, and longer');
    await stopAnswering(page);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    await page.getByText('Your changes are not live').waitFor();
    expect(await conflictOf(page).count()).toBe(0);
    expect((await getPost(service, { id })).content).toBe('Scheduled in a tunnel');
    expect(foreign).toEqual([]);
  });

  test('schedules no second post beside a draft whose answer was lost', async () => {
    const { page, foreign } = await journey.enter();
    await page.goto(`/write?channel=${channel.id}&at=2031-12-13T09:00:00Z`);
    let tries = 0;
    await page.route('**/api/public/v1/posts', async (route) => {
      if (!route.request().postData()?.includes('"draft"')) return route.continue();
      tries += 1;
      if (tries % 2 === 0)
        return route.fulfill({ status: 504, json: { code: 'needsConnection', message: '' } });
      await route.fetch();
      await route.abort();
    });
    await textOf(page).fill('Written once in a tunnel');
    await page.getByText('Only on this device').waitFor();
    const act = page.getByRole('button', { name: /^Schedule for/ });
    await act.click();
    await page.locator('footer').getByText('Belfry does not answer.').waitFor();
    await stopAnswering(page);
    await act.click();
    await page.waitForURL(/posts\/\d+$/);
    const { data } = await service.call('listPosts', { query: { q: 'Written once' } });
    expect(data.map(({ status }) => status)).toEqual(['scheduled']);
    expect(foreign).toEqual([]);
  });

  test('begins a new post after one that could not be read', async () => {
    const id = await writeDraft('A bell');
    const { page, foreign } = await journey.enter();
    await page.route(`**/posts/${id}`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`/write/${id}`);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('link', { name: 'New post' }).first().click();
    await textOf(page).waitFor();
    expect(foreign).toEqual([]);
  });

  test('saves what was typed for a deleted draft as another one', async () => {
    const id = await writeDraft('A bell');
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${id}`);
    // Nothing that this tab saves arrives, however long the next one takes to open.
    await page.route('**/posts/**', (route) => {
      if (route.request().method() === 'GET') void route.fallback();
    });
    await textOf(page).fill('Typed before it was deleted');
    const next = await openTab(page, '/attention');
    await page.close();
    await service.call('deletePost', { params: { id } });
    await next.goto(`/write/${id}`);
    await next.getByText('There is no such post any more').waitFor();
    // The list that is read on the way to the drafts is of before the text is saved.
    const countDrafts = async () =>
      (await service.call('listPosts', { query: { status: 'draft' } })).data.length;
    const before = await countDrafts();
    await next.route(
      /\/posts\?/,
      async (route) => {
        const response = await route.fetch();
        await expect.poll(countDrafts).toBe(before + 1);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await next.getByRole('link', { name: /^Drafts/ }).click();
    await next.getByText('A text that only this device had is saved now.').waitFor();
    await next.getByRole('main').getByText('Typed before it was deleted').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('says at once that a post is gone or out, and keeps what was typed since', async () => {
    const { page, foreign, errors } = await journey.enter();
    const id = await writeDraft('A bell');
    await page.goto(`/write/${id}`);
    await textOf(page).waitFor();
    await service.call('deletePost', { params: { id } });
    await textOf(page).fill('Typed after it was deleted');
    await page.getByText('There is no such post any more').waitFor();
    await page.getByRole('link', { name: 'Open what you typed' }).click();
    await page.waitForURL((url) => /write\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
    expect(await textOf(page).inputValue()).toBe('Typed after it was deleted');

    const at = await service.clock.in('10 minutes');
    const post = await createPost(service, scheduledFor([channel], { scheduled_at: at }));
    await page.goto(`/write/${post.id}`);
    await textOf(page).waitFor();
    await journey.advance('11 minutes');
    await service.publishDue();
    await textOf(page).fill('Typed after it was published');
    await page.getByText('Published posts cannot be edited from here.').waitFor();
    expect(await page.getByText('does not answer').count()).toBe(0);
    await page.getByRole('link', { name: 'Open what you typed' }).click();
    await expect.poll(() => textOf(page).inputValue()).toBe('Typed after it was published');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
