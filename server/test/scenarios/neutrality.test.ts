import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allRules } from '@belfry/networks/rules.ts';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/**
 * The only files that may name a network: translations of what networks' own folders say in English or in codes. A network
 * is added without a change of the server.
 */
const exceptions = [
  ...['de/settings', 'de/hints', 'de/channels', 'de/app-fields'],
  ...['en/settings', 'en/app-fields'],
].map((name) => `messages/screens/${name}.ts`);
/** The web app offers the sandbox to people who have no account anywhere. */
const sandbox = /^messages\/screens\//;

test('neither the server, the contract nor a message names a network', async () => {
  // A name of one letter is also a word of other things, such as X-Request-Id.
  const names = allRules.flatMap(({ platform, name }) => [platform, name]).filter(({ length }) => length > 1);
  expect(names.length).toBeGreaterThan(3);
  const pattern = new RegExp(`\\b(${names.map(quote).join('|')})\\b`, 'i');
  const found: string[] = [];
  for (const file of await listSources()) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    lines.forEach((line, at) => {
      // Also words of the Content-Security-Policy, and of programming.
      const rest = line.replace("'none'; sandbox", '').replaceAll(/(?<!['"`])\bthreads\b|-threads/g, '');
      const checked = sandbox.test(file) ? rest.replaceAll(/\bsandbox\b/gi, '') : rest;
      if (pattern.test(checked)) found.push(`${file}:${at + 1} ${line.trim()}`);
    });
  }
  expect(found).toEqual([]);
});

async function listSources(): Promise<string[]> {
  const folders = ['server/src', 'server/migrations', 'contract', 'messages'];
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file)),
    ),
  );
  const isSource = (file: string) => /\.(ts|sql)$/.test(file) && !/\.test\.ts$|node_modules/.test(file);
  return files.flat().filter((file) => isSource(file) && !exceptions.includes(file));
}

function quote(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
