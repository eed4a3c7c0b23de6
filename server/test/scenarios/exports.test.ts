import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Export } from '@belfry/contract/exports.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeExports } from '../../src/data/exports/make.ts';
import { notExported, sections } from '../../src/data/exports/sections/store.ts';
import { chainHash, GENESIS_HASH } from '../../src/events/chain.ts';
import type { Client } from '../support/client.ts';
import { countRows, type FullWorkspace, fillWorkspace } from '../support/full-workspace.ts';
import { openStored, type Stored, storages } from '../support/storages.ts';
import { unzip } from '../support/zips.ts';

const forever = new AbortController().signal;

describe.each(storages)('an export on %s', (storage) => {
  let stored: Stored;
  let full: FullWorkspace;
  let made: Export;
  let bytes: Buffer;
  let files: Map<string, Buffer>;
  beforeAll(async () => {
    stored = await openStored(storage);
    full = await fillWorkspace(stored.service, ['bell.png', 'bell.png', 'глокая куздра.png']);
    await fillWorkspace(stored.service);
    const asked = (await full.owner.call('createExport', { body: {} })).data;
    expect(asked).toMatchObject({ state: 'queued', media: true, size: null, progress: { total: 0 } });
    await makeExports(stored.service.ctx, forever);
    made = (await full.owner.call('getExport', { params: { id: asked.id } })).data;
    bytes = Buffer.from(await (await fetchFile(full.owner, made)).arrayBuffer());
    files = await unzip(bytes);
  });
  afterAll(() => stored.close());

  const fetchFile = (client: Client, { id }: { id: number }, headers: Record<string, string> = {}) =>
    fetch(`${stored.service.origin}/api/v1/exports/${id}/file`, {
      headers: { authorization: `Bearer ${client.key}`, ...headers },
    });
  const read = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null');
  const readLines = (name: string) =>
    (files.get(name)?.toString() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  test('is done, and its state shows it', () => {
    expect(made).toMatchObject({ state: 'done', size: bytes.length, error: null });
    expect(made.progress).toEqual({
      done: made.progress.total,
      total: made.progress.total,
      bytes: bytes.length,
    });
    expect(made.progress.total).toBeGreaterThan(10);
  });

  test('can be unpacked with the usual tool', async () => {
    const path = join(stored.service.ctx.config.dataDir, 'export.zip');
    await writeFile(path, bytes);
    // In a locale without these letters, the tool takes the names for damaged.
    const env = { ...process.env, LANG: 'C.UTF-8' };
    const { stdout } = await promisify(execFile)('unzip', ['-t', path], { env });
    expect(stdout).toContain('No errors detected');
  });

  test('has the content of every section', () => {
    const names = [...files.keys()];
    expect(names.slice(0, sections.length + 1)).toEqual(['README.txt', ...sections.map(({ file }) => file)]);
    for (const { file } of sections) expect(files.get('README.txt')?.toString()).toContain(`\n${file}\n`);
  });

  test('has the files as they were uploaded, under safe and unique names', () => {
    const rows = read('media.json') as {
      id: number;
      name: string;
      file: string;
      labels: object[];
      captions: object[];
    }[];
    const [label] = read('labels.json') as { id: number }[];
    expect(rows.map(({ labels }) => labels)).toEqual([[{ id: label?.id }], [], []]);
    expect(rows.map(({ captions }) => captions)).toEqual([[{ language: 'en', vtt: 'WEBVTT' }], [], []]);
    expect(rows.map(({ id }) => id)).toEqual([...full.media.keys()]);
    for (const { id, file } of rows) expect(files.get(file)).toEqual(full.media.get(id));
    expect(rows[2]?.file).toBe(`media/${rows[2]?.id}-глокая куздра.png`);
    expect(files.has('missing.json')).toBe(false);
  });

  test('has posts with all their parts', () => {
    const posts = readLines('posts.ndjson');
    expect(posts).toEqual([
      expect.objectContaining({
        content: 'Goes out',
        status: 'published',
        author: { id: full.owner.userId, name: expect.any(String) },
        media: [{ id: [...full.media.keys()][0] }],
        targets: [
          expect.objectContaining({
            channel_id: full.channel.id,
            status: 'published',
            external_id: expect.any(String),
          }),
        ],
        reviews: [],
      }),
      expect.objectContaining({
        content: 'Ünïcode “draft” \u2028 🔔',
        reviews: [expect.objectContaining({ decision: 'rejected', comment: 'Not yet.' })],
        working_copies: [expect.objectContaining({ base_version: 1, post: { content: 'Not saved' } })],
      }),
    ]);
    expect(posts[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  test('has the settings, the people and the invitations', () => {
    const [workspace] = read('workspace.json');
    expect(workspace).toMatchObject({ name: full.name, posting_times: ['09:00', '12:00', '17:00'] });
    expect(workspace.members).toHaveLength(2);
    expect(workspace.members[0]).toMatchObject({
      id: full.owner.userId,
      role: 'owner',
      email: expect.stringContaining('@'),
    });
    expect(workspace.invitations).toEqual([expect.objectContaining({ email: 'guest@people.example' })]);
    expect(read('channels.json')).toEqual([expect.objectContaining({ username: full.channel.username })]);
    expect(read('keys.json').map(({ name }: { name: string }) => name)).toContain('Scripts');
  });

  test('has the chain of events, which can be verified from the export alone', () => {
    const events = readLines('events.ndjson');
    expect(events.length).toBeGreaterThan(5);
    let previous: Buffer = GENESIS_HASH;
    for (const { hash, ...event } of events) {
      previous = chainHash(previous, event);
      expect(previous.toString('hex')).toBe(hash);
    }
  });

  test('has no credential, and nothing of another workspace', async () => {
    // Without the line breaks that PostgreSQL puts into Base64.
    const all = Buffer.concat([...files.values()])
      .toString('latin1')
      .replaceAll('\\n', '');
    expect(full.secrets.length).toBeGreaterThan(20);
    expect(full.secrets.filter((secret) => secret === '')).toEqual([]);
    expect(full.secrets.filter((secret) => all.includes(secret))).toEqual([]);
    expect(
      readLines('events.ndjson').filter((event) => event.workspace_id !== full.owner.workspaceId),
    ).toEqual([]);
    expect(readLines('posts.ndjson')).toHaveLength(2);
  });

  test('is sent as a download, in ranges on request, and never cached', async () => {
    const whole = await fetchFile(full.owner, made);
    expect(whole.headers.get('content-type')).toBe('application/zip');
    expect(whole.headers.get('cache-control')).toBe('private, no-store');
    expect(whole.headers.get('content-disposition')).toMatch(
      /^attachment; filename="belfry-\d+-2027-01-15\.zip"$/,
    );
    expect(
      createHash('sha256')
        .update(Buffer.from(await whole.arrayBuffer()))
        .digest(),
    ).toEqual(createHash('sha256').update(bytes).digest());
    const part = await fetchFile(full.owner, made, { range: 'bytes=2-5' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(2, 6)]);
  });
});

describe('the contents of an export', () => {
  test('include every table with rows of a workspace, or a reason why not', async () => {
    const stored = await openStored('disk');
    const tables = [...(await countRows(stored.service.db, 0)).keys(), 'workspaces'].sort();
    await stored.close();
    const named = [...sections.flatMap(({ tables }) => tables), ...Object.keys(notExported)];
    expect(named.sort()).toEqual(tables);
  });
});
