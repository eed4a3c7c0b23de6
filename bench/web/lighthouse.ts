/** Lighthouse on the main screens, on a phone and on a desk. It runs in our Chromium and sends nothing anywhere. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium as launcher } from 'playwright-core';
import { findFreePort } from '../../server/test/support/free-port.ts';
import { fillMonth } from '../calendar.ts';
import { type Figure, type Measurement, median } from '../figures.ts';
import { startService } from '../service.ts';
import { launchOptions, originOf, signIn, untilBuilt } from './tab.ts';

export const lighthouse: Measurement = { title: 'Lighthouse, scores of 100', measure };

/** Only this measurement needs its hundred packages, so they are not among those that everybody installs. */
const PACKAGE = 'lighthouse@13.5.0';
/** Of the packages that it depends on, none that is newer. */
const BEFORE = '2026-11-23';
/** Of each screen. Times differ between runs, also on a quiet machine. */
const RUNS = 3;

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

type Audited = (screen: string, path: string) => Promise<Figure[]>;

async function measure(): Promise<Figure[]> {
  await using ends = new AsyncDisposableStack();
  const service = ends.use(await startService());
  await fillMonth(service);
  const baseURL = originOf(service);
  await untilBuilt(baseURL);
  const profile = await makeFolder(ends);
  const program = await install(ends);
  const port = await findFreePort();
  const options = launchOptions();
  const context = await launcher.launchPersistentContext(profile, {
    ...options,
    baseURL,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  ends.defer(() => context.close());
  const audit: Audited = (screen, path) => auditScreen(program, port, { screen, url: baseURL + path });
  const figures = await audit('sign-in', '/sign-in');
  const page = await context.newPage();
  await signIn(page);
  await page.close();
  for (const [screen, path] of Object.entries(behind)) figures.push(...(await audit(screen, path)));
  return figures;
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

async function auditScreen(
  program: Lighthouse,
  port: number,
  { screen, url }: { screen: string; url: string },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const form of forms) {
    const config = form === 'desktop' ? program.desktopConfig : undefined;
    const flags = { port, onlyCategories: Object.keys(categories), disableStorageReset: true };
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { lhr } = (await program.default(url, flags, config)) ?? {};
      if (lhr === undefined || lhr.runtimeError) throw new Error(lhr?.runtimeError?.message ?? 'no report');
      reports.push(lhr);
    }
    for (const [id, name] of Object.entries(categories)) {
      const scores = reports.map((report) => (report.categories[id]?.score ?? 0) * 100);
      figures.push({
        name: `${screen}, ${form}: ${name}`,
        reached: median(scores),
        unit: '',
        goal: { least: 95 },
      });
    }
    printFaults(`${screen}, ${form}`, reports[0]);
  }
  return figures;
}

/** What took points away. */
function printFaults(what: string, report: Report | undefined): void {
  const refs = Object.values(report?.categories ?? {}).flatMap(({ auditRefs }) => auditRefs);
  for (const { id, weight } of refs) {
    const { score = null, title, displayValue = '' } = report?.audits[id] ?? {};
    if (weight > 0 && score !== null && score < 0.95)
      console.log(`  ${what}: ${id} ${score} ${title} ${displayValue}`);
  }
}
