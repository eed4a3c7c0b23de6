/** Checks values against the schemas of the contract and of networks, and describes the errors in sentences. */
import { type Detail, detail } from '@belfry/contract/details.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { invalid } from '../base/problem.ts';
import { isMailAddress } from '../mail/index.ts';
import { isMoment, isMomentOrDay } from '../text/moment.ts';
import { keepExact } from './exact.ts';
import { areUnique, isPlain, isStorable, plainLimits } from './keywords.ts';
import { findOversized, type Oversize } from './oversize.ts';

/** Sentences in one answer: enough for a form, but so few that the answer is not larger than its request. */
export const MAX_SENTENCES = 10;

const formats = {
  text: isStorable,
  line: (text: string) => isStorable(text) && !/[\p{Cc}\u2028\u2029]/u.test(text),
  moment: isMoment,
  'moment-or-day': isMomentOrDay,
  'email-address': (text: string) => isStorable(text) && isMailAddress(text) && /@.+\..+$/.test(text),
  'time-zone': isTimeZone,
};

function createAjv(coerce: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    validateFormats: true,
    ...(coerce ? { coerceTypes: 'array' as const } : {}),
  });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  // A hint for user interfaces. It allows any value.
  ajv.addFormat('password', true);
  ajv.addKeyword({ keyword: 'plain', schema: false, validate: isPlain });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (isRequired: boolean, list: unknown[]) => !isRequired || areUnique(list),
  });
  return ajv;
}

const bodies = createAjv(false);
const strings = createAjv(true);

/** Returns the value, typed. Throws a 422 that names every invalid field. */
export type Check<T> = (value: unknown) => T;

/** For bodies: converts no types. */
export function checkBody<S extends TSchema>(schema: S): Check<Static<S>> {
  return check(schema, () => bodies.compile(schema));
}

/** For path and query: converts strings to the schema's types. */
export function checkStrings<S extends TSchema>(schema: S): Check<Static<S>> {
  const read = check<Static<S>>(schema, () => strings.compile(schema));
  const { properties = {} } = schema as {
    properties?: Record<string, { type?: string; items?: { type?: string } }>;
  };
  const isNumber = (name: string) => (properties[name]?.items ?? properties[name])?.type === 'integer';
  return (value) => {
    const given = Object.entries(value ?? {});
    return read(
      Object.fromEntries(given.map(([name, text]) => [name, isNumber(name) ? quoteNonNumbers(text) : text])),
    );
  };
}

/** Ajv would read 0x1, 1e0 and " 1 " as 1. Quotes keep all spellings but the usual one from being numbers. */
function quoteNonNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(quoteNonNumbers);
  return typeof value === 'string' && !/^(0|-?[1-9]\d*)$/.test(value) ? `“${value}”` : value;
}

/** For the networks' JSON Schemas. Prefixes each path with `prefix`. Returns at most `max` details. */
export function checkAgainst(schema: object, value: unknown, prefix: string, max = MAX_SENTENCES): Detail[] {
  return detailsOf(
    findErrors(schema, () => bodies.compile(schema), value),
    prefix,
    max,
  );
}

function findErrors(schema: object, compile: () => ValidateFunction, value: unknown): SchemaError[] {
  const oversized = findOversized(schema, value, MAX_SENTENCES);
  if (oversized.length > 0) return oversized;
  const validate = compile();
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Compiles the schema at the first request, so that a start does not wait for unused endpoints. */
function check<T>(schema: object, compile: () => ValidateFunction): Check<T> {
  let validate: ValidateFunction | undefined;
  return (value) => {
    const errors = findErrors(schema, () => (validate ??= compile()), value);
    if (errors.length === 0) return value as T;
    throw invalid(detailsOf(errors, '', MAX_SENTENCES));
  };
}

type SchemaError = ErrorObject | Oversize;

function detailsOf(errors: SchemaError[], prefix: string, max: number): Detail[] {
  const details = new Map<string, Detail>();
  for (const error of keepExact(errors).slice(0, max)) {
    const found = describe(pathOf(error, prefix), error);
    details.set(JSON.stringify([found.field, found.message]), found);
  }
  return [...details.values()];
}

function pathOf(error: SchemaError, prefix: string): string {
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
  const parts = error.instancePath.split('/').slice(1);
  const last = missingProperty ?? (additionalProperty === '' ? '""' : additionalProperty);
  const path = [prefix, ...parts, last].filter((part) => part !== undefined && part !== '').join('.');
  return path === '' ? 'body' : path.slice(0, 200);
}

const limits = {
  maxLength: 'too_long',
  minLength: 'too_short',
  maxItems: 'too_many_entries',
  minItems: 'too_few_entries',
  minProperties: 'too_few_entries',
  maxProperties: 'too_many_fields',
  minimum: 'too_small',
  maximum: 'too_great',
} as const;

function describe(field: string, error: SchemaError): Detail {
  const { keyword } = error;
  const params = error.params as Record<string, unknown>;
  if (Object.hasOwn(limits, keyword)) {
    return detail(field, limits[keyword as keyof typeof limits], { limit: Number(params['limit']) });
  }
  switch (keyword) {
    case 'required':
      return detail(field, 'required');
    case 'additionalProperties':
      return detail(field, 'unknown_field');
    case 'type':
      return detail(field, 'wrong_type', { expected: String(params['type']) });
    case 'enum':
      return detail(field, 'not_one_of', { allowed: params['allowedValues'] as string[] });
    case 'const':
      return detail(field, 'not_equal', { expected: params['allowedValue'] });
    case 'format':
      return detail(field, 'wrong_format', { format: String(params['format']) });
    case 'uniqueItems':
      return detail(field, 'repeated_entry');
    case 'plain':
      return detail(field, 'not_plain', plainLimits);
    default: {
      const reason = ('message' in error && error.message) || 'is not valid';
      return detail(field, 'not_valid', { reason, keyword, value: params[keyword] });
    }
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Z]/.test(name);
  } catch {
    return false;
  }
}
