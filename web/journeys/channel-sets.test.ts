/** Channels that are chosen together by a name. */
import { afterAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 60_000 });

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
    await eventually(namesOf).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(namesOf).toEqual(['New town']);

    const author = await journey.enter('author');
    await author.page.goto('/write');
    await author.page.getByRole('button', { name: 'Sets' }).click();
    await author.page.getByRole('button', { name: 'New town 2 channels' }).click();
    expect(await author.page.getByRole('button', { name: /Rename|Delete|Save this/ }).count()).toBe(0);
    expect([foreign, errors, author.errors]).toEqual([[], [], []]);
  });
});
