import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { givePassword, PASSWORD } from '../../server/test/support/browser.ts';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

/** Everything that the browser keeps of people, as text. */
const READ_ALL = `(async () => {
  const all = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store);
      for (const what of ['getAllKeys', 'getAll']) {
        const request = reading[what]();
        await new Promise((resolve) => (request.onsuccess = resolve));
        all.push(...request.result.map((one) => JSON.stringify(one)));
      }
    }
    database.close();
  }
  return all.join('\\n');
})()`;

const words = {
  'en-GB': {
    asOf: /^Offline: as of \d\d:\d\d$/,
    newPost: 'New post',
    text: 'Text',
    device: 'Only on this device',
    choose: 'Choose a time',
    day: 'Day and time',
    set: 'Set this time',
    act: /^Schedule for/,
    needs: 'Needs a connection',
    refused: 'This needs a connection. Nothing was sent.',
    calendar: 'Calendar',
    sent: 'A text that only this device had is saved now.',
  },
  'de-DE': {
    asOf: /^Offline: Stand \d\d:\d\d$/,
    newPost: 'Neuer Beitrag',
    text: 'Text',
    device: 'Nur auf diesem Gerät',
    choose: 'Zeit wählen',
    day: 'Tag und Uhrzeit',
    set: 'Zeit übernehmen',
    act: /^Planen für/,
    needs: 'Braucht eine Verbindung',
    refused: 'Dafür ist eine Verbindung nötig. Es wurde nichts gesendet.',
    calendar: 'Kalender',
    sent: 'Ein Text, den nur dieses Gerät hatte, ist jetzt gespeichert.',
  },
} as const;

describe.skipIf(!hasChromium)('without a connection', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service);
  const now = service.clock.now().getTime();
  const at = new Date(now + 3_600_000).toISOString();
  const planned = await createPost(
    service,
    scheduledFor([channel], { scheduled_at: at, content: 'Bells at nine' }),
  );
  afterAll(() => journey.close());

  async function enter(options: BrowserContextOptions = {}): Promise<Person> {
    const person = await journey.enter('owner', { serviceWorkers: 'allow', ...options });
    await person.page.goto('/');
    await seen(person.page);
    return person;
  }

  /** Resolves when the app can be opened without a connection, with the calendar that is shown. */
  async function seen(page: Page): Promise<void> {
    await page.getByText('Bells at nine').first().waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await expect.poll(() => page.evaluate(READ_ALL)).toMatch(/\/api\/v1\/calendar/);
    await expect.poll(() => page.evaluate(READ_ALL)).toMatch(/\/api\/v1\/start/);
  }

  /** A new tab of the same browser, as after the browser was closed. */
  async function reopen({ page, errors }: Person, path = '/'): Promise<Page> {
    const next = await page.context().newPage();
    await page.close();
    next.on('pageerror', (error) => errors.push(String(error)));
    await next.clock.setFixedTime(service.clock.now());
    await next.goto(path);
    return next;
  }

  async function countPosts(content: string): Promise<number> {
    const { data } = await service.call('listPosts', { query: { limit: 100 } });
    return data.filter((post) => post.content === content).length;
  }

  test.each(['en-GB', 'de-DE'] as const)(
    'the calendar opens, and a draft is kept and saved once afterwards (%s)',
    async (locale) => {
      const say = words[locale];
      const person = await enter({ locale });
      const context = person.page.context();
      await context.setOffline(true);
      const page = await reopen(person);
      await page.getByText('Bells at nine').first().waitFor();
      await page.getByRole('status').getByText(say.asOf).waitFor();

      await page.getByRole('link', { name: say.newPost }).first().click();
      const content = `Written in a tunnel (${locale})`;
      await page.getByRole('textbox', { name: say.text }).fill(content);
      await page.getByText(say.device).waitFor();
      await page.getByRole('button', { name: say.choose }).click();
      await page.getByLabel(say.day).fill('2031-12-10 18:30');
      await page.getByRole('button', { name: say.set }).click();
      const act = page.getByRole('button', { name: say.act });
      expect(await act.getAttribute('aria-description')).toBe(say.needs);
      await act.focus();
      await page.keyboard.press('Enter');
      await page.getByText(say.refused).first().waitFor();

      // Left behind: nothing but the texts in the browser knows of it now.
      await page.getByRole('link', { name: say.calendar }).first().click();
      await context.setOffline(false);
      await page.getByText(say.sent).waitFor();
      await page.getByText(say.asOf).waitFor({ state: 'detached' });
      expect(await countPosts(content)).toBe(1);
      const { data } = await service.call('listPosts', { query: { status: 'draft' } });
      expect(data.find((post) => post.content === content)?.status).toBe('draft');
      expect([person.foreign, person.errors]).toEqual([[], []]);
    },
  );

  test('the worker keeps the page and its parts of two builds, and nothing else', async () => {
    const { page, foreign, errors } = await journey.enter('owner', { serviceWorkers: 'allow' });
    await page.goto('/sign-in');
    await page.evaluate(
      `Promise.all(['belfry-one', 'belfry-two', 'another'].map((name) => caches.open(name)))`,
    );
    await page.goto('/');
    await seen(page);
    await expect.poll(() => page.evaluate('caches.has("belfry-one")')).toBe(false);
    const [own, ...others] = (await page.evaluate<string[]>('caches.keys()')).toSorted(
      (one, other) => other.length - one.length,
    );
    expect(others.toSorted()).toEqual(['another', 'belfry-two']);
    const kept = await page.evaluate<string[]>(
      `caches.open(${JSON.stringify(own)}).then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))`,
    );
    expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual(['/']);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a creation whose answer was lost is not repeated, also after the tab was closed', async () => {
    const person = await journey.enter('owner');
    const { page } = person;
    await page.route('**/api/public/v1/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.goto('/write');
    await page.getByRole('textbox', { name: 'Text' }).fill('Said once');
    await expect.poll(() => countPosts('Said once')).toBe(1);
    await page.getByText('Only on this device').waitFor();
    const next = await reopen(person, '/');
    await next.getByText('A text that only this device had is saved now.').waitFor();
    expect(await countPosts('Said once')).toBe(1);
    expect(await next.evaluate(READ_ALL)).not.toContain('Said once"');
    expect(person.foreign).toEqual([]);
  });

  test('changes of a planned post typed there become its working copy, and it stays as it was', async () => {
    const person = await enter();
    const { page } = person;
    await page.goto(`/write/${planned.id}`);
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    await expect.poll(() => page.evaluate(READ_ALL)).toMatch(/working-copy/);
    await page.context().setOffline(true);
    const next = await reopen(person, `/write/${planned.id}`);
    await next.getByRole('textbox', { name: 'Text' }).fill('Bells at ten');
    await next.getByText('Only on this device').waitFor();
    await next.context().setOffline(false);
    await next
      .getByText(/Your changes are not live/)
      .first()
      .waitFor();
    const { data } = await service.call('getPost', { params: { id: planned.id } });
    expect(data.content).toBe('Bells at nine');
    expect([person.foreign, person.errors]).toEqual([[], []]);
  });

  test('menus set apart what needs a connection, and a place that was never opened says so', async () => {
    const { page, foreign, errors } = await enter();
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('Offline').waitFor();
    await page.locator(`[data-post="${planned.id}"] a`).focus();
    await page.getByRole('button', { name: 'More for Bells at nine' }).click();
    const menu = page.getByRole('menu');
    const waiting = menu.getByRole('group', { name: 'Needs a connection' }).getByRole('menuitem');
    await waiting.first().waitFor();
    const names = async (disabled: boolean) => menu.getByRole('menuitem', { disabled }).allTextContents();
    expect(await names(false)).toEqual(['Open↵', 'Edite', 'Selectx']);
    expect(await names(true)).toEqual(await waiting.allTextContents());
    await waiting.filter({ hasText: 'Duplicate' }).click({ force: true });
    await page.keyboard.press('Escape');
    await page.goto('/?view=month&day=2029-05-10');
    await page.getByRole('main').getByText('This is not on this device. It needs a connection.').waitFor();
    expect(await page.getByText('Nothing was sent').count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByText('This is not on this device').waitFor({ state: 'detached' });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test.each(['network', 'proxy'])(
    'what a service that is gone has never shown here is not shown as empty (%s)',
    async (by) => {
      const { page, foreign, errors } = await journey.enter();
      await page.goto('/write');
      await page.getByRole('textbox', { name: 'Text' }).waitFor();
      // The parts of the app may still be in the browser.
      await page.route(
        ({ pathname }) => !pathname.startsWith('/assets/'),
        (route) => (by === 'proxy' ? route.fulfill({ status: 502 }) : route.abort()),
      );
      await page.getByRole('link', { name: 'Calendar' }).first().click();
      await page.getByRole('status').getByText('Offline').waitFor();
      await page.getByRole('main').getByText('This is not on this device. It needs a connection.').waitFor();
      await page.unrouteAll();
      await page.getByText('Bells at nine').first().waitFor();
      expect([foreign, errors]).toEqual([[], []]);
    },
  );

  test('signing out asks for text that was not sent, and leaves nothing', async () => {
    const person = await enter();
    const { page } = person;
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'New post' }).first().click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Only here');
    await page.getByText('Only on this device').waitFor();
    await page.getByTitle('Your settings').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('One text is on this device only.').waitFor();
    await dialog.getByRole('button', { name: 'Sign out and delete' }).click();
    await dialog.getByText('This needs a connection.').waitFor();
    expect(await page.evaluate(READ_ALL)).toContain('Only here');

    await page.route('**/api/public/v1/posts', (route) => route.abort());
    await page.context().setOffline(false);
    await page.getByText(/^Offline:/).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Sign out and delete' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.evaluate(READ_ALL)).toBe('');
    await page.context().setOffline(true);
    await page.goto('/');
    await page.getByRole('alert').getByText('This is not on this device.').waitFor();
    expect(await page.getByText('Bells at nine').count()).toBe(0);
    const others = person.errors.filter((error) => !error.includes('This is not on this device.'));
    expect([person.foreign, others]).toEqual([[], []]);
  });

  test('another person sees nothing of the one before', async () => {
    const person = await enter();
    const { page } = person;
    await page.evaluate(`sessionStorage.clear()`);
    const stranger = await service.inWorkspace({}, 'owner');
    const email = await givePassword(service.db, stranger.userId);
    await page.context().clearCookies();
    await page.goto('/');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(READ_ALL)).toMatch(new RegExp(`"person":${stranger.userId}\\b`));
    expect(await page.evaluate(READ_ALL)).not.toContain('Bells at nine');
    await page.context().setOffline(true);
    const next = await reopen(person);
    await next.getByRole('status').getByText('Offline').waitFor();
    expect(await next.getByText('Bells at nine').count()).toBe(0);
    expect([person.foreign, person.errors]).toEqual([[], []]);
  });
});
