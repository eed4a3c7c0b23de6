import { execFile } from 'node:child_process';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../src/process/service.ts';
import { openTowers, setUp, type Tower, type Towers } from '../support/bell-tower.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

let towers: Towers;
let tower: Tower;
let client: Client;
let service: Service | undefined;
beforeAll(async () => {
  towers = await openTowers();
});
afterAll(async () => {
  await service?.stop();
  await towers[Symbol.asyncDispose]();
});

function until(post: Post, status: Post['status']): Promise<Post> {
  return eventually(async () => {
    const found = await getPost(client, post);
    expect(found.status).toBe(status);
    return found;
  });
}

async function start(): Promise<Service> {
  service = await tower.start();
  return service;
}

async function stop(): Promise<void> {
  await service?.stop();
  service = undefined;
}

/** Ends the pause of all channels. */
async function endPause(): Promise<void> {
  await service?.ctx.db.rows("update channels set paused_until = '-infinity', next_due_at = now()");
  await service?.ctx.db.rows("select pg_notify('belfry_due', '')");
}

/** Publishes a post, and then restores only the database to a time before that. */
async function publishAndRestore(username: string): Promise<{ post: Post; waiting: Post }> {
  tower = await towers.make(username);
  await tower.prepare();
  const { ctx } = await start();
  client = await setUp(tower);
  const channel = await connectSandbox(client, username);
  await ctx.db.rows("update channels set paused_until = 'infinity'");
  const post = await createPost(client, scheduledFor([channel], { content: 'Once' }));
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const waiting = await createPost(client, scheduledFor([channel], { content: 'Later', scheduled_at }));
  await stop();
  const cluster = join(tower.dataDir, 'postgres');
  // Keeps owners, because the server's account is not root.
  await promisify(execFile)('cp', ['-a', cluster, `${cluster}.saved`]);
  await start();
  await endPause();
  await until(post, 'published');
  await stop();
  await rm(cluster, { recursive: true });
  await rename(`${cluster}.saved`, cluster);
  return { post, waiting };
}

describe('a database that was restored without Belfry', () => {
  test('is recognised by a DATA_DIR that remembers a later one: due posts are unconfirmed', async () => {
    const { post, waiting } = await publishAndRestore('noticed');
    const seen = JSON.parse(await readFile(join(tower.dataDir, 'last-seen'), 'utf8'));
    await start();
    await endPause();
    const doubted = await until(post, 'failed');
    expect(doubted.targets).toMatchObject([{ status: 'failed', error: { code: 'outcome_unknown' } }]);
    expect((await getPost(client, waiting)).status).toBe('scheduled');
    expect(towers.network.textsOf('noticed')).toEqual(['Once']);
    await stop();
    // Only once: the next start does not doubt posts that are scheduled afterwards.
    await start();
    await service?.ctx.db.rows("update channels set paused_until = 'infinity'");
    const next = await createPost(client, scheduledFor([{ id: doubted.targets[0]?.channel_id ?? 0 }]));
    await stop();
    // Nor does another process, which has run for longer.
    const longer = JSON.stringify({ ...seen, beat: seen.beat + 1000 });
    await writeFile(join(tower.dataDir, 'last-seen'), longer);
    await start();
    await endPause();
    await until(next, 'published');
    await stop();
  });

  test('is reported by the operator if no DATA_DIR remembers', async () => {
    const { post, waiting } = await publishAndRestore('told');
    await rm(join(tower.dataDir, 'last-seen'));
    const { code, stdout, stderr } = await tower.belfry('mark-restored');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('may have been published since: 1 post, 1 copy in all');
    await start();
    await endPause();
    expect(await getPost(client, post)).toMatchObject({ status: 'failed' });
    expect((await getPost(client, waiting)).status).toBe('scheduled');
    const kinds = await service?.ctx.db.rows('select kind, data from events order by id desc limit 3');
    expect(kinds?.find(({ kind }) => kind === 'database.restored')?.data).toMatchObject({ unconfirmed: 1 });
    await stop();
    expect(towers.network.textsOf('told')).toEqual(['Once']);
  });
});
