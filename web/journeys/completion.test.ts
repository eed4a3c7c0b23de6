import { afterAll, describe, expect, test } from 'vitest';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('completing words', async () => {
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
  const ids = [await addChannel('bluesky'), await addChannel('mastodon')];
  const schedule = (content: string, channels = ids) =>
    service.call('createPost', {
      body: {
        status: 'scheduled',
        scheduled_at: '2031-12-11T08:00:00Z',
        content,
        targets: channels.map((channel_id) => ({ channel_id })),
      },
    });
  await schedule('Thanks @ada.example #FairDay');
  await schedule('Thanks @ada.example #FairDay');
  await schedule('The #Fairground is open', [ids[1] ?? 0]);

  async function write() {
    const person = await journey.enter();
    const { page } = person;
    await page.goto('/write');
    for (const name of ['Bluesky @ada', 'Mastodon @ada']) await page.getByRole('button', { name }).click();
    const text = page.getByRole('textbox', { name: 'Text' });
    const options = page.getByRole('listbox').getByRole('option');
    return { ...person, text, options };
  }

  test('offers the hashtags and mentions of the chosen networks, taken by keys', async () => {
    const { page, text, options, foreign, errors } = await write();
    await text.pressSequentially('Come to #fair');
    await expect.poll(() => options.allTextContents()).toEqual(['#FairDay', '#Fairground']);
    const active = () => text.getAttribute('aria-activedescendant');
    await expect.poll(active).toBe(await options.first().getAttribute('id'));
    await text.press('ArrowDown');
    await expect.poll(active).toBe(await options.nth(1).getAttribute('id'));
    await page.getByRole('status').filter({ hasText: '2 suggestions' }).waitFor();
    await text.press('Enter');
    await expect.poll(() => text.inputValue()).toBe('Come to #Fairground ');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await text.getAttribute('aria-controls')).toBeNull();

    await text.pressSequentially('with @ad');
    await options.first().waitFor();
    await text.press('Tab');
    await expect.poll(() => text.inputValue()).toBe('Come to #Fairground with @ada.example ');
    // The browser undoes what was taken as it undoes what was typed.
    await text.press('Control+z');
    await expect.poll(() => text.inputValue()).toBe('Come to #Fairground with @ad');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('leaves the keys to the text when it was closed, when nothing is chosen, and to input methods', async () => {
    const { page, text, options, foreign, errors } = await write();
    await text.pressSequentially('#');
    await options.first().waitFor();
    await text.press('Enter');
    await expect.poll(() => text.inputValue()).toBe('#\n');
    await text.pressSequentially('#fa');
    await options.first().waitFor();
    await text.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await text.pressSequentially('ir');
    await text.press('Enter');
    await expect.poll(() => text.inputValue()).toBe('#\n#fair\n');
    expect(await options.count()).toBe(0);

    const client = await page.context().newCDPSession(page);
    await text.pressSequentially('#');
    await client.send('Input.imeSetComposition', { text: 'fair', selectionStart: 4, selectionEnd: 4 });
    await expect.poll(() => text.inputValue()).toBe('#\n#fair\n#fair');
    // A key of a person's own would take this one.
    await page.locator('[role=option][aria-selected=true]').waitFor();
    await text.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    expect(await text.inputValue()).toBe('#\n#fair\n#fair');
    await options.first().click();
    await expect.poll(() => text.inputValue()).toBe('#\n#fair\n#FairDay ');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('keeps what still fits while the service looks for more letters', async () => {
    const { page, text, options, foreign, errors } = await write();
    const asked = Promise.withResolvers<void>();
    const answering = Promise.withResolvers<void>();
    await page.route(/suggestions\?.*q=ad/, async (route) => {
      asked.resolve();
      await answering.promise;
      await route.continue();
    });
    await text.pressSequentially('@');
    await options.first().waitFor();
    await text.pressSequentially('ad');
    await asked.promise;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    expect(await options.allTextContents()).toEqual(['@ada.example']);
    await text.press('Tab');
    await expect.poll(() => text.inputValue()).toBe('@ada.example ');
    answering.resolve();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('finds emoji by name, and offers them to browse', async () => {
    const { page, text, options, foreign, errors } = await write();
    await text.pressSequentially('At 10:30 :bel');
    await options.filter({ hasText: '🔔' }).first().click();
    await expect.poll(() => text.inputValue()).toBe('At 10:30 🔔');
    await page.getByRole('button', { name: 'Emoji' }).click();
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    await picker.getByRole('button', { name: 'Flags' }).click();
    await picker.getByRole('button', { name: 'flag: Germany' }).waitFor();
    await picker.getByRole('searchbox').fill('party pop');
    await picker.getByRole('searchbox').press('Enter');
    await expect.poll(() => text.inputValue()).toBe('At 10:30 🔔🎉');
    await picker.waitFor({ state: 'detached' });
    await page.locator('textarea[data-field="content"]:focus').waitFor();

    await page.getByRole('button', { name: 'Add a hashtag' }).click();
    await options.filter({ hasText: '#FairDay' }).click();
    await expect.poll(() => text.inputValue()).toBe('At 10:30 🔔🎉 #FairDay ');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
