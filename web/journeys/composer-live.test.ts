/** What an open composer learns of what others do to its post meanwhile. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { sealAll } from '../../server/test/support/events.ts';
import { createPost, getPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('a composer that is open while another person changes its post', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  await service.db.rows("update users set name = 'Ada' where id = $1", [service.userId]);
  afterAll(() => journey.close());

  const expectClean = (...people: readonly Person[]) =>
    expect(people.map(({ foreign, errors }) => [...foreign, ...errors])).toEqual(people.map(() => []));
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
  const titleOf = (page: Page) => page.getByRole('heading', { level: 1 });
  const planned = (content: string) =>
    scheduledFor([channel], { content, scheduled_at: '2027-01-20T09:00:00Z' });
  const plan = (content: string) => createPost(service, planned(content));
  const save = (id: number, content: string) =>
    service.call('updatePost', { params: { id }, body: planned(content) });

  async function open(id: number): Promise<Person> {
    const person = await journey.enter('editor');
    await person.page.goto(`/write/${id}`);
    await textOf(person.page).waitFor();
    await person.settled();
    return person;
  }

  test('shows the new text and state at once to a person who has written nothing', async () => {
    const { id } = await createPost(service, { ...planned('Begun'), status: 'draft', scheduled_at: null });
    const bob = await open(id);
    await save(id, 'Finished by Ada');
    await sealAll(service.db);
    await expect.poll(() => textOf(bob.page).inputValue()).toBe('Finished by Ada');
    await titleOf(bob.page).getByText('Scheduled').waitFor();
    await bob.page.getByRole('button', { name: 'Update' }).waitFor();
    expect(await bob.page.getByRole('alert').allTextContents()).toEqual([]);

    // What is written now goes on from that.
    await textOf(bob.page).fill('Finished by Ada and Bob');
    await bob.page.getByRole('button', { name: 'Update' }).click();
    await bob.page.waitForURL(`**/posts/${id}`);
    expect((await getPost(service, { id })).content).toBe('Finished by Ada and Bob');
    expectClean(bob);
  });

  test('tells a person who has written, and keeps that', async () => {
    const { id } = await plan('The bells ring');
    const bob = await open(id);
    await textOf(bob.page).fill('What Bob wrote');
    await save(id, 'What Ada wrote');
    await sealAll(service.db);
    await bob.page
      .getByRole('alert')
      .getByText(/^Ada changed this at \d\d:\d\d\.$/)
      .waitFor();
    expect(await textOf(bob.page).inputValue()).toBe('What Bob wrote');
    await bob.page.getByRole('button', { name: 'Compare' }).click();
    await bob.page.getByRole('dialog').getByText('What Ada wrote').waitFor();
    await bob.page.getByRole('dialog').getByText('What Bob wrote').waitFor();
    expectClean(bob);
  });

  test('says who else has unsent changes only as long as they have some', async () => {
    const { id, version } = await plan('A fair on Saturday');
    const body = { base_version: version, post: { content: 'A fair on Sunday', targets: [] } };
    await service.call('putWorkingCopy', { params: { id }, body });
    const bob = await open(id);
    const note = bob.page.getByText(/^Ada has unsent changes since/);
    await note.waitFor();
    await save(id, 'A fair on Sunday');
    await service.call('deleteWorkingCopy', { params: { id } });
    await sealAll(service.db);
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => textOf(bob.page).inputValue()).toBe('A fair on Sunday');
    expectClean(bob);
  });

  test('says at once that the post was deleted', async () => {
    const { id } = await plan('Deleted meanwhile');
    const bob = await open(id);
    await service.call('deletePost', { params: { id } });
    await sealAll(service.db);
    await bob.page.getByText('There is no such post any more').waitFor();
    expectClean(bob);
  });

  test('opens again at once with the changes that the person has not sent yet', async () => {
    const { id } = await plan('The bells ring');
    const { page, ...seen } = await open(id);
    await textOf(page).fill('The bells ring at nine');
    const own = async () =>
      (await service.db.rows('select from working_copies where post_id = $1', [id])).length;
    await expect.poll(own).toBe(1);
    await page.getByRole('link', { name: 'Drafts' }).click();
    await page.waitForURL('**/drafts');
    await page.goBack();
    await expect.poll(() => textOf(page).inputValue()).toBe('The bells ring at nine');
    expect([seen.foreign, seen.errors]).toEqual([[], []]);
  });
});
