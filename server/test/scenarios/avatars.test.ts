/** Belfry's copies of the pictures of accounts: when they are made, shown and deleted. */
import type { Account } from '@belfry/networks/core/network.ts';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makePicture } from '../support/media.ts';
import { openPictured } from '../support/pictured.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

const pictured = await openPictured();
const { service, network, publish, connect, copy, look, read, takePaths, listKeys } = pictured;
const { clock, db } = service;
afterAll(() => pictured.close());

const picture = await makePicture('png', 300, 200);
let named = 0;
let name = '';
beforeEach(async () => {
  await db.rows('update channels set avatar_due_at = null');
  Object.assign(network, { look: undefined, avatar: undefined });
  named += 1;
  name = `ada${named}`;
  takePaths();
});
const account = (avatarUrl: string | null): Account => ({ id: name, name, username: name, avatarUrl });
const open = (address: string | null, init?: RequestInit) => fetch(String(address), init);

describe('a connected channel', () => {
  test('has no picture at first, and then a small square copy that everybody may cache', async () => {
    const channel = await connect(name, publish('/a.png', picture));
    expect([channel.avatar_url, takePaths()]).toEqual([null, []]);
    await copy();
    const { avatar_url: address } = await read(channel);
    expect(address).toMatch(new RegExp(`^${service.origin}/avatars/[\\da-f-]{36}\\.webp$`));
    const answer = await open(address);
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      200,
      {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 });
    expect(
      (await open(address, { headers: { 'if-none-match': `${answer.headers.get('etag')}` } })).status,
    ).toBe(304);
  });

  test('shows the copy in lists and posts too, also in those that were answered before', async () => {
    const channel = await connect(name, publish('/posts.png', picture));
    const post = await createPost(service, scheduledFor([channel]));
    const shown = async () => [
      (await service.call('listChannels', {})).data.find(({ id }) => id === channel.id)?.avatar_url,
      (await getPost(service, post)).targets[0]?.channel.avatar_url,
      (await service.call('listPosts', {})).data.find(({ id }) => id === post.id)?.targets[0]?.channel
        .avatar_url,
    ];
    expect(await shown()).toEqual([null, null, null]);
    await copy();
    const { avatar_url: address } = await read(channel);
    expect([address === null, await shown()]).toEqual([false, [address, address, address]]);
    const saved = await createPost(service, scheduledFor([channel]));
    expect(saved.targets[0]?.channel.avatar_url).toBe(address);
  });

  test('has none if the network names none, and is not asked again', async () => {
    const channel = await connect(name, null);
    await copy();
    await clock.advance('2 days');
    await copy();
    expect([(await read(channel)).avatar_url, takePaths()]).toEqual([null, []]);
  });

  test('gets a copy too if a process of the previous release connected it', async () => {
    const url = publish('/old.png', picture);
    const row = await db.row<{ id: number }>(
      `insert into channels (workspace_id, platform, account_id, name, username, avatar_url)
       values ($1, 'pictured', $2, 'A', 'a', $3) returning id`,
      [service.workspaceId, name, url],
    );
    await copy();
    const { data } = await service.call('getChannel', { params: { id: row?.id ?? 0 } });
    expect((await open(data.avatar_url)).status).toBe(200);
  });

  test('keeps its picture while it is connected again, and then gets the new one', async () => {
    const channel = await connect(name, publish('/first.png', picture));
    await copy();
    const before = (await read(channel)).avatar_url;
    const again = await connect(name, publish('/second.png', await makePicture('jpeg')));
    expect(again.avatar_url).toBe(before);
    await copy();
    const after = (await read(channel)).avatar_url;
    expect([(await open(before)).status, (await open(after)).status]).toEqual([404, 200]);
  });
});

describe('a daily look', () => {
  test('that names another picture has it copied, and the file before is deleted', async () => {
    const channel = await connect(name, publish('/one.png', picture));
    await copy();
    const { avatar_url: before } = await read(channel);
    const keys = await listKeys();
    await look(channel, { account: account(publish('/two.png', await makePicture('webp'))) });
    expect((await read(channel)).avatar_url).toBe(before);
    await copy();
    const { avatar_url: after } = await read(channel);
    expect([after === before, (await listKeys()).length]).toEqual([false, keys.length]);
    expect([(await open(before)).status, (await open(after)).status]).toEqual([404, 200]);
  });

  test('that names the same picture at another address keeps the copy', async () => {
    const channel = await connect(name, publish('/signed?until=1', picture));
    await copy();
    const { avatar_url: before } = await read(channel);
    await look(channel, { account: account(publish('/signed?until=2', picture)) });
    await copy();
    expect(takePaths()).toEqual(['/signed?until=1', '/signed?until=2']);
    expect((await read(channel)).avatar_url).toBe(before);
    expect((await open(before)).status).toBe(200);
  });

  test('that names the same address asks for nothing', async () => {
    const url = publish('/same.png', picture);
    const channel = await connect(name, url);
    await copy();
    await look(channel, { account: account(url) });
    await copy();
    expect(takePaths()).toEqual(['/same.png']);
  });

  test('that names none takes the copy away', async () => {
    const channel = await connect(name, publish('/gone.png', picture));
    await copy();
    const { avatar_url: address } = await read(channel);
    await look(channel, { account: account(null) });
    await copy();
    expect([(await read(channel)).avatar_url, (await open(address)).status]).toEqual([null, 404]);
  });

  test('during a copy makes that copy worthless', async () => {
    const second = publish('/later.png', await makePicture('gif'));
    const keys = await listKeys();
    const first = publish('/early.png', (_request, response) => {
      void look(channel, { account: account(second) }).then(() => response.end(picture));
    });
    const channel = await connect(name, first);
    await copy();
    expect([(await read(channel)).avatar_url, await listKeys()]).toEqual([null, keys]);
    await copy();
    expect((await read(channel)).avatar_url).not.toBeNull();
    expect(takePaths()).toEqual(['/early.png', '/later.png']);
  });
});

describe('a copy that fails', () => {
  test('is tried again later and later, and the picture before stays', async () => {
    const channel = await connect(name, publish('/before.png', picture));
    await copy();
    const { avatar_url: before } = await read(channel);
    const url = publish('/fails.png', (_request, response) => response.writeHead(500).end());
    await connect(name, url);
    takePaths();
    const tries: number[] = [];
    for (const wait of [
      '0 s',
      '4 minutes',
      '2 minutes',
      '50 minutes',
      '11 minutes',
      '6 hours',
      '23 hours',
      '1 hour',
    ]) {
      await clock.advance(wait);
      await copy();
      tries.push(takePaths().length);
    }
    expect(tries).toEqual([1, 0, 1, 0, 1, 1, 0, 1]);
    expect((await read(channel)).avatar_url).toBe(before);
    publish('/fails.png', await makePicture('jpeg'));
    await clock.advance('1 day');
    await copy();
    expect((await read(channel)).avatar_url).not.toBe(before);
  });

  test('because the process stops is made by another process later', async () => {
    const stopping = new AbortController();
    const keys = await listKeys();
    const url = publish('/stopping.png', (_request, response) => {
      stopping.abort();
      response.end(picture);
    });
    const channel = await connect(name, url);
    await copy(stopping.signal);
    expect([(await read(channel)).avatar_url, await listKeys()]).toEqual([null, keys]);
    await clock.advance('5 minutes');
    await copy();
    expect((await read(channel)).avatar_url).not.toBeNull();
  });

  test('because the storage is down ends the round', async () => {
    const other = await service.inWorkspace();
    for (let at = 0; at < 17; at += 1) await connect(`${name}-${at}`, publish(`/${at}.png`, picture), other);
    const { adopt } = service.ctx.files;
    const { StorageUnavailable } = await import('../../src/files/index.ts');
    service.ctx.files.adopt = () => Promise.reject(new StorageUnavailable('the disk', 'EIO'));
    await copy();
    service.ctx.files.adopt = adopt;
    expect(takePaths()).toHaveLength(16);
  });
});

test('the first channels of each workspace are copied before the others of one', async () => {
  const other = await service.inWorkspace();
  const many = await service.inWorkspace();
  for (let at = 0; at < 20; at += 1)
    await connect(`${name}-${at}`, publish(`/many/${at}.png`, picture), many);
  await clock.advance('1 minute');
  await connect(name, publish('/alone.png', picture), other);
  await copy();
  expect(takePaths().slice(0, 16)).toContain('/alone.png');
});
