/** `npm run bench -- NAME …`: runs these measurements in sequence; without a name, all of them. */
import { create } from './create.ts';
import { burst, punctual } from './due.ts';
import { isReached, keepFigures, type Measurement, printFigures } from './figures.ts';
import { hostile } from './hostile/hostile.ts';
import { memory, start } from './idle.ts';
import { links } from './links.ts';
import { list } from './list.ts';
import { million } from './million.ts';
import { throughput } from './throughput.ts';
import { upload } from './upload.ts';
import { webhooks } from './webhooks.ts';

const measurements: Record<string, Measurement> = {
  create,
  list,
  punctual,
  burst,
  hostile,
  throughput,
  million,
  memory,
  start,
  upload,
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
