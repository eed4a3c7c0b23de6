/** Provides the directory of the clusters that test files copy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { chooseFastPlace } from './fast-place.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusters: string;
  }
}

export default async function provide(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(await chooseFastPlace(), 'belfry-clusters-'));
  project.provide('clusters', directory);
  return () => rm(directory, { recursive: true });
}
