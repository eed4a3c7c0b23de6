/** Settings whose values a network finds by words, or of which it has more than it lists at once. */
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { startFake, type ThreadsFake } from '@belfry/networks/threads/fake.ts';
import type { Route } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAs } from '../../server/test/support/browser.ts';
import { agree, returnToBelfry } from '../../server/test/support/network-sign-in.ts';
import { insertOne } from '../../server/test/support/thing-rows.ts';
import { findFaults } from './faults.ts';
import { hasChromium, openJourney, type Person } from './journey.ts';

/** Milliseconds without a key after which the network is asked. */
const REST = 300;
/** After which the composer saves. */
const SAVED = 2000;
const MINUTE = 60_000;
const SEARCH = '/graph.threads.net/v1.0/location_search';
const HALL = '12345';

/** What sign-ins allow. Undefined: everything. */
let scopes: string[] | undefined;

/** Networks refuse to fetch files from an installation on loopback. */
const networks = allNetworks.map(
  ({ needs: _, ...network }): Network => ({
    ...network,
    ...(network.options !== undefined && {
      options: async ({ grant, ...session }, ask) => {
        const allowed = { ...grant, ...(scopes !== undefined && { scopes }) };
        return (await network.options?.({ ...session, grant: allowed }, ask)) ?? [];
      },
    }),
  }),
);

describe.skipIf(!hasChromium)('a setting whose values are searched', async () => {
  const fake = await startFake();
  const journey = await openJourney({
    networks,
    outboundAllow: [{ range: '127.0.0.0/8' }],
    networkEndpoints: { threads: fake.server.url },
    networkApps: { meta: fake.app ?? {} },
  });
  const { service } = journey;
  afterAll(async () => {
    await journey.close();
    await fake.server.close();
  });
  const channel = await connect(fake);

  async function connect({ meta, server }: ThreadsFake): Promise<number> {
    server.now = () => service.clock.now();
    for (const app of meta.signIn.oauth.apps.values()) app.redirectUri = `${service.origin}/connect/callback`;
    const admin = await signInAs(service, 'admin');
    const begun = await admin.call('beginConnect', { body: { platform: 'threads' } });
    await returnToBelfry(await agree(begun.data.authorize_url), admin);
    const [connected] = (await service.call('listChannels', {})).data;
    return connected?.id ?? 0;
  }

  beforeEach(async () => {
    scopes = undefined;
    fake.server.requests.length = 0;
    // The service remembers answers and counts questions for some minutes.
    await service.clock.advance('10 minutes');
  });
  const asked = () =>
    fake.server.requests.filter(({ path }) => path === SEARCH).map(({ query }) => query.get('q'));

  async function write(locale = 'en-GB', label = 'Location') {
    const person = await journey.enter(undefined, { locale });
    const { page } = person;
    await page.clock.install({ time: service.clock.now() });
    await page.goto(`/write?channel=${channel}`);
    await page.locator('textarea').first().fill('The bells ring at nine.');
    return { ...person, ...(await open(person, label)) };
  }

  async function open({ page, settled }: Person, label = 'Location') {
    await page.locator('summary').getByText('Threads', { exact: true }).click();
    const field = page.getByRole('combobox', { name: label, exact: true });
    await field.waitFor();
    await settled();
    const options = page.getByRole('listbox', { name: label, exact: true }).getByRole('option');
    const status = page.getByRole('status');
    return { field, options, status };
  }

  const stored = async ({ page }: Person) => {
    await page.clock.runFor(SAVED);
    const id = Number(/\/write\/(\d+)/.exec(page.url())?.[1]);
    if (Number.isNaN(id)) return undefined;
    return (await service.call('getPost', { params: { id } })).data.targets[0]?.settings;
  };

  test('asks after a rest, is chosen by keys, and shows what was chosen after a reload', async () => {
    const person = await write();
    const { page, field, options, foreign, errors } = person;
    await page.clock.pauseAt(service.clock.now().getTime() + MINUTE);
    await field.pressSequentially('Town');
    await page.clock.runFor(REST - 1);
    await field.pressSequentially(' tower');
    expect(asked()).toEqual([]);
    await page.clock.runFor(REST);
    await page.clock.resume();
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual(['Town hall\n1 Square, Bellton, USA', 'Tower "id": 7']);
    expect(asked()).toEqual(['Town tower']);
    await page.getByRole('status').getByText('2 suggestions').waitFor({ state: 'attached' });
    const active = () => field.getAttribute('aria-activedescendant');
    expect(await active()).toBe(await options.first().getAttribute('id'));
    expect(await findFaults(page)).toEqual([]);
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await field.press('ArrowUp');
    expect(await active()).toBe(await options.nth(1).getAttribute('id'));
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('Town hall');
    expect([await options.count(), await field.getAttribute('aria-expanded')]).toEqual([0, 'false']);
    await page.getByText('1 Square, Bellton, USA').waitFor();
    await expect.poll(() => stored(person)).toEqual({ location: HALL });

    await page.reload();
    const again = await open(person);
    await expect.poll(() => again.field.inputValue()).toBe('Town hall');
    expect(asked()).toEqual(['Town tower']);
    // What is typed and not chosen changes nothing.
    await again.field.fill('Tow');
    await again.field.press('Escape');
    expect(await again.field.inputValue()).toBe('Town hall');
    await again.field.fill('Tow');
    await page.clock.runFor(REST);
    await again.options.first().waitFor();
    await again.field.press('Tab');
    expect([await again.field.inputValue(), await again.options.count()]).toEqual(['Town hall', 0]);
    await expect.poll(() => stored(person)).toEqual({ location: HALL });
    await again.field.fill('tower');
    await page.clock.runFor(REST);
    await again.options.click();
    expect(await again.field.inputValue()).toBe('Tower "id": 7');
    await again.field.fill('');
    await expect.poll(() => stored(person)).toEqual({});
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('says that nothing was found, and takes an id that a person knows', async () => {
    const person = await write('de-DE', 'Ort');
    const { page, field, options, status, foreign, errors } = person;
    await field.fill('Kirmes');
    await status.getByText('Suche läuft …').waitFor();
    await page.clock.runFor(REST);
    await status.getByText('Nichts gefunden zu „Kirmes“.').waitFor();
    expect(await options.count()).toBe(0);
    await field.press('Enter');
    await field.fill('777');
    await page.clock.runFor(REST);
    await status.getByText('Nichts gefunden zu „777“.').waitFor();
    await page.locator('textarea').first().click();
    expect(await field.inputValue()).toBe('777');
    await page.getByText('Das Netzwerk findet zu dieser Kennung nichts.').waitFor();
    await expect.poll(() => stored(person)).toEqual({ location: '777' });
    await page.reload();
    const again = await open(person, 'Ort');
    expect(await again.field.inputValue()).toBe('777');
    // Its words replace it only when one of them is chosen.
    await again.field.fill('777 Turmstraße');
    await again.field.press('Tab');
    expect(await again.field.inputValue()).toBe('777');
    await again.field.fill(HALL);
    await page.clock.runFor(REST);
    await again.options.getByText('Town hall').waitFor();
    await again.field.press('Enter');
    expect(await again.field.inputValue()).toBe('Town hall');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('says what to do if the network fails or the sign-in lacks a scope, and asks again', async () => {
    const { page, field, options, status, foreign, errors } = await write('de-DE', 'Ort');
    fake.meta.refusals.set(`GET ${SEARCH}`, [{ status: 503, body: 'Down' }]);
    await field.fill('hall');
    await page.clock.runFor(REST);
    await status.getByText('Das Netzwerk ist nicht erreichbar.').waitFor();
    await field.fill('halls');
    await field.fill('town hall');
    await page.clock.runFor(REST);
    await options.waitFor();
    scopes = ['threads_basic'];
    await field.fill('town');
    await page.clock.runFor(REST);
    await status.getByText('fehlt das Recht threads_location_tagging. Verbinden Sie').waitFor();
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('shows no late answer to earlier words, whose request it ends', async () => {
    const { page, field, options, status, foreign, errors } = await write();
    const held = Promise.withResolvers<Route>();
    const ended: string[] = [];
    page.on('requestfailed', (request) => ended.push(new URL(request.url()).searchParams.get('q') ?? ''));
    await page.route(/q=hall$/, (route) => held.resolve(route));
    await field.fill('hall');
    await page.clock.runFor(REST);
    const route = await held.promise;
    await field.fill('tower');
    await status.getByText('Searching…').waitFor();
    await page.clock.runFor(REST);
    await expect.poll(() => options.allInnerTexts()).toEqual(['Tower "id": 7']);
    expect(ended).toEqual(['hall']);
    await route.continue().catch(() => undefined);
    expect(await options.allInnerTexts()).toEqual(['Tower "id": 7']);
    // Nor does it take an option that was shown for other words.
    await field.fill('town');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('town');
    expect([foreign, errors]).toEqual([[], []]);
  });

  test('has a list at first, if the network offers more than it lists at once', async () => {
    const board = await insertOne(
      service,
      `insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, 'pinterest', '1', 'Ada', 'ada') returning id`,
      [service.workspaceId],
    );
    const person = await journey.enter();
    const { page, settled, foreign, errors } = person;
    await page.clock.install({ time: service.clock.now() });
    const shown = { group: null, image_url: null };
    const all = Array.from({ length: 102 }, (_, at) => ({ value: `${at}`, title: `Board ${at}`, ...shown }));
    await page.route(/\/settings\/options\?/, (route) => {
      const { searchParams } = new URL(route.request().url());
      const q = searchParams.get('q');
      const boards =
        q === null ? all.slice(0, 100) : all.filter(({ value, title }) => value === q || title === q);
      return route.fulfill({ json: { data: searchParams.get('field') === 'board_id' ? boards : [] } });
    });
    await page.goto(`/write?channel=${board}`);
    await page.locator('textarea').first().fill('The bells ring at nine.');
    await page.locator('summary').getByText('Pinterest', { exact: true }).click();
    const field = page.getByRole('combobox', { name: 'Board', exact: true });
    const options = page.getByRole('listbox', { name: 'Board', exact: true }).getByRole('option');
    await field.click();
    await expect.poll(() => options.count()).toBe(100);
    await field.press('Enter');
    expect(await field.inputValue()).toBe('');
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('Board 0');
    await field.fill('Board 101');
    await page.clock.runFor(REST);
    await options.click();
    expect(await field.inputValue()).toBe('Board 101');
    await expect.poll(() => stored(person)).toEqual({ board_id: '101' });
    await page.reload();
    await page.locator('summary').getByText('Pinterest', { exact: true }).click();
    await settled();
    await expect.poll(() => field.inputValue()).toBe('Board 101');
    expect([foreign, errors]).toEqual([[], []]);
  });
});
