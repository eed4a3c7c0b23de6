/** What one press takes out of a text comes back by another one; what nobody wrote leaves nothing behind. */
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, getPost } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

const LONG = 'The bells of the old town ring at nine. '.repeat(16).trim();

describe.skipIf(!hasChromium)('the text of a post', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const tower = await connectSandbox(service, 'tower');
  const press = await connectSandbox(service, 'press');
  afterAll(() => journey.close());

  async function write(path: string) {
    const person = await journey.enter();
    const { page } = person;
    await page.goto(path);
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.waitFor();
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    return { ...person, text, undo, id: () => Number(new URL(page.url()).pathname.split('/').at(-1)) };
  }

  test('comes back whole after its end was cut off, by the key of every text field and by the toast', async () => {
    const { page, text, undo, foreign, errors } = await write(`/write?channel=${tower.id}`);
    const cut = page.getByRole('button', { name: 'Cut the rest off' });
    await text.fill(LONG);
    await cut.click();
    await expect.poll(async () => (await text.inputValue()).length).toBeLessThan(501);
    const short = await text.inputValue();
    expect(LONG.startsWith(short)).toBe(true);
    await page.locator('textarea[data-text]:focus').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => text.inputValue()).toBe(LONG);

    await cut.click();
    await expect.poll(() => text.inputValue()).toBe(short);
    await page.keyboard.type(' Come!');
    await undo.click();
    await expect.poll(() => text.inputValue()).toBe(`${short} Come!${LONG.slice(short.length)}`);
    await page.locator('textarea[data-text]:focus').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('of one channel comes back with the channel, and after the common text took its place', async () => {
    const { page, text, undo, foreign, errors } = await write(`/write?channel=${tower.id},${press.id}`);
    await text.fill('For all');
    await page.getByRole('tab', { name: /tower/ }).click();
    const own = page.getByRole('textbox', { name: 'Text for @tower' });
    await own.fill('For the tower');
    const chip = page.getByRole('button', { name: 'Sandbox @tower' });
    await chip.click();
    await chip.click();
    await page.getByRole('tab', { name: /tower/ }).click();
    await expect.poll(() => own.inputValue()).toBe('For the tower');

    const back = page.getByRole('button', { name: 'Back to the common text' });
    await back.click();
    await expect.poll(() => own.inputValue()).toBe('For all');
    await page.locator('textarea[data-text]:focus').waitFor();
    await undo.click();
    await expect.poll(() => own.inputValue()).toBe('For the tower');
    await page.locator('textarea[data-text]:focus').waitFor();
    await back.click();
    await expect.poll(() => own.inputValue()).toBe('For all');
    await page.keyboard.press('Control+z');
    await expect.poll(() => own.inputValue()).toBe('For the tower');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('leaves no draft when all of it was deleted again', async () => {
    const { page, text, id, foreign, errors } = await write('/write');
    await text.fill('x');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByText(/^Saved/).waitFor();
    const made = id();
    await text.press('Backspace');
    await page.getByRole('link', { name: 'Calendar' }).first().click();
    const list = async () => (await service.call('listPosts', {})).data.map((post) => post.id);
    await expect.poll(list).not.toContain(made);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('stays a draft when somebody wrote into it meanwhile, or when it was there before', async () => {
    const { page, text, id, foreign } = await write('/write');
    await text.fill('x');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByText(/^Saved/).waitFor();
    const made = id();
    await service.call('updatePost', {
      params: { id: made },
      body: { status: 'draft', content: 'Of somebody else', targets: [] },
    });
    await text.press('Backspace');
    const met = page.waitForResponse((answer) => answer.url().endsWith(`/posts/${made}/events`));
    await page.getByRole('link', { name: 'Calendar' }).first().click();
    await met;
    expect((await getPost(service, { id: made })).content).toBe('Of somebody else');

    const { id: before } = await createPost(service, { status: 'draft', content: 'A bell', targets: [] });
    await page.goto(`/write/${before}`);
    await text.fill('');
    await page.getByRole('link', { name: 'Calendar' }).first().click();
    await expect.poll(async () => (await getPost(service, { id: before })).content).toBe('');
    expect(foreign).toEqual([]);
  });

  test('of another post becomes a draft with the first change, and not before', async () => {
    const model = await createPost(service, { status: 'draft', content: 'Every year', targets: [] });
    const { page, text, id, settled, foreign, errors } = await write(`/write?from=${model.id}`);
    await settled();
    expect(await text.inputValue()).toBe('Every year');
    expect(new URL(page.url()).pathname).toBe('/write');
    await page.keyboard.type(' again');
    await page.waitForURL(/\/write\/\d+$/);
    await page.getByText(/^Saved/).waitFor();
    await expect.poll(async () => (await getPost(service, { id: id() })).content).toBe('Every year again');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
