/** A long text for ten networks: what each key costs until the marks of all of them are drawn. */
import type { Browser } from 'playwright-core';
import { allRules } from '../../networks/rules.ts';
import { openDisposable } from '../../server/test/support/temporary-postgres.ts';
import type { BenchService } from '../service.ts';
import { openTab, pressAndMeasure, type Tab, untilQuiet, type Work } from './tab.ts';

const CHANNELS = 10;
const KEYS = 100;
/** Too long for some of the networks. */
const TEXT = 'The bells of the old town ring at nine: https://tower.example/bells #bells 🔔 '.repeat(6);

export async function measureTyping(browser: Browser, service: BenchService) {
  const channels = await addChannels(service);
  return {
    ten: await typeFor(browser, service, channels),
    one: await typeFor(browser, service, channels.slice(0, 1)),
  };
}

/** One of each network. Nothing is published there. */
async function addChannels({ database }: BenchService): Promise<number[]> {
  await using db = openDisposable(database, { statementTimeout: 0 });
  const rows = await db.rows<{ id: string }>(
    `insert into channels (workspace_id, platform, account_id, name, username)
     select 1, platform, 'typed', 'Ada', 'ada' from unnest($1::text[]) platform returning id`,
    [allRules.map(({ platform }) => platform).slice(0, CHANNELS)],
  );
  return rows.map(({ id }) => Number(id));
}

async function typeFor(browser: Browser, service: BenchService, channels: readonly number[]) {
  const tab = await openTab(browser, service);
  const text = await openComposer(tab, channels);
  const works: Work[] = [];
  for (let n = 0; n < KEYS; n += 1) works.push(await pressAndMeasure(tab, n % 6 === 5 ? 'Space' : 'e'));
  const length = [...(await text.inputValue())].length;
  if (length !== [...TEXT].length + KEYS) throw new Error(`The text has ${length} characters.`);
  await tab.page.context().close();
  return works;
}

async function openComposer({ page, protocol }: Tab, channels: readonly number[]) {
  await page.goto(`/write?channel=${encodeURIComponent(JSON.stringify(channels.join(',')))}`);
  const text = page.getByRole('textbox', { name: /^Text/ });
  await text.fill(TEXT);
  await page.waitForURL(/\/write\/\d+$/);
  await page.getByText(/^Saved/).waitFor();
  if (channels.length > 1) await page.getByRole('tab').nth(channels.length).getByText('/').first().waitFor();
  await text.press('Control+End');
  await untilQuiet(protocol);
  return text;
}
