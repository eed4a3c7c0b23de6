/** Publishing ahead of time: never by a slip of the hand. */
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, getPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('publishing now', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  afterAll(() => journey.close());

  test('a post that is moved into the past stays, and goes out only after a question', async () => {
    const planned = { content: 'Bells ring', scheduled_at: '2027-01-16T09:00:00Z' };
    const post = await createPost(service, scheduledFor([channel], planned));
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-01-15');
    await settled();
    await page.getByRole('link', { name: 'Bells ring' }).focus();
    for (const key of ['Space', 'ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    const toast = page.getByText('This time has passed. “Bells ring” stays where it was.');
    await toast.waitFor();
    await page.locator('[data-day="2027-01-16"]').getByRole('link', { name: 'Bells ring' }).waitFor();
    await page.getByRole('button', { name: 'Publish now …' }).click();
    const question = page.getByRole('alertdialog', { name: 'Publish this post now?' });
    await question.getByText('It goes out to').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await settled();
    expect((await getPost(service, post)).scheduled_at).toBe(post.scheduled_at);

    await page.getByRole('link', { name: 'Bells ring' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Publish now …' }).click();
    await question.getByRole('button', { name: 'Publish now', exact: true }).click();
    await page.getByText('Publishing in ten seconds.').waitFor();
    await journey.advance('11 seconds');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a stop that comes too late says so, after the countdown has ended', async () => {
    const scheduled_at = await service.clock.in('30 seconds');
    const post = await createPost(service, scheduledFor([channel], { scheduled_at }));
    const { page, foreign, errors } = await journey.enter();
    const [asked, isOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/posts/${post.id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      asked.resolve();
      await isOut.promise;
      return route.continue();
    });
    await page.goto(`/posts/${post.id}`);
    await page.getByRole('timer').getByRole('button', { name: 'Stop' }).click();
    await asked.promise;
    await journey.advance('31 seconds');
    await service.publishDue();
    isOut.resolve();
    await page.getByRole('alert').getByText('The post has changed since you read it.').waitFor();
    expect([await page.getByRole('timer').count(), foreign, errors]).toEqual([0, [], []]);
  });

  test('a draft is not offered to go out at once', async () => {
    await createPost(service, {
      status: 'draft',
      content: 'Fog',
      scheduled_at: '2027-01-17T09:00:00Z',
      targets: [{ channel_id: channel.id }],
    });
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/?view=week&day=2027-01-17');
    await page.getByRole('link', { name: 'Fog' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Publish/ }).count()).toBe(0);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
