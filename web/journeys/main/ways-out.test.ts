/** Posts that failed, that may be live, and that wait: each has its own way out, by the screens alone. */
import { afterAll, describe, expect, test } from 'vitest';
import { requireSameSecret } from '../../../server/src/setup/setup.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../../../server/test/support/posts.ts';
import { makeUnconfirmed } from '../../../server/test/support/resolving.ts';
import { connectSandbox, readTimeline } from '../../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from '../journey.ts';

describe.skipIf(!hasChromium)('a post that', async () => {
  const journey = await openJourney();
  const { service } = journey;
  await requireSameSecret(service.ctx);
  afterAll(() => journey.close());

  test('may be live is settled by a person who has looked: it is there', async () => {
    const { post, countLive } = await makeUnconfirmed(service, { isOut: true });
    const { page, foreign, errors } = await journey.enter();
    const inGerman = await journey.enter(undefined, { locale: 'de-DE' });
    for (const [person, cause] of [
      [{ page }, /was due before Belfry was restored from a backup/],
      [inGerman, /war fällig, bevor Belfry aus einer Sicherung wiederhergestellt wurde/],
    ] as const) {
      await person.page.goto(`/posts/${post.id}`);
      // Beside the acts, and in the story.
      const said = person.page.getByRole('article').getByText(cause).filter({ visible: true });
      await expect.poll(() => said.count()).toBe(2);
      await person.page.goto('/attention');
      await person.page.getByText(cause).waitFor();
    }
    await page.getByRole('link', { name: 'Say whether it is there' }).click();
    await page.getByRole('heading', { name: 'May be live' }).waitFor();
    for (const role of ['button', 'link'] as const)
      expect(await page.getByRole(role, { name: /try again/i }).count()).toBe(0);
    const [username] = post.targets.map(({ channel }) => channel.username);
    const look = page.getByRole('link', { name: `Look at @${username} ↗` });
    expect(await look.evaluate((link) => (link as unknown as { href: string }).href)).toBe(
      `${service.origin}/sandbox/@${username}`,
    );
    await page.getByRole('button', { name: 'It is there', exact: true }).click();
    await page.getByLabel('Its link').fill('https://tower.example/1');
    await page.getByRole('alertdialog').getByRole('button', { name: 'It is there' }).click();
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    await page
      .getByText(/Confirmed by .*, not by the network/)
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /Open/ }).getAttribute('href')).toBe(
      'https://tower.example/1',
    );
    await service.publishDue();
    expect([(await getPost(service, post)).status, await countLive()]).toEqual(['published', 1]);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('may be live is sent again only when a person says that it is not there', async () => {
    const { post, countLive } = await makeUnconfirmed(service);
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/posts/${post.id}`);
    await page.getByRole('button', { name: 'It is not there: send it again' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await service.publishDue();
    expect(await countLive()).toBe(0);
    await page.getByRole('button', { name: 'It is not there: send it again' }).click();
    await page.getByRole('button', { name: 'It is not there: send it', exact: true }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await service.publishDue();
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    expect(await countLive()).toBe(1);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('failed tells why, beside others with the same reason, and leaves the list when a person has seen it', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reject', [channel]));
    await createPost(service, scheduledToBehave('reject', [channel], { content: 'Good evening' }));
    await service.publishDue();
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/attention');
    const item = page.getByRole('listitem').filter({ hasText: `Not published on @${channel.username}` });
    await item.getByText('The sandbox rejects this post').waitFor();
    await item.getByRole('link', { name: 'Edit: Good evening' }).waitFor();
    expect(await item.count()).toBe(1);
    await item.getByRole('link', { name: /2020.*Hello/ }).click();
    await page.waitForURL(`**/posts/${post.id}`);
    await page.getByRole('article').getByText('The sandbox rejects this post').first().waitFor();
    await page.goBack();
    await settled();
    await item.getByRole('button', { name: 'Take all off the list' }).press('Enter');
    await item.waitFor({ state: 'detached' });
    await page.getByText('2 posts were taken off the list.').waitFor();
    await page.getByRole('heading', { name: 'Needs you' }).and(page.locator(':focus')).waitFor();
    expect((await getPost(service, post)).status).toBe('failed');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('failed is mended beside the reason, and tried again at once', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reject', [channel]));
    await service.publishDue();
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/attention');
    const item = page.getByRole('listitem').filter({ hasText: `Not published on @${channel.username}` });
    await item.getByRole('link', { name: 'Edit' }).click();
    await page.waitForURL(`**/write/${post.id}`);
    await page.getByText(`Not published on @${channel.username}. The sandbox rejects this post`).waitFor();
    await page.getByText('Its time has passed, so it is tried again at once.').waitFor();
    await page.locator('summary').filter({ hasText: 'Behaviour' }).click();
    await page.getByLabel('Behaviour').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Try again on Sandbox' }).click();
    await page.waitForURL(`**/posts/${post.id}`);
    await service.publishDue();
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    expect(await readTimeline(service, channel)).toHaveLength(1);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is published on one channel and failed on another says both', async () => {
    const channels = [await connectSandbox(service), await connectSandbox(service)];
    const [first, second] = channels;
    if (first === undefined || second === undefined) throw new Error('There are two channels.');
    const bad = scheduledToBehave('reject', [second]);
    const targets = [{ channel_id: first.id }, ...(bad.targets ?? [])];
    const post = await createPost(service, { ...bad, targets });
    await service.publishDue();
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/posts/${post.id}`);
    await page.getByRole('heading', { name: '1 of 2 published Failed' }).waitFor();
    await page.getByRole('link', { name: 'Edit and try again' }).waitFor();
    await page
      .getByText(`It is out on ${first.name} and stays there as it is. You can edit it for ${second.name}.`)
      .waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('failed on a channel while it waits on another says what comes first, and is not published twice', async () => {
    const [out, lost, bad] = [
      await connectSandbox(service, 'out'),
      await connectSandbox(service, 'lost'),
      await connectSandbox(service, 'bad'),
    ];
    const targets = [
      ...(scheduledFor([out]).targets ?? []),
      ...(scheduledToBehave('reconnect', [lost]).targets ?? []),
      ...(scheduledToBehave('reject', [bad]).targets ?? []),
    ];
    const post = await createPost(service, { ...scheduledFor([]), targets });
    await service.publishDue();
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/attention');
    const item = page.getByRole('listitem').filter({ hasText: 'Not published on @bad' });
    await item.getByRole('link', { name: 'Open', exact: true }).click();
    await page.waitForURL(`**/posts/${post.id}`);
    await page
      .getByRole('article', { name: 'bad' })
      .getByText('You can edit the post and try again once lost is connected again')
      .waitFor();
    expect(await page.getByText('cannot be edited').count()).toBe(0);
    const waiting = page.getByRole('article', { name: 'lost' });
    await waiting.getByText(/^lost must be connected again. The post waits there until .*, then/).waitFor();
    expect(await waiting.getByText('connected again').filter({ visible: true }).count()).toBe(1);

    await page.getByRole('link', { name: 'Use again' }).click();
    await page.getByRole('button', { name: 'Sandbox @bad', pressed: true }).waitFor();
    for (const name of ['Sandbox @out', 'Sandbox @lost'])
      expect(await page.getByRole('button', { name, pressed: true }).count()).toBe(0);
    await page.goto(`/posts/${post.id}`);
    await page.getByRole('article', { name: 'bad' }).getByRole('link', { name: 'Connect again' }).click();
    await page.waitForURL(`**/channels/connect?channel=${lost.id}**`);
    await settled();
    await page.getByRole('button', { name: 'Connect again' }).press('Enter');
    await page.waitForURL((url) => url.pathname === `/posts/${post.id}`);
    await page.locator('main h1:focus').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is stopped in its last seconds is a draft without a time', async () => {
    const channel = await connectSandbox(service);
    const { scheduled_at: _, ...soon } = scheduledFor([channel]);
    const post = await createPost(service, { ...soon, publish_in: 10 });
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto(`/posts/${post.id}`);
    await settled();
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    await page.getByRole('heading', { name: 'Draft' }).and(page.locator(':focus')).waitFor();
    await page.getByText('No time yet').waitFor();
    await page.getByText('Taken back to the drafts by').waitFor();
    expect((await getPost(service, post)).scheduled_at).toBe(null);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('is published is removed from its network only after a word is typed', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    await service.publishDue();
    const { page, foreign, errors } = await journey.enter();
    await page.goto(`/posts/${post.id}`);
    // The calendar shows it at the time at which it went out.
    await page.getByText(/^Fri,? 15 Jan, 1\d:00 .*, planned for Wed,? 1 Jan 2020, 0\d:00/).waitFor();
    await page.getByRole('button', { name: 'Remove from Sandbox …' }).click();
    const confirm = page.getByRole('button', { name: 'Remove from Sandbox', exact: true });
    await confirm.click();
    await page.getByLabel('Type “remove” to confirm').fill('remove');
    await confirm.click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByText(/asked to remove it from the network/).waitFor();
    expect(await readTimeline(service, channel)).toHaveLength(1);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('does not exist says so, and so does an address that is no place', async () => {
    const { page } = await journey.enter('viewer');
    for (const path of ['/settings', '/post/1', '/account/'])
      expect((await page.goto(path))?.status(), path).toBe(404);
    await page.getByText('There is nothing at this address.').waitFor();
    expect((await service.request('GET', '/settings')).status).toBe(404);
    const writer = await journey.enter();
    const missing = [
      [page, '/posts/999999', 'That does not exist here, or you may not see it.'],
      [writer.page, '/write/999999', 'There is no such post any more, or you may not see it.'],
    ] as const;
    for (const [by, path, sentence] of missing) {
      await by.goto(path);
      const main = by.getByRole('main');
      await main.getByText(sentence).waitFor();
      expect(await main.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await main.getByRole('link', { name: 'Calendar' }).click();
      await by.waitForURL((url) => url.pathname === '/');
    }
  });

  test('a viewer only reads', async () => {
    const { post } = await makeUnconfirmed(service);
    const { page, foreign, errors } = await journey.enter('viewer');
    // The composer, to which others may send a link, leads to the post.
    for (const place of ['posts', 'write']) {
      await page.goto(`/${place}/${post.id}`);
      await page.getByRole('heading', { name: 'May be live' }).waitFor();
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    }
    await page.goto('/write');
    await page.waitForURL((url) => url.pathname === '/');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
