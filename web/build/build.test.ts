import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const clone = mkdtempSync(join(tmpdir(), 'belfry-build-'));
afterAll(() => rmSync(clone, { recursive: true }));

test('a clone that has packages only in the folder of its service builds the app, with its fonts and icons', async () => {
  for (const name of ['web', 'contract', 'messages', 'sdk', 'networks', 'scripts', 'package.json']) {
    const filter = (path: string) => !/\/(node_modules|dist|walk|journeys)$/.test(path);
    cpSync(join(root, name), join(clone, name), { recursive: true, filter });
  }
  const packages = join(clone, '.packages/run-here');
  mkdirSync(packages, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(packages, 'node_modules'));
  const out = join(clone, 'out');
  const pin = `--import=${join(clone, 'scripts/pin.mjs')}?run-here`;
  const args = [pin, join(clone, 'web/build/main.ts'), out, packages];
  await promisify(execFile)(process.execPath, args, { cwd: clone, env: {} });
  const assets = readdirSync(join(out, 'assets'));
  const kinds = ['.js', '.js.br', '.js.gz', '.css', '.woff2', '.svg'];
  expect(kinds.filter((kind) => !assets.some((name) => name.endsWith(kind)))).toEqual([]);
});
