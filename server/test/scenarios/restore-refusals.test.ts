import { mkdir, open, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readArchive, verifyArchive, writeArchive } from '../../src/backup/archive.ts';
import type { Manifest } from '../../src/backup/manifest.ts';
import { copyTemplate } from '../support/app.ts';
import { openTowers, setUp, type Tower, type Towers } from '../support/bell-tower.ts';
import { eventually } from '../support/eventually.ts';
import { urlOf } from '../support/killable.ts';
import { makePicture, upload } from '../support/media.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

let towers: Towers;
let old: Tower;
let file: string;

beforeAll(async () => {
  towers = await openTowers();
  old = await towers.make('old');
  await old.prepare();
  file = join(towers.directory, 'belfry.tar');
  const service = await old.start({ BELFRY_ROLE: 'api' });
  const client = await setUp(old);
  await upload(client, { bytes: await makePicture('png', 300, 200) });
  // Long enough for a kill during the work.
  await service.ctx.db.rows(
    `insert into records (platform, collection, key, data)
     select 'test', 'bulk', n::text, jsonb_build_object('text', repeat(md5(n::text), 8)) from generate_series(1, 20000) n`,
  );
  await service.stop();
  expect(await old.belfry('backup', file)).toMatchObject({ code: 0 });
});
afterAll(() => towers[Symbol.asyncDispose]());

let count = 0;
async function makeNew(): Promise<Tower> {
  count += 1;
  const tower = await towers.make(`new-${count}`);
  onTestFinished(() => rm(tower.dataDir, { recursive: true, force: true }));
  return tower;
}

/** Expects that the command has written no file. */
async function expectUntouched({ dataDir }: Tower): Promise<void> {
  expect(await readdir(dataDir).catch(() => [])).toEqual([]);
}

/** The same backup with another manifest and a valid checksum, as another program would write it. */
async function rewrite(change: (manifest: Manifest) => object): Promise<string> {
  const path = join(towers.directory, `rewritten-${count}.tar`);
  await rm(path, { force: true });
  await using out = await open(path, 'wx');
  const archive = writeArchive(out);
  for await (const entry of readArchive(file)) {
    const bytes = await buffer(entry.read());
    const isManifest = entry.name === 'manifest.json';
    const text = isManifest ? Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString())))) : bytes;
    await archive.add(entry.name, text.length, [text]);
  }
  await archive.finish();
  return path;
}

describe('a restore is refused before it changes anything', () => {
  test('from a missing file, or from one that is not a backup', async () => {
    const tower = await makeNew();
    const none = join(towers.directory, 'none.tar');
    expect(await tower.belfry('restore', none)).toEqual({
      code: 1,
      stdout: '',
      stderr: `The file ${none} does not exist.\n`,
    });
    const other = join(towers.directory, 'other.tar');
    await writeFile(other, 'no archive'.repeat(100));
    expect((await tower.belfry('restore', other)).stderr).toBe(
      `${other} is not a backup of Belfry. Name the file that npx belfry backup wrote.\n`,
    );
    await expectUntouched(tower);
  });

  test('from a damaged file', async () => {
    const tower = await makeNew();
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    const damaged = join(towers.directory, 'damaged.tar');
    await writeFile(damaged, bytes);
    const { code, stderr } = await tower.belfry('restore', damaged);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is damaged or incomplete')]);
    await truncate(damaged, bytes.length - 2000);
    expect((await tower.belfry('restore', damaged)).stderr).toContain('is damaged or incomplete');
    await expectUntouched(tower);
  });

  test.each<[string, (manifest: Manifest) => object]>([
    ['a newer format', (manifest) => ({ ...manifest, format: 2, belfry: '7.0.0' })],
    [
      'a migration that this version does not know',
      (manifest) => ({
        ...manifest,
        migrations: [...manifest.migrations, '9999_later.sql'],
        belfry: '7.0.0',
      }),
    ],
  ])('from a backup with %s', async (_, change) => {
    const tower = await makeNew();
    const path = await rewrite(change);
    expect((await tower.belfry('restore', path)).stderr).toBe(
      `${path} was made by Belfry 7.0.0, a newer version than this one. Restore it with that version.\n`,
    );
    await expectUntouched(tower);
  });

  test('with another secret than the backup’s, or without one', async () => {
    const tower = await makeNew();
    tower.env.BELFRY_SECRET = 'another secret of 32 characters or more';
    const { stderr } = await tower.belfry('restore', file);
    expect(stderr).toContain('BELFRY_SECRET is not the secret of this backup');
    await expectUntouched(tower);

    const bare = join(towers.directory, 'bare.tar');
    expect((await old.belfry('backup', bare, '--no-secret')).stdout).toContain('It does not have the secret');
    delete tower.env.BELFRY_SECRET;
    expect((await tower.belfry('restore', bare)).stderr).toContain('This backup does not have the secret');
    await expectUntouched(tower);
    await tower.prepare();
    tower.env.BELFRY_SECRET = (await readFile(join(old.dataDir, 'secret'), 'utf8')).trim();
    expect(await tower.belfry('restore', bare)).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(tower.dataDir)).not.toContain('secret');
  });

  test('into a directory that has an installation, or that a service uses', async () => {
    const before = await readdir(old.dataDir);
    const { code, stderr } = await old.belfry('restore', file);
    expect([code, stderr]).toEqual([1, expect.stringContaining('already has an installation')]);
    expect(await readdir(old.dataDir)).toEqual(before);
    const service = await old.start({ BELFRY_ROLE: 'api' });
    expect((await old.belfry('restore', file)).stderr).toContain('Another Belfry');
    await service.stop();
  });
});

describe('a restore that fails in the middle', () => {
  test('leaves an empty database, and later commands report that it is incomplete', async () => {
    const tower = await makeNew();
    await tower.prepare();
    const path = await rewrite((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
    }));
    expect((await tower.belfry('restore', path)).stderr).toContain('Nothing was restored');
    await expect(tower.start()).rejects.toThrow('was interrupted, so the data is incomplete');
    expect((await tower.belfry('audit', 'verify')).stderr).toContain(
      'was interrupted, so the data is incomplete',
    );
    expect(await tower.belfry('restore', file)).toMatchObject({ code: 0, stderr: '' });
  });

  test('for lack of room can be started again when there is room', async ({ skip }) => {
    const disk = await mountSmallDisk();
    if (disk === undefined) return skip();
    const tower = await makeNew();
    await tower.prepare();
    await symlink(disk.path, join(tower.dataDir, 'media'));
    try {
      await disk.fill();
      const { code, stderr } = await tower.belfry('restore', file);
      expect([code, stderr]).toEqual([
        1,
        'The storage of the media is full. Free some space, then try again.\n',
      ]);
      await expect(tower.start()).rejects.toThrow('was interrupted, so the data is incomplete');
      await disk.free();
      expect(await tower.belfry('restore', file)).toMatchObject({ code: 0, stderr: '' });
      expect((await tower.belfry('media', 'verify')).stdout).toContain('All media have their files.');
    } finally {
      await disk.remove();
    }
  });

  describe('by kill -9', () => {
    type State = 'nothing' | 'half' | 'whole';
    const states: State[] = [];

    async function stateOf(tower: Tower): Promise<State> {
      const names: string[] = await readdir(tower.dataDir).catch(() => []);
      return names.includes('half-restored') ? 'half' : 'nothing';
    }

    test.each([0, 50, 200, 500, 900])('after %i ms is started again, and then completes', async (delay) => {
      const victim = await makeNew();
      await victim.prepare();
      const { child, ended } = victim.startBelfry('restore', file);
      while ((await stateOf(victim)) !== 'half' && child.exitCode === null) await pause(1);
      await pause(delay);
      child.kill('SIGKILL');
      const { code } = await ended;
      const state = code === 0 ? 'whole' : await stateOf(victim);
      states.push(state);
      if (state !== 'half') return;
      await expect(victim.start()).rejects.toThrow('was interrupted, so the data is incomplete');
      expect(await victim.belfry('restore', file)).toMatchObject({ code: 0, stderr: '' });
      expect(await readdir(victim.dataDir)).not.toContain('half-restored');
    });

    test('was in the middle at least once', () => {
      console.info('restores that were killed left:', states);
      expect(states).toContain('half');
    });
  });
});

describe('a backup', () => {
  test('that is killed leaves a complete file of its name or none', async () => {
    const folder = join(towers.directory, 'killed');
    await mkdir(folder);
    for (const delay of [0, 5, 20, 50, 100, 200]) {
      const { child, ended } = old.startBelfry('backup', join(folder, `${delay}.tar`));
      const hasBegun = async () => expect((await readdir(folder)).join()).toContain(`${delay}.tar`);
      await eventually(hasBegun, 1);
      await pause(delay);
      child.kill('SIGKILL');
      await ended;
    }
    const names = await readdir(folder);
    expect(names.some((name) => name.endsWith('.part'))).toBe(true);
    for (const name of names) if (name.endsWith('.tar')) await verifyArchive(join(folder, name));
  });

  test('never replaces a file', async () => {
    const { code, stderr } = await old.belfry('backup', file);
    expect([code, stderr]).toEqual([
      1,
      `${file} already exists. Choose another name, or remove the file first.\n`,
    ]);
    expect((await old.belfry('backup', join(towers.directory, 'no/where.tar'))).stderr).toContain(
      'does not exist. Create it, or choose another one.',
    );
  });

  test('leaves nothing on a disk that is too small', async ({ skip }) => {
    const disk = await mountSmallDisk();
    if (disk === undefined) return skip();
    try {
      await disk.fill(100);
      const { code, stderr } = await old.belfry('backup', join(disk.path, 'belfry.tar'));
      expect([code, stderr]).toEqual([1, expect.stringContaining('has no room for the backup')]);
      expect(await readdir(disk.path)).toEqual(['filler']);
    } finally {
      await disk.remove();
    }
  });

  test('moves an installation to an own PostgreSQL, and back', async () => {
    const { connection, drop } = await copyTemplate('template0');
    const [there, back] = [await makeNew(), await makeNew()];
    there.env.DATABASE_URL = urlOf(connection);
    const moved = join(towers.directory, 'moved.tar');
    try {
      expect(await there.belfry('restore', file)).toMatchObject({ code: 0, stderr: '' });
      expect(await there.belfry('backup', moved)).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await drop();
    }
    const restored = JSON.parse((await back.belfry('restore', moved, '--json')).stdout);
    expect(restored).toMatchObject({ files: 1, is_chain_whole: true });
    expect(restored.rows).toBeGreaterThan(20_000);
  });
});
