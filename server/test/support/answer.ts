/** An answer of the API, validated against the contract before a test reads it. */
import assert from 'node:assert/strict';
import { type Detail, detailCodes } from '@belfry/contract/details.ts';
import { type ErrorCode, errors } from '@belfry/contract/error.ts';
import { ErrorBody } from '@belfry/contract/error-body.ts';
import { describeApi } from '@belfry/contract/openapi.ts';
import type { Route } from '@belfry/contract/route.ts';
import { type RouteName, routes } from '@belfry/contract/routes.ts';
import { Ajv } from 'ajv';

/** `data` throws for an error and `error` throws for a success. The message shows the answer. */
export interface Answer<Data> {
  status: number;
  headers: Headers;
  body: unknown;
  readonly data: Data;
  readonly error: ErrorBody;
}

interface Operation {
  name: RouteName;
  route: Route;
  /** The answers that the OpenAPI document declares, by status. */
  answers: Readonly<Record<string, { headers?: object; $ref?: string }>>;
  matches: RegExp;
}

const ajv = new Ajv({ allErrors: true, strict: false, formats: { text: true, 'date-time': true } });
ajv.addKeyword({ keyword: 'plain', schema: false, validate: () => true });
const isErrorBody = ajv.compile(ErrorBody);
const operations = describeOperations();

function describeOperations(): Operation[] {
  const document = describeApi('http://localhost') as {
    paths: Record<string, Record<string, { responses: Operation['answers'] }>>;
  };
  return Object.entries(routes).map(([name, route]: [string, Route]) => {
    const described = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
    return {
      name: name as RouteName,
      route,
      answers: described?.responses ?? {},
      matches: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '[^/]+')}$`),
    };
  });
}

/** Literal paths first, because `/posts/validate` is not a post. */
function findOperation(method: string, path: string): Operation | undefined {
  const found = operations.filter(({ route, matches }) => route.method === method && matches.test(path));
  return found.find(({ route }) => route.path === path) ?? found[0];
}

export async function readAnswer<Data>(method: string, url: URL, response: Response): Promise<Answer<Data>> {
  const text = await response.text();
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
  const summary = `${method} ${url.pathname}${url.search} answered ${status} ${text.slice(0, 2000)}`;
  checkAnswer(method, url.pathname, response, body, summary);
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, `no X-Request-Id: ${summary}`);
  return {
    status,
    headers,
    body,
    get data() {
      assert.ok(status < 400, `expected success: ${summary}`);
      return (body as { data: Data }).data;
    },
    get error() {
      assert.ok(status >= 400, `expected an error: ${summary}`);
      return body as ErrorBody;
    },
  };
}

function checkAnswer(
  method: string,
  path: string,
  { status, headers }: Response,
  body: unknown,
  summary: string,
): void {
  const operation = findOperation(method, path);
  if (status >= 400) checkError(body, status, summary);
  else if (operation !== undefined) checkBody(body, operation.route.output, summary);
  if (operation === undefined) return;
  const described = operation.answers[status];
  assert.ok(described, `${operation.name} does not document this status: ${summary}`);
  if (status >= 400) checkCode(body as ErrorBody, operation, described.$ref, summary);
  else checkHeaders(headers, operation, described.headers, summary);
}

function checkBody(body: unknown, output: Route['output'], summary: string): void {
  if (output === null) assert.equal(body, undefined, `no body was promised: ${summary}`);
  if (output === null || output === 'file') return;
  // Compiled at the first use and kept by Ajv: all schemas together would delay each process by half a second.
  const validate = ajv.compile(output);
  assert.ok(validate(body), `${ajv.errorsText(validate.errors)}: ${summary}`);
}

function checkHeaders(headers: Headers, { name }: Operation, described: object = {}, summary: string): void {
  for (const header of ['ETag', 'Location', 'Content-Range', 'Idempotency-Replayed']) {
    const isDocumented = Object.hasOwn(described, header);
    assert.ok(isDocumented || !headers.has(header), `${name} does not document ${header}: ${summary}`);
  }
  assert.ok(headers.has('ETag') || !Object.hasOwn(described, 'ETag'), `${name} has no ETag: ${summary}`);
}

function checkError(body: unknown, status: number, summary: string): void {
  assert.ok(isErrorBody(body), `${ajv.errorsText(isErrorBody.errors)}: ${summary}`);
  const { code, message, errors: sentences, details } = body as ErrorBody;
  if (code === 'invalid' && Array.isArray(details)) {
    const ofFields = Map.groupBy(details as Detail[], ({ field }) => field);
    const repeated = [...ofFields].map(([field, own]) => [field, own.map((one) => one.message)]);
    assert.deepEqual(Object.fromEntries(repeated), sentences, `details differ from errors: ${summary}`);
    for (const { code: known } of details as Detail[]) assert.ok(detailCodes.includes(known), summary);
  } else if (code === 'invalid') {
    assert.ok(Object.hasOwn(details ?? {}, 'accounts'), `no details: ${summary}`);
  }
  assert.ok(Object.hasOwn(errors, code), `unknown code: ${summary}`);
  assert.equal(errors[code as ErrorCode].status, status, summary);
  assert.ok(message.length > 0, `an error without a sentence: ${summary}`);
}

/** The name of a shared response consists of its codes. */
function checkCode({ code }: ErrorBody, { name }: Operation, ref = '', summary: string): void {
  const codes = ref.slice(ref.lastIndexOf('/') + 1).split('-or-');
  const isDocumented = codes.some((each) => each.replace(/_\d+_kb$/, '') === code);
  assert.ok(isDocumented, `${name} does not document the error ${code}: ${summary}`);
}
