import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../server/test/support/browser.ts';
import { noise } from '../../../server/test/support/images.ts';
import { createPost, scheduledFor } from '../../../server/test/support/posts.ts';
import { connectSandbox } from '../../../server/test/support/sandbox.ts';
import { insertOne } from '../../../server/test/support/thing-rows.ts';
import { hasChromium, openJourney } from '../journey.ts';

const SENTENCE = 'The bells of the old town ring at nine. ';

/** As long as a busy machine may need. */

describe.skipIf(!hasChromium)('writing a post', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const addChannel = (platform: string) =>
    insertOne(
      service,
      `insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, $2, $2, 'Ada', 'ada') returning id`,
      [service.workspaceId, platform],
    );
  const read = async (id: number) => (await service.call('getPost', { params: { id } })).data;
  const ids: number[] = [];
  for (const platform of ['bluesky', 'mastodon', 'sandbox']) ids.push(await addChannel(platform));

  test('for three networks: one refuses, its text is mended, and the post is scheduled', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/write');
    for (const name of ['Bluesky @ada', 'Mastodon @ada', 'Sandbox @ada'])
      await page.getByRole('button', { name }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill(SENTENCE.repeat(9));
    await page.getByText('Bluesky allows at most 300 characters; this text has 360.').waitFor();
    await page.waitForURL(/\/write\/\d+$/);
    const buffer = await noise().png().toBuffer();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'bell.png', mimeType: 'image/png', buffer });
    await page.getByLabel('Alt text of bell.png').fill('A bell');
    await page.getByLabel('Alt text of bell.png').blur();
    await page.getByRole('button', { name: 'Choose a time' }).click();
    await page.getByLabel('Day and time').fill('2031-12-10 18:30');
    await page.getByRole('button', { name: 'Set this time' }).click();
    const act = page.getByRole('button', { name: /^Schedule for/ });
    await act.click();
    await page.locator('[data-cause]:focus').waitFor();

    await page.getByRole('button', { name: 'Split as thread' }).click();
    expect(await page.getByRole('tab', { name: /Bluesky/ }).getAttribute('aria-selected')).toBe('true');
    expect(await page.getByLabel('Part 2 of 2').inputValue()).toMatch(/^The bells/);
    await page.getByRole('tab', { name: /Mastodon/ }).click();
    expect(await page.getByRole('textbox', { name: 'Text for @ada' }).inputValue()).toBe(SENTENCE.repeat(9));
    await act.click();
    await page.waitForURL(/\/posts\/\d+$/);

    const id = Number(page.url().split('/').at(-1));
    expect(await read(id)).toMatchObject({
      status: 'scheduled',
      scheduled_at: '2031-12-10T18:30:00.000000Z',
      media: [{ name: 'bell.png', alt_text: 'A bell' }],
      targets: [
        { channel_id: ids[0], settings: { thread: [expect.stringMatching(/^The bells/)] } },
        { channel_id: ids[1], content: null, settings: {} },
        { channel_id: ids[2], content: null, settings: {} },
      ],
    });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('finds a channel by its name, and Enter takes it', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/write');
    await page.getByRole('button', { name: 'Channel', exact: true }).click();
    const search = page.getByRole('searchbox', { name: 'Search channels' });
    for (const name of ['Mastodon', 'Bluesky', 'Mastodon']) {
      await search.fill(name.slice(0, 4));
      await search.press('Enter');
      await page.getByRole('button', { name: `${name} @ada`, pressed: true, includeHidden: true }).waitFor();
      expect(await search.inputValue()).toBe('');
    }
    await search.press('Enter');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('goes on where it was after the sign-in ended in mid-sentence, and while the service is gone', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/write');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('The bells');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByText(/^Saved/).waitFor();
    const id = Number(page.url().split('/').at(-1));

    // An answer under way would renew the sign-in.
    await settled();
    await page.context().clearCookies();
    await text.pressSequentially(' ring at');
    await page.evaluate("dispatchEvent(new Event('online'))");
    // What is typed stays in the text until its writer asks for the sheet.
    await page.getByRole('alert').getByText('Your sign-in has ended').waitFor();
    await text.pressSequentially(' nine');
    await settled();
    const sheet = page.getByRole('dialog', { name: 'Your sign-in has ended' });
    expect(await sheet.count()).toBe(0);
    expect(await text.inputValue()).toBe('The bells ring at nine');
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
    expect(await sheet.getByRole('textbox', { name: 'E-mail address' }).count()).toBe(0);
    await sheet.getByLabel('Password').fill(PASSWORD);
    await sheet.getByRole('button', { name: 'Sign in' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.locator('textarea[data-text]:focus').waitFor();
    await page.keyboard.type(' and ten');
    await expect.poll(async () => (await read(id)).content).toBe('The bells ring at nine and ten');

    await page.context().setOffline(true);
    await text.fill('Nobody hears this yet');
    await page.getByText('Only on this device').waitFor();
    await page.context().setOffline(false);
    await page.getByText(/^Saved/).waitFor();
    await expect.poll(async () => (await read(id)).content).toBe('Nobody hears this yet');

    // What the service did not get before the tab was closed is there again afterwards.
    await page.context().setOffline(true);
    await text.fill('Closed too early');
    await page.getByText('Only on this device').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await expect.poll(() => text.inputValue()).toBe('Closed too early');
    await expect.poll(async () => (await read(id)).content).toBe('Closed too early');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('in two tabs loses neither text', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/write');
    await page.getByRole('textbox', { name: 'Text' }).fill('Begun');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByText(/^Saved/).waitFor();
    const id = Number(page.url().split('/').at(-1));
    const other = await page.context().newPage();
    await other.clock.setFixedTime(service.clock.now());
    await other.goto(`/write/${id}`);
    await other.getByRole('textbox', { name: 'Text' }).fill('From the other tab');
    await expect.poll(async () => (await read(id)).content).toBe('From the other tab');

    await page.getByRole('textbox', { name: 'Text' }).fill('From this tab');
    await page.getByText(/was changed elsewhere/).waitFor();
    expect((await read(id)).content).toBe('From the other tab');
    await page.getByRole('button', { name: 'Compare' }).click();
    const sides = page.getByRole('dialog').getByRole('region');
    await expect.poll(() => sides.count()).toBe(2);
    await page.getByText('From the other tab').waitFor();
    await page.getByRole('button', { name: 'Take this version' }).first().click();
    await expect.poll(async () => (await read(id)).content).toBe('From this tab');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('changes a scheduled post only when somebody says so', async () => {
    const targets = [{ channel_id: ids[2] ?? 0 }];
    const body = {
      status: 'scheduled',
      scheduled_at: '2031-12-11T08:00:00Z',
      content: 'As planned',
      targets,
    } as const;
    const { id } = (await service.call('createPost', { body })).data;
    await service.call('updatePost', { params: { id }, body });
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).fill('Changed');
    await page
      .getByText(/Your changes are not live/)
      .first()
      .waitFor();
    expect((await read(id)).content).toBe('As planned');
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Changed');
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    // What is as before is no change.
    const note = page.getByText(/Your changes are not live/).first();
    await page.getByRole('textbox', { name: 'Text' }).fill('As planned');
    await note.waitFor({ state: 'detached' });
    const copyOf = async () => (await service.call('getWorkingCopy', { params: { id } })).data.own;
    await expect.poll(copyOf).toBeNull();
    await page.getByRole('textbox', { name: 'Text' }).fill('Changed');
    await note.waitFor();
    await page.getByRole('button', { name: 'Update', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Text' }).press('Control+Enter');
    await page.waitForURL(`**/posts/${id}`);
    expect(await read(id)).toMatchObject({ content: 'Changed', scheduled_at: '2031-12-11T08:00:00.000000Z' });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('leaves out a channel that was removed when somebody says so', async () => {
    const [tower, press] = [await connectSandbox(service, 'tower'), await connectSandbox(service, 'press')];
    const body = scheduledFor([tower, press], { scheduled_at: '2027-01-20T09:00:00Z' });
    const post = await createPost(service, body);
    await service.call('deleteChannel', { params: { id: press.id } });
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/posts/${post.id}`);
    const column = page.getByRole('article', { name: 'press' });
    await column.getByText('At risk').waitFor();
    await column.getByText('This channel was removed').waitFor();
    expect(await column.getByRole('link', { name: 'Connect again' }).count()).toBe(0);
    await page.goto(`/write/${post.id}`);
    await page.locator('s').getByText('@press').waitFor();
    // Who chooses others has not left it out.
    await page.getByRole('button', { name: 'Mastodon @ada' }).click();
    await page.getByRole('button', { name: 'Mastodon @ada' }).click();
    await page.locator('[data-act]').click();
    await page.locator('button:focus').getByText('Leave it out').click();
    expect(await page.getByText('This channel was removed').count()).toBe(0);
    await page.locator('[data-act]:focus').click();
    await page.waitForURL(`**/posts/${post.id}`);
    expect((await read(post.id)).targets.map((target) => target.channel_id)).toEqual([tower.id]);
    await service.call('deleteChannel', { params: { id: tower.id } });
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('changes of a post that was changed since are compared with it', async () => {
    const targets = [{ channel_id: ids[2] ?? 0 }];
    const body = { status: 'scheduled', scheduled_at: '2031-12-12T08:00:00Z', targets } as const;
    const { id } = (await service.call('createPost', { body: { ...body, content: 'As planned' } })).data;
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/write/${id}`);
    await page.getByRole('textbox', { name: 'Text' }).fill('Changed here');
    await page
      .getByText(/Your changes are not live/)
      .first()
      .waitFor();
    await page.goto('/attention');
    await service.call('updatePost', { params: { id }, body: { ...body, content: 'Changed there' } });
    await page.goto(`/write/${id}`);
    await page.getByText(/was changed elsewhere/).waitFor();
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Changed here');
    expect((await read(id)).content).toBe('Changed there');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
