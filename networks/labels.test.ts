/** Labels of settings and credentials have codes, so that a client can show them in any language. */
import { expect, test } from 'vitest';
import { allNetworks } from './index.ts';

/** The `x-code` of every object with a `title`; undefined where it is missing. */
function codesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const { title, 'x-code': code } = value as Record<string, unknown>;
  const own = typeof title === 'string' ? [code] : [];
  return [...own, ...Object.values(value).flatMap(codesIn)];
}

const schemas = allNetworks.flatMap(({ rules, form, oauth }) =>
  Object.entries({ settings: rules.settings, form: form?.credentials, 'sign-in': oauth?.input }).map(
    ([part, schema]) => [rules.platform, part, schema] as const,
  ),
);

test.each(schemas)('each label of %s (%s) has a code of its own', (_platform, _part, schema) => {
  const codes = codesIn(schema);
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(new Set(codes).size).toBe(codes.length);
});
