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
  requestBody?: Content;
  responses: Record<string, Response>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Shape>;
    responses: Record<string, Response & { description: string }>;
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
    expect(schemas['Target']?.properties?.['channel']).toEqual({ $ref: '#/components/schemas/Channel' });
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
    if (route.output !== null && route.output !== 'file') {
      expect(mistakes(route.output, example['answer'])).toEqual([]);
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

test.each(errorCodes)('the example of the error %s is valid', (code) => {
  expect(mistakes(ErrorBody, errorExample(code))).toEqual([]);
});

test('webhooks are described for every kind of event and for tests', () => {
  expect(Object.keys(document.webhooks)).toEqual([...Object.keys(eventKinds), 'webhook.test']);
});
