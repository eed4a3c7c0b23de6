/** What a browser loads before the calendar can be used. The names of the files say which part grew. */
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

const dist = join(import.meta.dirname, '../dist');
const KB = 1000;

/** In bytes with gzip; fonts as they are. `drawn`: until the first post is drawn. `settled`: without any click. */
const budgets = {
  drawn: { script: 185 * KB, style: 20 * KB, font: 60 * KB },
  settled: { script: 260 * KB, style: 20 * KB, font: 60 * KB },
};

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
    scheduledFor([channel], { scheduled_at: '2027-01-16T09:00:00Z', content: 'The first to be seen' }),
  );
  afterAll(() => journey.close());

  async function open() {
    const person = await journey.enter();
    const urls: string[] = [];
    person.page.on('request', (request) => urls.push(new URL(request.url()).pathname));
    await person.page.goto('/?view=week&day=2027-01-16');
    await person.page.getByText('The first to be seen').first().waitFor();
    return { ...person, urls };
  }

  test.each(['drawn', 'settled'] as const)('loads no more than its budgets until it is %s', async (when) => {
    const { urls, settled } = await open();
    if (when === 'settled') await settled();
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

  test('asks the API for the start, the calendar and the drafts beside it', async () => {
    const { urls } = await open();
    const asked = urls.filter((url) => url.startsWith('/api/') && url !== '/api/v1/stream');
    expect(asked.sort()).toEqual(['/api/public/v1/posts', '/api/v1/calendar', '/api/v1/start']);
  });
});
