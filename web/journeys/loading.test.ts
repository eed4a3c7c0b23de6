/** The scripts that a screen loads: few files, and no rules of networks on which the workspace has no channel. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platforms } from '@belfry/networks/rules.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { createPost, scheduledFor } from '../../server/test/support/posts.ts';
import { connectSandbox } from '../../server/test/support/sandbox.ts';
import { hasChromium, openJourney } from './journey.ts';

const dist = join(import.meta.dirname, '../dist');

describe.skipIf(!hasChromium)('opening a screen', async () => {
  const journey = await openJourney();
  const { service } = journey;
  afterAll(() => journey.close());
  const channel = await connectSandbox(service);
  const planned = await createPost(service, scheduledFor([channel]));

  /** Each script once. The polyfill of `Temporal` does not count, because newer browsers do not load it. */
  async function listScripts(path: string): Promise<string[]> {
    const { page, settled } = path === '/sign-in' ? await journey.visit() : await journey.enter();
    const names = new Set<string>();
    page.on('request', (request) => {
      const [, name] = /\/assets\/(.+\.js)$/.exec(request.url()) ?? [];
      if (name !== undefined && !name.startsWith('temporal-polyfill')) names.add(name);
    });
    await page.goto(path);
    await page.getByRole('main').first().waitFor();
    await settled();
    return [...names];
  }

  async function readScript(name: string): Promise<string> {
    const build = (await service.ctx.webApp.page(''))?.build ?? '';
    return readFile(join(dist, build, 'assets', name), 'utf8');
  }

  test.each([
    ['/sign-in', 11, []],
    ['/', 24, []],
    ['/write', 33, ['sandbox']],
    [`/write/${planned.id}`, 33, ['sandbox']],
    [`/posts/${planned.id}`, 18, []],
    ['/drafts', 18, []],
    ['/attention', 16, []],
    ['/channels', 19, []],
  ])('%s loads at most %i scripts, and the rules of %j', async (path, most, rules) => {
    const names = await listScripts(path);
    expect(names.length, names.join(' ')).toBeLessThanOrEqual(most);
    expect(names.length).toBeGreaterThan(5);
    const texts = await Promise.all(names.map(readScript));
    const withRules = (platform: string) =>
      texts.some((text) => new RegExp(`platform:.${platform}[^a-z_]`).test(text));
    expect(platforms.filter(withRules)).toEqual(rules);
  });

  /** Words that arrive when the caller says so. */
  async function holdWords() {
    const person = await journey.enter();
    const arrive = Promise.withResolvers<void>();
    await person.page.route(/\/assets\/en-first-/, async (route) => {
      await arrive.promise;
      await route.continue();
    });
    return { ...person, arrive: arrive.resolve };
  }

  test('asks for its screen and its first answer while the words are on their way', async () => {
    const { page, errors, arrive } = await holdWords();
    const asked = [/\/api\/v1\/start/, /\/assets\/channels-/].map((url) => page.waitForRequest(url));
    await page.goto('/channels', { waitUntil: 'commit' });
    await Promise.all(asked);
    arrive();
    await page.getByRole('main').getByText('Sandbox').first().waitFor();
    expect(errors).toEqual([]);
  });

  test('says that there is no connection if it is lost before the words arrive', async () => {
    const { page, arrive } = await holdWords();
    let tries = 0;
    await page.route(/\/api\/v1\/start/, (route) => {
      tries += 1;
      return route.abort();
    });
    await page.goto('/channels', { waitUntil: 'commit' });
    // The client asks a second time before it gives up.
    await expect.poll(() => tries).toBe(2);
    arrive();
    await page.getByText('This is not on this device. It needs a connection.').waitFor();
  });
});
