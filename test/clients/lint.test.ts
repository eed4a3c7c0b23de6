/** Linters of others find nothing in the OpenAPI document. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RulesetFunctionContext } from '@stoplight/spectral-core';
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
  const { then } = oas.rules['oas3-valid-media-example'] as { then: { function: Check } };
  then.function = checkOnce(then.function);
  const spectral = new Spectral();
  // All recommended rules, and three more.
  spectral.setRuleset({
    extends: [[oas, 'recommended']],
    rules: { 'oas3-parameter-description': 'warn', 'tag-description': 'warn', 'operation-tags': 'error' },
  } as never);
  expect(await spectral.run(JSON.parse(text) as Record<string, unknown>)).toEqual([]);
});

type Check = (value: object, options: unknown, context: RulesetFunctionContext) => unknown;

/**
 * Spectral compiles the schema of a shared component again for each use: 8000 times instead of 400. But the result only
 * depends on whether the use is in a request, in a response or elsewhere.
 */
function checkOnce(check: Check): Check {
  const checked: Record<string, WeakSet<object>> = {};
  return (value, options, context) => {
    const [root, kind, , part] = context.path;
    const place = `${root} ${root === 'components' ? kind : part}`;
    checked[place] ??= new WeakSet();
    if (checked[place].has(value)) return;
    checked[place].add(value);
    return check(value, options, context);
  };
}
