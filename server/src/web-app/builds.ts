/** The folder of builds: one folder for each, named by the stamp of its sources, complete from the start. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Pages that are open still load parts of the build that they come from. */
const KEPT = 3;
const KEPT_MS = 7 * 24 * 3_600_000;
const NAME = /^[0-9a-f]{16}$/;

/** The names of all builds, the newest first. */
export async function listBuilds(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, made: await madeAt(join(folder, name)) })),
  );
  return dated.sort((one, other) => other.made - one.made).map(({ name }) => name);
}

/** The folder in which process `pid` may make a build, empty. */
export async function makeDraft(folder: string, pid: number): Promise<string> {
  const draft = join(folder, `new-${pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  return draft;
}

/** Gives a complete build its name, and removes old builds. */
export async function publish(folder: string, draft: string, stamp: string, now: number): Promise<void> {
  try {
    await rename(draft, join(folder, stamp));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster.
    if ((await listBuilds(folder)).includes(stamp)) return;
    throw error;
  }
  for (const [index, name] of (await listBuilds(folder)).entries()) {
    if (name === stamp) continue;
    const path = join(folder, name);
    if (index >= KEPT || now - (await madeAt(path)) > KEPT_MS)
      await rm(path, { recursive: true, force: true });
  }
}

async function madeAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
