import type { BrowserContext } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('a browser that a test has left', async () => {
  const journey = await openJourney();
  afterAll(() => journey.close());

  const STATE = `(async () => ({
    stored: [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length],
    caches: (await caches.keys()).length,
    cookies: document.cookie.split('; ').map((cookie) => cookie.split('=')[0]).sort(),
    isOnline: navigator.onLine,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    permission: (await navigator.permissions.query({ name: 'notifications' })).state,
    width: innerWidth,
  }))()`;

  let used: BrowserContext;
  let fresh: unknown;

  test('has been anywhere', async () => {
    const { page } = await journey.enter();
    used = page.context();
    await page.goto('/drafts');
    await page.getByText('Ideas wait here').first().waitFor();
    fresh = await page.evaluate(STATE);
    await page.evaluate(`(async () => {
      document.cookie = 'bell=1';
      localStorage.bell = sessionStorage.bell = '1';
      await caches.open('bells');
      await new Promise((resolve) => { indexedDB.open('bells').onsuccess = resolve; });
    })()`);
    await used.grantPermissions(['notifications']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 400, height: 800 });
    await used.newPage();
    await page.route('**/api/**', (route) => route.abort());
    await used.setOffline(true);
    expect(await page.evaluate(STATE)).not.toEqual(fresh);
  });

  test('is as new for the next one, who is somebody else', async () => {
    const { page, errors, foreign } = await journey.enter('viewer');
    expect(page.context()).toBe(used);
    expect(used.pages()).toEqual([page]);
    await page.goto('/drafts');
    await page.getByText('Ideas wait here').first().waitFor();
    expect(await page.evaluate(STATE)).toEqual(fresh);
    expect([errors, foreign]).toEqual([[], []]);
    // Its clock cannot be put back.
    await page.clock.install();
  });

  test('is left to nobody if it cannot be as new', async () => {
    const { page } = await journey.enter();
    expect(page.context()).not.toBe(used);
  });
});
