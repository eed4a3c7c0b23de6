import { afterAll, describe, expect, test } from 'vitest';
import { hasChromium, stopAnswering } from './journey.ts';
import { openOffline, READ_ALL } from './offline.ts';

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
  const { journey, service, planned, enter, seen, reopen } = await openOffline();
  afterAll(() => journey.close());

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
      await expect.poll(() => act.getAttribute('aria-description')).toBe(say.needs);
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
      await stopAnswering(page);
      await page.getByText('Bells at nine').first().waitFor();
      expect([foreign, errors]).toEqual([[], []]);
    },
  );
});
