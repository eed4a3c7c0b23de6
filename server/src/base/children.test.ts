import { once } from 'node:events';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { compiledCode } from './children.ts';

const program = `import('node:module').then(({ getCompileCacheDir }) =>
  require('node:worker_threads').parentPort.postMessage(getCompileCacheDir()))`;

test('a thread finds its compiled code where this process does', async () => {
  enableCompileCache();
  const thread = new Worker(program, { eval: true, env: compiledCode() });
  expect(await once(thread, 'message')).toEqual([getCompileCacheDir() ?? 'a folder']);
});
