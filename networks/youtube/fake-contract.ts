/** Holds requests against Google's own description of YouTube's API, of which `contract.json` is an extract. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { field, type JsonObject } from '../core/json.ts';
import type { FakeRequest } from '../testing/fake-server.ts';
import { readRelated } from './fake-related.ts';

interface Parameter {
  type: string;
  required?: true;
  repeated?: true;
  enum?: string[];
  minimum?: string;
  maximum?: string;
  default?: string;
}

interface Method {
  id: string;
  httpMethod: string;
  path: string;
  parameters: Record<string, Parameter>;
  /** The schema of the body. */
  request?: string;
  /** The schema whose properties are the parts. */
  resource?: string;
  mediaUpload?: { accept: string[]; maxSize: string; path: string };
}

const contract = JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as {
  'x-required': Record<string, string[]>;
  methods: Method[];
  schemas: Record<string, { properties: JsonObject }>;
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });
for (const [name, schema] of Object.entries(contract.schemas))
  ajv.addSchema({ ...schema, additionalProperties: false }, name);

/** What YouTube's description does not allow of a request, a sentence each. `path` is below the host. */
export function findBreaches(request: FakeRequest, path: string): string[] {
  const method = contract.methods.find(
    (each) => each.httpMethod === request.method && (each.mediaUpload?.path ?? each.path) === path,
  );
  if (method === undefined) return [`${request.method} ${path} is no method.`];
  const { mediaUpload, request: schema } = method;
  const { metadata, file } = readParts(request) ?? { metadata: request, file: request };
  const breaches = [
    ...findInQuery(method, request.query),
    ...(mediaUpload === undefined ? [] : findInUpload(mediaUpload, file)),
    ...(schema === undefined ? [] : findInBody(method, schema, metadata)),
    ...((schema ?? mediaUpload) ? [] : unless(request.body.length === 0, 'has no body')),
  ];
  return breaches.map((each) => `${method.id} ${each}.`);
}

function readParts(request: FakeRequest) {
  return request.query.get('uploadType') === 'multipart' ? readRelated(request) : undefined;
}

/** How many items YouTube lists in an answer to this request. */
export function pageSize(path: string, query: URLSearchParams): number {
  const method = contract.methods.find((each) => each.path === path && each.httpMethod === 'GET');
  return Number(query.get('maxResults') ?? method?.parameters.maxResults?.default ?? Infinity);
}

function findInQuery({ parameters, resource, mediaUpload }: Method, query: URLSearchParams): string[] {
  const stated = [...query.keys()].filter((name) => mediaUpload === undefined || name !== 'uploadType');
  const missing = Object.keys(parameters).filter((name) => parameters[name]?.required && !query.get(name));
  const parts = query.get('part')?.split(',') ?? [];
  const known = Object.keys(contract.schemas[resource ?? '']?.properties ?? {});
  return [
    ...missing.map((name) => `needs “${name}”`),
    ...stated.flatMap((name) => {
      const parameter = parameters[name];
      const [value = '', ...others] = query.getAll(name);
      if (parameter === undefined) return [`has no parameter “${name}”`];
      return unless(others.length === 0 && fits(value, parameter), `does not take “${value}” as “${name}”`);
    }),
    ...parts.flatMap((part) => unless(known.includes(part), `has no part “${part}”`)),
  ];
}

function fits(value: string, { type, enum: values, minimum, maximum }: Parameter): boolean {
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'integer')
    return /^\d+$/.test(value) && Number(value) >= Number(minimum) && Number(value) <= Number(maximum);
  return value !== '' && values?.includes(value) !== false;
}

function findInUpload(
  { accept, maxSize }: NonNullable<Method['mediaUpload']>,
  { query, headers, body }: FakeRequest,
): string[] {
  const uploadType = query.get('uploadType') ?? '';
  const isResumable = uploadType === 'resumable';
  const type = headers[isResumable ? 'x-upload-content-type' : 'content-type'] ?? '';
  const size = isResumable ? Number(headers['x-upload-content-length']) : body.length;
  return [
    ...unless(['media', 'multipart', 'resumable'].includes(uploadType), 'needs “uploadType”'),
    ...unless(
      accept.some((each) => takes(each, type)),
      `does not take files of the type “${type}”`,
    ),
    ...unless(size > 0 && size <= Number(maxSize), `does not take a file of ${size} bytes`),
  ];
}

/** Whether the type of a file matches one such as `video/*`. */
function takes(accepted: string, type: string): boolean {
  if (accepted === '*/*') return type !== '';
  return accepted === type || (accepted.endsWith('/*') && type.startsWith(accepted.slice(0, -1)));
}

function findInBody({ id }: Method, schema: string, { query, headers, json }: FakeRequest): string[] {
  const parts = query.get('part')?.split(',') ?? [];
  const required = contract['x-required'][id] ?? [];
  const isValid = ajv.validate(schema, json);
  return [
    ...unless(/^application\/json\b/.test(headers['content-type'] ?? ''), 'needs a body of JSON'),
    ...unless(isValid, `does not take this body: ${ajv.errorsText()}`),
    ...required.flatMap((path) => unless(Boolean(field(json, ...path.split('.'))), `needs “${path}”`)),
    ...Object.keys(json ?? {}).flatMap((part) =>
      unless(parts.includes(part), `has the part “${part}” in its body only`),
    ),
  ];
}

function unless(isFine: boolean, breach: string): string[] {
  return isFine ? [] : [breach];
}
