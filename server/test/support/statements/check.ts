/** Compares, after a run of all tests, each statement that they ran with the row type of its call. */
import { globSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { TestProject } from 'vitest/node';
import { TEMPLATE } from '../postgres.ts';
import { openDescriber } from './describe.ts';
import { exceptions } from './exceptions.ts';
import { findDifferences } from './findings.ts';
import type { RecordedStatement } from './recording.ts';
import { findSites } from './sites.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory to which test files write what they saw. */
    statements: string;
  }
}

const ROOT = join(import.meta.dirname, '../../../..');

/** With `STATEMENTS=1`, also after a run of some tests. It then compares only what these have run. */
const isForced = process.env['STATEMENTS'] === '1';

export default async function provide(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-statements-'));
  project.provide('statements', directory);
  return async () => {
    const isWhole = await ranAll(project);
    const findings = isWhole || isForced ? await compareRecorded(project, directory, isWhole) : [];
    await rm(directory, { recursive: true });
    if (findings.length === 0) return;
    console.error(`\nStatements and the row types of their calls differ:\n\n${findings.join('\n\n')}\n`);
    process.exitCode = 1;
  };
}

/** False also after a failure, because a failed test may have left out statements. */
async function ranAll(project: TestProject): Promise<boolean> {
  const { testNamePattern, project: projects } = project.vitest.config;
  if (testNamePattern !== undefined || projects.length > 0) return false;
  const files = await project.vitest.globTestSpecifications();
  const modules = project.vitest.state.getTestModules();
  return modules.length === files.length && modules.every((one) => one.ok());
}

async function compareRecorded(project: TestProject, directory: string, isWhole: boolean): Promise<string[]> {
  const { postgres } = project.getProvidedContext();
  const files = globSync('server/src/**/*.ts', { cwd: ROOT, exclude: (path) => path.endsWith('.test.ts') });
  const seen = await readRecorded(directory);
  const describer = await openDescriber({ ...postgres, database: TEMPLATE });
  try {
    const sites = findSites(ROOT, files.sort());
    return await findDifferences(sites, seen, describer.nullability, exceptions, isWhole);
  } finally {
    await describer.close();
  }
}

async function readRecorded(directory: string): Promise<RecordedStatement[]> {
  const files = (await readdir(directory)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  const seen = texts
    .flatMap((text) => text.trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as RecordedStatement);
  return seen
    .filter(({ site }) => !/\.test\.ts:/.test(site))
    .map((one) => ({ ...one, site: relative(ROOT, one.site) }));
}
