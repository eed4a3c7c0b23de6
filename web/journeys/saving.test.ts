/** A draft is saved while its author types, however slowly the service answers. */
import { afterAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('saving a draft', async () => {
  const journey = await openJourney();
  const { service } = journey;
  await connectSandbox(service);
  afterAll(() => journey.close());

  test('does not conflict with itself, whatever was typed before the first answer', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/write');
    const isAsked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    await page.route('**/api/public/v1/posts', async (route) => {
      isAsked.resolve();
      await mayAnswer.promise;
      await route.continue();
    });
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.pressSequentially('T');
    await isAsked.promise;
    for (const letter of 'he bells ring') await text.pressSequentially(letter);
    mayAnswer.resolve();
    await page.waitForURL(/write\/\d+$/);
    await page.getByText('Saved').waitFor();
    await settled();
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect((await service.call('getPost', { params: { id } })).data.content).toBe('The bells ring');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
