/** What is written into a text by pressing, and photos that are taken for it. */
import { afterAll, describe, expect, test } from 'vitest';
import { noise } from '../../server/test/support/images.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** As long as a busy machine may need. */

describe.skipIf(!hasChromium)('writing by pressing', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  await connectSandbox(service, 'tower');

  test('a link stands after the selected words, once its address is one', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/write');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('Come to the fair on Saturday');
    await page.evaluate(`document.querySelector('textarea[data-text]').setSelectionRange(12, 16)`);
    await page.getByRole('button', { name: 'Add a link' }).click();
    const form = page.getByRole('dialog', { name: 'Add a link' });
    const address = form.getByLabel('Address of the page');
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await form.getByText('This is no address of a page.').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    expect(await text.inputValue()).toBe('Come to the fair on Saturday');

    await address.fill('tower.example/fair');
    await form.getByRole('button', { name: 'Add the link' }).click();
    await form.waitFor({ state: 'hidden' });
    await expect
      .poll(() => text.inputValue())
      .toBe('Come to the fair https://tower.example/fair on Saturday');
    await page.keyboard.type('?day=6');
    await expect
      .poll(() => text.inputValue())
      .toBe('Come to the fair https://tower.example/fair?day=6 on Saturday');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a phone opens its camera, and a computer offers none', async () => {
    const { page, foreign, errors } = await journey.enter(undefined, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto('/write');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Camera' }).click();
    const chooser = await choosing;
    expect(await chooser.element().getAttribute('capture')).toBe('environment');
    await chooser.setFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: await noise().png().toBuffer(),
    });
    await page.getByLabel('Alt text of photo.png').waitFor();

    const desk = await journey.enter();
    await desk.page.goto('/write');
    await desk.page.getByRole('button', { name: 'Add media' }).waitFor();
    expect(await desk.page.getByRole('button', { name: 'Camera' }).count()).toBe(0);
    for (const one of [{ foreign, errors }, desk]) expect([one.foreign, one.errors]).toEqual([[], []]);
  });
});
