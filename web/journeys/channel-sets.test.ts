/** Channels that are chosen together by a name. */
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

describe.skipIf(!hasChromium)('a channel set', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  for (const name of ['tower', 'market', 'fair']) await connectSandbox(service, name);
  const namesOf = async () => (await service.call('listChannelSets', {})).data.map(({ name }) => name);

  test('is saved, chosen, renamed, deleted and brought back', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/write');
    const chip = (name: string) => page.getByRole('button', { name: `Sandbox @${name}`, exact: true });
    const isOn = async (name: string) => (await chip(name).getAttribute('aria-pressed')) === 'true';
    await chip('tower').click();
    await chip('fair').click();
    await page.getByRole('button', { name: 'Sets' }).click();
    await page.getByText('No sets yet.').waitFor();
    await page.getByRole('button', { name: 'Save this choice as a set …' }).click();
    await page.getByLabel('Name of the set').fill('Old town');
    await page.getByLabel('Name of the set').press('Enter');
    const set = page.getByRole('button', { name: 'Old town 2 channels' });
    await set.waitFor();
    expect(await set.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');

    await chip('tower').click();
    await chip('market').click();
    await page.reload();
    await chip('market').waitFor();
    // The last choice is offered again.
    expect(await Promise.all(['tower', 'market', 'fair'].map(isOn))).toEqual([false, true, true]);
    await chip('market').click();
    await page.getByRole('button', { name: 'Sets' }).click();
    // Not all of it is chosen.
    expect(await set.getAttribute('aria-pressed')).toBe('false');
    await set.click();
    expect(await Promise.all(['tower', 'market', 'fair'].map(isOn))).toEqual([true, false, true]);

    await page.getByRole('button', { name: 'Rename Old town' }).click();
    await page.getByLabel('Name of the set').fill('New town');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Delete New town' }).click();
    await expect.poll(namesOf).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(namesOf).toEqual(['New town']);

    const author = await journey.enter('author');
    await author.page.goto('/write');
    await author.page.getByRole('button', { name: 'Sets' }).click();
    await author.page.getByRole('button', { name: 'New town 2 channels' }).click();
    expect(await author.page.getByRole('button', { name: /Rename|Delete|Save this/ }).count()).toBe(0);
    expect([foreign, errors, author.errors]).toEqual([[], [], []]);
  });

  test('is a filter of the calendar: exactly its channels', async () => {
    const { data: channels } = await service.call('listChannels', {});
    const ids = ['tower', 'fair'].map((name) => channels.find((one) => one.name === name)?.id ?? 0);
    await service.call('createChannelSet', { body: { name: 'Bells and stalls', channel_ids: ids } });
    for (const { id, name } of channels) {
      const scheduled_at = '2027-01-20T09:00:00Z';
      await createPost(service, scheduledFor([{ id }], { content: `Of the ${name}`, scheduled_at }));
    }
    const { page, foreign, errors } = await journey.enter();
    const isShown = async (name: string) => (await page.getByText(`Of the ${name}`).count()) > 0;
    const market = channels.find(({ name }) => name === 'market')?.id;
    await page.goto(`/?view=week&day=2027-01-20&channel=${market}`);
    await page.getByText('Of the market').waitFor();
    await page.getByRole('button', { name: 'Channels: 1' }).click();
    const group = page.getByRole('group', { name: 'Channel sets' });
    await group.getByRole('menuitemcheckbox', { name: 'Bells and stalls' }).click();
    await page.waitForURL((url) => url.searchParams.get('channel') === ids.join(','));
    await page.getByText('Of the tower').waitFor();
    expect(await Promise.all(['market', 'tower', 'fair'].map(isShown))).toEqual([false, true, true]);
    const chosen = page.getByRole('menuitemcheckbox', { checked: true });
    // Another set has the same channels.
    expect(await chosen.allTextContents()).toEqual(['Bells and stalls', 'New town', 'tower', 'fair']);
    await group.getByRole('menuitemcheckbox', { name: 'Bells and stalls' }).click();
    await page.waitForURL((url) => !url.searchParams.has('channel'));
    await page.getByText('Of the market').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });
});
