/** Clients that others generate from the OpenAPI document compile, and walk the whole journey with a running service. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from '../../contract/openapi.ts';
import { prepareKillable } from '../../server/test/support/killable.ts';
import { makePicture } from '../../server/test/support/media.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const journeys = join(import.meta.dirname, 'journeys');
const TOKEN = 'a token for setting up';

let folder: string;
let documentPath: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-clients-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', 'sdk'] }),
  );
  await writeFile(join(folder, 'bell.png'), await makePicture('png'));
  documentPath = join(folder, 'openapi.json');
  await writeFile(documentPath, JSON.stringify(describeApi('https://belfry.example.org')));
});
afterAll(() => rm(folder, { recursive: true }));

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: false,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Walks a journey with a service that has no user yet. */
async function walk(journey: string): Promise<void> {
  const receiver = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(204).end()),
  );
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const env = { BELFRY_ROLE: 'both', BELFRY_SETUP_TOKEN: TOKEN, OUTBOUND_ALLOW: '127.0.0.1' };
  const service = await prepareKillable(env, undefined, { bare: true });
  try {
    await service.start();
    const bell = join(folder, 'bell.png');
    await run(process.execPath, [join(folder, journey), service.origin, TOKEN, address, bell], {
      cwd: folder,
    });
  } finally {
    receiver.close();
    await service.close();
  }
}

test('a client of openapi-typescript and openapi-fetch compiles and walks the whole journey', async () => {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const types = await openapiTS(JSON.parse(JSON.stringify(describeApi('https://belfry.example.org'))), {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  await writeFile(join(folder, 'schema.ts'), astToString(types));
  await copyFile(join(journeys, 'openapi-fetch.ts'), join(folder, 'openapi-fetch.ts'));
  await compile();
  await walk('openapi-fetch.ts');
});

test('a client of @hey-api/openapi-ts compiles and walks the whole journey', async () => {
  await createClient({
    input: documentPath,
    output: { path: join(folder, 'sdk'), module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  });
  await copyFile(join(journeys, 'hey-api.ts'), join(folder, 'hey-api.ts'));
  await compile();
  await walk('hey-api.ts');
});

async function compile(): Promise<void> {
  const printed = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }),
  );
  expect(printed).toEqual({ stdout: '', stderr: '' });
}
