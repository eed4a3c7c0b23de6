/**
 * Tests the data of a network: its limits and its schemas, written down a second time from its documents, so that a
 * changed number is noticed. Every field is tried exactly at its edge and one beyond.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonSchema } from '../core/json.ts';
import type { LimitName } from '../core/limits.ts';
import type { Network } from '../core/network.ts';

/** Values that a field accepts, and values that it refuses. */
export interface Edge {
  fits: readonly unknown[];
  exceeds: readonly unknown[];
}

interface Input {
  fields: Record<string, Edge>;
  /** A valid value of each required field. */
  required?: JsonObject;
}

export const flag: Edge = { fits: [true, false], exceeds: ['true', 0, null] };

export function text(least: number, most: number): Edge {
  const [fits, exceeds] = [[least, most], [least - 1, most + 1].filter((length) => length >= 0)];
  const write = (length: number) => 'x'.repeat(length);
  return { fits: fits.map(write), exceeds: [...exceeds.map(write), 7, null] };
}

export function oneOf(...values: string[]): Edge {
  return { fits: values, exceeds: ['another', '', 7, null] };
}

export function matching(fits: string[], exceeds: string[]): Edge {
  return { fits, exceeds: [...exceeds, 7, null] };
}

/** At most so many items, all of them different if `isSet`. */
export function list(most: number, { fits, exceeds }: Edge, isSet = false): Edge {
  const [first] = fits;
  const make = (count: number) =>
    Array.from({ length: count }, (_, at) => (isSet ? (fits[at] ?? at) : first));
  return {
    fits: [[], make(Math.min(most, isSet ? fits.length : most)), ...fits.map((item) => [item])],
    exceeds: [make(most + 1), ...exceeds.map((item) => [item]), first, ...(isSet ? [[first, first]] : [])],
  };
}

/** Whole numbers. */
export function number(least: number, most: number): Edge {
  return { fits: [least, most], exceeds: [least - 1, most + 1, least + 0.5, String(least), null] };
}

export interface Data {
  /** Of `text.max`. */
  unit?: string;
  limits: Partial<Record<LimitName, unknown>>;
  /** By format. */
  formats?: Record<string, Partial<Record<LimitName, unknown>>>;
  settings: Input;
  credentials?: Input;
  signIn?: Input;
  /** The keys of the operator's app. */
  app?: Input;
}

export function describeData<Settings, Grant, App>(
  { rules, form, oauth, app }: Network<Settings, Grant, App>,
  data: Data,
): void {
  test('the limits', () => {
    expect(valuesOf(rules.limits)).toEqual(data.limits);
    expect(rules.limits['text.max']?.unit).toBe(data.unit);
    const formats = Object.entries(rules.formats ?? {}).map(([name, { limits }]) => [name, valuesOf(limits)]);
    expect(Object.fromEntries(formats)).toEqual(data.formats ?? {});
  });

  describeInput('settings', rules.settings, data.settings);
  describeInput('credentials', form?.credentials, data.credentials);
  describeInput('sign-in', oauth?.input, data.signIn);
  if (data.app !== undefined) describeInput('app', app?.keys, data.app);
}

function valuesOf(limits: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(limits).map(([name, { value }]) => [name, value]));
}

function describeInput(name: string, schema: JsonSchema | undefined, input: Input | undefined): void {
  if (schema === undefined || input === undefined) {
    test(`there are no ${name}`, () => expect([schema, input]).toEqual([undefined, undefined]));
    return;
  }
  const { fields, required = {} } = input;
  const ajv = new Ajv2020({ strict: false, formats: { password: true } });
  const accepts = ajv.compile(schema);

  describe(name, () => {
    test('is an object with these fields', () => {
      expect(Object.keys(schema.properties as object).toSorted()).toEqual(Object.keys(fields).toSorted());
      expect(accepts(required)).toBe(true);
      for (const wrong of [{ ...required, no_network_has_this: 1 }, [], 'text', null])
        expect(accepts(wrong)).toBe(false);
    });

    test.each(Object.keys(required))('needs %s', (name) => {
      const { [name]: _, ...others } = required;
      expect(accepts(others)).toBe(false);
    });

    test.each(Object.entries(fields))('has %s within its limits', (name, { fits, exceeds }) => {
      const refused = fits.filter((value) => !accepts({ ...required, [name]: value }));
      const accepted = exceeds.filter((value) => accepts({ ...required, [name]: value }));
      expect({ refused, accepted }).toEqual({ refused: [], accepted: [] });
    });
  });
}
