import { afterAll, describe, expect, test } from 'vitest';
import { createPost, getPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, said } from './journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('a person who goes elsewhere', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service);
  afterAll(() => journey.close());

  /** The service deletes the post when `go` says so. In the meantime, the calendar is opened. */
  async function deleteAndLeave(path: string, name: string) {
    const person = await journey.enter();
    const { page } = person;
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/public/v1/posts/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      asked.resolve();
      await held.promise;
      return route.continue();
    });
    await page.goto(path);
    await page.getByRole('button', { name }).click();
    await asked.promise;
    await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
    await page.getByRole('heading', { name: 'Channels' }).waitFor();
    return { ...person, go: held.resolve, path: () => new URL(page.url()).pathname };
  }

  test('from a post that is being deleted can undo it there', async () => {
    const { id } = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: '2027-01-18T09:00:00Z' }),
    );
    const { page, go, path, errors } = await deleteAndLeave(`/posts/${id}`, 'Delete');
    go();
    await said(page, 'The post is in the bin.');
    expect(path()).toBe('/channels');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('from a draft that is being deleted is not taken to the drafts', async () => {
    const { id } = await createPost(service, { status: 'draft', content: 'An idea', targets: [] });
    const { page, settled, go, path, errors } = await deleteAndLeave(`/write/${id}`, 'Delete this draft');
    go();
    await said(page, 'The post is in the bin.');
    await settled();
    expect([path(), errors]).toEqual(['/channels', []]);
  });

  test.each([
    ['/posts', 'Delete'],
    ['/write', 'Delete this draft'],
  ])('learns that a post was changed meanwhile and is still there (%s)', async (place, name) => {
    const { id } = await createPost(service, { status: 'draft', content: 'An idea', targets: [] });
    const { page, go, errors } = await deleteAndLeave(`${place}/${id}`, name);
    await service.call('updatePost', {
      params: { id },
      body: { status: 'draft', content: 'A better idea', targets: [] },
    });
    go();
    await said(page, 'A change of a post failed.');
    await page.getByRole('button', { name: 'Open the post' }).click();
    await page.getByText('A better idea').first().waitFor();
    expect([(await getPost(service, { id })).content, errors]).toEqual(['A better idea', []]);
  });
});
