/** What is dragged into the window from another program begins a post where it is dropped. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { noise } from '../../server/test/support/images.ts';
import { createPost } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, said } from './journey.ts';

interface Data {
  files?: string[];
  items: { mimeType: string; data: string }[];
}

const text = (data: string): Data => ({ items: [{ mimeType: 'text/plain', data }] });

/** It is Friday, 15 January 2027, 12:00 in UTC. */
describe.skipIf(!hasChromium)('what is dropped on the calendar', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service, 'tower');
  await connectSandbox(service, 'gate');
  const folder = await mkdtemp(join(tmpdir(), 'belfry-drop-'));
  const picture = join(folder, 'bell.png');
  const sheet = join(folder, 'bells.csv');
  await writeFile(picture, await noise().png().toBuffer());
  await writeFile(sheet, 'a,b');
  await createPost(service, { status: 'draft', content: 'Fog over the river', targets: [] });
  afterAll(async () => {
    await journey.close();
    await rm(folder, { recursive: true });
  });

  /** As the system tells the browser of a drag that began elsewhere. */
  async function drag(page: Page, data: Data, to: Locator) {
    const client = await page.context().newCDPSession(page);
    const box = await to.boundingBox();
    if (box === null) throw new Error('There is nothing to drop on.');
    const send = (type: 'dragEnter' | 'dragOver' | 'drop', x: number, y: number) =>
      client.send('Input.dispatchDragEvent', { type, x, y, data: { ...data, dragOperationsMask: 1 } });
    // In the middle of a quarter of an hour.
    const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height - 4, 30)];
    await send('dragEnter', x, y - 1);
    await send('dragOver', x, y);
    await send('dragOver', x, y);
    return { over: () => send('dragOver', x, y), drop: () => send('drop', x, y) };
  }

  const bring = async (page: Page, data: Data, to: Locator) => (await drag(page, data, to)).drop();
  /** The library for it is loaded after the first paint. */
  const untilDraggable = (page: Page) => page.locator('[draggable=true]').first().waitFor();
  const posts = async () => (await service.call('listPosts', { query: { unplanned: false } })).data;

  test('begins a post with its files there, and shows before where it will land', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/?view=week&day=2027-01-18&channel=${channel.id}`);
    await untilDraggable(page);
    await page.getByRole('link', { name: 'New post in the free slot at 09:00' }).first().waitFor();
    const cell = page.locator('[data-day="2027-01-20"] [data-hour="09:00"]');
    const { over, drop } = await drag(page, { files: [picture], items: [] }, cell);
    const landing = page.getByText(/^Wed 20 Jan, 09:/).filter({ visible: true });
    // A system tells it again and again, so the place is right also after the page below has moved.
    let last: string | undefined;
    await expect
      .poll(async () => {
        const before = last;
        await over();
        last = (await landing.allTextContents())[0];
        return last !== undefined && last === before;
      })
      .toBe(true);
    const minute = last?.slice(-2);
    expect(await cell.getAttribute('data-over')).toBe('true');
    await drop();
    await page.waitForURL('**/write**');
    await page.getByRole('textbox', { name: 'Alt text of bell.png' }).waitFor();
    await page.waitForURL(/\/write\/\d+$/);
    const [post] = await posts();
    expect(post).toMatchObject({ content: '', scheduled_at: `2027-01-20T09:${minute}:00.000000Z` });
    expect(post?.targets.map(({ channel_id: id }) => id)).toEqual([channel.id]);
    await expect.poll(async () => (await posts())[0]?.media.length).toBe(1);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('begins a post with its text or link, in a month too, and a draft on the shelf', async () => {
    await journey.advance('1 minute');
    const { page, settled, foreign, errors } = await journey.enter();
    const content = () => page.getByRole('textbox', { name: 'Text' }).inputValue();
    await page.goto('/?view=month&day=2027-01-18');
    await untilDraggable(page);
    await bring(page, text('Bells of Sunday'), page.getByRole('gridcell', { name: 'Sunday 24 January' }));
    await page.getByRole('button', { name: /^Sun 24 Jan, 12:00/ }).waitFor();
    expect(await content()).toBe('Bells of Sunday');
    await page.waitForURL(/\/write\/\d+$/);
    await settled();

    await page.goto('/?view=month&day=2027-01-18');
    await untilDraggable(page);
    const data = '# The bells\r\nhttps://tower.example/bells';
    const link: Data = { items: [{ mimeType: 'text/uri-list', data }] };
    await bring(page, link, page.getByRole('gridcell', { name: 'Friday 15 January' }));
    await page.getByRole('button', { name: /^Fri 15 Jan, 13:00/ }).waitFor();
    expect(await content()).toBe('https://tower.example/bells');
    await page.waitForURL(/\/write\/\d+$/);
    await settled();

    // A free slot of the shown channel goes before noon.
    await page.goto(`/?view=month&day=2027-01-18&channel=${channel.id}`);
    await untilDraggable(page);
    await settled();
    await bring(page, text('In a slot'), page.getByRole('gridcell', { name: 'Thursday 21 January' }));
    await page.getByRole('button', { name: /^Thu 21 Jan, 09:00/ }).waitFor();
    await page.waitForURL(/\/write\/\d+$/);
    await settled();

    await page.goto('/?view=month&day=2027-01-18');
    await untilDraggable(page);
    await bring(page, text('An idea'), page.getByRole('complementary', { name: 'Drafts' }));
    await page.getByRole('button', { name: 'Choose a time' }).waitFor();
    expect(await content()).toBe('An idea');
    await page.waitForURL(/\/write\/\d+$/);
    await settled();
    // What was dropped is for one post.
    await page.getByRole('navigation').getByRole('link', { name: 'New post' }).click();
    await page.waitForURL('**/write');
    await expect.poll(content).toBe('');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is refused in the past and where it is no picture, and never replaces the app', async () => {
    const { page, settled, foreign, errors } = await journey.enter();
    const address = '/?view=month&day=2027-01-18';
    await page.goto(address);
    await untilDraggable(page);
    const past = page.getByRole('gridcell', { name: 'Wednesday 13 January' });
    await bring(page, { files: [picture], items: [] }, past);
    await said(page, 'This time has passed. Drop it on a later one.');
    const ahead = page.getByRole('gridcell', { name: 'Sunday 24 January' });
    await bring(page, { files: [sheet], items: [] }, ahead);
    await said(page, 'bells.csv is neither a picture nor a video.');
    // A browser opens a file that nobody has refused while it was over the page.
    await page.evaluate(
      "addEventListener('dragover', (event) => setTimeout(() => (window.isTaken = event.defaultPrevented)))",
    );
    const missed = await drag(page, { files: [picture], items: [] }, page.getByRole('heading', { level: 1 }));
    // The system says again and again where the file is.
    const isTaken = async () => {
      await missed.over();
      return page.evaluate('window.isTaken');
    };
    await expect.poll(isTaken).toBe(true);
    await missed.drop();
    await settled();
    expect(page.url()).toBe(service.origin + address);

    const viewer = await journey.enter('viewer');
    await viewer.page.goto(address);
    // What listens to drops comes with it.
    await viewer.page.getByRole('complementary', { name: 'Drafts' }).waitFor();
    await viewer.settled();
    await bring(
      viewer.page,
      text('Nothing'),
      viewer.page.getByRole('gridcell', { name: 'Sunday 24 January' }),
    );
    await viewer.settled();
    expect(viewer.page.url()).toBe(service.origin + address);
    expect([foreign, errors, viewer.errors]).toEqual([[], [], []]);
  });
});
