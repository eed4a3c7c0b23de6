/**
 * Detects that the database was restored. The heartbeat counter is a number in the database, raised every ten seconds.
 * This process remembers it in DATA_DIR, outside of the database. A number below the remembered one means that the
 * database was taken back. If DATA_DIR was restored together with the database, nothing is detected.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Heartbeat } from '../../base/context.ts';
import { type Rewound, retryDeadlocks, rewind } from './rewind.ts';
import { raiseHeartbeat } from './store.ts';

/** Runs before anything is published, and every ten seconds. Between two runs, no claim succeeds on a lower count. */
export async function checkHeartbeat(
  ctx: Pick<Context, 'db' | 'config' | 'log' | 'lastHeartbeat'>,
): Promise<void> {
  const { db, config, log } = ctx;
  const path = join(config.dataDir, 'last-seen');
  // Read before the transaction begins, so that the remembered count was committed before it.
  const remembered = (await readHeartbeat(path)) ?? ctx.lastHeartbeat;
  const { now, since, rewound } = await retryDeadlocks(db, async (tx) => {
    const { last_at, ...beat } = await raiseHeartbeat(tx, 1);
    const isBack = remembered?.installation === beat.installation && beat.beat <= remembered.beat;
    const rewound: Rewound | undefined = isBack ? await rewind(tx, last_at) : undefined;
    return { now: beat, since: last_at, rewound };
  });
  ctx.lastHeartbeat = now;
  if (rewound !== undefined) {
    log.warn(
      { since, ...rewound },
      'the database was restored: posts that were due since are not sent until a person decides',
    );
  }
  await writeHeartbeat(config.dataDir, path, now).catch((error: unknown) =>
    log.warn(
      { err: error },
      'could not store the heartbeat count: a restore of the database would go unnoticed',
    ),
  );
}

async function writeHeartbeat(dataDir: string, path: string, remembered: Heartbeat): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(remembered), { mode: 0o600 });
  await rename(draft, path);
}

/** Undefined if the file is missing or incomplete. */
async function readHeartbeat(path: string): Promise<Heartbeat | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Heartbeat;
  } catch {
    return undefined;
  }
}
