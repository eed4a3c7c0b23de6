/** Captions of a video: added where the post is written, and shown where it plays. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { sealAll } from '../../server/test/support/events.ts';
import { loopbackAllowed } from '../../server/test/support/loopback.ts';
import { addFromLink, CAPTIONS } from '../../server/test/support/media.ts';
import { createPost, getPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { makeVideos } from '../../server/test/support/videos.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

const spoken = CAPTIONS.replace('Hear the bells', 'Hör die Türme läuten');

describe.skipIf(!hasChromium)('captions of a video', async () => {
  const journey = await openJourney({ outboundAllow: loopbackAllowed });
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  const videos = await makeVideos('vp8.webm');
  afterAll(async () => {
    await videos.remove();
    await journey.close();
  });

  const add = async ({ page }: Person) => {
    const buffer = await readFile(videos.path('vp8.webm'));
    const film = { name: 'film.webm', mimeType: 'video/webm', buffer };
    await page.locator('input[type="file"]').setInputFiles(film);
    await page.getByLabel('Alt text of film.webm').waitFor();
  };
  const open = async ({ page }: Person) => {
    await page.getByRole('button', { name: 'Captions of film.webm' }).click();
    return page.getByRole('dialog', { name: 'Captions' });
  };
  const choose = ({ page }: Person, name: string, buffer: Buffer) =>
    page.locator('input[data-captions]').setInputFiles({ name, mimeType: 'text/plain', buffer });
  const newest = async () => (await service.call('listMedia', { query: { page: 1 } })).data[0];

  test('are added from a file of an old program, in the language of its name, and play on the page of the post', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    await page.goto(`/write?channel=${channel.id}`);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('The towers are to be heard');
    await add(person);
    const dialog = await open(person);
    await dialog.getByText('Captions go to Sandbox.').waitFor();
    await dialog.getByText('This video has no captions yet.').waitFor();
    await choose(person, 'film.de.srt', Buffer.from(spoken, 'latin1'));
    expect(await dialog.getByLabel('Language of the captions').inputValue()).toBe('de');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('status').getByText('The video has captions in German now.').waitFor();
    await dialog.locator('button:focus', { hasText: 'Add a file' }).waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['German\nRemove']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('button:focus').and(page.getByLabel('Captions of film.webm')).waitFor();
    await page.getByRole('img', { name: 'Captions: German' }).waitFor();

    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.waitForURL(/\/posts\/\d+/);
    await journey.advance('11 seconds');
    await service.publishDue();
    await page.locator('video').waitFor();
    const id = Number(/\/posts\/(\d+)/.exec(page.url())?.[1]);
    expect((await service.call('getPost', { params: { id } })).data.status).toBe('published');
    const read = () =>
      page.evaluate(`{
        const track = document.querySelector('video').textTracks[0];
        track.mode = 'showing';
        [track.kind, track.language, track.label, track.cues?.[0]?.text];
      }`);
    const text = 'Hör die Türme läuten &amp; <i>come</i>';
    await expect.poll(read).toEqual(['captions', 'de', 'German', text]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('say which line is wrong, and are replaced, removed and brought back', async () => {
    const person = await journey.enter();
    const { page, foreign, errors } = person;
    await page.goto(`/write?channel=${channel.id}`);
    await add(person);
    const dialog = await open(person);
    await choose(person, 'film.srt', Buffer.from(`${CAPTIONS}\n2\n00:00 --> 1\nx`));
    const language = dialog.getByLabel('Language of the captions');
    expect(await language.inputValue()).toBe('en');
    await language.selectOption('Brazilian Portuguese');
    const send = dialog.getByRole('button', { name: 'Add', exact: true });
    await send.press('Enter');
    await dialog.getByRole('alert').getByText('Line 6 is not a time such as 00:00:01,000').waitFor();
    await send.and(page.locator(':focus')).waitFor();

    await choose(person, 'film.pt-BR.vtt', Buffer.from(CAPTIONS));
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    await send.click();
    await dialog.getByText('The video has captions in Brazilian Portuguese now.').waitFor();
    const sizes = async () => (await newest())?.captions.map((one) => [one.language, one.sizes.srt]);
    expect(await sizes()).toEqual([['pt-BR', CAPTIONS.length]]);

    await choose(person, 'film.pt-BR.vtt', Buffer.from(CAPTIONS.replace('come', 'stay')));
    await dialog.getByText('Replaces the captions in Brazilian Portuguese.').waitFor();
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await dialog.getByText('The captions in Brazilian Portuguese are replaced.').waitFor();
    await choose(person, 'film.en.srt', Buffer.alloc(3 * 200_000 + 1, 'x'));
    await dialog.getByRole('alert').getByText('at most 200,000 characters').waitFor();

    await dialog.getByRole('button', { name: 'Remove captions in Brazilian Portuguese' }).click();
    await dialog.getByText('This video has no captions yet.').waitFor();
    await dialog.locator('button:focus', { hasText: 'Add a file' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('img', { name: /^Captions/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('img', { name: 'Captions: Brazilian Portuguese' }).waitFor();
    expect(await sizes()).toEqual([['pt-BR', CAPTIONS.length]]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('that somebody else adds are shown at once', async () => {
    const { id } = await addFromLink(service, await readFile(videos.path('vp8.webm')), 'film.webm');
    const planned = { media_ids: [id], scheduled_at: '2027-01-20T09:00:00Z' };
    const post = await createPost(service, scheduledFor([channel], planned));
    const { page, settled, foreign, errors } = await journey.enter();
    const addIn = async (language: string) => {
      await settled();
      await service.call('setCaptions', { params: { id, language }, body: { text: CAPTIONS } });
      await sealAll(service.db);
    };
    await page.goto(`/posts/${post.id}`);
    await page.locator('video').waitFor();
    await addIn('fr');
    await page.locator('track[label="French"]').waitFor({ state: 'attached' });
    await page.goto(`/write/${post.id}`);
    await page.getByRole('img', { name: 'Captions: French' }).waitFor();
    await addIn('it');
    await page.getByRole('img', { name: 'Captions: French, Italian' }).waitFor();
    expect((await getPost(service, post)).version).toBe(post.version);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
