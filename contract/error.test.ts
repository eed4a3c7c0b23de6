import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ErrorCode, errors } from './error.ts';
import { errorsOf } from './openapi/errors.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const root = join(import.meta.dirname, '..');
const docs = readFileSync(join(root, 'docs/api.md'), 'utf8');
const documented = new Map(
  [...docs.matchAll(/^\| (\d{3}) \| `(\w+)` \| \S/gm)].map(([, status, code]) => [code, Number(status)]),
);
const sources = globSync('server/src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const endpoints = Object.entries<Route>(routes);

/** Errors of requests that reach no endpoint. */
const beforeEndpoints = ['method_not_allowed', 'request_timeout', 'headers_too_large'];
/** Errors that a person reads on the page to which a provider's sign-in leads. */
const onPages = ['openid_refused', 'openid_unknown', 'openid_over', 'identity_taken'];

describe.each(Object.entries(errors) as [ErrorCode, { status: number; message: string }][])(
  'the error %s',
  (code, { status, message }) => {
    test('has the status that the docs state', () => {
      expect(documented.get(code)).toBe(status);
    });

    test('has a whole sentence', () => {
      expect(message).toMatch(/^[A-Z].*[.>]$/);
    });

    test('is thrown', () => {
      expect(sources).toContain(`'${code}'`);
    });

    test('is declared by an endpoint, unless only requests outside the API get it', () => {
      const isDeclared = endpoints.some(([, route]) => errorsOf(route).includes(code));
      expect(isDeclared).toBe(![...beforeEndpoints, ...onPages].includes(code));
    });
  },
);

test('the docs state no other errors', () => {
  expect([...documented.keys()].filter((code = '') => !Object.hasOwn(errors, code))).toEqual([]);
});

test.each(endpoints)('the endpoint %s declares each error once', (_, { errors: declared }) => {
  expect(new Set(declared).size).toBe(declared.length);
});
