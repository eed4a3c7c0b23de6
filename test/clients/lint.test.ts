/** Linters of others find nothing in the OpenAPI document. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describeApi } from '../../contract/openapi.ts';

const text = JSON.stringify(describeApi('https://belfry.example.org'));

test('Redocly finds neither an error nor a warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-lint-'));
  const path = join(folder, 'openapi.json');
  await writeFile(path, text);
  const root = join(import.meta.dirname, '../..');
  const args = ['lint', path, '--config', join(root, 'redocly.yaml'), '--format', 'json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(join(root, 'node_modules/.bin/redocly'), args, { env });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  await rm(folder, { recursive: true });
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});

test('Spectral finds neither an error nor a warning', async () => {
  // Its packages are CommonJS without names that Node could import.
  const require = createRequire(import.meta.url);
  const { Spectral } = require('@stoplight/spectral-core') as typeof import('@stoplight/spectral-core');
  const { oas } = require('@stoplight/spectral-rulesets') as typeof import('@stoplight/spectral-rulesets');
  const spectral = new Spectral();
  // All recommended rules, and three more.
  spectral.setRuleset({
    extends: [[oas, 'recommended']],
    rules: { 'oas3-parameter-description': 'warn', 'tag-description': 'warn', 'operation-tags': 'error' },
  } as never);
  expect(await spectral.run(JSON.parse(text) as Record<string, unknown>)).toEqual([]);
});
