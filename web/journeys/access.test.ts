/** Every screen in both themes: nothing that axe finds, nothing that is wider than the screen. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requireSameSecret } from '../../server/src/setup/setup.ts';
import { loopbackAllowed } from '../../server/test/support/loopback.ts';
import { addFromLink } from '../../server/test/support/media.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../../server/test/support/posts.ts';
import { makeUnconfirmed } from '../../server/test/support/resolving.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { makeVideos } from '../../server/test/support/videos.ts';
import { bringAxe, findCutIn, findFaults, findInThemes, NARROW, WIDE } from './faults.ts';
import { inComposer } from './in-composer.ts';
import { goInside } from './inside.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';
import { openLabels, openMenu, openMove, selectPublished } from './post-menus.ts';

const week = '/?view=week&day=2027-01-16';

describe.skipIf(!hasChromium)('every screen', async () => {
  const journey = await openJourney({ outboundAllow: loopbackAllowed });
  const { service } = journey;
  await requireSameSecret(service.ctx);
  const videos = await makeVideos('vp9.webm');
  afterAll(async () => {
    await videos.remove();
    await journey.close();
  });
  const channel = await connectSandbox(service);
  const published = await createPost(service, scheduledFor([channel]));
  const failed = await createPost(service, scheduledToBehave('reject', [channel]));
  await service.publishDue();
  const { post: doubtful } = await makeUnconfirmed(service);
  const planned = await createPost(
    service,
    scheduledFor([channel], { scheduled_at: '2027-01-16T09:00:00Z', content: 'Grüße, مرحبا, 你好' }),
  );
  const draft = await createPost(service, { status: 'draft', content: 'An idea', targets: [] });

  await service.call('updateWorkspace', { body: { requires_approval: true } });
  const asked = await createPost(
    await service.as('author'),
    scheduledFor([channel], { scheduled_at: '2027-01-17T09:00:00Z', content: 'May I?' }),
  );

  await service.as('editor');
  await service.call('createComment', { params: { id: draft.id }, body: { text: 'Bells first' } });

  const youtube = await insertOne(
    service,
    `insert into channels (workspace_id, platform, account_id, name, username)
     values ($1, 'youtube', 'ada', 'Ada', 'ada') returning id`,
    [service.workspaceId],
  );
  const bytes = await readFile(videos.path('vp9.webm'));
  const video = await addFromLink(service, bytes, 'vp9.webm');
  const film = await createPost(service, {
    status: 'draft',
    media_ids: [video.id],
    targets: [{ channel_id: youtube }],
  });

  for (let n = 0; n < 24; n += 1) {
    const scheduled_at = `2027-01-20T09:${String(n).padStart(2, '0')}:00Z`;
    await createPost(service, { status: 'draft', content: `Bell ${n}`, scheduled_at, targets: [] });
  }

  const behind = [
    '/?view=week',
    '/?view=month',
    '/?view=day',
    '/?view=list',
    '/write',
    `/write/${draft.id}`,
    `/write/${planned.id}`,
    `/posts/${published.id}`,
    `/posts/${failed.id}`,
    `/posts/${doubtful.id}`,
    `/posts/${asked.id}`,
    '/drafts',
    '/attention',
    '/channels',
    `/channels/${channel.id}`,
    `/channels/connect?channel=${channel.id}&return_to=%2Fattention`,
    '/channels/connect',
    '/channels/connect?network=threads',
    '/channels/connect?network=telegram&keys=1',
  ];
  const keys = { bot_token: '123456789:AAH0123456789012345678901234567890123' };
  await service.call('setNetworkApp', { params: { family: 'telegram' }, body: keys });
  const body = { email: 'bob@example.org', role: 'author' } as const;
  const { link } = (await service.call('createInvitation', { body })).data;
  const before = [
    ['the set-up', '/setup?token=x'],
    ['the sign-in', '/sign-in'],
    ['a forgotten password', '/forgot-password'],
    ['a new password', '/new-password#x'],
    ['an invitation', link?.slice(service.origin.length) ?? ''],
    ['an address without a place', '/settings'],
  ] as const;

  // One browser for all screens. Without transitions, a new theme is there at once.
  let person: Person;
  let visitor: Person;
  beforeAll(async () => {
    // Only so that axe can run: its script is not one of ours.
    const options = { bypassCSP: true, reducedMotion: 'reduce' } as const;
    person = await journey.enter(undefined, options);
    visitor = await journey.visit(options);
    for (const { page } of [person, visitor]) await bringAxe(page);
    await person.page.goto('/');
    await visitor.page.goto('/sign-in');
  });

  afterEach(() => {
    for (const { foreign, errors } of [person, visitor]) expect([foreign, errors]).toEqual([[], []]);
  });

  async function go({ page, settled }: Person, path: string): Promise<void> {
    await goInside(page, path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await settled();
  }

  test.each(behind)('has no fault and shows its controls whole: %s', async (path) => {
    await go(person, path);
    expect(await findInThemes(person.page)).toEqual([]);
    expect(await findCutIn(person)).toEqual([]);
  });

  test.each(before)('has no fault: %s', async (_name, path) => {
    await go(visitor, path);
    expect(await findInThemes(visitor.page)).toEqual([]);
  });

  test.each<[what: string, open: (page: Page) => Promise<void>]>([
    ...inComposer(film.id),
    [
      'comments',
      async (page) => {
        await goInside(page, `/write/${draft.id}`);
        await page.getByRole('tab', { name: 'Comments' }).click();
        const comment = page.getByRole('textbox', { name: 'Write a comment' });
        await comment.fill('@');
        await comment.press('End');
        await page.getByRole('option').first().waitFor();
      },
    ],
    [
      'keys that replace others, and one that is missing',
      async (page) => {
        await goInside(page, '/channels/connect?network=telegram&keys=1');
        await page.getByRole('button', { name: 'Replace the keys' }).click();
        await page.getByRole('button', { name: 'Save the keys' }).click();
        await page.getByText('Fill this in.').waitFor();
      },
    ],
    [
      'a second clock',
      async (page) => {
        await goInside(page, week);
        await page.getByRole('button', { name: 'Your time' }).click();
        await page.getByRole('button', { name: 'Your time', pressed: true }).waitFor();
      },
    ],
    [
      'a selection and its refusals',
      async (page) => {
        await goInside(page, week);
        await selectPublished(page);
        await page.getByRole('button', { name: 'A day later' }).click();
        await page.getByText('Show the post that did not change').click();
      },
    ],
  ])('has no fault with %s', async (_what, open) => {
    await open(person.page);
    await person.settled();
    expect(await findInThemes(person.page)).toEqual([]);
    await person.page.keyboard.press('Escape');
  });

  const press = (name: string | RegExp) => (page: Page) =>
    page.getByRole('main').getByRole('button', { name }).first().click();

  /** What opens on a screen, and how. */
  const openers: [path: string, role: string, open: (page: Page) => Promise<void>][] = [
    ['/attention', 'dialog', (page) => page.keyboard.press('Control+k')],
    ['/attention', 'dialog', (page) => page.keyboard.press('?')],
    [week, 'menu', press('State')],
    [week, 'menu', press('Channels')],
    [week, 'menu', openMenu],
    [week, 'alertdialog', openMove],
    [week, 'dialog', openLabels],
    [`/write/${planned.id}`, 'menu', press('More')],
    [`/write/${planned.id}`, 'dialog', press(/^Sat 16 Jan/)],
    [`/write/${planned.id}`, 'dialog', press('From the library')],
    [`/write/${planned.id}`, 'dialog', press('Sets')],
    [`/write/${planned.id}`, 'dialog', press('Label')],
    [`/write/${planned.id}`, 'dialog', press('Add a link')],
    [`/posts/${doubtful.id}`, 'alertdialog', press('It is there')],
    [`/posts/${doubtful.id}`, 'alertdialog', press('It is not there: send it again')],
    [`/posts/${published.id}`, 'alertdialog', press('Remove from Sandbox …')],
    [`/posts/${asked.id}`, 'alertdialog', press('Reject')],
    [`/channels/${channel.id}`, 'alertdialog', press('Remove channel')],
    ['/channels/connect?network=telegram&keys=1', 'alertdialog', press('Delete the keys')],
  ];

  /** Phones have them elsewhere, or need none. */
  const onWide: typeof openers = [
    ['/?view=month&day=2027-01-16', 'dialog', press(/^\d+ more posts on Wednesday 20 January/)],
    ['/attention', 'dialog', (page) => page.getByRole('button', { name: 'Notices' }).click()],
    ['/attention', 'menu', (page) => page.getByTitle('Your settings').click()],
  ];

  describe.each([
    ['light', WIDE.width, [...onWide, ...openers]],
    ['dark', NARROW.width, openers],
  ] as const)('%s, in a window of %d px', (colorScheme, width, opens) => {
    const viewport = { width, height: NARROW.height };
    let shown = '';
    beforeAll(async () => {
      await person.page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' });
      await person.page.setViewportSize(viewport);
    });

    test.each(opens)('has no fault in what opens above %s: %s %#', async (path, role, open) => {
      const { page, settled } = person;
      // The first begins on a page of its own, and one after a fault.
      if (shown === '') await page.goto('/');
      if (path !== shown) await go(person, path);
      shown = '';
      await open(page);
      const opened = page.locator(`[role="${role}"]`).last();
      await opened.waitFor();
      await settled();
      const box = await opened.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect(await findFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
      shown = path;
    });
  });
});
