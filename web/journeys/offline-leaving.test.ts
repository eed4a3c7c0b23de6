import { afterAll, describe, expect, test } from 'vitest';
import { givePassword, PASSWORD } from '../../server/test/support/browser.ts';
import { sealAll } from '../../server/test/support/events.ts';
import { createPost } from '../../server/test/support/posts.ts';
import { hasChromium } from './journey.ts';
import { openOffline, READ_ALL } from './offline.ts';

const START = /\/api\/v1\/start/;

/** The page keeps an answer when it is idle. */
const IDLE_TWICE = `new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))`;

describe.skipIf(!hasChromium)('what this browser keeps of a person', async () => {
  const { journey, service, enter, reopen } = await openOffline();
  afterAll(() => journey.close());

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

  test('signing out leaves nothing of an answer that arrives later', async () => {
    // Without a worker, which would answer for the next page.
    const person = await journey.enter();
    const { page } = person;
    await page.goto('/');
    await person.settled();
    await expect.poll(() => page.evaluate(READ_ALL)).toMatch(START);
    const held = Promise.withResolvers<void>();
    // The service answers before it ends the session.
    const asked = new Promise<void>((resolve) => {
      void page.route(START, async (route) => {
        const response = await route.fetch();
        resolve();
        await held.promise;
        await route.fulfill({ response });
      });
    });
    await createPost(service, { status: 'draft', content: 'An idea', targets: [] });
    await sealAll(service.db);
    await asked;
    // The page stays.
    await page.route('**/sign-in', (route) => route.fulfill({ status: 204 }));
    await page.getByTitle('Your settings').click();
    const leaving = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/sign-in'));
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await leaving;
    const answered = page.waitForResponse(START);
    held.resolve();
    await (await answered).finished();
    await page.evaluate(IDLE_TWICE);
    expect(await page.evaluate(READ_ALL)).toBe('');
    expect([person.foreign, person.errors]).toEqual([[], []]);
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
