/** Several people, several browsers and several tabs at once. */
import { afterAll, describe, expect, test } from 'vitest';
import { sealAll } from '../../../server/test/support/events.ts';
import { makePicture, upload } from '../../../server/test/support/media.ts';
import { createPost, getPost, scheduledFor } from '../../../server/test/support/posts.ts';
import { connectSandbox } from '../../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, type Person } from '../journey.ts';

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('together', async () => {
  const journey = await openJourney({ workspace: { requires_approval: true } });
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  await service.call('updateChannel', {
    params: { id: channel.id },
    body: { posting_times: ['09:00', '17:00'] },
  });
  afterAll(() => journey.close());

  const expectClean = (...people: readonly Person[]) =>
    expect(people.map(({ foreign, errors }) => [...foreign, ...errors])).toEqual(people.map(() => []));
  const idOf = ({ page }: Person) => Number(new URL(page.url()).pathname.split('/').at(-1));

  /** Writes a post for the channel; its button is not pressed yet. */
  async function write({ page }: Person, text: string) {
    await page.goto('/write');
    const to = page.getByRole('button', { name: 'Sandbox @tower' });
    if ((await to.getAttribute('aria-pressed')) !== 'true') await to.click();
    await page.getByRole('textbox', { name: 'Text' }).fill(text);
  }

  async function askFor(author: Person, text: string) {
    await write(author, text);
    await author.page.getByRole('button', { name: /^Next free slot/ }).click();
    // What keeps the focus is loaded when the browser is idle.
    await author.settled();
    await author.page.getByRole('button', { name: 'Ask for approval' }).click();
    await author.page
      .getByRole('heading', { name: 'Waiting for approval' })
      .and(author.page.locator(':focus'))
      .waitFor();
    expect(await author.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    return idOf(author);
  }

  test('one person asks for approval, another approves, and both see it', async () => {
    const [author, admin] = [await journey.enter('author'), await journey.enter('admin')];
    await write(author, 'Fair on Saturday');
    await author.page.getByRole('button', { name: 'Now', exact: true }).click();
    await author.page.getByRole('button', { name: 'As soon as it is approved', pressed: true }).waitFor();
    await admin.page.goto('/attention');
    await admin.page.getByText('All is well').waitFor();
    const id = await askFor(author, 'Fair on Saturday');
    await sealAll(service.db);
    await admin.page.getByRole('link', { name: 'Needs you 1' }).waitFor();
    const waiting = admin.page.getByRole('listitem').filter({ hasText: '1 post waits for approval' });
    await waiting.getByRole('link', { name: 'Fair on Saturday' }).click();
    await admin.page.waitForURL(`**/posts/${id}`);
    const acts = admin.page.getByRole('button', { name: 'Approve' }).locator('..');
    await acts.getByRole('link', { name: 'Edit' }).waitFor();
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    await sealAll(service.db);
    await author.page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    await journey.advance('1 day');
    await service.publishDue();
    expect((await getPost(service, { id })).status).toBe('published');
    expectClean(author, admin);
  });

  test('an approval asks nothing of a person who goes on writing meanwhile', async () => {
    const [author, admin] = [await journey.enter('author'), await service.as('admin')];
    const id = await askFor(author, 'Market on Monday');
    await author.page.goto(`/write/${id}`);
    const text = author.page.getByRole('textbox', { name: 'Text' });
    await text.fill('Market on Monday, too');
    await author.page.getByText('Your changes are not live').waitFor();
    await admin.call('reviewPost', { params: { id }, body: { decision: 'approve' } });
    await sealAll(service.db);
    await author.page.getByRole('heading', { name: 'Scheduled' }).waitFor();
    await author.page.getByText('Your changes are not live').waitFor();
    expect(await text.inputValue()).toBe('Market on Monday, too');
    expect(await author.page.getByText('changed this at').count()).toBe(0);
    expectClean(author);
  });

  test('nobody approves what they have not seen', async () => {
    const [author, admin] = [await journey.enter('author'), await journey.enter('admin')];
    const id = await askFor(author, 'Fair on Saturday at nine');
    await admin.page.goto(`/posts/${id}`);
    await admin.page.getByRole('button', { name: 'Approve' }).waitFor();
    await service.db.rows(
      "update posts set content = 'Fair on Sunday', version = version + 1 where id = $1",
      [id],
    );
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByRole('alert').waitFor();
    expect((await getPost(service, { id })).status).toBe('pending_approval');
    await admin.page.getByText('Fair on Sunday').first().waitFor();
    expectClean(author, admin);
  });

  test('a rejection wants a sentence, and the author finds it', async () => {
    const [author, admin] = [await journey.enter('author'), await journey.enter('admin')];
    const id = await askFor(author, 'Fair on Sundey');
    await admin.page.goto(`/posts/${id}`);
    await admin.settled();
    await admin.page.getByRole('button', { name: 'Reject' }).click();
    const dialog = admin.page.getByRole('alertdialog', { name: 'Reject this post?' });
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByText('Write a sentence').waitFor();
    await dialog.getByLabel('What should change?').fill('Sunday is misspelt.');
    await dialog.getByRole('button', { name: 'Reject' }).press('Enter');
    await admin.page.getByRole('heading', { name: 'Draft' }).and(admin.page.locator(':focus')).waitFor();
    await author.page.goto('/attention');
    await author.page.getByText('Sunday is misspelt.').first().waitFor();
    await author.page.goto(`/posts/${id}`);
    const said = author.page.locator('main > header').getByText(/^Rejected by .+ on .+ Jan, 12:00/);
    await said.getByText('Sunday is misspelt.').waitFor();
    expectClean(author, admin);
  });

  test('an approval that publishes at once asks first, and nobody approves their own post', async () => {
    const author = await service.as('author');
    const late = await createPost(author, scheduledFor([channel], { content: 'Late already' }));
    const admin = await journey.enter('admin');
    await admin.page.goto(`/posts/${late.id}`);
    await admin.page.getByRole('heading', { name: 'Overdue' }).waitFor();
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    const dialog = admin.page.getByRole('alertdialog', { name: 'Approve and publish now?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await getPost(service, late)).status).toBe('pending_approval');
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Approve and publish' }).click();
    await dialog.waitFor({ state: 'detached' });
    await service.publishDue();
    await admin.page.getByRole('heading', { name: 'Published' }).waitFor();
    expectClean(admin);
  });

  test('two browsers take the next free slot at once and get two slots', async () => {
    const people = [await journey.enter(), await journey.enter('editor')];
    for (const [index, person] of people.entries()) {
      await write(person, `Bell number ${index}`);
      await person.page.getByRole('button', { name: /^Next free slot/ }).click();
    }
    const acts = people.map(({ page }) => page.getByRole('button', { name: /^Schedule for/ }));
    const shown = await Promise.all(acts.map((act) => act.textContent()));
    expect(shown[0]).toBe(shown[1]);
    await Promise.all(acts.map((act) => act.click()));
    await Promise.all(people.map(({ page }) => page.getByRole('heading', { name: 'Scheduled' }).waitFor()));
    const times = await Promise.all(
      people.map(async (one) => (await getPost(service, { id: idOf(one) })).scheduled_at),
    );
    expect(new Set(times).size).toBe(2);
    expectClean(...people);
  });

  /** The owner's tab of the first workspace, and beside it a tab of another one, which was used last. */
  async function openTwoTabs() {
    const other = await service.inWorkspace();
    const [name] = await service.db.rows<{ name: string }>('select name from workspaces where id = $1', [
      other.workspaceId,
    ]);
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'editor')", [
      other.workspaceId,
      service.userId,
    ]);
    const tower = await journey.enter();
    await tower.page.goto('/drafts');
    const mill = await tower.page.context().newPage();
    await mill.clock.setFixedTime(service.clock.now());
    await mill.goto('/drafts');
    await mill.getByTitle('Workspaces').click();
    await mill.getByRole('menuitemcheckbox', { name: name?.name ?? '' }).click();
    await mill.waitForURL((url) => url.pathname === '/');
    return { tower, mill, other };
  }

  test('two workspaces in two tabs do not disturb each other', async () => {
    const { tower, mill, other } = await openTwoTabs();
    const channelOfMill = await connectSandbox(other, 'mill');
    await createPost(service, { status: 'draft', content: 'An idea of the tower', targets: [] });
    await createPost(other, { status: 'draft', content: 'An idea of the mill', targets: [] });
    await mill.goto('/drafts');
    await mill.getByText('An idea of the mill').waitFor();
    await tower.page.reload();
    await tower.page.getByText('An idea of the tower').waitFor();
    expect(await tower.page.getByText('An idea of the mill').count()).toBe(0);

    await mill.goto('/write');
    await mill.getByRole('button', { name: 'Sandbox @mill', pressed: true }).waitFor();
    await mill.getByRole('textbox', { name: 'Text' }).fill('Ground in the mill');
    await mill.waitForURL(/\/write\/\d+$/);
    await tower.page.goto(new URL(mill.url()).pathname);
    await tower.page.getByText('There is no such post any more').waitFor();
    const { data } = await other.call('listPosts', { query: {} });
    const ground = data.find(({ content }) => content === 'Ground in the mill');
    expect(ground?.targets.map(({ channel_id }) => channel_id)).toEqual([channelOfMill.id]);

    // Pictures carry no header that names the workspace.
    const { data: picture } = await upload(service, { bytes: await makePicture('png'), altText: 'A bell' });
    const body = { content: '', media_ids: [picture.id], targets: [] };
    const post = await createPost(service, { status: 'draft', ...body });
    await mill.goto('/drafts');
    await tower.page.goto(`/posts/${post.id}`);
    await tower.page.getByRole('img', { name: 'A bell' }).waitFor();
    const shown = 'document.querySelector(\'img[alt="A bell"]\')';
    expect(await tower.page.evaluate(`${shown}.decode().then(() => ${shown}.naturalWidth)`)).toBe(40);
    expectClean(tower);
  });
});
