/** The rules about imports and places find breaches. `npm run check` applies them to the project. */
import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMisplaced } from '../../scripts/check/places.ts';
import { allowedImports, forbiddenImports, misplaced, wellPlaced } from './breaches.ts';

interface Cruise {
  violations: { rule: { name: string }; from: string; to: string }[];
  ruleSetUsed: { forbidden: { name: string }[] };
}

const root = join(import.meta.dirname, '../..');
let tree: string;
let cruise: Cruise;

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'belfry-boundaries-'));
  writeFile('package.json', '{ "dependencies": { "fastify": "5" }, "devDependencies": { "vitest": "5" } }');
  for (const name of ['fastify', 'vitest']) writeFile(`node_modules/${name}/index.js`);
  const lines = [
    Object.values(forbiddenImports),
    allowedImports,
    Object.values(misplaced),
    wellPlaced,
  ].flat();
  for (const [file, code] of lines) addLine(file, code);
  cruise = await runTool();
});

afterAll(() => rmSync(tree, { recursive: true }));

test('each rule about imports reports its breach and no other line', () => {
  const { violations } = cruise;
  const found = violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  const expected = Object.entries(forbiddenImports).map(([rule, [file]]) => `${rule}: ${file}`);
  expect(found.sort()).toEqual(expected.sort());
});

test('each rule about places reports its breach and no other line', () => {
  const found = findMisplaced(tree).map((finding) => finding.split(':').slice(0, 2).join(':'));
  const expected = Object.entries(misplaced).map(([rule, [file]]) => `${rule}: ${file}`);
  expect(found.sort()).toEqual(expected.sort());
});

test('every rule has a breach in the test', () => {
  const { ruleSetUsed } = cruise;
  expect(ruleSetUsed.forbidden.map(({ name }) => name)).toEqual(Object.keys(forbiddenImports));
});

function addLine(file: string, code: string): void {
  writeFile(file, `${code}\n`);
  const imported = /'(\.[^']+)'/.exec(code)?.[1];
  if (imported !== undefined) writeFile(join(dirname(file), imported));
}

function writeFile(file: string, text = ''): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, text);
}

/** Returns the output, because the exit code is only the number of errors. */
async function runTool(): Promise<Cruise> {
  const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', '.'];
  const run = promisify(execFile)(join(root, 'node_modules/.bin/depcruise'), args, { cwd: tree });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return (JSON.parse(stdout) as { summary: Cruise }).summary;
}
