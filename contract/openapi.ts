/** The OpenAPI 3.1 document, made from the same table of routes that the server checks requests against. */
import type { ErrorCode } from './error.ts';
import { errors } from './error.ts';
import { ErrorBody } from './error-body.ts';
import type { Route } from './route.ts';
import { bodyLimitOf, describeTooLarge } from './route.ts';
import { routes } from './routes.ts';
import { sessionCookie } from './sessions.ts';

type Plain = Record<string, unknown>;

/** The errors of an endpoint: its own, and those that follow from its kind. */
function errorsOf(route: Route): ErrorCode[] {
  return [
    ...route.errors,
    ...(route.permission === 'open' ? [] : (['unauthenticated', 'forbidden'] as const)),
    // The workspace that X-Workspace names may not exist.
    ...(route.permission === 'open' || route.permission === 'person' ? [] : (['not_found'] as const)),
    ...(route.method === 'GET' ? [] : (['wrong_origin'] as const)),
    ...(route.body ? (['bad_json', 'too_large', 'unsupported_media_type'] as const) : []),
    // Also on endpoints without fields, because unknown fields are refused everywhere.
    'invalid',
    'rate_limited',
    'internal',
    'unavailable',
  ];
}

export function describeApi(publicUrl: string): Plain {
  const paths: Record<string, Plain> = {};
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Belfry',
      version: '1',
      description: 'Prepare a post once and publish it to many social networks on time.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, bf_….' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(publicUrl),
          description: 'Set by signing in. The header X-Workspace selects one of the person’s workspaces.',
        },
      },
      schemas: { Error: plain(ErrorBody) },
    },
  };
}

function describeRoute(name: string, route: Route): Plain {
  const success = route.alternative === undefined ? [route.status] : [route.status, route.alternative];
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.path.replace(/^\/api(?:\/public)?(?:\/v1)?/, '').split('/')[1]],
    ...describeSecurity(route),
    parameters: describeParameters(route),
    ...describeBody(route),
    responses: {
      ...Object.fromEntries(success.map((status) => [status, describeSuccess(route)])),
      ...(route.output === 'file' ? fileStatuses : {}),
      ...describeErrors(route),
    },
  };
}

/** The statuses besides 200 of a file that supports ranges and conditional requests. */
const fileStatuses: Plain = {
  206: { description: 'The part of the file that `Range` asks for.', content: { '*/*': {} } },
  304: { description: 'Not changed since the `ETag` or the time in the request. There is no body.' },
  416: { description: 'The range begins after the end of the file. There is no body.' },
};

function describeSecurity({ permission }: Route): Plain {
  if (permission === 'open') return {};
  return { security: [...(permission === 'person' ? [] : [{ key: [] }]), { session: [] }] };
}

function describeBody({ body, bodyOptional, form }: Route): Plain {
  const schema = body ?? form;
  const type = body === undefined ? 'multipart/form-data' : 'application/json';
  return schema
    ? { requestBody: { required: bodyOptional !== true, content: { [type]: { schema: plain(schema) } } } }
    : {};
}

function describeParameters(route: Route): Plain[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...describeFields(route.params, 'path'),
    ...describeFields(route.query, 'query'),
    ...(route.idempotent
      ? [header('Idempotency-Key', 'A repeat of this request within 24 hours gets the first answer.')]
      : []),
    ...(route.conditional
      ? [
          header(
            'If-Match',
            'The ETag that you read. A newer change is not overwritten: 409 `version_conflict`.',
          ),
        ]
      : []),
  ];
}

function describeFields(schema: Route['params'], where: 'path' | 'query'): Plain[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Plain; required?: string[] };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: where,
    required: required.includes(name),
    ...(name.endsWith('[]') ? { style: 'form', explode: true } : {}),
    schema: plain(field),
  }));
}

function describeSuccess(route: Route): Plain {
  if (route.status === 302) return { description: 'The browser is redirected to `Location`.' };
  if (route.output === null) return { description: 'Done. There is no body.' };
  if (route.output === 'file') return { description: 'The file.', content: { '*/*': {} } };
  return { description: 'Done.', content: { 'application/json': { schema: plain(route.output) } } };
}

function describeErrors(route: Route): Plain {
  const byStatus = Map.groupBy(new Set(errorsOf(route)), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${sentenceOf(code, route)}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function sentenceOf(code: ErrorCode, route: Route): string {
  return code === 'too_large' ? describeTooLarge(bodyLimitOf(route)) : errors[code].message;
}

/** Keywords that only the server reads. */
const ownKeywords = new Set(['plain', 'filter', '~kind']);

/** The schema as plain JSON, without our own keywords. */
function plain(schema: unknown): Plain {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (ownKeywords.has(key) ? undefined : value)),
  ) as Plain;
}
