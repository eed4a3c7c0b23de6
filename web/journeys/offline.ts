/** People whose browser keeps what they saw, for the time without a connection. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { openJourney, type Person } from './journey.ts';

/** Everything that the browser keeps of people, as text. */
export const READ_ALL = `(async () => {
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

/** A service with one planned post. */
export async function openOffline() {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service);
  const now = service.clock.now().getTime();
  const at = new Date(now + 3_600_000).toISOString();
  const planned = await createPost(
    service,
    scheduledFor([channel], { scheduled_at: at, content: 'Bells at nine' }),
  );

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

  return { journey, service, planned, enter, seen, reopen };
}
