/** `npm run bench -- NAME …`: runs these measurements in sequence; without a name, all of them. */
import * as auth from './auth.ts';
import * as burst from './burst.ts';
import * as create from './create.ts';
import * as events from './events.ts';
import * as fair from './fair.ts';
import { type Figure, isReached, keepFigures, printFigures } from './figures.ts';
import * as hostile from './hostile/hostile.ts';
import * as library from './library.ts';
import * as link from './link.ts';
import * as links from './links.ts';
import * as list from './list.ts';
import * as memory from './memory.ts';
import * as million from './million.ts';
import * as probe from './probe.ts';
import * as punctual from './punctual.ts';
import * as rush from './rush.ts';
import * as start from './start.ts';
import * as takeover from './takeover.ts';
import * as tenMillion from './ten-million.ts';
import * as throughput from './throughput.ts';
import * as upload from './upload.ts';
import * as webhooks from './webhooks.ts';

interface Measurement {
  title: string;
  measure(): Promise<Figure[]>;
}

const measurements: Record<string, Measurement> = {
  auth,
  create,
  list,
  punctual,
  burst,
  hostile,
  throughput,
  rush,
  fair,
  takeover,
  million,
  'ten-million': { title: tenMillion.title, measure: tenMillion.measure },
  events,
  memory,
  start,
  library,
  probe,
  upload,
  link,
  links,
  webhooks,
};

async function main(asked: readonly string[]): Promise<void> {
  const names = asked.length > 0 ? asked : Object.keys(measurements);
  const missed: string[] = [];
  for (const name of names) {
    const measurement = measurements[name];
    if (measurement === undefined) {
      throw new Error(`There is no measurement ${name}, only ${Object.keys(measurements).join(', ')}.`);
    }
    const figures = await measurement.measure();
    printFigures(`${name}: ${measurement.title}`, figures);
    await keepFigures(name, measurement.title, figures);
    missed.push(...figures.filter((figure) => !isReached(figure)).map((figure) => `${name}: ${figure.name}`));
  }
  console.log(missed.length === 0 ? '\nAll goals were reached.\n' : `\nMissed: ${missed.join('; ')}.\n`);
}

await main(process.argv.slice(2));
