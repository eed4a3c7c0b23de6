/** How long the copies of accounts' pictures are kept, and where they are besides the answers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseWorkspaces } from '../../src/data/erasure/erase.ts';
import { makeExports } from '../../src/data/exports/make.ts';
import { StorageUnavailable } from '../../src/files/index.ts';
import { listNamedKeys, verifyMedia } from '../../src/media/index.ts';
import type { Client } from '../support/client.ts';
import { makePicture } from '../support/media.ts';
import { openPictured } from '../support/pictured.ts';
import { unzip } from '../support/zips.ts';

const pictured = await openPictured();
const { service, publish, connect, copy, read, takePaths, listKeys } = pictured;
const { ctx, db, clock } = service;
const forever = new AbortController().signal;
let url: string;
let owner: Client;
beforeAll(async () => {
  url = publish('/bell.png', await makePicture('png'));
});
beforeEach(async () => {
  owner = await service.inWorkspace();
});
afterAll(() => pictured.close());

async function connectCopied(account = 'ada') {
  const channel = await connect(account, url, owner);
  await copy();
  const { avatar_url: address } = await read(channel, owner);
  return { ...channel, address: String(address), key: String(address).slice(service.origin.length + 1) };
}

const statusOf = async (address: string) => (await fetch(address)).status;
const nameAll = () => db.transaction((tx) => Array.fromAsync(listNamedKeys(tx)), 'snapshot');

test('a removed channel loses its picture, and gets another when it is connected again', async () => {
  const channel = await connectCopied();
  await owner.call('deleteChannel', { params: { id: channel.id } });
  expect([await statusOf(channel.address), await listKeys()]).toEqual([404, []]);
  await clock.advance('2 days');
  takePaths();
  await copy();
  expect(takePaths()).toEqual([]);
  expect((await connect('ada', url, owner)).avatar_url).toBeNull();
  await copy();
  const { avatar_url: address } = await read(channel, owner);
  expect([address === channel.address, await statusOf(String(address))]).toEqual([false, 200]);
});

test('a channel that is removed while its picture is copied leaves no file', async () => {
  const keys = await listKeys();
  const picture = await makePicture('jpeg');
  const slow = publish('/slow.png', (_request, response) => {
    void owner.call('deleteChannel', { params: { id: channel.id } }).then(() => response.end(picture));
  });
  const channel = await connect('ada', slow, owner);
  await copy();
  expect(await listKeys()).toEqual(keys);
});

test('a channel is removed even if the storage is down, and the verification deletes its picture', async () => {
  const { id, address, key } = await connectCopied();
  const { remove } = ctx.files;
  ctx.files.remove = () => Promise.reject(new StorageUnavailable('the disk', 'EIO'));
  await owner.call('deleteChannel', { params: { id } });
  ctx.files.remove = remove;
  expect([await statusOf(address), (await listKeys()).includes(key)]).toEqual([404, true]);
  await verifyMedia(ctx, { settled: -60, removeMost: true });
  expect((await listKeys()).includes(key)).toBe(false);
});

test('a picture that a channel shows is part of back-ups, and no orphan', async () => {
  const { key } = await connectCopied();
  expect(await nameAll()).toContain(key);
  expect(await verifyMedia(ctx, { settled: -60, removeMost: true })).toMatchObject({
    orphans: 0,
    damaged: 0,
  });
  expect(await listKeys()).toContain(key);
});

test('a picture whose file is lost is copied again when somebody looks at it', async () => {
  const channel = await connectCopied();
  await ctx.files.remove(channel.key);
  expect(await statusOf(channel.address)).not.toBe(200);
  expect((await read(channel, owner)).avatar_url).toBeNull();
  await copy();
  expect(await statusOf(String((await read(channel, owner)).avatar_url))).toBe(200);
});

test('an erased workspace leaves no picture', async () => {
  const { key } = await connectCopied();
  const { data } = await owner.call('getWorkspace', {});
  await owner.call('deleteWorkspace', { body: { name: data.name } });
  await clock.advance('2 minutes');
  await eraseWorkspaces(ctx, forever);
  expect((await listKeys()).includes(key)).toBe(false);
});

test.each([true, false])('an export with media = %s has the pictures if it has files', async (media) => {
  const shown = await connectCopied();
  const plain = await connect('eve', null, owner);
  const { data: asked } = await owner.call('createExport', { body: { media } });
  await makeExports(ctx, forever);
  const headers = { authorization: `Bearer ${owner.key}` };
  const file = await fetch(`${service.origin}/api/v1/exports/${asked.id}/file`, { headers });
  const files = await unzip(Buffer.from(await file.arrayBuffer()));
  const entry = `avatars/${shown.id}.webp`;
  expect(JSON.parse(String(files.get('channels.json')))).toMatchObject([
    { id: shown.id, avatar_url: url, avatar_file: media ? entry : null },
    { id: plain.id, avatar_url: null, avatar_file: null },
  ]);
  const served = Buffer.from(await (await fetch(shown.address)).arrayBuffer());
  expect(files.get(entry)).toEqual(media ? served : undefined);
  expect(JSON.stringify([...files.values()].map(String))).not.toContain(shown.key);
});

test('only the keys of pictures open files, whatever the path', async () => {
  const { address, key } = await connectCopied();
  const name = key.slice('avatars/'.length);
  await writeFile(join(ctx.config.dataDir, 'secret.webp'), 'secret');
  const { key: other } = await service.inWorkspace();
  for (const path of [
    ...[
      '/avatars/',
      '/avatars/x',
      '/avatars/..%2f..%2fsecret.webp',
      '/avatars/%2e%2e/secret',
      '/avatars/%00',
    ],
    ...[
      `/avatars/${name.toUpperCase()}`,
      `/avatars/${name}%2f`,
      `/avatars/avatars%2f${name}`,
      '/avatars/%25',
    ],
    ...[`/files/${key}`, `/files/${name}`, `/avatars/${'a'.repeat(201)}.webp`],
  ]) {
    const { status } = await fetch(service.origin + path, { headers: { authorization: `Bearer ${other}` } });
    expect([path, status]).toEqual([
      path,
      expect.toSatisfy((code) => [400, 404, 422].includes(Number(code))),
    ]);
  }
  expect((await fetch(address, { method: 'HEAD' })).headers.get('content-length')).toMatch(/^\d+$/);
});
