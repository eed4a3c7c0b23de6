import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../src/process/service.ts';
import { openTowers, setUp, type Tower, type Towers } from '../support/bell-tower.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

let towers: Towers;
beforeAll(async () => {
  towers = await openTowers();
});
afterAll(() => towers[Symbol.asyncDispose]());

function until(client: Client, post: Post, status: Post['status']) {
  return eventually(async () => {
    const found = await getPost(client, post);
    expect(found.status).toBe(status);
    return found;
  });
}

/** As a network that limits calls. */
async function pause({ ctx: { db } }: Service, username: string, seconds: number): Promise<void> {
  await db.rows('update channels set paused_until = now() + make_interval(secs => $2) where username = $1', [
    username,
    seconds,
  ]);
  await db.rows("select pg_notify('belfry_due', '')");
}

/** Moves the database's clock, so that posts become due. */
async function skip({ ctx: { db } }: Service, interval: string): Promise<void> {
  await db.rows(
    `create or replace function clock_now() returns timestamptz language sql stable as 'select now() + interval ''${interval}'''`,
  );
  await db.rows("select pg_notify('belfry_due', '')");
}

describe('an older backup that is restored', () => {
  let old: Tower;
  let young: Tower;
  let service: Service;
  let client: Client;
  let file: string;
  const names = { busy: 'busy_bell', quiet: 'quiet_bell' };
  const posts: Record<string, Post> = {};
  let pictureId: number;
  let picture: Buffer<ArrayBuffer>;

  beforeAll(async () => {
    [old, young] = [await towers.make('old'), await towers.make('young')];
    await old.prepare();
    file = join(towers.directory, 'belfry.tar');
    service = await old.start();
    client = await setUp(old);
    const busy = await connectSandbox(client, names.busy);
    const quiet = await connectSandbox(client, names.quiet);
    picture = await makePicture('png', 300, 200);
    pictureId = (await upload(client, { bytes: picture })).data.id;
    const on = (channel: { id: number }, content: string, more = {}) =>
      createPost(client, scheduledFor([channel], { content, ...more }));
    posts.before = await on(quiet, 'Before');
    await until(client, posts.before, 'published');
    await pause(service, names.quiet, 3600);
    posts.since = await on(quiet, 'Since', { media_ids: [pictureId] });
    posts.future = await on(quiet, 'Future', { scheduled_at: inMs(7_200_000) });
    posts.draft = await on(quiet, 'Draft', { status: 'draft' });

    // Publishing continues during the backup.
    const backup = old.belfry('backup', file, '--json');
    const during: Post[] = [];
    let isTaken = false;
    void backup.then(() => {
      isTaken = true;
    });
    while (!isTaken) during.push(await on(busy, `During ${during.length}`));
    const { code, stderr } = await backup;
    expect([code, stderr]).toEqual([0, '']);
    for (const post of during) await until(client, post, 'published');

    await pause(service, names.quiet, 0);
    await until(client, posts.since, 'published');
    posts.unknown = await on(quiet, 'Unknown');
    await until(client, posts.unknown, 'published');
    await service.stop();
    expect(towers.network.textsOf(names.busy)).toEqual(during.map(({ content }) => content));
    expect(towers.network.textsOf(names.quiet)).toEqual(['Before', 'Since', 'Unknown']);
  });
  afterAll(() => service.stop());

  test('is readable only by its owner', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('is complete in another place', async () => {
    const { code, stdout, stderr } = await young.belfry('restore', file);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('The event log is intact.');
    service = await young.start();
    client = young.client(client);
    expect((await getPost(client, posts.before as Post)).status).toBe('published');
    const { data } = await client.call('getMedia', { params: { id: pictureId } });
    const headers = { authorization: `Bearer ${client.key}` };
    const answer = await fetch(`http://127.0.0.1:${young.env.PORT}${data.url}`, { headers });
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
    expect((await young.belfry('media', 'verify')).stdout).toContain('All media have their files.');
    expect((await young.belfry('audit', 'verify')).stdout).toContain('The event log is intact.');
  });

  test('publishes nothing twice: due posts are unconfirmed, and their errors explain it', async () => {
    const doubted = await getPost(client, posts.since as Post);
    expect(doubted).toMatchObject({
      status: 'failed',
      targets: [{ status: 'failed', error: { code: 'outcome_unknown', retryable: false } }],
    });
    expect(doubted.targets[0]?.error?.message).toContain('restored from a backup');
    await pause(service, names.quiet, 0);
    // On the same channel: its posts are published in order, so no other post was.
    const channel = { id: doubted.targets[0]?.channel_id ?? 0 };
    const next = await createPost(client, scheduledFor([channel], { content: 'Next' }));
    await until(client, next, 'published');
    expect(towers.network.textsOf(names.quiet)).toEqual(['Before', 'Since', 'Unknown', 'Next']);
    expect(new Set(towers.network.textsOf(names.busy)).size).toBe(towers.network.textsOf(names.busy).length);
  });

  test('uses no id a second time', async () => {
    const { id } = await createPost(client, { status: 'draft' });
    expect(id).toBeGreaterThan((posts.unknown as Post).id);
  });

  test('sends unconfirmed posts when a person confirms it', async () => {
    const doubted = await getPost(client, posts.since as Post);
    const body = scheduledFor([{ id: doubted.targets[0]?.channel_id ?? 0 }], { content: 'Since' });
    const refused = await client.request('PUT', `/posts/${doubted.id}`, { body });
    expect([refused.status, refused.error.code]).toEqual([409, 'confirm_resend_required']);
    const confirmed = { ...body, confirm_resend: doubted.targets.map(({ id }) => id) };
    await client.call('updatePost', { params: { id: doubted.id }, body: confirmed });
    await until(client, doubted, 'published');
    expect(towers.network.textsOf(names.quiet).filter((text) => text === 'Since')).toHaveLength(2);
  });

  test('continues with planned posts', async () => {
    expect((await getPost(client, posts.draft as Post)).status).toBe('draft');
    expect((await getPost(client, posts.future as Post)).status).toBe('scheduled');
    await skip(service, '3 hours');
    await until(client, posts.future as Post, 'published');
    expect(towers.network.textsOf(names.quiet).at(-1)).toBe('Future');
  });
});
