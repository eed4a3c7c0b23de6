/** Where the keys go in the composer: to the text first, and never to nowhere. */
import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../server/test/support/browser.ts';
import { noise } from '../../server/test/support/images.ts';
import { createPost } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the focus of the composer', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const tower = await connectSandbox(service, 'tower');
  afterAll(() => journey.close());

  test('is at the end of the text of a post that exists, but not under a thumb', async () => {
    const { id } = await createPost(service, { status: 'draft', content: 'The bells', targets: [] });
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${id}`);
    await page.locator('textarea[data-text]:focus').waitFor();
    await page.keyboard.type(' ring');
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('The bells ring');

    const phone = await journey.enter(undefined, { hasTouch: true, isMobile: true });
    await phone.page.goto(`/write/${id}`);
    await phone.page.getByRole('textbox', { name: 'Text' }).waitFor();
    await phone.settled();
    expect(await phone.page.locator('textarea:focus').count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('goes to the next picture after one was removed, and then to the button that adds one', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/write');
    const buffer = await noise().png().toBuffer();
    const file = (name: string) => ({ name, mimeType: 'image/png', buffer });
    await page.locator('input[type="file"]').setInputFiles([file('one.png'), file('two.png')]);
    await page.getByLabel('Alt text of one.png').waitFor();
    await page.getByLabel('Alt text of two.png').waitFor();
    await page.getByRole('button', { name: 'Remove one.png' }).press('Enter');
    await page.locator('li:focus').getByLabel('Alt text of two.png').waitFor();
    await page.getByRole('button', { name: 'Remove two.png' }).press('Enter');
    await page.locator('[data-add-media]:focus').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('stays in the text when the sign-in has ended, until its writer wants to send', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto(`/write?channel=${tower.id}&at=2031-12-11T18%3A00%3A00Z`);
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('The bells at nine');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByText(/^Saved/).waitFor();
    await settled();
    await page.context().clearCookies();
    await page.keyboard.type(' ');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByRole('alert').getByText('Your sign-in has ended').waitFor();
    for (let press = 0; press < ' at nine '.length; press += 1) await text.press('ArrowLeft');
    await text.press('Control+Enter');
    const sheet = page.getByRole('dialog', { name: 'Your sign-in has ended' });
    await sheet.getByLabel('Password').fill(PASSWORD);
    await sheet.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('textarea[data-text]:focus').waitFor();
    await page.keyboard.type(' ring');
    expect(await text.inputValue()).toBe('The bells ring at nine ');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('the button says why it waits when there is no connection', async () => {
    const { page, foreign } = await journey.enter();
    await page.goto('/write');
    await page.getByRole('textbox', { name: 'Text' }).fill('Nobody hears this yet');
    await page.waitForURL(/\/write\/\d+$/);
    const why = page.locator('footer').getByText('need a connection');
    expect(await why.count()).toBe(0);
    await page.context().setOffline(true);
    await why.waitFor();
    await page.context().setOffline(false);
    await why.waitFor({ state: 'detached' });
    expect(foreign).toEqual([]);
  });
});
