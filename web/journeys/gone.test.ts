import { afterAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, stopAnswering } from './journey.ts';

describe.skipIf(!hasChromium)('a page of which a part does not load', async () => {
  const journey = await openJourney();
  const channel = await connectSandbox(journey.service);
  afterAll(() => journey.close());

  async function lose(part: string) {
    const person = await journey.enter();
    const { page } = person;
    await page.route(`**/assets/${part}-*.js`, (route) => route.fulfill({ status: 404 }));
    return { ...person, reload: page.getByRole('button', { name: 'Reload' }) };
  }

  test('offers to load it again, and what was typed is there', async () => {
    const { page, reload, foreign } = await lose('palette');
    const mayAnswer = Promise.withResolvers<void>();
    await page.route('**/api/public/v1/posts', async (route) => {
      if (route.request().method() === 'POST') await mayAnswer.promise;
      await route.continue();
    });
    await page.goto('/write');
    const text = page.getByRole('textbox').first();
    await text.fill('The bells of the old town');
    await page.keyboard.press('Control+k');
    await page.getByRole('alert').getByText('What you typed is kept').waitFor();
    // The draft is saved meanwhile, and the address leads to it.
    mayAnswer.resolve();
    await page.waitForURL('**/write/*');
    await stopAnswering(page);
    await reload.click();
    await expect.poll(() => text.inputValue()).toBe('The bells of the old town');
    expect(foreign).toEqual([]);
  });

  test('waits for a part that did not load without a connection, and the rest stays', async () => {
    const { page, foreign } = await journey.enter();
    await page.route('**/assets/preview-*.js', (route) => route.abort());
    await page.route('/', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.continue(),
    );
    await page.goto(`/write?channel=${channel.id}`);
    await page.getByText('Offline: as of').waitFor();
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('The bells of the old town');
    await page.evaluate('window.isTheSamePage = true');
    await stopAnswering(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByText('The bells of the old town').waitFor();
    expect(await text.inputValue()).toBe('The bells of the old town');
    expect(await page.evaluate('window.isTheSamePage')).toBe(true);
    expect(foreign).toEqual([]);
  });

  test('asks twice for parts that did not load while the service answers', async () => {
    const { page, foreign } = await journey.enter();
    const asked = new Set<string>();
    // The preview, and how the network shows posts.
    await page.route('**/assets/preview-*.js', (route) => {
      const url = route.request().url();
      if (asked.has(url)) return route.continue();
      asked.add(url);
      return route.abort();
    });
    await page.goto(`/write?channel=${channel.id}`);
    await page.getByRole('textbox', { name: 'Text' }).fill('The bells of the new town');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByText('The bells of the new town').waitFor();
    expect(asked.size).toBe(2);
    expect(foreign).toEqual([]);
  });

  test('says that there is a new version, once the person looks at it again', async () => {
    const { page, settled, foreign, errors } = await journey.enter(undefined, { serviceWorkers: 'block' });
    const first = page.waitForResponse((answer) => answer.request().method() === 'HEAD');
    await page.goto('/attention');
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    await first;
    await settled();
    await page.route('/', (route) => route.fulfill({ headers: { etag: '"another"' } }));
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('A new version of Belfry is here').waitFor();
    await page.evaluate('window.isTheSamePage = true');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('A new version of Belfry is here').waitFor({ state: 'detached' });
    expect(await page.evaluate('window.isTheSamePage')).toBe(undefined);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('keeps its menu when a place is missing, and never loads itself again unasked', async () => {
    const { page, reload, foreign } = await lose('channels');
    await page.goto('/attention');
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    await page.evaluate('window.isTheSamePage = true');
    await page.getByRole('link', { name: 'Channels' }).click();
    await reload.waitFor();
    expect(await page.evaluate('window.isTheSamePage')).toBe(true);
    await page.getByRole('link', { name: 'Drafts' }).waitFor();
    await stopAnswering(page);
    await reload.click();
    await page.getByRole('heading', { name: 'Channels' }).waitFor();
    expect(foreign).toEqual([]);
  });
});
