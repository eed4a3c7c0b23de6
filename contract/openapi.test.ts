/** The OpenAPI document, as generators of clients and readers need it. */
import { platforms } from '@belfry/networks/rules.ts';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { errorCodes } from './error.ts';
import { ErrorBody } from './error-body.ts';
import { eventKinds } from './event-kinds.ts';
import { errorExample } from './examples/errors.ts';
import { examples } from './examples/examples.ts';
import { noticeKinds } from './notices.ts';
import { errorsOf } from './openapi/errors.ts';
import { describeApi } from './openapi.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { tags } from './tags.ts';
import { targetErrorCodes } from './targets.ts';

interface Shape {
  $ref?: string;
  type?: string;
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
  anyOf?: Shape[];
  enum?: string[];
}
interface Body extends Content {
  required: boolean;
}
interface Content {
  content?: Record<string, { schema: Shape; example?: unknown; examples?: object }>;
}
interface Response extends Content {
  $ref?: string;
  headers?: object;
}
interface Operation {
  operationId: string;
  description: string;
  tags: string[];
  parameters: { $ref?: string; description?: string }[];
  requestBody?: Body;
  security: Record<string, unknown>[];
  responses: Record<string, Response>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Shape>;
    responses: Record<string, Response & { description: string }>;
    headers: object;
    parameters: Record<string, { description: string }>;
  };
}

const document = describeApi('https://belfry.example.org') as unknown as Document;
const { schemas, responses } = document.components;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const all = Object.entries<Route>(routes);
const operationOf = (name: string) => operations.find(({ operationId }) => operationId === name);
/** The part of the document that a reference names. */
const follow = <T extends { $ref?: string }>(part: T, parts: Record<string, T>): T =>
  part.$ref === undefined ? part : (parts[part.$ref.split('/').at(-1) ?? ''] as T);

const accept = () => true;
const formats = ['text', 'line', 'moment', 'moment-or-day', 'date-time', 'email-address', 'time-zone'];
const ajv = new Ajv({ strict: false, formats: Object.fromEntries(formats.map((name) => [name, accept])) });
const mistakes = (schema: object, value: unknown) =>
  ajv.validate(schema, value) ? [] : [ajv.errorsText(ajv.errors)];

describe('names', () => {
  test('every endpoint belongs to one tag', () => {
    const tagged = tags.flatMap(({ routes: own }) => Object.keys(own));
    expect(tagged.sort()).toEqual(all.map(([name]) => name).sort());
  });

  test('a named shape stands in the document once', () => {
    const text = JSON.stringify(document);
    // Two fields alone, such as an id and a name, do not make a noun.
    const objects = Object.entries(schemas).filter(
      ([, { properties = {} }]) => Object.keys(properties).length > 2,
    );
    expect(objects.length).toBeGreaterThan(30);
    const repeated = objects.filter(([, each]) => text.split(JSON.stringify(each.properties)).length !== 2);
    expect(repeated.map(([name]) => name)).toEqual([]);
  });

  test('a client gets one shape for one noun', () => {
    const dataOf = (name: string) =>
      operationOf(name)?.responses['200']?.content?.['application/json']?.schema.properties?.['data'];
    expect(dataOf('getPost')).toEqual({ $ref: '#/components/schemas/Post' });
    expect(dataOf('listPosts')?.items).toEqual({ $ref: '#/components/schemas/Post' });
    expect(schemas['Target']?.properties?.['channel']).toEqual({
      $ref: '#/components/schemas/TargetChannel',
    });
    expect(schemas['Post']?.properties?.['targets']?.items).toEqual({ $ref: '#/components/schemas/Target' });
  });
});

describe('values', () => {
  test.each<[string, readonly string[]]>([
    ['Platform', platforms],
    ['ErrorCode', errorCodes],
    ['TargetErrorCode', targetErrorCodes],
    ['NoticeKind', noticeKinds],
    ['EventKind', Object.keys(eventKinds)],
  ])('%s lists what is known and allows what is not', (name, values) => {
    expect(schemas[`Known${name}`]?.enum).toEqual(values);
    expect(schemas[name]?.anyOf).toEqual([{ $ref: `#/components/schemas/Known${name}` }, { type: 'string' }]);
  });

  /** The objects in a schema: whether each is closed. */
  function closedness(shape: Shape): boolean[] {
    const { properties = {}, items, anyOf = [], additionalProperties: more } = follow(shape, schemas);
    const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
    const own = Object.keys(properties).length > 0 ? [more === false] : [];
    return [...own, ...inner.flatMap(closedness)];
  }

  test('requests are closed, and answers may gain fields', () => {
    // Browsers and sign-in pages of networks add fields of their own.
    const open = ['beginConnect', 'addPasskey', 'signInWithPasskey'];
    const sent = operations.filter(({ operationId }) => !open.includes(operationId));
    const requests = sent.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
    expect(requests.flatMap(({ schema }) => closedness(schema)).filter((isClosed) => !isClosed)).toEqual([]);
    const answered = operations.flatMap((operation) => Object.values(operation.responses));
    const answers = answered.flatMap(({ content = {} }) => Object.values(content));
    expect(answers.flatMap(({ schema }) => closedness(schema)).filter((isClosed) => isClosed)).toEqual([]);
  });
});

describe('each endpoint', () => {
  test.each(all)('%s is described, with an example that is valid', (name, route) => {
    const operation = operationOf(name);
    expect(operation?.description.length).toBeGreaterThan(20);
    const example = examples[name as keyof typeof examples] as Record<string, unknown>;
    for (const part of ['params', 'query', 'body'] as const) {
      if (route[part] === undefined) expect(example).not.toHaveProperty(part);
      else expect(mistakes(route[part], example[part] ?? {})).toEqual([]);
    }
    const answered = route.output === 'file' ? route.content?.['application/json'] : route.output;
    if (answered) {
      expect(mistakes(answered, example['answer'])).toEqual([]);
      const { content } = operation?.responses[route.status] ?? {};
      expect(content?.['application/json']?.example).toEqual(example['answer']);
    } else expect(example).not.toHaveProperty('answer');
    if (route.body) {
      expect(operation?.requestBody?.content?.['application/json']?.example).toEqual(example['body']);
    }
  });

  test.each(all)('%s lists its errors by code, each with an example', (name, route) => {
    const listed = Object.values(operationOf(name)?.responses ?? {}).flatMap((response) => {
      const { content } = follow(response as Response & { description: string }, responses);
      return Object.keys(content?.['application/json']?.examples ?? {});
    });
    expect(listed.sort()).toEqual([...new Set(errorsOf(route))].sort());
  });

  test('has a description for every parameter', () => {
    const parameters = operations.flatMap((operation) => operation.parameters);
    const described = parameters.map((each) => (each.$ref ? 'shared' : each.description));
    expect(described.filter((text) => text === undefined)).toEqual([]);
  });
});

describe('what follows from the table of routes', () => {
  const refs = (name: string) =>
    operationOf(name)?.parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);

  test.each<[string, Record<string, unknown>[], string]>([
    ['listWaysIn', [], 'Needs no credentials.'],
    ['getSession', [{ session: [] }], 'Needs a session: API keys are refused.'],
    ['getPost', [{ key: [] }, { session: [] }], 'Needs the permission `post.read`.'],
  ])('%s names its credentials', (name, security, sentence) => {
    expect(operationOf(name)).toMatchObject({ security, description: expect.stringContaining(sentence) });
  });

  test.each([
    ['listWaysIn', []],
    ['getSession', ['X-Workspace']],
    ['createPost', ['X-Workspace', 'Idempotency-Key']],
    ['updatePost', ['X-Workspace', 'If-Match']],
    ['streamEvents', ['X-Workspace', 'Last-Event-ID']],
    ['getMediaFile', ['X-Workspace', 'Range', 'If-None-Match']],
    ['getSharedFile', ['Range', 'If-None-Match']],
  ])('%s lists the headers that it accepts', (name, headers) => expect(refs(name)).toEqual(headers));

  test.each([
    ['createPost', 201, ['ETag', 'Idempotency-Replayed']],
    ['getPost', 200, ['ETag']],
    ['listPosts', 200, []],
    ['deletePost', 204, []],
    ['goToOpenId', 302, ['Location']],
    ['getMediaFile', 200, ['ETag']],
    ['getMediaFile', 206, ['ETag', 'Content-Range']],
    ['getMediaFile', 304, ['ETag']],
    ['getMediaFile', 416, ['Content-Range']],
  ])('%s lists the headers of its answer %d', (name, status, headers) => {
    const always = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    const described = follow(operationOf(name)?.responses[status] ?? {}, responses)?.headers;
    expect(Object.keys(described ?? {})).toEqual([...always, ...headers]);
  });

  test.each([
    ['Retry-After', ['rate_limited', 'unavailable', 'idempotency_in_flight']],
    ['WWW-Authenticate', ['unauthenticated']],
  ])('only these errors have the header %s: %j', (header, codes) => {
    const isOne = (name: string) => name.split('-or-').some((code) => codes.includes(code));
    const having = Object.keys(responses).filter((name) => header in (responses[name]?.headers ?? {}));
    expect(having).toEqual(Object.keys(responses).filter(isOne));
    expect(having).toContain(codes[0]);
  });

  test('a body is required, except where a missing one counts as empty', () => {
    const optional = operations.filter(({ requestBody }) => requestBody?.required === false);
    expect(optional.map(({ operationId }) => operationId)).toEqual(['rotateKey']);
  });

  test.each<[string, Record<number, string[]>]>([
    [
      'createPost',
      {
        400: ['bad_json'],
        401: ['unauthenticated'],
        403: ['forbidden', 'wrong_origin'],
        404: ['not_found'],
        409: ['idempotency_in_flight'],
        413: ['too_large'],
        415: ['unsupported_media_type'],
        422: ['idempotency_key_reused', 'invalid', 'limits_exceeded'],
        429: ['rate_limited'],
        500: ['internal'],
        503: ['unavailable'],
      },
    ],
    [
      'getSession',
      {
        401: ['unauthenticated'],
        403: ['forbidden'],
        422: ['invalid'],
        429: ['rate_limited'],
        500: ['internal'],
        503: ['unavailable'],
      },
    ],
    ['listWaysIn', { 422: ['invalid'], 429: ['rate_limited'], 500: ['internal'], 503: ['unavailable'] }],
  ])('%s has exactly these errors', (name, expected) => {
    const answers = Object.entries(operationOf(name)?.responses ?? {}).filter(
      ([status]) => Number(status) >= 400,
    );
    const codes = answers.map(([status, response]) => {
      const { content } = follow(response as Response & { description: string }, responses);
      return [status, Object.keys(content?.['application/json']?.examples ?? {})];
    });
    expect(Object.fromEntries(codes)).toEqual(expected);
  });

  test('files have their media types', () => {
    const typesOf = (name: string) => operationOf(name)?.responses['200']?.content;
    const bytes = { schema: { type: 'string', format: 'binary' } };
    expect(typesOf('getThumbnail')).toEqual({ 'image/webp': bytes });
    expect(typesOf('streamEvents')).toEqual({
      'text/event-stream': { schema: { $ref: '#/components/schemas/AuditEntry' } },
    });
    expect(Object.keys(typesOf('exportAudit') ?? {})).toEqual(['application/json', 'text/csv']);
  });

  test('a webhook gets a message of its kind', () => {
    const { requestBody, parameters } = document.webhooks['post.published']?.post ?? {};
    expect(requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: {
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { const: 'post.published' },
              data: {
                required: expect.arrayContaining(['workspace_id', 'post_id', 'targets']),
                properties: { post_id: expect.anything(), targets: { type: 'array' } },
              },
            },
          },
        },
      },
    });
    expect(parameters).toHaveLength(3);
  });
});

test.each(errorCodes)('the example of the error %s is valid', (code) => {
  expect(mistakes(ErrorBody, errorExample(code))).toEqual([]);
});

test('webhooks are described for every kind of event and for tests', () => {
  expect(Object.keys(document.webhooks)).toEqual([...Object.keys(eventKinds), 'webhook.test']);
});
