/** Checks requests against the contract's schemas, and describes the errors in sentences. */

import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { invalid } from '../base/problem.ts';
import { isMailAddress } from '../mail/index.ts';
import { isMoment, isMomentOrDay } from '../text/moment.ts';
import { areUnique, isPlain, isStorable, plainSentence } from './keywords.ts';
import type { Oversize } from './oversize.ts';
import { findOversized } from './oversize.ts';

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

const formatSentences: Record<string, string> = {
  text: 'holds a character that cannot be stored (NUL or half of a surrogate pair).',
  line: 'holds a line break or another character that cannot be shown on one line.',
  moment: 'is not an ISO 8601 time such as 2026-11-21T10:00:00+01:00.',
  'moment-or-day':
    'is neither an ISO 8601 time such as 2026-11-21T10:00:00+01:00 nor a day such as 2026-11-21.',
  'email-address': 'is not an e-mail address.',
  'time-zone': 'is not an IANA time zone such as Europe/Berlin.',
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

/** For the networks' JSON Schemas. Prefixes each path with `prefix`. Returns at most `max` sentences. */
export function checkAgainst(
  schema: object,
  value: unknown,
  prefix: string,
  max = MAX_SENTENCES,
): Record<string, string[]> {
  return sentencesOf(
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
    throw invalid(sentencesOf(errors, '', MAX_SENTENCES));
  };
}

type SchemaError = ErrorObject | Oversize;

function sentencesOf(errors: SchemaError[], prefix: string, max: number): Record<string, string[]> {
  // Not an object, since a field may be called valueOf.
  const fields = new Map<string, Set<string>>();
  // For a union such as "text or null", Ajv reports each branch and the union. The first branch's sentence is enough.
  const branches = errors.filter(
    ({ keyword, schemaPath }) => keyword !== 'anyOf' && !isLaterBranch(schemaPath),
  );
  for (const error of branches.slice(0, max)) {
    const path = pathOf(error, prefix);
    fields.set(path, (fields.get(path) ?? new Set()).add(`${path} ${sentenceOf(error)}`));
  }
  return Object.fromEntries([...fields].map(([path, sentences]) => [path, [...sentences]]));
}

function isLaterBranch(schemaPath: string): boolean {
  return /\/anyOf\/[1-9]\d*\/\w+$/.test(schemaPath);
}

function pathOf(error: SchemaError, prefix: string): string {
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
  const parts = error.instancePath.split('/').slice(1);
  const last = missingProperty ?? additionalProperty;
  const path = [prefix, ...parts, last].filter((part) => part !== undefined && part !== '').join('.');
  return path === '' ? 'body' : path.slice(0, 200);
}

function sentenceOf(error: SchemaError): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required.';
    case 'additionalProperties':
      return 'is not a known field.';
    case 'type':
      return `must be ${article(String(params['type']))}.`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}.`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}.`;
    case 'format':
      return formatSentences[String(params['format'])] ?? `must be a valid ${String(params['format'])}.`;
    case 'maxLength':
      return `takes at most ${String(params['limit'])} characters.`;
    case 'minLength':
      return `needs at least ${String(params['limit'])} characters.`;
    case 'maxItems':
      return `takes at most ${String(params['limit'])} entries.`;
    case 'minItems':
      return `needs at least ${String(params['limit'])} entries.`;
    case 'maxProperties':
      return `takes at most ${String(params['limit'])} fields.`;
    case 'uniqueItems':
      return 'names the same entry twice.';
    case 'plain':
      return plainSentence;
    default:
      return `${('message' in error && error.message) || 'is not valid'}.`;
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Z]/.test(name);
  } catch {
    return false;
  }
}
