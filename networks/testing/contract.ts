/** Holds the requests that arrive at a fake against what the network itself states about its API. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FakeRequest } from './fake-server.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  query?: Schema;
  /** By content type. Absent: the call has no body. */
  body?: Readonly<Record<string, Schema>>;
}

/** What a network states of the calls that Belfry makes. Fields that Belfry does not send are left out. */
export interface Contract {
  /** What stands before the paths: the host, and what is the same for all of them. */
  base: RegExp;
  /** By `METHOD /path`. What is in braces in a path is a number, or a text if its name ends with `token`. */
  operations: Readonly<Record<string, Operation>>;
  /** Calls of which the network's document has nothing, as `METHOD /host/path`, each with the reason. */
  others?: Readonly<Record<string, string>>;
  /** What a body says, if the fake reads it in its own way. */
  bodyOf?(request: FakeRequest): unknown;
}

/** How a request differs from the contract, a sentence each. */
export interface Findings {
  /** Mistakes of the adapter: an unknown call or field, another type, a missing value. */
  breaches: string[];
  /** Values beyond a limit. Tests send such, and the fake must refuse them. */
  limits: string[];
}

export function closed(properties: Readonly<Record<string, Schema>>, required: string[] = []): Schema {
  return { type: 'object', additionalProperties: false, properties, required };
}

/** A list of such values; in a query, with commas between them. */
export const listOf = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });

/** A field or value that the network's document does not have like this. */
export const differs = (reason: string, schema: Schema): Schema => ({ ...schema, $comment: reason });

/** Values of which the network takes only these, as it takes only so many characters. */
export const only = (values: readonly string[]): Schema => ({ enum: values, isLimit: true });

const options = {
  strict: false,
  verbose: true,
  allErrors: true,
  validateFormats: false,
  discriminator: true,
};
const ofJson = new Ajv2020(options);
/** Queries and forms have only texts. */
const ofText = new Ajv2020({ ...options, coerceTypes: true });

export function openContract(contract: Contract): (request: FakeRequest) => Findings {
  const { base, others = {}, bodyOf = readBody } = contract;
  const ofForm = contract.bodyOf === undefined ? ofText : ofJson;
  const operations = Object.entries(contract.operations).map((each) => compile(each, ofForm));
  return (request) => {
    const call = `${request.method} ${request.path}`;
    if (others[call] !== undefined) return { breaches: [], limits: [] };
    const path = base.test(request.path) ? request.path.replace(base, '') : undefined;
    const found = operations.find(({ pattern }) => pattern.test(`${request.method} ${path}`));
    if (found === undefined) return { breaches: [`${call} is no operation.`], limits: [] };
    const { name, query, bodies } = found;
    const problems = [...findInQuery(query, request.query), ...findInBody(bodies, request, bodyOf)];
    const sentences = (isLimit: boolean) =>
      problems.filter((each) => each.isLimit === isLimit).map(({ text }) => `${name}: ${text}`);
    return { breaches: sentences(false), limits: sentences(true) };
  };
}

type Compiled = ReturnType<typeof compile>;

function compile([name, { query = closed({}), body = {} }]: [string, Operation], ofForm: Ajv2020) {
  const part = (_: string, its: string) => (its.endsWith('token') ? '[\\w-]+' : '\\d+');
  const bodies = Object.entries(body).map(([type, schema]) => {
    const ajv = type === 'application/json' ? ofJson : ofForm;
    return [type, ajv.compile(schema)] as const;
  });
  return {
    name,
    pattern: new RegExp(`^${name.replaceAll(/\{(\w+)\}/g, part)}$`),
    query: { schema: query, validate: ofText.compile(query) },
    bodies: new Map(bodies),
  };
}

interface Problem {
  text: string;
  isLimit: boolean;
}

function findInQuery({ schema, validate }: Compiled['query'], query: URLSearchParams): Problem[] {
  const properties = schema.properties as Record<string, Schema>;
  const isList = (name: string) => properties[name]?.type === 'array';
  const values = [...query].map(([name, value]) => [name, isList(name) ? value.split(',') : value]);
  const twice = [...new Set(query.keys())].filter((name) => query.getAll(name).length > 1);
  return [
    ...twice.map((name) => ({ text: `“${name}” is there twice.`, isLimit: false })),
    ...findInvalid(validate, Object.fromEntries(values)),
  ];
}

function findInBody(
  bodies: Compiled['bodies'],
  request: FakeRequest,
  bodyOf: (request: FakeRequest) => unknown,
): Problem[] {
  if (bodies.size === 0)
    return request.body.length === 0 ? [] : [{ text: 'It has no body.', isLimit: false }];
  const type = typeOf(request);
  const validate = bodies.get(type);
  return validate === undefined
    ? [{ text: `A body cannot be “${type}”.`, isLimit: false }]
    : findInvalid(validate, bodyOf(request));
}

function findInvalid(validate: ValidateFunction, value: unknown): Problem[] {
  validate(value);
  return (validate.errors ?? []).map((error) => ({ text: say(error), isLimit: isLimit(error) }));
}

const isLimit = ({ keyword, parentSchema }: ErrorObject): boolean =>
  /^(min|max)/.test(keyword) || parentSchema?.isLimit === true;

function say({ instancePath, message = '', params }: ErrorObject): string {
  const unknown = params.additionalProperty as string | undefined;
  const place = instancePath === '' ? 'it' : instancePath;
  return unknown === undefined ? `${place} ${message}` : `${place} has no field “${unknown}”`;
}

const typeOf = ({ headers }: FakeRequest) => (headers['content-type'] ?? '').split(';')[0] ?? '';

function readBody(request: FakeRequest): unknown {
  const type = typeOf(request);
  if (type === 'application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(request.body.toString()));
  return type === 'multipart/form-data' ? readFields(request) : request.json;
}

/** Without the contents of files, of which a fake may have kept only the begin. */
function readFields({ headers, body }: FakeRequest): Record<string, string> {
  const [, boundary = ''] = headers['content-type']?.split('boundary=') ?? [];
  const parts = body.toString('latin1').split(`--${boundary}\r\n`).slice(1);
  const fields = parts.map((part) => {
    const [head = '', value = ''] = part.split('\r\n\r\n', 2);
    const [, name = ''] = /; name="([^"]*)"/.exec(head) ?? [];
    return [name, head.includes('filename=') ? '' : value.replace(/\r\n(--.*)?$/s, '')];
  });
  return Object.fromEntries(fields);
}
