/** Code for browsers has no types of Node, and code for Node has no types of browsers. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The names that the compiler does not know in these files, by file. */
async function unknownIn(config: string, files: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['tsconfig.base.json', config]) copyFileSync(join(root, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `export const found = ${code};\n`);
  }
  const compiling = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', join(folder, config)], {
    cwd: folder,
  });
  const { stdout } = await compiling.catch((error: { stdout: string }) => error);
  return [...stdout.matchAll(/^(\S+?)\(.*Cannot find name '(\w+)'/gm)].map(
    ([, file, name]) => `${file} ${name}`,
  );
}

test('a browser’s code cannot use Node', async () => {
  const files = {
    'contract/one.ts': 'Buffer.from([])',
    'messages/one.ts': 'process.argv',
    'networks/a/rules.ts': 'setImmediate(() => {})',
    'networks/b/rules.ts': 'new URL(document.title)',
    // These run in Node.
    'contract/one.test.ts': 'Buffer.from([])',
    'networks/a/publish.ts': 'Buffer.from([])',
  };
  expect((await unknownIn('tsconfig.browser.json', files)).sort()).toEqual([
    'contract/one.ts Buffer',
    'messages/one.ts process',
    'networks/a/rules.ts setImmediate',
  ]);
});

test('Node’s code cannot use a browser', async () => {
  const files = { 'server/src/one.ts': 'document.title', 'engine/one.ts': 'Buffer.from([])' };
  expect(await unknownIn('tsconfig.node.json', files)).toEqual(['server/src/one.ts document']);
});
