/** What the composer does while the answer to its main button is on its way. */

import type { Role } from '@belfry/contract/roles.ts';
import type { Page, Request } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, said, saidAfterTries } from './journey.ts';

describe.skipIf(!hasChromium)('while a post is being scheduled', async () => {
  const journey = await openJourney();
  const { service } = journey;
  await connectSandbox(service);
  afterAll(() => journey.close());

  const isScheduling = (request: Request) =>
    request.method() === 'PUT' && request.postDataJSON().status === 'scheduled';

  const idIn = (url: string) => Number(new URL(url).pathname.split('/').at(-1));

  interface Slow {
    /** What somebody else does with the post just before. */
    before?: (id: number) => Promise<unknown>;
    role?: Role;
    /** No answer arrives. */
    isLost?: boolean;
  }

  /** The service has scheduled or refused the post, and its answer waits for `answer`. */
  async function scheduleSlowly(text: string, { before, role, isLost = false }: Slow = {}) {
    const { page, errors } = await journey.enter(role);
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
      await before?.(idIn(request.url()));
      const response = await route.fetch();
      arrived.resolve();
      await scheduled.promise;
      return isLost ? route.abort() : route.fulfill({ response });
    });
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.pressSequentially(text.slice(0, 1));
    await asked.promise;
    await field.pressSequentially(text.slice(1));
    await page.getByRole('button', { name: /^Schedule for|^Ask for approval/ }).click();
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

  const goTo = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('link', { name }).first().click();

  async function goToCalendar(page: Page): Promise<void> {
    await goTo(page, 'Calendar');
    await page.getByRole('complementary', { name: 'Drafts' }).waitFor();
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
    const id = idIn(page.url());
    const copy = async () =>
      (await service.call('getWorkingCopy', { params: { id } })).data.own?.post.content;
    await expect.poll(copy).toBe('The fair opens. Bring coins.');
    expect(errors).toEqual([]);
  });

  test('what is typed until the answer stays on the device when the composer is left before it', async () => {
    const { page, errors, field, answer } = await scheduleSlowly('A tour of the tower.');
    await field.press('End');
    await field.pressSequentially(' Wear boots.');
    await goToCalendar(page);
    answer();
    await said(page, 'Scheduled for Mon 18 Jan, 09:00.');
    await goTo(page, 'Drafts');
    await page.getByText('A tour of the tower. Wear boots.').waitFor();
    await page.getByText(unsent).waitFor();
    expect(errors).toEqual([]);
  });

  describe('a person who leaves the composer stays where they are, and is told', () => {
    test('that the post is scheduled', async () => {
      const { page, errors, answer } = await scheduleSlowly('The choir sings.');
      await goToCalendar(page);
      answer();
      await said(page, 'Scheduled for Mon 18 Jan, 09:00.');
      expect(new URL(page.url()).pathname).toBe('/');
      await page.getByRole('button', { name: 'Open the post' }).click();
      await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
      expect(errors).toEqual([]);
    });

    test('that the post waits for approval', async () => {
      await service.call('updateWorkspace', { body: { requires_approval: true } });
      onTestFinished(async () => {
        await service.call('updateWorkspace', { body: { requires_approval: false } });
      });
      const { page, errors, answer } = await scheduleSlowly('The choir waits.', { role: 'author' });
      await goToCalendar(page);
      answer();
      await said(page, 'Your post waits for approval.');
      expect(errors).toEqual([]);
    });

    test('that it is not, and why', async () => {
      const { page, errors, answer } = await scheduleSlowly('The choir sings again.', {
        before: (id) =>
          service.call('patchPost', { params: { id }, body: { scheduled_at: '2027-01-19T09:00:00Z' } }),
      });
      await goToCalendar(page);
      answer();
      await said(
        page,
        'Your post is not scheduled as you left it. This post was changed meanwhile, so nothing was done.',
      );
      await page.getByRole('button', { name: 'Open the post' }).click();
      await page.getByRole('button', { name: 'Compare' }).waitFor();
      expect(errors).toEqual([]);
    });

    test('that nobody knows, because the answer was lost', async () => {
      const { page, errors, answer } = await scheduleSlowly('The choir rests.', { isLost: true });
      await goToCalendar(page);
      answer();
      const unsure = 'It is not certain that your post is scheduled as you left it. Belfry does not answer.';
      // The client waits longer before each try.
      await saidAfterTries(page, unsure);
      expect(errors).toEqual([]);
    });
  });
});
