/** Two people talk about a post: one on its page, one in the composer. */
import { afterAll, describe, expect, test } from 'vitest';
import { sealAll } from '../../server/test/support/events.ts';
import { createPost } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the comments of a post', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connectSandbox(service);
  const draft = () =>
    createPost(service, {
      status: 'draft',
      content: 'The bells ring',
      targets: [{ channel_id: channel.id }],
    });
  const name = (person: string) =>
    service.db.rows('update users set name = $1 where id = (select max(id) from users)', [person]);
  await name('Ada');

  test('reach the other person while both look, who answers, changes and deletes', async () => {
    const { id } = await draft();
    const ada = await journey.enter();
    const bob = await journey.enter('editor');
    await name('Bob Tower');
    await ada.page.goto(`/posts/${id}`);
    await ada.page.getByText('Talk about this post here.').waitFor();
    await bob.page.goto(`/write/${id}`);
    await bob.page.getByRole('tab', { name: 'Comments' }).waitFor();

    const field = ada.page.getByRole('textbox', { name: 'Write a comment' });
    await field.fill('Look, @');
    await field.pressSequentially('tow');
    await ada.page.getByRole('option', { name: 'Bob Tower' }).waitFor();
    await field.press('Enter');
    await field.pressSequentially('at nine?');
    expect(await field.inputValue()).toBe('Look, @Bob Tower at nine?');
    await field.press('Control+Enter');
    await ada.page.getByRole('article', { name: 'Ada' }).getByText('@Bob Tower').waitFor();
    expect(await field.inputValue()).toBe('');
    const { data: said } = await service.call('listComments', { params: { id } });
    expect(said.map(({ mentions }) => mentions.map((one) => one.name))).toEqual([['Bob Tower']]);

    await sealAll(service.db);
    const tab = bob.page.getByRole('tab', { name: /Comments/ });
    await tab.getByRole('img', { name: '1 unread' }).waitFor();
    await tab.click();
    await bob.page.getByText('New', { exact: true }).waitFor();
    await tab.getByRole('img', { name: '1 unread' }).waitFor({ state: 'detached' });
    await bob.page.getByRole('tab', { name: 'Comments 1' }).waitFor();
    const answer = bob.page.getByRole('textbox', { name: 'Write a comment' });
    await answer.fill('Yes, at nine');
    // In the composer this key schedules, but not here.
    await answer.press('Control+Enter');
    const own = bob.page.getByRole('article', { name: 'Bob Tower' });
    await own.getByText('Yes, at nine').waitFor();
    await sealAll(service.db);
    await ada.page.getByRole('article', { name: 'Bob Tower' }).getByText('Yes, at nine').waitFor();
    expect((await service.call('getPost', { params: { id } })).data.status).toBe('draft');

    await own.getByRole('button', { name: 'Edit' }).click();
    await bob.page.getByRole('textbox', { name: 'Change your comment' }).fill('Yes, at ten');
    await own.getByRole('button', { name: 'Save' }).click();
    // The field has the same text before the service has it.
    await bob.page.getByRole('textbox', { name: 'Change your comment' }).waitFor({ state: 'detached' });
    await own.getByText('Yes, at ten').waitFor();
    await sealAll(service.db);
    await ada.page.getByText('Yes, at ten').waitFor();
    await ada.page.getByText('· edited').waitFor();
    expect(await ada.page.getByRole('article').getByRole('button', { name: 'Delete' }).count()).toBe(1);

    await own.getByRole('button', { name: 'Delete' }).click();
    await own.waitFor({ state: 'detached' });
    await sealAll(service.db);
    await ada.page.getByText('Yes, at ten').waitFor({ state: 'detached' });
    await bob.page.getByRole('button', { name: 'Undo' }).click();
    await own.getByText('Yes, at ten').waitFor();
    await sealAll(service.db);
    await ada.page.getByText('Yes, at ten').waitFor();
    expect([ada, bob].flatMap(({ foreign, errors }) => [...foreign, ...errors])).toEqual([]);
  });

  test('keep what was begun, and are only read by a viewer', async () => {
    const { id } = await draft();
    const writer = await journey.enter('author');
    await writer.page.goto(`/posts/${id}`);
    const field = writer.page.getByRole('textbox', { name: 'Write a comment' });
    await field.fill('Half a thou');
    await writer.settled();
    await writer.page.reload();
    await expect.poll(() => field.inputValue()).toBe('Half a thou');
    await field.fill('x'.repeat(2001));
    await writer.page.getByText('1 character too many').waitFor();
    await writer.page.getByRole('button', { name: 'Comment', exact: true }).click();
    expect((await service.call('listComments', { params: { id } })).data).toEqual([]);

    await service.call('createComment', { params: { id }, body: { text: 'For all <b>eyes</b>' } });
    const viewer = await journey.enter('viewer');
    await viewer.page.goto(`/posts/${id}`);
    await viewer.page.getByText('For all <b>eyes</b>').waitFor();
    expect(await viewer.page.getByRole('textbox').count()).toBe(0);
    expect([viewer, writer].flatMap(({ foreign, errors }) => [...foreign, ...errors])).toEqual([]);
  });

  test('a name from right to left stands where other names stand', async () => {
    const { id } = await draft();
    await service.call('createComment', { params: { id }, body: { text: 'From left to right' } });
    const arabic = 'أمين بن محمد القرطبي صاحب البرج الكبير والساعة';
    await service.db.rows('update users set name = $1 where id = $2', [arabic, service.userId]);
    const { page } = await journey.enter();
    await page.goto(`/posts/${id}`);
    await page.getByRole('article', { name: arabic }).locator('header strong').waitFor();
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('article header strong')).direction"),
    ).toBe('ltr');
  });
});
