import { afterAll, describe, expect, test } from 'vitest';
import { noise } from '../../server/test/support/images.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { hasChromium, openJourney } from './journey.ts';

/** As long as a busy machine may need. */

describe.skipIf(!hasChromium)('writing a thread', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  await insertOne(
    service,
    `insert into channels (workspace_id, platform, account_id, name, username)
     values ($1, 'x', 'x', 'Ada', 'ada') returning id`,
    [service.workspaceId],
  );
  const read = async (id: number) => (await service.call('getPost', { params: { id } })).data;
  const bell = { mimeType: 'image/png', buffer: await noise().png().toBuffer() };

  async function write() {
    const person = await journey.enter();
    await person.page.goto('/write');
    const texts = person.page.getByRole('textbox', { name: /^Text$|^Part \d/ });
    const all = async () => (await texts.all()).map((one) => one.inputValue());
    const first = person.page.getByRole('textbox', { name: 'Text' });
    // The network's rules say that it has threads.
    await person.page.getByRole('button', { name: 'Add a part' }).waitFor();
    await first.fill('One\n\n\nTwo\n\n\nThree');
    await person.page.getByLabel('Part 3 of 3').waitFor();
    return { ...person, first, values: async () => Promise.all(await all()) };
  }

  test('moves its parts by keys, by buttons and by drag, and says where they are', async () => {
    const { page, first, values, foreign, errors } = await write();
    await expect.poll(values).toEqual(['One', 'Two', 'Three']);
    await page.getByLabel('Part 3 of 3').press('Alt+Shift+ArrowUp');
    await expect.poll(values).toEqual(['One', 'Three', 'Two']);
    await page.getByRole('status').filter({ hasText: 'Part 3 is now part 2 of 3.' }).waitFor();
    await page.locator('textarea[data-field="settings.thread.0"]:focus').waitFor();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect.poll(values).toEqual(['Three', 'One', 'Two']);
    await page.locator('textarea[data-field="content"]:focus').waitFor();
    await first.press('Alt+Shift+ArrowDown');
    await expect.poll(values).toEqual(['One', 'Three', 'Two']);

    await page.getByRole('button', { name: 'Move part 2 down' }).click();
    await expect.poll(values).toEqual(['One', 'Two', 'Three']);

    const grip = page.getByTitle(/^Drag to another place/).last();
    await grip.dragTo(first, { targetPosition: { x: 40, y: 2 } });
    await expect.poll(values).toEqual(['Three', 'One', 'Two']);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('has files of its own in each part, which go where the part goes', async () => {
    const { page, values, foreign, errors } = await write();
    await page.waitForURL(/\/write\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    await page.locator('input[data-part-files="2"]').setInputFiles({ ...bell, name: 'third.png' });
    await page.getByLabel('Alt text of third.png').fill('A bell');
    await page.getByLabel('Alt text of third.png').blur();
    const [file] = (await service.call('listMedia', {})).data;
    const thread = async () => (await read(id)).targets[0]?.settings as { thread?: unknown };
    await expect.poll(thread).toEqual({ thread: ['Two', { text: 'Three', media_ids: [file?.id] }] });
    await page.getByLabel('Part 3 of 3').press('Alt+Shift+ArrowUp');
    await expect.poll(thread).toEqual({ thread: [{ text: 'Three', media_ids: [file?.id] }, 'Two'] });

    await page.reload();
    await page.getByLabel('Alt text of third.png').waitFor();
    expect(await values()).toEqual(['One', 'Three', 'Two']);
    await page.getByRole('button', { name: 'Remove third.png' }).click();
    await expect.poll(thread).toEqual({ thread: ['Three', 'Two'] });
    expect([foreign, errors]).toEqual([[], []]);
  });
});
