import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Platform, platforms } from '@belfry/networks/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const clone = mkdtempSync(join(tmpdir(), 'belfry-build-'));
const assets = join(clone, 'out/assets');
afterAll(() => rmSync(clone, { recursive: true }));

beforeAll(async () => {
  for (const name of ['web', 'contract', 'messages', 'sdk', 'networks', 'scripts', 'package.json']) {
    const filter = (path: string) => !/\/(node_modules|dist|walk|journeys)$/.test(path);
    cpSync(join(root, name), join(clone, name), { recursive: true, filter });
  }
  const packages = join(clone, '.packages/run-here');
  mkdirSync(packages, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(packages, 'node_modules'));
  const pin = `--import=${join(clone, 'scripts/pin.mjs')}?run-here`;
  const args = [pin, join(clone, 'web/build/main.ts'), join(clone, 'out'), packages];
  await promisify(execFile)(process.execPath, args, { cwd: clone, env: {} });
});

test('a clone that has packages only in the folder of its service builds the app, with its fonts and icons', () => {
  const kinds = ['.js', '.js.br', '.js.gz', '.css', '.woff2', '.svg'];
  const names = readdirSync(assets);
  expect(kinds.filter((kind) => !names.some((name) => name.endsWith(kind)))).toEqual([]);
});

test('the style leaves the choice between light and dark to each part of a page', () => {
  const style = readFileSync(
    join(assets, readdirSync(assets).find((name) => name.endsWith('.css')) ?? ''),
    'utf8',
  );
  expect(style).toMatch(/--surface:light-dark\(/);
});

/** Bytes with gzip, of a network's own rules. What several networks share is loaded once. */
const MOST = 4000;
/** `x`: decision 0079. */
const larger: Partial<Record<Platform, number>> = { x: 10_600 };

test.each(platforms)('a browser loads few rules for %s', (platform) => {
  const isOwn = (name: string) =>
    /^rules-[^.]+\.js$/.test(name) &&
    new RegExp(`platform:.${platform}[^a-z_]`).test(readFileSync(join(assets, name), 'utf8'));
  const sizes = readdirSync(assets)
    .filter(isOwn)
    .map((name) => statSync(join(assets, `${name}.gz`)).size);
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(larger[platform] ?? MOST);
});
