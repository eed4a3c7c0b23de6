/** What a browser loads before the calendar can be used. The names of the files say which part grew. */
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readProse } from '../../../bench/calendar.ts';
import { sealAll } from '../../../server/test/support/events.ts';
import { createPost, scheduledFor } from '../../../server/test/support/posts.ts';
import { connectSandbox } from '../../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from '../journey.ts';
import { countRenders, takeRenders } from '../renders.ts';

const dist = join(import.meta.dirname, '../../dist');
const KB = 1000;

/** In bytes with gzip; fonts as they are. `drawn`: until the first post is drawn. `settled`: without any click. */
const budgets = {
  drawn: { script: 160 * KB, style: 20 * KB, font: 60 * KB },
  settled: { script: 260 * KB, style: 20 * KB, font: 60 * KB },
};

const FIRST = 'The first to be seen';
/** In one month. */
const POSTS = 1283;

interface Loaded {
  name: string;
  kind: keyof (typeof budgets)['drawn'];
  bytes: number;
}

/** Browsers that know `Temporal` do not load it. */
const isPolyfill = ({ name }: Loaded) => name.startsWith('temporal-polyfill');

describe.skipIf(!hasChromium)('opening the calendar', async () => {
  const journey = await openJourney();
  const { service } = journey;
  const channel = await connectSandbox(service);
  await createPost(
    service,
    scheduledFor([channel], { scheduled_at: '2027-01-16T09:00:00Z', content: FIRST }),
  );
  // The stream has nothing more to tell, for which the page would read again.
  await sealAll(service.db);
  afterAll(() => journey.close());

  /** The browser is not idle until the first post is drawn. `drawn`: what was asked for until then. */
  async function open() {
    const { page, settled } = await journey.enter();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(new URL(request.url()).pathname));
    await page.addInitScript(`{
      const [idle, waiting] = [requestIdleCallback, []];
      globalThis.requestIdleCallback = (run) => waiting.push(run);
      globalThis.beIdle = () => {
        globalThis.requestIdleCallback = idle;
        for (const run of waiting) idle(run);
      };
    }`);
    await page.goto('/?view=week&day=2027-01-16');
    await page.getByText(FIRST).first().waitFor();
    const drawn = [...urls];
    await page.evaluate('beIdle()');
    await page.getByRole('complementary', { name: 'Drafts' }).getByText('Ideas wait here').waitFor();
    await settled();
    return { drawn, settled: urls };
  }

  test.each(['drawn', 'settled'] as const)('loads no more than its budgets until it is %s', async (when) => {
    const { [when]: urls } = await open();
    const loaded = await weigh(urls.filter((url) => url.startsWith('/assets/')).map((url) => url.slice(8)));
    for (const kind of ['script', 'style', 'font'] as const) {
      const ofKind = loaded.filter((one) => one.kind === kind && !isPolyfill(one));
      const bytes = ofKind.reduce((sum, one) => sum + one.bytes, 0);
      expect(bytes, JSON.stringify(ofKind, null, 1)).toBeLessThanOrEqual(budgets[when][kind]);
      expect(bytes).toBeGreaterThan(0);
    }
  });

  /** The largest first. */
  async function weigh(names: readonly string[]): Promise<Loaded[]> {
    const build = (await service.ctx.webApp.page(''))?.build ?? '';
    const assets = await readdir(join(dist, build, 'assets'));
    const loaded: Loaded[] = [];
    for (const name of new Set(names)) {
      const kind = ({ '.js': 'script', '.css': 'style', '.woff2': 'font' } as const)[extname(name) as '.js'];
      const file = assets.includes(`${name}.gz`) ? `${name}.gz` : name;
      if (kind !== undefined) {
        loaded.push({ name, kind, bytes: (await stat(join(dist, build, 'assets', file))).size });
      }
    }
    return loaded.sort((one, other) => other.bytes - one.bytes);
  }

  test('asks the API twice before the first post is drawn, and for drafts and free slots after it', async () => {
    const { drawn, settled } = await open();
    const ofApi = (urls: readonly string[]) =>
      urls.filter((url) => url.startsWith('/api/') && url !== '/api/v1/stream').sort();
    expect(ofApi(drawn)).toEqual(['/api/v1/calendar', '/api/v1/start']);
    expect(ofApi(settled)).toEqual([
      '/api/public/v1/posts',
      '/api/v1/calendar',
      '/api/v1/slots',
      '/api/v1/start',
    ]);
  });

  let filled: Promise<void> | undefined;
  const fillOnce = () => {
    filled ??= fillMonth();
    return filled;
  };

  test('gets 1,283 posts in at most 60 KB', async () => {
    await fillOnce();
    const { page, settled } = await journey.enter();
    const answers: Promise<[name: string, bytes: number]>[] = [];
    page.on('requestfinished', (request) => {
      const [, name] = /\/api\/v1\/(start|calendar)/.exec(request.url()) ?? [];
      if (name !== undefined)
        answers.push(request.sizes().then(({ responseBodySize }) => [name, responseBodySize]));
    });
    await page.goto('/?view=month&day=2027-06-10');
    await page
      .getByRole('gridcell', { name: /43 posts|44 posts/ })
      .first()
      .waitFor();
    await settled();
    const sizes = await Promise.all(answers);
    expect(sizes.map(([name]) => name).sort()).toEqual(['calendar', 'start']);
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(60 * KB);
  });

  test('a key in a month with 1,283 posts changes few parts of the page', async () => {
    await fillOnce();
    const { page, settled, foreign, errors } = await journey.enter();
    await page.goto('/?view=month&day=2027-06-10');
    await page
      .getByRole('gridcell', { name: /43 posts|44 posts/ })
      .first()
      .waitFor();
    await page.getByRole('complementary', { name: 'Drafts' }).getByText('Ideas wait here').waitFor();
    await settled();
    await page.evaluate(`{
      window.count = 0;
      const watch = new MutationObserver((all) => { window.count += all.length; });
      watch.observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true, characterData: true });
    }`);
    const press = async (key: string) => {
      await page.evaluate('window.count = 0');
      await page.keyboard.press(key);
      await settled();
      return (await page.evaluate('window.count')) as number;
    };
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    const walk: number[] = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp'])
      walk.push(await press(key));
    expect(Math.min(...walk)).toBeGreaterThan(0);
    expect(Math.max(...walk), `${walk}`).toBeLessThanOrEqual(6);
    await press('Space');
    const lifted: number[] = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) lifted.push(await press(key));
    expect(Math.min(...lifted)).toBeGreaterThan(0);
    expect(Math.max(...lifted), `${lifted}`).toBeLessThanOrEqual(40);
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('a key in a month with 1,283 posts draws only the posts and days that it changes', async () => {
    await fillOnce();
    const { page, settled, foreign, errors } = await journey.enter();
    await countRenders(page);
    await page.goto('/?view=month&day=2027-06-10');
    await page
      .getByRole('gridcell', { name: /43 posts|44 posts/ })
      .first()
      .waitFor();
    await page.getByRole('complementary', { name: 'Drafts' }).getByText('Ideas wait here').waitFor();
    await settled();
    const first = await takeRenders(page);
    expect([first.chips, first.cells].every((count) => count > 30)).toBe(true);
    const press = async (key: string) => {
      await page.keyboard.press(key);
      await settled();
      return takeRenders(page);
    };
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    await settled();
    await takeRenders(page);
    // From day to day: the browser moves the focus, and nothing is drawn. Then from post to post.
    expect(await press('ArrowRight')).toEqual({ commits: 0, components: 0, chips: 0, cells: 0 });
    for (const [key, chips, cells, components] of [
      ['ArrowDown', 1, 0, 12],
      ['ArrowDown', 2, 0, 20],
      ['x', 1, 0, 40],
      ['Shift+ArrowDown', 3, 0, 50],
      ['Space', 4, 2, 80],
      // The post, and those that make room for it and take its room.
      ['ArrowRight', 4, 2, 70],
      ['ArrowDown', 4, 2, 70],
      ['Escape', 4, 2, 70],
    ] as const) {
      const drawn = await press(key);
      expect(drawn.commits, key).toBeGreaterThan(0);
      expect(drawn.chips, `${key}: ${JSON.stringify(drawn)}`).toBeLessThanOrEqual(chips);
      expect(drawn.cells, `${key}: ${JSON.stringify(drawn)}`).toBeLessThanOrEqual(cells);
      expect(drawn.components, `${key}: ${JSON.stringify(drawn)}`).toBeLessThanOrEqual(components);
    }
    expect([foreign, errors]).toEqual([[], []]);
  });

  /** Each opening is another part of the prose of `docs/`, and each post goes to two channels. */
  async function fillMonth(): Promise<void> {
    const prose = readProse();
    const texts = Array.from({ length: POSTS }, (_, n) => prose.slice(n * 90, n * 90 + 400));
    const channels = [channel.id, (await connectSandbox(service, 'ada')).id];
    await service.db.rows(
      `with planned as (
         insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
         select $1, $2, text, 'scheduled', at, at from unnest($3::text[]) with ordinality as t(text, n),
           lateral (select '2027-06-01T00:00:00Z'::timestamptz + n * interval '33 minutes' as at) as time
         returning id, planned_at)
       insert into targets (workspace_id, post_id, channel_id, position, due_at, wake_at)
       select $1, p.id, c.id, c.place - 1, p.planned_at, p.planned_at
       from planned p, unnest($4::bigint[]) with ordinality as c(id, place)`,
      [service.workspaceId, service.userId, texts, channels],
    );
    await sealAll(service.db);
  }
});
