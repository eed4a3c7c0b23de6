/** Lighthouse on the main screens, on a phone and on a desk. It runs in our Chromium and sends nothing anywhere. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { findFreePort } from '../../server/test/support/free-port.ts';
import { openDisposable } from '../../server/test/support/temporary-postgres.ts';
import { fillMonth } from '../calendar.ts';
import { type Figure, type Measurement, median } from '../figures.ts';
import { type BenchService, startService } from '../service.ts';
import { launchOptions, originOf, signIn, untilBuilt } from './tab.ts';

export const lighthouse: Measurement = { title: 'Lighthouse, scores of 100', measure };

/** Only this measurement needs its hundred packages, so they are not among those that everybody installs. */
const PACKAGE = 'lighthouse@13.5.0';
/** Of the packages that it depends on, none that is newer. */
const BEFORE = '2026-11-23';
/** The median of them counts. All screens take turns: other work on a shared machine slows some runs, not one screen. */
const ROUNDS = 3;
const LEAST = 95;
/** Milliseconds. Lighthouse waits for a network without requests, and the stream of news never ends. */
const MOST_WAIT = 10_000;

/** Not the findability: what is behind a sign-in is found by nobody. */
const categories = {
  accessibility: 'accessibility',
  'best-practices': 'practices',
  performance: 'performance',
};
const forms = ['desktop', 'phone'] as const;
const behind = { calendar: '/?view=month&day=2035-03-10', composer: '/write', post: '/posts/1' };

interface Audit {
  id: string;
  title: string;
  score: number | null;
  displayValue?: string;
  details?: { items?: { node?: { selector: string } }[] };
}

interface Report {
  runtimeError?: { message: string };
  audits: Record<string, Audit>;
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
}

/** The part of its interface that we use. */
interface Lighthouse {
  default(url: string, flags: object, config?: object): Promise<{ lhr: Report } | undefined>;
  desktopConfig: object;
}

type Form = (typeof forms)[number];

async function measure(): Promise<Figure[]> {
  await using ends = new AsyncDisposableStack();
  const service = ends.use(await startService());
  await fillMonth(service);
  await removePictures(service);
  const baseURL = originOf(service);
  await untilBuilt(baseURL);
  const program = await install(ends);
  const figures: Figure[] = [];
  for (const form of forms) figures.push(...(await auditForm(program, form, baseURL)));
  return figures;
}

/** With a profile of its own: a phone does not share the cache of a desk, nor the code that is compiled in it. */
async function auditForm(program: Lighthouse, form: Form, baseURL: string): Promise<Figure[]> {
  await using ends = new AsyncDisposableStack();
  const profile = await makeFolder(ends);
  const outside = await auditInTurns(program, profile, form, { 'sign-in': `${baseURL}/sign-in` });
  await signInThere(profile, baseURL);
  const screens = Object.entries(behind).map(([screen, path]) => [screen, baseURL + path]);
  return [...outside, ...(await auditInTurns(program, profile, form, Object.fromEntries(screens)))];
}

/** The bench's month names pictures that have no files. */
async function removePictures({ database }: BenchService): Promise<void> {
  await using db = openDisposable(database, { statementTimeout: 0 });
  await db.rows('delete from post_media');
}

/**
 * A browser of its own, because Lighthouse cannot trace one that another program controls. It closes after one visit: what
 * earlier visits left in its memory would be searched in the first 150 ms of the next one.
 */
async function startChromium(profile: string): Promise<{ port: number } & AsyncDisposable> {
  const port = await findFreePort();
  const { executablePath, args } = launchOptions();
  const own = ['--headless', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...args, ...own, 'about:blank'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await fetch(`${address}/json/version`).catch(() => undefined))?.ok)
    await sleep(50);
  return {
    port,
    async [Symbol.asyncDispose]() {
      // It writes its cookies while it closes.
      const browser = await chromium.connectOverCDP(address);
      const protocol = await browser.newBrowserCDPSession();
      await protocol.send('Browser.close').catch(() => undefined);
      await ended;
    },
  };
}

/** The session stays in the profile. */
async function signInThere(profile: string, baseURL: string): Promise<void> {
  await using started = await startChromium(profile);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${started.port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The browser has no window.');
  const page = await context.newPage();
  await signIn(page, baseURL);
  await page.close();
  await browser.close();
}

async function makeFolder(ends: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-lighthouse-'));
  ends.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function install(ends: AsyncDisposableStack): Promise<Lighthouse> {
  const folder = await makeFolder(ends);
  console.log(`Installing ${PACKAGE} …`);
  const quietly = ['--ignore-scripts', '--prefer-offline', '--loglevel=error', '--no-audit', '--no-fund'];
  const run = promisify(execFile);
  await run('npm', ['install', '--prefix', folder, `--before=${BEFORE}`, ...quietly, PACKAGE], {
    cwd: folder,
  });
  return import(pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href);
}

/** `screens`: addresses by name. */
async function auditInTurns(
  program: Lighthouse,
  profile: string,
  form: Form,
  screens: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const visits = Object.entries(screens).map(([screen, url]) => ({ screen, url, reports: [] as Report[] }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { url, reports } of visits) reports.push(await audit(program, profile, form, url));
  return visits.flatMap(({ screen, reports }) => summarize(`${screen}, ${form}`, reports));
}

async function audit(program: Lighthouse, profile: string, form: Form, url: string): Promise<Report> {
  await using browser = await startChromium(profile);
  const config = form === 'desktop' ? program.desktopConfig : undefined;
  const flags = {
    port: browser.port,
    onlyCategories: Object.keys(categories),
    disableStorageReset: true,
    maxWaitForLoad: MOST_WAIT,
  };
  const { lhr } = (await program.default(url, flags, config)) ?? {};
  if (lhr === undefined || lhr.runtimeError) throw new Error(lhr?.runtimeError?.message ?? 'no report');
  return lhr;
}

function summarize(screen: string, reports: readonly Report[]): Figure[] {
  return Object.entries(categories).map(([id, name]) => {
    const what = `${screen}: ${name}`;
    const scores = reports.map((report) => (report.categories[id]?.score ?? 0) * 100);
    const reached = median(scores);
    if (Math.min(...scores) < LEAST) console.log(`  ${what}: ${scores.map(Math.round).join(', ')}`);
    printFaults(what, id, reports[scores.indexOf(reached)]);
    return { name: what, reached, unit: '', goal: { least: LEAST } };
  });
}

/** What took points away, and where. */
function printFaults(what: string, category: string, report: Report | undefined): void {
  for (const { id, weight } of report?.categories[category]?.auditRefs ?? []) {
    const { score = null, title, displayValue = '', details } = report?.audits[id] ?? {};
    if (weight === 0 || score === null || score * 100 >= LEAST) continue;
    const places = (details?.items ?? []).flatMap(({ node }) => node?.selector ?? []).slice(0, 5);
    console.log(`  ${[`${what}:`, id, score, title, displayValue, ...places].join(' ')}`);
  }
}
