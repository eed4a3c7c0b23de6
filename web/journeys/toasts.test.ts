/** What was done last: how long it is said, how much stands above each other, and what is listed. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, planOn } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('what was done last', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  afterAll(() => journey.close());
  const plan = planOn(service, channel);
  await plan('Already out', '2027-01-15T11:00:00Z');
  await service.publishDue();
  await plan('First bell', '2027-01-16T11:00:00Z');
  await plan('Second bell', '2027-01-17T11:00:00Z');

  async function open() {
    const person = await journey.enter();
    const { page } = person;
    await page.clock.install({ time: service.clock.now() });
    await page.goto('/?view=week&day=2027-01-15');
    return person;
  }
  const chip = (page: Page, text: string) => page.getByRole('link', { name: text });
  const toasts = (page: Page) =>
    page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Close' }) });
  const binned = (page: Page) => toasts(page).getByText('Deleted.', { exact: true });
  const failed = (page: Page) => toasts(page).getByText('0 posts moved, 1 not: ');
  /** A post that is out cannot be moved. */
  const fail = (page: Page) => page.getByRole('button', { name: 'A day later' }).click();

  test('is said for ten seconds, and what failed until it is closed', async () => {
    const { page, foreign, errors } = await open();
    await chip(page, 'First bell').focus();
    const pressed = Number(await page.evaluate('Date.now()'));
    await page.keyboard.press('Delete');
    await binned(page).waitFor();
    await page.clock.pauseAt(pressed + 9_900);
    expect(await binned(page).count()).toBe(1);
    await page.clock.resume();
    await page.clock.runFor(10_000);
    await binned(page).waitFor({ state: 'detached' });

    await chip(page, 'Already out').focus();
    await page.keyboard.press('x');
    await fail(page);
    await failed(page).waitFor();
    await page.clock.runFor(60_000);
    expect(await failed(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Close' }).click();
    await failed(page).waitFor({ state: 'detached' });
    // An earlier act does not take its place.
    expect(await binned(page).count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('offers another act for a time that has passed, and goes like the others', async () => {
    await plan('Third bell', '2027-01-16T12:00:00Z');
    const { page, foreign, errors } = await open();
    await chip(page, 'Third bell').focus();
    for (const key of ['Space', 'ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    const passed = toasts(page).getByText('This time has passed. “Third bell” stays where it was.');
    await passed.waitFor();
    await page.getByRole('button', { name: 'Publish now …' }).waitFor();
    await page.clock.runFor(11_000);
    await passed.waitFor({ state: 'detached' });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('stands three high, and the list has the others', async () => {
    const { page, foreign, errors } = await open();
    await chip(page, 'Already out').focus();
    await page.keyboard.press('x');
    for (const count of [1, 2, 3]) {
      await fail(page);
      await expect.poll(() => failed(page).count()).toBe(count);
    }
    await chip(page, 'Second bell').focus();
    await page.keyboard.press('Delete');
    await binned(page).waitFor();
    expect(await failed(page).count()).toBe(2);
    const history = page.getByRole('button', { name: 'What you did last' });
    await history.click();
    const list = page.getByRole('list', { name: 'What you did last' });
    await list.getByText('0 posts moved, 1 not: ').waitFor();
    expect(await failed(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await binned(page).waitFor({ state: 'detached' });
    await list.waitFor({ state: 'detached' });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('says once why a network refuses a post', async () => {
    const content = 'Bells '.repeat(100);
    await createPost(service, { status: 'draft', content, targets: [{ channel_id: channel.id }] });
    const { page, foreign, errors } = await open();
    await page.getByRole('button', { name: /^More for Bells/ }).click();
    await page.getByRole('menuitem', { name: 'Next free slot' }).click();
    const refusal = toasts(page).filter({ hasText: 'allows at most 500 characters' });
    await refusal.waitFor();
    expect((await refusal.textContent())?.split('allows at most')).toHaveLength(2);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
