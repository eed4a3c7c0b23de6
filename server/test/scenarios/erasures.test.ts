import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveChannel } from '../../src/channels/store.ts';
import { eraseWorkspaces } from '../../src/data/erasure/erase.ts';
import { makeExports } from '../../src/data/exports/make.ts';
import type { Db } from '../../src/db/database.ts';
import { eraseEvents } from '../../src/events/store.ts';
import { verifyChains } from '../../src/events/verify.ts';
import { claimLanes } from '../../src/lanes/store.ts';
import { verifyMedia } from '../../src/media/library/verify/verify.ts';
import { givePassword, signIn } from '../support/browser.ts';
import { sealAll } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { countRows, type FullWorkspace, fillWorkspace } from '../support/full-workspace.ts';
import { holdTable } from '../support/held.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';
import { openStored, type Stored, storages } from '../support/storages.ts';

const forever = new AbortController().signal;

describe.each(storages)('deleting a workspace on %s', (storage) => {
  let stored: Stored;
  let full: FullWorkspace;
  let other: FullWorkspace;
  beforeAll(async () => {
    stored = await openStored(storage);
    full = await fillWorkspace(stored.service, ['a.png', 'b.png']);
    other = await fillWorkspace(stored.service, ['c.png']);
    for (const { owner } of [full, other]) await owner.call('createExport', { body: {} });
    await makeExports(stored.service.ctx, forever);
    await full.owner.call('createExport', { body: {} });
    await sealAll(stored.service.db);
  });
  afterAll(() => stored.close());

  const filesOf = async () => {
    const rows = await stored.service.db.rows<{ key: string }>(
      `select storage_key as key from media union all
       select storage_key from renditions where storage_key is not null union all
       select storage_key from exports where storage_key is not null`,
    );
    return rows.map(({ key }) => key).sort();
  };
  const listFiles = async () => {
    const found = await Array.fromAsync(stored.service.ctx.files.list(''));
    return found.map(({ key }) => key).sort();
  };

  test('leaves no row and no file of it, and all of every other workspace', async () => {
    const { service } = stored;
    const { db } = service;
    const browser = await signIn(service, await givePassword(db, full.owner.userId));
    const before = await countRows(db, full.owner.workspaceId);
    const cascading = await db.rows<{ name: string }>(
      `select conrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confdeltype = 'c' and confrelid = 'workspaces'::regclass`,
    );
    const covered = [...before].filter(([, count]) => count > 0).map(([name]) => name);
    // Of networks that end logins. `ended-logins.test.ts` erases such a workspace.
    covered.push(...cascading.map(({ name }) => name), 'erasures', 'revocations');
    expect([...before.keys()].filter((name) => !covered.includes(name))).toEqual([]);
    const kept = await countRows(db, other.owner.workspaceId);

    const asked = await browser.call('deleteWorkspace', {
      body: { name: full.name },
      headers: { 'x-workspace': String(full.owner.workspaceId) },
    });
    expect([asked.status, asked.data]).toMatchObject([202, { state: 'queued', ended_at: null }]);
    await service.clock.advance('2 minutes');
    await eraseWorkspaces(service.ctx, forever);

    const erasure = (await browser.call('getErasure', { params: { id: asked.data.id } })).data;
    expect(erasure).toMatchObject({ state: 'done', workspace_id: full.owner.workspaceId });
    expect(erasure.progress.done).toBe(erasure.progress.total);
    expect(erasure.progress.done).toBeGreaterThan(10);
    const after = await countRows(db, full.owner.workspaceId);
    expect([...after].filter(([, count]) => count > 0)).toEqual([['erasures', 1]]);
    expect(await db.rows('select id from workspaces where id = $1', [full.owner.workspaceId])).toEqual([]);
    expect(await countRows(db, other.owner.workspaceId)).toEqual(kept);
    expect(await listFiles()).toEqual(await filesOf());
    expect(await verifyMedia(service.ctx, { settled: -60 })).toMatchObject({
      orphans: 0,
      strange: 0,
      damaged: 0,
    });
    const { chains } = await verifyChains(db);
    expect(chains.filter(({ broken }) => broken !== null)).toEqual([]);
    expect(chains.map(({ workspace_id }) => workspace_id)).not.toContain(full.owner.workspaceId);
  });
});

describe('after the deletion of a workspace', () => {
  let stored: Stored;
  beforeAll(async () => {
    stored = await openStored('disk');
  });
  afterAll(() => stored.close());

  test('no key, session or invitation gives access to it', async () => {
    const { service } = stored;
    const { owner, name } = await fillWorkspace(service);
    const editor = await service.beside(owner, 'editor');
    const browser = await signIn(service, await givePassword(service.db, owner.userId));
    const { link } = (
      await owner.call('createInvitation', { body: { email: 'late@people.example', role: 'viewer' } })
    ).data;
    await owner.call('deleteWorkspace', { body: { name } });
    for (const client of [owner, editor]) {
      expect((await client.call('listPosts', { query: {} })).status).toBe(401);
    }
    const headers = { 'x-workspace': String(owner.workspaceId) };
    expect((await browser.call('getWorkspace', { headers })).status).toBe(404);
    expect((await browser.call('listWorkspaces', {})).data).toEqual([]);
    const token = link?.split('#')[1] ?? '';
    const body = { token, name: 'Late', password: 'long enough' };
    expect(refusalOf(await browser.call('acceptInvitation', { body, key: null }))[0]).toMatch(
      /link_over|forbidden/,
    );
  });

  test('none of its posts is published, and no worker is kept busy by it', async () => {
    const { service } = stored;
    const { owner, name, channel } = await fillWorkspace(service);
    await createPost(owner, scheduledFor([channel], { content: 'Too late' }));
    await owner.call('deleteWorkspace', { body: { name } });
    expect(await service.publishDue()).toBe(0);
    expect(await claimLanes(service.db, 10)).toMatchObject({ claims: [], idle: [] });
    expect((await readTimeline(service, channel)).map(({ text }) => text)).toEqual(['Goes out']);
  });

  test('an attempt in flight ends before its rows are deleted', async () => {
    const { service } = stored;
    const owner = await service.inWorkspace();
    const channel = await connectSandbox(owner);
    await createPost(owner, scheduledFor([channel], { content: 'On its way' }));
    const { claims } = await claimLanes(service.db, 10);
    expect(claims).toHaveLength(1);
    const { name } = (await owner.call('getWorkspace', {})).data;
    const { id } = (await owner.call('deleteWorkspace', { body: { name } })).data;
    // The worker keeps extending its lease.
    await service.clock.advance('2 minutes');
    const alive =
      "update targets set wake_at = clock_now() + interval '15 seconds' where lease_id is not null";
    await service.db.rows(alive);
    await eraseWorkspaces(service.ctx, forever);
    const state = async () =>
      (await service.db.row('select state from erasures where id = $1', [id]))?.['state'];
    expect(await state()).toBe('running');
    expect((await countRows(service.db, owner.workspaceId)).get('targets')).toBe(1);
    await service.db.rows('update targets set lease_id = null where lease_id is not null');
    await service.clock.advance('10 seconds');
    await eraseWorkspaces(service.ctx, forever);
    expect(await state()).toBe('done');
  });
});

describe('while a workspace is being erased', () => {
  let stored: Stored;
  beforeAll(async () => {
    stored = await openStored('disk');
  });
  afterAll(() => stored.close());

  test('an account that was about to be connected is not connected', async () => {
    const { service } = stored;
    const { owner, name, channel } = await fillWorkspace(service);
    await createPost(owner, scheduledFor([channel], { content: 'Too late' }));
    await owner.call('deleteWorkspace', { body: { name } });
    const account = { id: channel.username, name: 'A', username: channel.username, avatarUrl: null };
    const write = { platform: 'sandbox', account, limits: {}, reconnectBy: null };
    const saved = await service.db.transaction((tx) =>
      saveChannel(tx, { ...write, workspaceId: owner.workspaceId }),
    );
    expect(saved).toBeUndefined();
    expect(await service.publishDue()).toBe(0);
  });

  test('its chain, whose beginning is deleted, is not reported as broken', async () => {
    const { service } = stored;
    const { owner, name } = await fillWorkspace(service);
    await owner.call('deleteWorkspace', { body: { name } });
    await service.db.transaction((tx) => eraseEvents(tx, owner.workspaceId, 2));
    const { chains } = await verifyChains(service.db);
    expect(chains.filter(({ broken }) => broken !== null)).toEqual([]);
  });

  test('a file that arrives meanwhile is deleted, too', async () => {
    const { service } = stored;
    const { owner, name } = await fillWorkspace(service);
    await owner.call('deleteWorkspace', { body: { name } });
    await service.clock.advance('2 minutes');
    // Counted already, so the first statement that waits comes after the media.
    await service.db.rows('update erasures set total = 1 where workspace_id = $1', [owner.workspaceId]);
    const { release } = await holdTable(service.db, 'idempotency_keys');
    const erasing = eraseWorkspaces(service.ctx, forever);
    const count = async () => (await countRows(service.db, owner.workspaceId)).get('media');
    await eventually(async () => expect(await isWaiting(service.db)).toBe(true));
    const key = `${randomUUID()}.png`;
    const path = join(service.ctx.config.dataDir, 'late');
    await writeFile(path, 'late');
    await service.ctx.files.adopt(key, path);
    const id = await makeMedia(service.db, owner.workspaceId);
    await service.db.rows('update media set storage_key = $2 where id = $1', [id, key]);
    await release();
    await erasing;
    expect([await count(), await service.ctx.files.find(key)]).toEqual([0, undefined]);
    expect(
      await service.db.row('select 1 as one from workspaces where id = $1', [owner.workspaceId]),
    ).toBeUndefined();
  });
});

async function isWaiting(db: Db): Promise<boolean> {
  const row = await db.row(
    "select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return row !== undefined;
}

describe('a deletion', () => {
  let stored: Stored;
  beforeAll(async () => {
    stored = await openStored('disk');
  });
  afterAll(() => stored.close());

  test('needs the exact name of the workspace', async () => {
    const owner = await stored.service.inWorkspace();
    const { name } = (await owner.call('getWorkspace', {})).data;
    for (const wrong of [name.toLowerCase(), `${name} `, 'Another']) {
      const answer = await owner.call('deleteWorkspace', { body: { name: wrong } });
      expect(refusalOf(answer)).toEqual(['invalid', 'name']);
    }
    expect((await owner.call('getWorkspace', {})).status).toBe(200);
  });

  test('is visible only to the person who asked for it', async () => {
    const { service } = stored;
    const owner = await service.inWorkspace();
    const second = await service.beside(owner, 'owner');
    const [one, other] = [
      await signIn(service, await givePassword(service.db, owner.userId)),
      await signIn(service, await givePassword(service.db, second.userId)),
    ];
    const { name } = (await owner.call('getWorkspace', {})).data;
    const { id } = (await owner.call('deleteWorkspace', { body: { name } })).data;
    expect((await one.call('getErasure', { params: { id } })).data.id).toBe(id);
    expect((await other.call('getErasure', { params: { id } })).status).toBe(404);
  });

  test('is completed after a killed process, including the files', async () => {
    const { service } = stored;
    const { owner, name } = await fillWorkspace(service, ['a.png', 'b.png', 'c.png']);
    await owner.call('deleteWorkspace', { body: { name } });
    await service.clock.advance('2 minutes');
    const { files } = service.ctx;
    let removed = 0;
    const failing = {
      ...files,
      remove: async (key: string) => {
        removed += 1;
        if (removed > 2) throw new Error('killed');
        await files.remove(key);
      },
    };
    await eraseWorkspaces({ ...service.ctx, files: failing }, forever);
    expect(removed).toBe(3);
    await service.clock.advance('2 minutes');
    await eraseWorkspaces(service.ctx, forever);
    expect(
      [...(await countRows(service.db, owner.workspaceId)).values()].filter((count) => count > 0),
    ).toEqual([1]);
    expect(await verifyMedia(service.ctx, { settled: -60 })).toMatchObject({ orphans: 0, damaged: 0 });
  });

  test('is done once by any number of processes', async () => {
    const { service } = stored;
    const { owner, name } = await fillWorkspace(service, ['a.png', 'b.png', 'c.png']);
    await owner.call('deleteWorkspace', { body: { name } });
    await service.clock.advance('2 minutes');
    await Promise.all([1, 2, 3].map(() => eraseWorkspaces(service.ctx, forever)));
    await eventually(async () => {
      const counts = await countRows(service.db, owner.workspaceId);
      expect([...counts].filter(([, count]) => count > 0)).toEqual([['erasures', 1]]);
    });
  });
});
