import { startFake } from '@belfry/networks/mastodon/fake.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openChooser } from '../../../server/test/support/account-choices.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../../../server/test/support/posts.ts';
import { connectSandbox } from '../../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, type Person } from '../journey.ts';

describe.skipIf(!hasChromium)('channels', async () => {
  const network = await startFake();
  const journey = await openJourney({ outboundAllow: [{ range: '127.0.0.0/8' }] });
  const { service } = journey;
  afterAll(async () => {
    await journey.close();
    await network.server.close();
  });

  /** Requests to the network's own page are the person's wish. */
  const expectClean = ({ foreign, errors }: Person) =>
    expect([foreign.filter((url) => !url.startsWith(network.server.url)), errors]).toEqual([[], []]);
  const list = async () => (await service.call('listChannels', {})).data;

  test('the first is connected by a form, gets posting times and a name, and is removed', async () => {
    const person = await journey.enter();
    const { page } = person;
    await page.goto('/channels');
    await page.getByText('A post needs somewhere to go.').waitFor();
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Sandbox' }).getByText('No account needed').waitFor();
    await page.getByText('You run this Belfry: choose a network to set them.').waitFor();
    await page.getByLabel('Search networks').fill('sand');
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Fill this in.').waitFor();
    await page.getByLabel('Username').fill('no spaces allowed');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('This is not in the expected form.').waitFor();
    await page.getByLabel('Username').fill('tower');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL((url) => url.pathname === '/channels' && url.search === '');
    await page.getByRole('status').getByText('Connected: tower (@tower).').waitFor();

    await page.getByRole('link', { name: 'tower' }).click();
    await page.getByRole('radio', { name: 'By weekday' }).check();
    await page.getByRole('button', { name: 'Sunday, 08:00, not set' }).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: 'Sunday, 08:05' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Saturday, 08:00', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sun: copy or clear' }).click();
    await page.getByRole('menuitem', { name: 'Copy to Monday–Friday' }).click();
    await page.getByRole('button', { name: 'Monday, 08:05' }).waitFor();
    await page.getByLabel('Exact time').fill('7.30');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Monday, 07:30' }).waitFor();
    await expect
      .poll(async () => (await list())[0]?.posting_times_by_day)
      .toMatchObject({
        mon: expect.arrayContaining(['07:30', '08:05']),
        sat: expect.arrayContaining(['08:00']),
      });

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name in Belfry').fill('The old tower');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('The channel is now called The old tower.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'tower', exact: true }).waitFor();

    const [tower] = await list();
    await createPost(
      service,
      scheduledFor(tower ? [tower] : [], { scheduled_at: await service.clock.in('1 day') }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Remove channel' }).click();
    await page.getByText('1 post waiting for this channel will fail there').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    expect(await list()).toHaveLength(1);
    await page.getByLabel('Type tower to confirm').fill('tower');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('A post needs somewhere to go.').waitFor();
    expect(await list()).toHaveLength(0);
    expectClean(person);
  });

  test('several accounts are chosen after a sign-in at a network, and a refused sign-in says so', async () => {
    const chooser = openChooser(service, network);
    const person = await journey.enter();
    const { page } = person;
    await page.goto('/channels/connect?network=mastodon&return_to=%2Fdrafts%3Fa%3D1');
    await page.getByLabel('Server').first().fill(network.server.url);
    await page.getByRole('button', { name: 'Continue to Mastodon' }).click();
    await page.waitForURL('**/connect/choose?**');
    await page.getByText('Your sign-in at Mastodon opens several accounts.').waitFor();
    await page.getByRole('button', { name: 'Connect 0 accounts' }).click();
    await page.getByRole('alert').getByText('Choose at least one account.').waitFor();
    await page.getByRole('checkbox', { name: 'Page a' }).check();
    await page.getByRole('checkbox', { name: 'Page c' }).check();
    await page.getByRole('button', { name: 'Connect 2 accounts' }).click();
    await page.waitForURL((url) => url.pathname === '/drafts' && !url.searchParams.has('connected'));
    await page.getByRole('status').getByText('Connected: Page a (@a) and Page c (@c).').waitFor();
    expect(await chooser.connected()).toEqual(['a', 'c']);

    await page.goto('/channels');
    await page.getByRole('button', { name: 'Drag Page a to another place' }).press('ArrowDown');
    await page.getByRole('status').getByText('Page a is now 2 of 2.').waitFor();
    expect((await list()).map(({ username }) => username)).toEqual(['c', 'a']);
    const id = (await list())[1]?.id;
    await page.goto(`/channels/connect?channel=${id}&return_to=%2Fchannels%2F${id}&error=wrong_account`);
    await page.getByRole('alert').getByText('This sign-in is for another account').waitFor();
    await page.getByLabel('Server').first().fill(network.server.url);
    await page.getByRole('button', { name: 'Continue to Mastodon' }).click();
    await page.waitForURL(`**/channels/${id}`);
    await page.getByRole('status').getByText('Connected: Page a (@a).').waitFor();
    await page.goto('/connect/choose?id=1&workspace=1');
    await page.getByRole('alert').getByText('The accounts of this sign-in were already chosen.').waitFor();
    expectClean(person);
  });

  test('the person comes back to where they began, whatever network they look at meanwhile', async () => {
    const person = await journey.enter();
    const { page } = person;
    await page.goto('/channels/connect?return_to=%2Fdrafts%3Fa%3D1');
    await page.getByRole('link', { name: 'Mastodon' }).click();
    await page.getByRole('link', { name: 'All networks' }).click();
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await page.getByLabel('Username').fill('returned');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL(({ pathname, search }) => pathname === '/drafts' && search === '?a=1');
    await page.getByRole('status').getByText('Connected: returned (@returned).').waitFor();
    const id = (await list()).find(({ username }) => username === 'returned')?.id;
    await service.call('deleteChannel', { params: { id: id ?? 0 } });
    expectClean(person);
  });

  test('a held channel is connected again and its post goes out; a paused one waits until it is resumed', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reconnect', [channel]));
    await service.publishDue();
    const person = await journey.enter('admin');
    const { page } = person;
    await page.goto('/channels');
    await page.getByText('Must be connected again').waitFor();
    await page.getByRole('link', { name: channel.name, exact: true }).click();
    await page.getByText('Sandbox wants a new sign-in.').waitFor();
    for (const from of [`/posts/${post.id}`, `/write?channel=${channel.id}`, '/?view=week', '/attention']) {
      await page.goto(from);
      // The list has a removed channel, too.
      await page.getByRole('link', { name: 'Connect again' }).first().click();
      await page.getByRole('heading', { name: `Connect ${channel.name} on Sandbox again` }).waitFor();
      await page.getByRole('link', { name: 'Back' }).click();
      await page.waitForURL(({ pathname, search }) => `${pathname}${search}`.startsWith(from));
    }
    await page.getByRole('link', { name: 'Connect again' }).first().click();
    expect(await page.getByLabel('Username').inputValue()).toBe(channel.username);
    expect(await page.getByText('Any name you like').count()).toBe(0);
    await page.getByLabel('Username').fill('another');
    await page.getByRole('button', { name: 'Connect again' }).click();
    await page.getByRole('alert').getByText('This sign-in is for @another').waitFor();
    await page.getByLabel('Username').fill(channel.username);
    await page.getByRole('button', { name: 'Connect again' }).click();
    await page.waitForURL(({ pathname, search }) => pathname === '/attention' && search === '');
    await page.getByText(`@${channel.username} must be connected again`).waitFor({ state: 'detached' });
    expect(await service.publishDue()).toBe(1);
    expect((await getPost(service, post)).status).toBe('published');

    const next = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await service.clock.in('30 seconds') }),
    );
    await page.goto(`/channels/${channel.id}`);
    await page.getByText('Can publish').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused since').waitFor();
    await page.getByRole('status').getByText('Its posts wait.').waitFor();
    await page.goto(`/write?channel=${channel.id}`);
    await page.getByRole('button', { name: `Sandbox @${channel.username}, Paused` }).waitFor();
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByText(`@${channel.username} is paused. The post waits there`).waitFor();
    expect(await page.getByText('The post goes out').count()).toBe(0);
    await page.goto(`/posts/${next.id}`);
    await page.getByText(`${channel.name} is paused. The post waits there`).waitFor();
    expect(await page.getByRole('timer').count()).toBe(0);
    await journey.advance('2 hours');
    expect(await service.publishDue()).toBe(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('status').getByText('publishes again.').waitFor();
    expect(await service.publishDue()).toBe(1);
    expect((await getPost(service, next)).status).toBe('published');
    expectClean(person);
  });

  test('people without the right see the channels, and nothing to change', async () => {
    await connectSandbox(service, 'seen');
    const person = await journey.enter('viewer');
    const { page } = person;
    await page.goto('/channels');
    await page.getByRole('link', { name: 'seen' }).click();
    await page.getByRole('heading', { name: 'Posting times' }).waitFor();
    for (const name of ['Pause', 'Rename', 'Add', 'Remove channel …'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.goto('/channels/connect');
    await page.getByText('Only admins and owners').waitFor();
    expectClean(person);
  });
});
