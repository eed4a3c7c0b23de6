/** The results of a measurement: metrics with their goals, printed as a table and stored as JSON. */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Figure {
  name: string;
  reached: number;
  unit: string;
  goal?: { least: number } | { most: number };
}

/** `most`: its goal. */
export function figure(name: string, reached: number, unit: string, most?: number): Figure {
  return { name, reached, unit, ...(most !== undefined && { goal: { most } }) };
}

export interface Measurement {
  title: string;
  measure(): Promise<Figure[]>;
}

/** Milliseconds since 1970, with a higher resolution than `Date.now()`. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The value below which the share `p` (0 to 1) of all samples lies. */
export function percentile(samples: readonly number[], p: number): number {
  if (samples.length === 0) throw new Error('there are no samples');
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** The duration of `work` in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

export function isReached({ reached, goal }: Figure): boolean {
  if (goal === undefined) return true;
  return 'least' in goal ? reached >= goal.least : reached <= goal.most;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map((figure) => `  ${figure.name.padEnd(width)}  ${describe(figure)}`);
  console.log(['', title, ...lines].join('\n'));
}

function describe(figure: Figure): string {
  const { reached, unit, goal } = figure;
  const value = `${format(reached)} ${unit}`.padEnd(12);
  if (goal === undefined) return value;
  const asked = 'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`;
  return `${value}  goal ${asked} ${unit}${isReached(figure) ? '' : '  MISSED'}`;
}

export function format(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2).padStart(9);
}

export async function keepFigures(name: string, title: string, figures: readonly Figure[]): Promise<void> {
  const directory = join(import.meta.dirname, 'results');
  await mkdir(directory, { recursive: true });
  const machine = { cores: availableParallelism(), memory: totalmem(), node: process.version };
  const result = { name, title, at: new Date().toISOString(), machine, figures };
  await writeFile(join(directory, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
