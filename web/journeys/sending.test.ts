/** What the composer does while the answer to its main button is on its way. */
import type { Request } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('while a post is being scheduled', async () => {
  const journey = await openJourney();
  const { service } = journey;
  await connectSandbox(service);
  afterAll(() => journey.close());

  const isScheduling = (request: Request) =>
    request.method() === 'PUT' && request.postDataJSON().status === 'scheduled';

  /** The service has scheduled the post, and its answer waits for `answer`. */
  async function scheduleSlowly(text: string) {
    const { page, errors } = await journey.enter();
    await page.clock.install({ time: service.clock.now() });
    await page.goto('/write?at=2027-01-18T09:00:00Z');
    const [asked, created] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/public/v1/posts', async (route) => {
      asked.resolve();
      await created.promise;
      await route.continue();
    });
    const scheduled = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const saves: string[] = [];
    await page.route('**/api/public/v1/posts/*', async (route) => {
      const request = route.request();
      if (!isScheduling(request)) return route.continue();
      const response = await route.fetch();
      arrived.resolve();
      await scheduled.promise;
      return route.fulfill({ response });
    });
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.pressSequentially(text.slice(0, 1));
    await asked.promise;
    await field.pressSequentially(text.slice(1));
    await page.getByRole('button', { name: /^Schedule for/ }).click();
    created.resolve();
    await arrived.promise;
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.url());
    });
    /** What was saved until some seconds later. */
    const listSaves = async () => {
      await page.clock.runFor(8000);
      // The page has sent all that it wanted to send before.
      await page.evaluate('fetch("/health").then(() => undefined)');
      return saves;
    };
    return { page, errors, field, listSaves, answer: scheduled.resolve };
  }

  const unsent = /Only on this device/;

  test('nothing is saved beside it, and nothing of it stays on the device', async () => {
    const { page, errors, listSaves, answer } = await scheduleSlowly('The bells ring at nine.');
    expect(await listSaves()).toEqual([]);
    answer();
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    await page.goto('/drafts');
    await page.getByText('Ideas wait here.').waitFor();
    expect(await page.getByText(unsent).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('what is typed until the answer is kept with the planned post', async () => {
    const { page, errors, field, listSaves, answer } = await scheduleSlowly('The fair opens.');
    await field.press('End');
    await field.pressSequentially(' Bring coins.');
    expect(await listSaves()).toEqual([]);
    answer();
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const copy = async () =>
      (await service.call('getWorkingCopy', { params: { id } })).data.own?.post.content;
    await expect.poll(copy).toBe('The fair opens. Bring coins.');
    expect(errors).toEqual([]);
  });

  test('what is typed until the answer stays on the device when the composer is left before it', async () => {
    const { page, errors, field, answer } = await scheduleSlowly('A tour of the tower.');
    await field.press('End');
    await field.pressSequentially(' Wear boots.');
    await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click();
    const drafts = page.getByRole('complementary', { name: 'Drafts' });
    await drafts.waitFor();
    answer();
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    await page.goto('/drafts');
    await page.getByText('A tour of the tower. Wear boots.').waitFor();
    await page.getByText(unsent).waitFor();
    expect(errors).toEqual([]);
  });
});
