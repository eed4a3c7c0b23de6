import { afterAll, describe, expect, test } from 'vitest';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('the palette and the keys', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service);
  const at = '2027-01-16T09:00:00Z';
  const post = await createPost(
    service,
    scheduledFor([channel], { scheduled_at: at, content: 'Bells ring' }),
  );
  await createPost(service, { status: 'draft', content: 'Élan of bells', targets: [] });
  afterAll(() => journey.close());

  async function open(path: string, role?: 'viewer') {
    const person = await journey.enter(role);
    const { page } = person;
    await page.goto(path);
    await page.getByRole('main').first().waitFor();
    await person.settled();
    const ask = async (words: string) => {
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Find or do anything' });
      await field.fill(words);
      return page.getByRole('option');
    };
    return { ...person, ask };
  }

  test('leads to a place, a channel and a post by their words, and is called again by what was used', async () => {
    const { page, ask, foreign, errors } = await open('/');
    await (await ask('Connéct ACC')).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/channels/connect');
    await (await ask('sandbox')).filter({ hasText: '@' }).click();
    await page.waitForURL(`**/channels/${channel.id}`);
    await (await ask('bells ring')).filter({ hasText: 'Scheduled' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/posts/${post.id}`);
    await (await ask('elan')).filter({ hasText: 'Draft' }).click();
    await page.waitForURL('**/write/*');
    // Also in the midst of writing.
    await page.getByRole('textbox').first().press('Control+k');
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
    expect(await recent.first().textContent()).toContain('Sandbox');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('acts on the post that has the focus, and gives it back', async () => {
    const { page, ask, foreign, errors } = await open('/?view=week&day=2027-01-16');
    const link = page.locator(`[data-post="${post.id}"] a`).first();
    await link.focus();
    await (await ask('move to')).filter({ hasText: 'Move to …' }).click();
    await page.getByRole('alertdialog', { name: /Move/ }).locator(':focus').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator(`[data-post="${post.id}"] a:focus`).waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('offers a viewer nothing that writes', async () => {
    const { page, ask, foreign, errors } = await open('/', 'viewer');
    await (await ask('calendar')).first().waitFor();
    await page.getByRole('combobox').fill('new post');
    await page.getByText('Nothing fits these words.').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('all keys are listed, and those of a single character can be switched off', async () => {
    const { page, foreign, errors } = await open('/?view=week&day=2027-01-16');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keys' });
    await list.getByText('Go to today').waitFor();
    await list.getByText('Show all keys').waitFor();
    await list.getByRole('checkbox').uncheck();
    await list.getByText('Go to today').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    for (const key of ['n', '?', '1']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do anything' }).waitFor();
    expect(new URL(page.url()).search).toContain('view=week');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
