import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { listBuilds, makeDraft, publish } from './builds.ts';
import { WebApp } from './web-app.ts';

const DAY = 24 * 3_600_000;
const log = pino({ level: 'silent' });
const made: string[] = [];
afterEach(async () => {
  for (const root of made.splice(0)) await rm(root, { recursive: true });
});

/** An installation with one source and a build program that copies it. */
async function install(
  source = 'one',
): Promise<{ root: string; folder: string; write(path: string, text: string): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'belfry-web-app-'));
  made.push(root);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await write('package-lock.json', '{}');
  await write('web/src/main.ts', source);
  await write(
    'web/build/main.ts',
    `import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
     const [out] = process.argv.slice(2);
     mkdirSync(out + '/assets', { recursive: true });
     cpSync('web/src/main.ts', out + '/index.html');
     writeFileSync(out + '/sw.js', 'worker');
     for (const end of ['', '.br', '.gz']) writeFileSync(out + '/assets/app.js' + end, 'script' + end);
     if (process.env.HOME !== undefined || process.env.PATH !== undefined) throw new Error('it sees our environment');`,
  );
  return { root, folder: join(root, 'web/dist'), write };
}

async function readPage(app: WebApp): Promise<string | undefined> {
  const page = await app.page('');
  return page?.file.bytes.toString();
}

test('an installation without a build makes one, and serves it', async () => {
  const app = new WebApp(await install());
  expect(await readPage(app)).toBeUndefined();
  await app.update(log);
  expect([app.failure, await readPage(app)]).toEqual([undefined, 'one']);
});

test('the next process serves the same build and makes none', async () => {
  const place = await install();
  await new WebApp(place).update(log);
  await place.write('web/build/main.ts.unused', '');
  await rm(join(place.root, 'web/src/main.ts'));
  await place.write('web/src/main.ts', 'one');
  const [before] = await listBuilds(place.folder);
  const next = new WebApp(place);
  await next.update(log);
  expect([await readPage(next), await listBuilds(place.folder)]).toEqual(['one', [before]]);
});

test.each([
  'web/src/main.ts',
  'web/public/icon.png',
  'web/public/app.webmanifest',
  'contract/posts.ts',
  'messages/en.ts',
  'networks/tower/rules.ts',
  'package-lock.json',
])('a change of %s makes a new build, and the files of the old one stay', async (path) => {
  const place = await install();
  await new WebApp(place).update(log);
  const [old = ''] = await listBuilds(place.folder);
  await writeFile(join(place.folder, old, 'assets/old.js'), 'old');
  await place.write(path, 'two');
  const app = new WebApp(place);
  await app.update(log);
  expect(await listBuilds(place.folder)).toHaveLength(2);
  expect((await app.page(''))?.build).not.toBe(old);
  const asset = await app.asset('old.js', '');
  expect(asset?.bytes.toString()).toBe('old');
});

test.each(['web/src/main.test.ts', 'server/src/x.ts', 'web/node_modules/x/index.js'])(
  'a change of %s makes no new build',
  async (path) => {
    const place = await install();
    await new WebApp(place).update(log);
    await place.write(path, 'two');
    await new WebApp(place).update(log);
    expect(await listBuilds(place.folder)).toHaveLength(1);
  },
);

test('a file of the same name in every build is that of the present one', async () => {
  const app = new WebApp(await install());
  expect(await app.fixed('sw.js', '')).toBeUndefined();
  await app.update(log);
  const file = await app.fixed('sw.js', '');
  expect(file?.bytes.toString()).toBe('worker');
});

test('a build that was removed is made again, once', async () => {
  const place = await install();
  const app = new WebApp(place);
  await app.update(log);
  await rm(place.folder, { recursive: true });
  expect(await Promise.all([readPage(app), readPage(app)])).toEqual([undefined, undefined]);
  await expect.poll(() => readPage(app)).toBe('one');
  expect(await readdir(place.folder)).toHaveLength(1);
});

test('an installation without sources serves the build that it came with', async () => {
  const place = await install();
  await new WebApp(place).update(log);
  for (const path of ['web/src', 'web/build']) await rm(join(place.root, path), { recursive: true });
  const app = new WebApp(place);
  await app.update(log);
  expect(await readPage(app)).toBe('one');
});

test('a build that fails says why, and leaves no draft', async () => {
  const place = await install();
  await place.write('web/build/main.ts', "throw new Error('no such icon');");
  const app = new WebApp(place);
  await app.update(log);
  expect(app.failure).toContain('no such icon');
  expect([await readPage(app), await readdir(place.folder)]).toEqual([undefined, []]);
});

test('stopping ends a build that is under way', async () => {
  const place = await install();
  await place.write('web/build/main.ts', 'setInterval(() => {}, 1000);');
  const app = new WebApp(place);
  void app.update(log);
  await app.stop();
  expect([app.failure, await listBuilds(place.folder)]).toEqual([undefined, []]);
});

test.each([
  ['br, gzip', 'br', 'script.br'],
  ['gzip', 'gzip', 'script.gz'],
  ['br;q=0, gzip', 'gzip', 'script.gz'],
  ['identity', undefined, 'script'],
  ['', undefined, 'script'],
])('with Accept-Encoding “%s”, a file comes as %s', async (accepted, encoding, bytes) => {
  const app = new WebApp(await install());
  await app.update(log);
  const file = await app.asset('app.js', accepted);
  expect([file?.encoding, file?.bytes.toString()]).toEqual([encoding, bytes]);
});

test('an asset is read from the disk once', async () => {
  const place = await install();
  const app = new WebApp(place);
  await app.update(log);
  const before = await app.asset('app.js', 'br');
  await rm(place.folder, { recursive: true });
  expect((await app.asset('app.js', 'br'))?.bytes).toBe(before?.bytes);
  expect(await app.asset('app.js', 'gzip')).toBeUndefined();
});

test('three builds are kept, each for a week', async () => {
  const { folder } = await install();
  const names = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16));
  const now = Date.now();
  for (const [index, name] of names.entries()) {
    await publish(folder, await makeDraft(folder, 1), name, now);
    await utimes(join(folder, name), now / 1000, (now - (10 - index) * 1000) / 1000);
  }
  await publish(folder, await makeDraft(folder, 1), 'e'.repeat(16), now);
  expect((await listBuilds(folder)).sort()).toEqual(['c', 'd', 'e'].map((letter) => letter.repeat(16)));
  await utimes(join(folder, 'c'.repeat(16)), 0, (now - 8 * DAY) / 1000);
  await publish(folder, await makeDraft(folder, 1), 'f'.repeat(16), now);
  expect((await listBuilds(folder)).sort()).toEqual(['d', 'e', 'f'].map((letter) => letter.repeat(16)));
});

test('of two processes that build at once, one build stays', async () => {
  const { folder } = await install();
  const stamp = 'a'.repeat(16);
  for (const pid of [1, 2]) {
    const draft = await makeDraft(folder, pid);
    await writeFile(join(draft, 'index.html'), String(pid));
    await publish(folder, draft, stamp, Date.now());
  }
  expect([await readdir(folder), await readFile(join(folder, stamp, 'index.html'), 'utf8')]).toEqual([
    [stamp],
    '1',
  ]);
});
