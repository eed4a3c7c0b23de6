/** Texts, names and answers of networks that want to run something: every screen shows them as text, and in place. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { makePicture, upload } from '../../../server/test/support/media.ts';
import { createPost, getPost, scheduledFor } from '../../../server/test/support/posts.ts';
import { connectSandbox } from '../../../server/test/support/sandbox.ts';
import { hasChromium, openJourney, type Person } from '../journey.ts';

const SCRIPT = '"><img src=x onerror="hit=1"><script>hit=1</script><svg/onload=hit=1>';
const LINK = 'javascript:hit=1//';
/** Reverses what follows, as far as nothing ends it. */
const REVERSED = '\u202Egnp.exe \u2067';
const TALL = `Z${'\u0301\u0323\u0334'.repeat(40)}`;
const LONG = 'Donaudampfschiff'.repeat(20);
const evil = `${SCRIPT} ${LINK} ${REVERSED} ${TALL} ${LONG}`;

/** Whether the text of the first draft begins in the line of its mark. */
const isBesideMark = `(() => {
  const text = document.querySelector('[class*=drafttext]');
  const words = document.createRange();
  words.selectNodeContents(text.querySelector('span') ?? text.lastChild);
  return words.getClientRects()[0].top < text.querySelector('svg').getBoundingClientRect().bottom;
})()`;

/** Its answers are as bad as its people. */
function openHostileNetwork(): Network[] {
  const sandbox = allNetworks.find(({ rules }) => rules.platform === 'sandbox');
  if (sandbox === undefined) throw new Error('There is no sandbox.');
  const publish: Network['publish'] = async ({ text }, _session, run) => {
    if (text.startsWith('Refuse')) throw new NetworkFault({ kind: 'rejected', message: evil.slice(0, 500) });
    return run.commit('post', async () => ({ id: 'one', url: LINK }));
  };
  return [{ ...sandbox, publish }];
}

describe.skipIf(!hasChromium)('hostile content', async () => {
  const journey = await openJourney({ networks: openHostileNetwork() });
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connectSandbox(service, 'tower');
  const { data: picture } = await upload(service, {
    bytes: await makePicture('png'),
    name: `${SCRIPT}.png`,
    altText: evil,
  });
  const more = { content: evil, media_ids: [picture.id] };
  const published = await createPost(service, scheduledFor([channel], more));
  const refused = await createPost(service, scheduledFor([channel], { ...more, content: `Refuse ${evil}` }));
  await service.publishDue();
  const { data: label } = await service.call('createLabel', {
    body: { name: SCRIPT.slice(0, 40), color: 'blue' },
  });
  const planned = await createPost(
    service,
    scheduledFor([channel], { ...more, scheduled_at: '2027-01-16T09:00:00Z', label_ids: [label.id] }),
  );
  const draft = await createPost(service, {
    status: 'draft',
    ...more,
    targets: [{ channel_id: channel.id }],
  });
  const names = `${SCRIPT.slice(0, 60)}${REVERSED}${LONG.slice(0, 60)}`;
  await service.db.rows('update workspaces set name = $1', [names]);
  await service.db.rows('update users set name = $1', [names]);
  await service.db.rows('update channels set name = $1, username = $1', [names]);

  const screens = [
    '/?view=week&day=2027-01-16',
    '/?view=month&day=2027-01-16',
    '/?view=day&day=2027-01-16',
    '/?view=list&day=2027-01-16',
    `/?q=${encodeURIComponent(SCRIPT)}`,
    `/write/${draft.id}`,
    `/write/${planned.id}`,
    `/posts/${published.id}`,
    `/posts/${refused.id}`,
    '/drafts',
    '/attention',
    '/channels',
    `/channels/${channel.id}`,
    `/channels/connect?return_to=${encodeURIComponent(LINK)}&error=${encodeURIComponent(SCRIPT)}`,
  ];

  /** What is wrong on the shown screen. */
  async function findHarm(page: Page): Promise<string[]> {
    return page.evaluate(`(() => {
      const harm = [];
      const name = ${JSON.stringify(names)};
      if (window.hit !== undefined) harm.push('something ran');
      const scrolls = (element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
      const isInScroller = (element) => {
        for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) if (scrolls(at)) return true;
        return false;
      };
      for (const element of document.body.querySelectorAll('*')) {
        const { right, width } = element.getBoundingClientRect();
        if (width > 1 && right > innerWidth + 1 && element.checkVisibility() && !isInScroller(element))
          harm.push('beyond the edge: ' + element.outerHTML.slice(0, 160));
      }
      const rail = document.querySelector('nav[class*=rail]');
      for (const element of rail?.querySelectorAll('*') ?? []) {
        if (element.checkVisibility() && element.getBoundingClientRect().right > rail.getBoundingClientRect().right + 1)
          harm.push('beyond the rail: ' + element.outerHTML.slice(0, 160));
      }
      // What reverses a text must end with it: in an element that stands apart, with nothing after it, also no sentence.
      const isApart = (element) => {
        const { display, unicodeBidi } = getComputedStyle(element);
        return /isolate|plaintext/.test(unicodeBidi) || !/^(inline|contents)$/.test(display);
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.data.includes('\\u202e') || !text.parentElement.checkVisibility()) continue;
        const [, ...sentence] = text.data.split(name);
        if (sentence.join('').trim() !== '') harm.push('reversed in its sentence: ' + text.data);
        let around = text.parentElement;
        while (!isApart(around)) around = around.parentElement;
        const rest = document.createRange();
        rest.selectNodeContents(around);
        rest.setStartAfter(text);
        if (rest.toString().replaceAll('\\u200b', '').trim() !== '') harm.push('reversed: ' + rest.toString().slice(0, 80) + ' in ' + around.outerHTML.slice(0, 160));
      }
      if (document.documentElement.scrollWidth > document.documentElement.clientWidth) harm.push('it scrolls sideways');
      for (const element of document.querySelectorAll('[href], [src], [action], [formaction]')) {
        for (const name of ['href', 'src', 'action', 'formaction']) {
          if (/^\\s*(javascript|data):/i.test(element.getAttribute(name) ?? '')) harm.push(element.outerHTML.slice(0, 200));
        }
      }
      return harm;
    })()`);
  }

  async function look({ page, settled }: Person): Promise<string[]> {
    const harm: string[] = [];
    for (const path of screens) {
      await page.goto(path);
      await page.getByRole('main').first().waitFor();
      await settled();
      harm.push(...(await findHarm(page)).map((one) => `${path} ${one}`));
    }
    return harm;
  }

  test.each([1440, 390])('runs nowhere, leads nowhere and breaks no layout at %d px', async (width) => {
    const person = await journey.enter(undefined, { viewport: { width, height: 900 } });
    expect(await look(person)).toEqual([]);
    expect([person.foreign, person.errors]).toEqual([[], []]);
  });

  test('a long word widens no field and stands beside its mark, and a count has one line', async () => {
    for (let count = 0; count < 10; count += 1)
      await createPost(service, { status: 'draft', content: LONG, targets: [] });
    const { page, settled } = await journey.enter(undefined, { viewport: { width: 1000, height: 900 } });
    await page.goto(`/posts/${published.id}`);
    await page.getByRole('textbox', { name: 'Comment' }).fill(LONG);
    await settled();
    expect(await findHarm(page)).toEqual([]);
    await page.goto('/');
    await page.getByRole('button', { name: 'Drafts' }).click();
    const shelf = page.getByRole('complementary', { name: 'Drafts' });
    await shelf.getByText(LONG.slice(0, 160)).first().waitFor();
    expect(await page.evaluate(isBesideMark)).toBe(true);
    const count = page.getByRole('navigation').getByText('11', { exact: true });
    expect((await count.boundingBox())?.height).toBeLessThanOrEqual(16);
  });

  test('a network names no link that runs something, and its sentence is text', async () => {
    const { page, foreign, errors } = await journey.enter();
    // The service keeps no such address. The app shows none, either.
    expect((await getPost(service, published)).targets[0]?.external_url).toBeNull();
    await service.db.rows('update targets set external_url = $2 where post_id = $1', [published.id, LINK]);
    await page.goto(`/posts/${published.id}`);
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    expect(await page.getByRole('link', { name: /Open/ }).count()).toBe(0);
    await page.goto(`/posts/${refused.id}`);
    await page.getByText('<script>hit=1</script>').first().waitFor();
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a drawing with a script is refused, and what the browser shows of it meanwhile runs nothing', async () => {
    const { page, foreign, errors } = await journey.enter();
    await page.goto('/write');
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="parent.hit=1"><script>parent.hit=1</script><image href="https://evil.example/x.png"/></svg>';
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'evil.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
    await page.getByRole('listitem').getByRole('alert').waitFor();
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect((await service.call('listMedia', { query: {} })).data).toHaveLength(1);
    expect([foreign, errors]).toEqual([[], []]);
  });
});
