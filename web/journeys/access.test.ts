/** Every screen in both themes: nothing that axe finds, nothing that is wider than the screen. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { requireSameSecret } from '../../server/src/setup/setup.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../../server/test/support/posts.ts';
import { makeUnconfirmed } from '../../server/test/support/resolving.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** A cell of the month is named by its day and its number of posts. The posts in it have names of their own. */
const isCell = (id: string, { html }: Finding['nodes'][0]) =>
  id === 'label-content-name-mismatch' && html.startsWith('<div role="gridcell"');

/** What axe finds, one line for each element. */
async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const findings = (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] })`)) as {
    violations: Finding[];
  };
  return findings.violations.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => !isCell(id, node))
      .map(
        ({ html, failureSummary = '' }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary.split('\n')[1] ?? ''}`,
      ),
  );
}

/** What opens while somebody writes. */
async function openInComposer(page: Page): Promise<string[]> {
  await page.goto('/write');
  await page.getByRole('textbox', { name: 'Text' }).pressSequentially(':bell');
  await page.getByRole('option').first().waitFor();
  const list = await findFaults(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('button', { name: 'grinning face', exact: true }).waitFor();
  const picker = await findFaults(page);
  return [...list, ...picker].map((fault) => `composer ${fault}`);
}

const isTooWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describe.skipIf(!hasChromium)('every screen', async () => {
  const journey = await openJourney();
  const { service } = journey;
  await requireSameSecret(service.ctx);
  afterAll(() => journey.close());
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

  for (let hour = 8; hour < 16; hour += 1) {
    const scheduled_at = `2027-01-20T${String(hour).padStart(2, '0')}:00:00Z`;
    const content = `The bells of the old town ring at ${hour}. Come and hear them, and bring a friend`;
    await createPost(service, scheduledFor([channel], { scheduled_at, content }));
  }

  await service.as('editor');
  await service.call('createComment', { params: { id: draft.id }, body: { text: 'Bells first' } });

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
    '/drafts',
    '/attention',
    '/channels',
    `/channels/${channel.id}`,
  ];
  const before = ['/setup?token=x', '/sign-in', '/forgot-password', '/new-password#x', '/invite#x'];

  test.each(['light', 'dark'] as const)('has no fault in the %s theme', async (colorScheme) => {
    // Only so that axe can run: its script is not one of ours.
    const options = { bypassCSP: true, colorScheme };
    const person = await journey.enter(undefined, options);
    const visitor = await journey.visit(options);
    const faults: string[] = [];
    const look = async (at: Page, what: string) => {
      faults.push(...(await findFaults(at)).map((fault) => `${what} ${fault}`));
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
    faults.push(...(await openInComposer(person.page)));
    const { page, settled } = person;
    await page.goto(`/write/${draft.id}`);
    await page.getByRole('tab', { name: 'Comments' }).click();
    const comment = page.getByRole('textbox', { name: 'Write a comment' });
    await comment.fill('@');
    await comment.press('End');
    await page.getByRole('option').first().waitFor();
    await settled();
    await look(page, 'comments');
    expect(faults).toEqual([]);
    expect([person, visitor].map(({ foreign, errors }) => [foreign, errors])).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  /** How each is opened, and the role that it has. */
  const overlays = [
    ['Control+k', 'Find or do anything'],
    ['?', 'Keys'],
  ] as const;

  test.each(['light', 'dark'] as const)(
    'has no fault in what opens above it, in the %s theme',
    async (colorScheme) => {
      const { page, settled, foreign, errors } = await journey.enter(undefined, {
        bypassCSP: true,
        colorScheme,
      });
      await page.goto('/attention');
      await page.getByRole('heading').first().waitFor();
      const faults: string[] = [];
      const check = async (name: string) => {
        await page.getByRole('dialog', { name }).waitFor();
        await settled();
        faults.push(...(await findFaults(page)).map((fault) => `${name} ${fault}`));
        await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
      };
      for (const [key, name] of overlays) {
        await page.keyboard.press(key);
        await check(name);
      }
      await page.getByRole('button', { name: 'Notices' }).click();
      await check('Notices');
      expect([faults, foreign, errors]).toEqual([[], [], []]);
    },
  );

  test.each(['light', 'dark'] as const)(
    'has no fault in the list of a full day and beside a second clock, in the %s theme',
    async (colorScheme) => {
      const { page, settled, foreign, errors } = await journey.enter(undefined, {
        bypassCSP: true,
        colorScheme,
        timezoneId: 'America/New_York',
      });
      await page.goto('/?view=month&day=2027-01-20');
      await page.getByRole('button', { name: /more posts? on .*20 January/ }).click();
      const panel = page.getByRole('dialog', { name: 'Wednesday 20 January' });
      await panel.waitFor();
      await settled();
      const faults = await findFaults(page);
      const edge = await panel.boundingBox();
      for (const button of await panel.getByRole('button').all()) {
        const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
        expect(x + width).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
      }
      await page.goto('/?view=week&day=2027-01-20');
      await page.getByRole('button', { name: 'Your time' }).click();
      await settled();
      faults.push(...(await findFaults(page)));
      expect([faults, foreign, errors]).toEqual([[], [], []]);
    },
  );

  test.each([320, 390, 768])('has no sideways scroll on a screen of %d px', async (width) => {
    const { page, settled } = await journey.enter(undefined, { viewport: { width, height: 700 } });
    const wide: string[] = [];
    for (const path of behind) {
      await page.goto(path);
      await page.getByRole('main').first().waitFor();
      await settled();
      if (await isTooWide(page)) wide.push(path);
    }
    expect(wide).toEqual([]);
  });
});
