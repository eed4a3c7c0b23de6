/** Every screen in both themes: nothing that axe finds, nothing that is wider than the screen. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { requireSameSecret } from '../../server/src/setup/setup.ts';
import { noise } from '../../server/test/support/images.ts';
import { CAPTIONS } from '../../server/test/support/media.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../../server/test/support/posts.ts';
import { makeUnconfirmed } from '../../server/test/support/resolving.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { makeVideos } from '../../server/test/support/videos.ts';
import { findFaults } from './faults.ts';
import { hasChromium, openJourney } from './journey.ts';
import { openLabels, openMenu, openMove, selectPublished } from './post-menus.ts';

/** The rules whose findings differ between the themes. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** A video, and a channel of a network that shows a cover before it. */
interface Film {
  path: string;
  channel: number;
}

/** What opens while somebody writes. */
async function openInComposer(page: Page, film: Film, rules?: readonly string[]): Promise<string[]> {
  await page.goto('/write');
  await page.getByRole('textbox', { name: 'Text' }).pressSequentially(':bell');
  await page.getByRole('option').first().waitFor();
  const list = await findFaults(page, rules);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('button', { name: 'grinning face', exact: true }).waitFor();
  const picker = await findFaults(page, rules);
  await page.goto('/write');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'bell.png',
    mimeType: 'image/png',
    buffer: await noise().png().toBuffer(),
  });
  await page.getByRole('textbox', { name: 'Alt text of bell.png' }).waitFor();
  await page.getByRole('button', { name: 'Crop and rotate bell.png' }).click();
  await page.getByRole('button', { name: /^Kept area/ }).waitFor();
  const crop = await findFaults(page, rules);
  await page.goto(`/write?channel=${film.channel}`);
  await page.locator('input[type="file"]').setInputFiles(film.path);
  await page.getByRole('textbox', { name: 'Alt text of vp9.webm' }).waitFor();
  await page.getByRole('button', { name: 'Captions of vp9.webm' }).click();
  const spoken = { name: 'film.de.srt', mimeType: 'text/plain', buffer: Buffer.from(CAPTIONS) };
  await page.locator('input[data-captions]').setInputFiles(spoken);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove captions in German' }).waitFor();
  await page.locator('input[data-captions]').setInputFiles(spoken);
  await page.getByText('Replaces the captions in German.').waitFor();
  const captions = await findFaults(page, rules);
  await page.keyboard.press('Escape');
  await page.locator('details:not([open]) > summary').click();
  await page.getByRole('button', { name: 'Choose a frame' }).click();
  await page.getByRole('slider', { name: 'Moment of the video' }).waitFor();
  const frame = await findFaults(page, rules);
  return [...list, ...picker, ...crop, ...captions, ...frame].map((fault) => `composer ${fault}`);
}

const week = '/?view=week&day=2027-01-16';

/** What people set who need more room between letters: WCAG 2.2, 1.4.12. */
const SPACING: string =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

/** Controls that leave the screen at a side or are cut in their height, unless a person can scroll to the rest. */
const findCut = (page: Page) =>
  page.evaluate(`(() => {
    const faults = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push('scrolls sideways by ' + (scrollWidth - clientWidth));
    for (const one of document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex="0"]')) {
      const { left, right, width, height } = one.getBoundingClientRect();
      const { clipPath, overflowY } = getComputedStyle(one);
      if (width <= 1 || height <= 1 || clipPath !== 'none' || !one.checkVisibility()) continue;
      let at = one.parentElement;
      while (at !== null && !/auto|scroll/.test(getComputedStyle(at).overflowX)) at = at.parentElement;
      const name = one.outerHTML.slice(0, 160);
      if (at === null && (left < -1 || right > clientWidth + 1)) faults.push('leaves the screen: ' + name);
      if (/hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 1) faults.push('is cut: ' + name);
    }
    return faults;
  })()`) as Promise<string[]>;

describe.skipIf(!hasChromium)('every screen', async () => {
  const journey = await openJourney();
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

  const film: Film = {
    path: videos.path('vp9.webm'),
    channel: await insertOne(
      service,
      `insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, 'youtube', 'ada', 'Ada', 'ada') returning id`,
      [service.workspaceId],
    ),
  };

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
  ];
  const body = { email: 'bob@example.org', role: 'author' } as const;
  const { link } = (await service.call('createInvitation', { body })).data;
  const before = [
    '/setup?token=x',
    '/sign-in',
    '/forgot-password',
    '/new-password#x',
    link ?? '',
    '/settings',
  ];

  test.each([
    ['light', undefined],
    ['dark', COLOURS],
  ] as const)('has no fault in the %s theme', async (colorScheme, rules) => {
    // Only so that axe can run: its script is not one of ours.
    const options = { bypassCSP: true, colorScheme };
    const person = await journey.enter(undefined, options);
    const visitor = await journey.visit(options);
    const faults: string[] = [];
    const look = async (at: Page, what: string) => {
      faults.push(...(await findFaults(at, rules)).map((fault) => `${what} ${fault}`));
    };
    for (const [path, { page: at, settled }] of [
      ...behind.map((one) => [one, person] as const),
      ...before.map((one) => [one, visitor] as const),
    ]) {
      await at.goto(path);
      await at.getByRole('main').first().waitFor();
      await settled();
      await look(at, path);
    }
    faults.push(...(await openInComposer(person.page, film, rules)));
    const { page, settled } = person;
    await page.goto(`/write/${draft.id}`);
    await page.getByRole('tab', { name: 'Comments' }).click();
    const comment = page.getByRole('textbox', { name: 'Write a comment' });
    await comment.fill('@');
    await comment.press('End');
    await page.getByRole('option').first().waitFor();
    await settled();
    await look(page, 'comments');
    await page.goto(week);
    await page.getByRole('button', { name: 'Your time' }).click();
    await page.getByRole('button', { name: 'Your time', pressed: true }).waitFor();
    await look(page, 'second clock');
    await selectPublished(page);
    await page.getByRole('button', { name: 'A day later' }).click();
    await page.getByText('Show the post that did not change').click();
    await look(page, 'selection and refusals');
    expect(faults).toEqual([]);
    expect([person, visitor].map(({ foreign, errors }) => [foreign, errors])).toEqual([
      [[], []],
      [[], []],
    ]);
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
  ];

  /** Phones have them elsewhere, or need none. */
  const onWide: typeof openers = [
    ['/?view=month&day=2027-01-16', 'dialog', press(/^\d+ more posts on Wednesday 20 January/)],
    ['/attention', 'dialog', (page) => page.getByRole('button', { name: 'Notices' }).click()],
    ['/attention', 'menu', (page) => page.getByTitle('Your settings').click()],
  ];

  test.each([
    ['light', 1440],
    ['dark', 320],
  ] as const)('has no fault in what opens above it: %s, %d px', async (colorScheme, width) => {
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 700 } };
    const { page, settled, foreign, errors } = await journey.enter(undefined, options);
    const faults: string[] = [];
    let shown = '';
    for (const [path, role, open] of width > 600 ? [...onWide, ...openers] : openers) {
      if (path !== shown) {
        await page.goto(path);
        await page.getByRole('main').first().waitFor();
        await settled();
        shown = path;
      }
      await open(page);
      const opened = page.locator(`[role="${role}"]`).last();
      await opened.waitFor();
      await settled();
      const box = await opened.boundingBox();
      if (box === null || box.x < 0 || box.x + box.width > width) faults.push(`${path} ${role} is cut off`);
      faults.push(...(await findFaults(page)).map((fault) => `${path} ${role} ${fault}`));
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
    }
    expect([faults, foreign, errors]).toEqual([[], [], []]);
  });

  const sizes = [
    ['320 px, which is 400 %', { width: 320, height: 256 }],
    ['390 px', { width: 390, height: 844 }],
    ['640 px, which is 200 %', { width: 640, height: 512 }],
    ['768 px', { width: 768, height: 1024 }],
  ] as const;

  test.each([
    ['on screens of four sizes', sizes, {}],
    ['with wide letters', [['320 px', { width: 320, height: 700 }]], { bypassCSP: true }, SPACING],
    [
      'in colours of the system',
      [['1440 px', { width: 1440, height: 900 }]],
      { forcedColors: 'active' } as const,
    ],
  ] as const)('shows its controls whole %s', async (_name, shown, options, style?: string) => {
    const { page, settled, foreign, errors } = await journey.enter(undefined, options);
    const faults: string[] = [];
    for (const path of behind) {
      await page.goto(path);
      await page.getByRole('main').first().waitFor();
      if (style !== undefined) await page.addStyleTag({ content: style });
      for (const [size, viewport] of shown) {
        await page.setViewportSize(viewport);
        await settled();
        faults.push(...(await findCut(page)).map((fault) => `${path} ${size} ${fault}`));
      }
    }
    expect([faults, foreign, errors]).toEqual([[], [], []]);
  });
});
