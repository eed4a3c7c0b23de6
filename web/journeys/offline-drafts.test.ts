import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createPost } from '../../server/test/support/posts.ts';
import { hasChromium, openJourney } from './journey.ts';

/** What the browser keeps of a draft that nobody has opened. */
const HAS_DRAFT = (id: number) => `(async () => {
  const database = await new Promise((resolve) => {
    const request = indexedDB.open('belfry-seen');
    request.onsuccess = () => resolve(request.result);
  });
  const request = database.transaction('answers').objectStore('answers').getAllKeys();
  await new Promise((resolve) => (request.onsuccess = resolve));
  database.close();
  return request.result.some((key) => key.endsWith('/posts/${id}'));
})()`;

describe.skipIf(!hasChromium)('drafts without a connection', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const { id } = await createPost(service, { status: 'draft', content: 'An idea', targets: [] });
  afterAll(() => journey.close());

  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  const listDrafts = async (page: Page) => {
    const texts = await page.getByRole('main').getByRole('listitem').allTextContents();
    return texts.map((text) => text.trim()).toSorted();
  };
  const openDrafts = async (page: Page) => {
    await page.getByRole('link', { name: /^Drafts/ }).click();
    await page.getByRole('heading', { name: 'Drafts' }).waitFor();
  };

  test('open on a phone that has not shown them before, with what was typed since', async () => {
    const options = { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } } as const;
    const { page, foreign, errors } = await journey.enter('owner', options);
    await page.goto('/');
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.getByRole('link', { name: /^Drafts/ }).waitFor();
    await expect.poll(() => page.evaluate(HAS_DRAFT(id))).toBe(true);
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('Offline').waitFor();

    await openDrafts(page);
    await page.getByRole('link', { name: /An idea/ }).click();
    await textOf(page).fill('An idea from the tunnel');
    await page.getByText('Only on this device').waitFor();
    await page.getByRole('link', { name: 'New post' }).first().click();
    await textOf(page).fill('A new post from the tunnel');
    await openDrafts(page);
    await expect
      .poll(() => listDrafts(page))
      .toEqual([
        expect.stringMatching(/^A new post from the tunnel.*Only on this device/),
        expect.stringMatching(/^An idea from the tunnel.*Only on this device/),
      ]);
    // Another new post begins empty, also beside the one before.
    await page.getByRole('link', { name: 'New post' }).first().click();
    await expect.poll(() => textOf(page).inputValue()).toBe('');
    await textOf(page).fill('A third post from the tunnel');
    await page.getByText('Only on this device').waitFor();
    await page.getByRole('link', { name: 'New post' }).first().click();
    await expect.poll(() => textOf(page).inputValue()).toBe('');
    await page.getByText('A text from').waitFor();
    await textOf(page).fill('Another post from the tunnel');
    await openDrafts(page);
    await expect.poll(async () => (await listDrafts(page)).length).toBe(4);
    // Loaded again, another page has them.
    await page.reload();
    await page.getByRole('link', { name: /A new post from the tunnel/ }).click();
    await expect.poll(() => textOf(page).inputValue()).toBe('A new post from the tunnel');
    await openDrafts(page);
    await page.context().setOffline(false);
    await expect
      .poll(() => listDrafts(page))
      .toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/tunnel.*changed/)));
    const { data } = await service.call('listPosts', { query: { status: 'draft' } });
    expect(data.map(({ content }) => content).toSorted()).toEqual([
      'A new post from the tunnel',
      'A third post from the tunnel',
      'An idea from the tunnel',
      'Another post from the tunnel',
    ]);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
