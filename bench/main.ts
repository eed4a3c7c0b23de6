/**
 * `npm run bench -- NAME …`: runs these measurements in sequence; without a name, all of them. With `--against COMMIT`,
 * it compares this version with that commit.
 */
import { parseArgs } from 'node:util';
import { type Comparison, checkOut, compare } from './against.ts';
import { calendar } from './calendar.ts';
import { checks } from './checks.ts';
import { create, createAgainst } from './create.ts';
import { burst, channelAgainst, punctual } from './due.ts';
import { fattestAgainst } from './fattest.ts';
import { isReached, keepFigures, type Measurement, printFigures } from './figures.ts';
import { films } from './films.ts';
import { hostile } from './hostile/hostile.ts';
import { memory, memoryAgainst, start } from './idle.ts';
import { links } from './links.ts';
import { list, listAgainst } from './list.ts';
import { million } from './million.ts';
import { resumable } from './resumable.ts';
import { search } from './search.ts';
import { startPage } from './start-page.ts';
import { throughput } from './throughput.ts';
import { upload } from './upload.ts';
import { lighthouse } from './web/lighthouse.ts';
import { web } from './web/web.ts';
import { webhooks } from './webhooks.ts';

const measurements: Record<string, Measurement> = {
  create,
  list,
  calendar,
  punctual,
  burst,
  hostile,
  throughput,
  million,
  memory,
  start,
  'start-page': startPage,
  search,
  upload,
  resumable,
  links,
  webhooks,
  checks,
  films,
  web,
  lighthouse,
};

const comparisons: Record<string, Comparison> = {
  create: createAgainst,
  list: listAgainst,
  channel: channelAgainst,
  memory: memoryAgainst,
  fattest: fattestAgainst,
};

async function measureAll(asked: readonly string[]): Promise<void> {
  const missed: string[] = [];
  for (const [name, { title, measure }] of select(measurements, asked)) {
    const figures = await measure();
    printFigures(`${name}: ${title}`, figures);
    await keepFigures(name, title, figures);
    missed.push(...figures.filter((figure) => !isReached(figure)).map((figure) => `${name}: ${figure.name}`));
  }
  console.log(missed.length === 0 ? '\nAll goals were reached.\n' : `\nMissed: ${missed.join('; ')}.\n`);
}

async function compareAll(commit: string, asked: readonly string[]): Promise<void> {
  const selected = select(comparisons, asked);
  await using version = await checkOut(commit);
  for (const [name, comparison] of selected) await compare(name, comparison, version);
}

/** Those with these names, or all of them if none is named. */
function select<T>(all: Record<string, T>, asked: readonly string[]): [name: string, one: T][] {
  const names = asked.length > 0 ? asked : Object.keys(all);
  return names.map((name) => {
    const one = all[name];
    if (one === undefined) throw new Error(`There is no ${name}, only ${Object.keys(all).join(', ')}.`);
    return [name, one];
  });
}

const { values, positionals } = parseArgs({
  options: { against: { type: 'string' } },
  allowPositionals: true,
});
await (values.against === undefined ? measureAll(positionals) : compareAll(values.against, positionals));
