/** Who types before a field is there finds it in the field. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { planOn } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('what is typed before its field is loaded', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  afterAll(() => journey.close());

  /** Holds a part of the app back. Returns a function that lets it through. */
  async function holdBack(page: Page, part: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**/assets/${part}-*.js`, (route) => promise.then(() => route.continue()));
    return resolve;
  }

  test('is the time of a post', async () => {
    const { page, foreign, errors } = await journey.enter();
    const letThrough = await holdBack(page, 'time-panel');
    await page.goto('/write');
    await page.getByRole('button', { name: `Sandbox @${channel.username}` }).click();
    await page.getByRole('button', { name: 'Choose a time' }).click();
    await page.keyboard.type('thx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('u 12');
    await page.keyboard.press('Enter');
    letThrough();
    await page.getByRole('button', { name: 'Schedule for Thu 21 Jan, 12:00' }).waitFor();
    // A time that was chosen before is replaced by the next one.
    await page.getByRole('button', { name: 'Thu 21 Jan, 12:00', exact: true }).click();
    await page.keyboard.type('fri 17');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Schedule for Fri 15 Jan, 17:00' }).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is what the palette looks for, also in the midst of writing', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    const letThrough = await holdBack(page, 'palette');
    await page.goto('/write');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('Bells');
    await settled();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('channels');
    await page.keyboard.press('Enter');
    expect(await text.inputValue()).toBe('Bells');
    letThrough();
    await page.waitForURL('**/channels');
    await settled();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('n g c');
    const field = page.getByRole('combobox', { name: 'Find or do anything' });
    await expect.poll(() => field.inputValue()).toBe('n g c');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is the new time of a post', async () => {
    await planOn(service, channel)('Bells ring', '2027-01-18T09:00:00Z');
    const { page, settled, foreign, errors } = await journey.enter();
    const letThrough = await holdBack(page, 'move-to');
    await page.goto('/?view=week&day=2027-01-18');
    await settled();
    await page.getByRole('link', { name: 'Bells ring' }).focus();
    await page.keyboard.press('m');
    await page.keyboard.type('thu 12');
    await page.keyboard.press('Enter');
    letThrough();
    await page.getByText('Moved to Thu 21 Jan, 12:00.').first().waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is the text of a new post', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    const letThrough = await holdBack(page, 'composer');
    await page.goto('/channels');
    await settled();
    await page.keyboard.press('n');
    await page.keyboard.type('New bells');
    letThrough();
    await page.waitForURL('**/write');
    await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('New bells');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
