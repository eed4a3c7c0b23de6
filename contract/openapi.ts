/** The OpenAPI 3.1 document, made from the same table of routes that the server checks requests against. */
import { openErrors } from './openapi/errors.ts';
import { answerHeaders, requestHeaders } from './openapi/headers.ts';
import { describeOperation } from './openapi/operations.ts';
import { type Plain, Schemas } from './openapi/schemas.ts';
import { describeWebhooks } from './openapi/webhooks.ts';
import type { Route } from './route.ts';
import { type RouteName, routes } from './routes.ts';
import { sessionCookie } from './sessions.ts';
import { tags } from './tags.ts';

export function describeApi(publicUrl: string): Plain {
  const schemas = new Schemas();
  const errors = openErrors(schemas);
  const paths: Record<string, Plain> = {};
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = describeOperation({ schemas, errors }, name, route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  const webhooks = describeWebhooks(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Belfry',
      version: '1',
      description: 'Prepare a post once and publish it to many social networks on time.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this installation', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: describeSecuritySchemes(publicUrl),
      schemas: sortKeys(schemas.named),
      responses: sortKeys(errors.responses),
      parameters: requestHeaders,
      headers: answerHeaders,
      examples: sortKeys(errors.examples),
    },
  };
}

function describeSecuritySchemes(publicUrl: string): Plain {
  return {
    key: { type: 'http', scheme: 'bearer', description: 'An API key, bf_….' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie(publicUrl),
      description: 'Set by signing in. The header X-Workspace selects one of the person’s workspaces.',
    },
  };
}

function sortKeys<T>(values: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}
