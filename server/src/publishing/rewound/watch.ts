/**
 * Notices by itself that a database was restored: it counts, this process remembers outside of it how far, and a
 * database that counts lower than it did was taken back. What was restored together with DATA_DIR cannot be told.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Seen } from '../../context.ts';
import { type Rewound, rewind, seeThrough } from './rewind.ts';
import { raiseHeartbeat } from './store.ts';

/** Before anything is published, and then again and again; in between, nothing is claimed from what is behind. */
export async function checkHeartbeat(ctx: Pick<Context, 'db' | 'config' | 'log' | 'seen'>): Promise<void> {
  const { db, config, log } = ctx;
  const path = join(config.dataDir, 'last-seen');
  // Read first: what is in it was committed before this transaction begins.
  const seen = (await readSeen(path)) ?? ctx.seen;
  const { now, since, rewound } = await seeThrough(db, async (tx) => {
    const { last_at, ...beat } = await raiseHeartbeat(tx, 1);
    const isBack = seen?.installation === beat.installation && beat.beat <= seen.beat;
    const rewound: Rewound | undefined = isBack ? await rewind(tx, last_at) : undefined;
    return { now: beat, since: last_at, rewound };
  });
  ctx.seen = now;
  if (rewound !== undefined) {
    log.warn(
      { since, ...rewound },
      'the database was restored: what was due since is not sent before a person decides',
    );
  }
  await writeSeen(config.dataDir, path, now).catch((error: unknown) =>
    log.warn({ err: error }, 'could not note how far the database is: a restore would not be noticed'),
  );
}

async function writeSeen(dataDir: string, path: string, seen: Seen): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(seen), { mode: 0o600 });
  await rename(draft, path);
}

/** Half a file is none. */
async function readSeen(path: string): Promise<Seen | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Seen;
  } catch {
    return undefined;
  }
}
