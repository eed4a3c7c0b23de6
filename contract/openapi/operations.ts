/** One endpoint as an operation of the OpenAPI document. */
import { examples } from '../examples/examples.ts';
import { isRanged, type Route } from '../route.ts';
import type { RouteName } from '../routes.ts';
import { tagOf } from '../tags.ts';
import type { Errors } from './errors.ts';
import { type AnswerHeader, describeHeaders, describeRequestHeader } from './headers.ts';
import type { Plain, Schemas } from './schemas.ts';

interface Parts {
  schemas: Schemas;
  errors: Errors;
}

const JSON_TYPE = 'application/json';

/** A request and its answer, as far as they are JSON. */
interface Example {
  params?: Plain;
  query?: Plain;
  body?: unknown;
  answer?: unknown;
}

export function describeOperation(parts: Parts, name: RouteName, route: Route): Plain {
  const example = examples[name] as Example;
  const success = route.alternative === undefined ? [route.status] : [route.status, route.alternative];
  return {
    operationId: name,
    summary: route.summary,
    description: describeNeeds(route),
    tags: [tagOf(name)],
    security: describeSecurity(route),
    parameters: describeParameters(parts, route, example),
    ...describeBody(parts, route, example),
    responses: {
      ...Object.fromEntries(success.map((status) => [status, describeSuccess(parts, route, example)])),
      ...(isRanged(route) ? describeParts(route) : {}),
      ...parts.errors.describe(route),
    },
  };
}

function describeNeeds({ description, permission, reads, perMinute, perHour }: Route): string {
  const needs: Record<string, string> = {
    open: 'Needs no credentials.',
    person: 'Needs a session: API keys are refused.',
    signed_in: 'Needs a session, or any API key.',
  };
  const own =
    perHour === undefined ? perMinute && `${perMinute} requests a minute` : `${perHour} requests an hour`;
  return [
    description,
    needs[permission] ?? `Needs the permission \`${permission}\`.`,
    ...(reads ? ['Counts as a reading request.'] : []),
    ...(own === undefined ? [] : [`At most ${own} by one person or network address.`]),
  ].join('\n\n');
}

function describeSecurity({ permission }: Route): Plain[] {
  if (permission === 'open') return [];
  return [...(permission === 'person' ? [] : [{ key: [] }]), { session: [] }];
}

function describeParameters(parts: Parts, route: Route, { params, query }: Example): Plain[] {
  return [
    ...describeFields(parts, route, 'params', params),
    ...describeFields(parts, route, 'query', query),
    ...(route.permission === 'open' ? [] : [describeRequestHeader('X-Workspace')]),
    ...(route.idempotent ? [describeRequestHeader('Idempotency-Key')] : []),
    ...(route.conditional ? [describeRequestHeader('If-Match')] : []),
    ...(route.resumable ? [describeRequestHeader('Last-Event-ID')] : []),
    ...(route.requestHeaders ?? []).map(describeRequestHeader),
    ...(isRanged(route) ? [describeRequestHeader('Range'), describeRequestHeader('If-None-Match')] : []),
  ];
}

function describeFields(
  { schemas }: Parts,
  route: Route,
  part: 'params' | 'query',
  values: Plain = {},
): Plain[] {
  const { properties = {}, required = [] } = (route[part] ?? {}) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...written } = schemas.write(field, 'request');
    return {
      name,
      in: part === 'params' ? 'path' : 'query',
      required: required.includes(name),
      description: description ?? `The ${name} of the ${nounOf(route.path)}.`,
      ...(name.endsWith('[]') ? { style: 'form', explode: true } : {}),
      schema: written,
      ...(values[name] === undefined ? {} : { example: values[name] }),
    };
  });
}

/** The noun before the parameter of a path: `post` in `/posts/:id/reviews`. */
function nounOf(path: string): string {
  const [, nouns = ''] = /([a-z]+)\/:/.exec(path) ?? [];
  return nouns === 'media' ? 'file' : nouns.replace(/ies$/, 'y').replace(/s$/, '');
}

function describeBody(
  { schemas }: Parts,
  { body, bodyOptional, form, bytes }: Route,
  example: Example,
): Plain {
  if (bytes) {
    const content = { schema: { type: 'string', format: 'binary' } };
    return { requestBody: { required: true, content: { 'application/offset+octet-stream': content } } };
  }
  const schema = body ?? form;
  if (schema === undefined) return {};
  const type = body === undefined ? 'multipart/form-data' : JSON_TYPE;
  const content = {
    schema: schemas.write(schema, 'request'),
    ...(example.body === undefined ? {} : { example: example.body }),
  };
  return { requestBody: { required: bodyOptional !== true, content: { [type]: content } } };
}

function describeSuccess(parts: Parts, route: Route, { answer }: Example): Plain {
  const { output, status, content = {} } = route;
  const headers = describeHeaders(successHeaders(route));
  if (status === 302) return { description: 'The browser is redirected to `Location`.', headers };
  if (output === null) return { description: 'Done. There is no body.', headers };
  if (output === 'file') {
    const types = Object.entries(content).map(([type, schema]) => [
      type,
      { schema: fileSchema(parts, schema), ...(type === JSON_TYPE && { example: answer }) },
    ]);
    return { description: 'The file.', headers, content: Object.fromEntries(types) };
  }
  const schema = parts.schemas.write(output, 'answer');
  return { description: 'Done.', headers, content: { [JSON_TYPE]: { schema, example: answer } } };
}

function fileSchema({ schemas }: Parts, schema: object | null): Plain {
  return schema === null ? { type: 'string', format: 'binary' } : schemas.write(schema, 'answer');
}

function successHeaders(route: Route): AnswerHeader[] {
  return [
    ...(route.versioned || isRanged(route) ? (['ETag'] as const) : []),
    ...(route.idempotent ? (['Idempotency-Replayed'] as const) : []),
    ...(route.status === 302 ? (['Location'] as const) : []),
    ...(route.answerHeaders ?? []),
  ];
}

/** The successes besides 200 of a file that supports ranges and conditional requests. */
function describeParts({ content = {} }: Route): Plain {
  const bytes = { schema: { type: 'string', format: 'binary' } };
  return {
    206: {
      description: 'The part of the file that `Range` asks for.',
      headers: describeHeaders(['ETag', 'Content-Range']),
      content: Object.fromEntries(Object.keys(content).map((type) => [type, bytes])),
    },
    304: {
      description: 'Not changed since the `ETag` or the time in the request. There is no body.',
      headers: describeHeaders(['ETag']),
    },
  };
}
