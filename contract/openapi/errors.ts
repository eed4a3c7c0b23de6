/** The errors of each endpoint, as responses that endpoints share. */
import { type ErrorCode, errors } from '../error.ts';
import { ErrorBody } from '../error-body.ts';
import { errorExample } from '../examples/errors.ts';
import { bodyLimitOf, describeTooLarge, isRanged, type Route } from '../route.ts';
import { type AnswerHeader, describeHeaders } from './headers.ts';
import type { Plain, Schemas } from './schemas.ts';

/** The errors of an endpoint: its own, and those that follow from its kind. */
export function errorsOf(route: Route): ErrorCode[] {
  return [
    ...route.errors,
    ...(route.permission === 'open' ? [] : (['unauthenticated', 'forbidden'] as const)),
    // The workspace that X-Workspace names may not exist.
    ...(route.permission === 'open' || route.permission === 'person' ? [] : (['not_found'] as const)),
    ...(route.method === 'GET' ? [] : (['wrong_origin'] as const)),
    ...(readsJson(route) ? (['bad_json', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(isRanged(route) ? (['range_not_satisfiable'] as const) : []),
    // Also on endpoints without fields, because unknown fields are refused everywhere.
    'invalid',
    'rate_limited',
    'internal',
    'unavailable',
  ];
}

/** Also where no body is expected: a body that arrives all the same is parsed and checked. */
function readsJson({ method, form, bytes }: Route): boolean {
  return method !== 'GET' && form === undefined && bytes === undefined;
}

/** Headers of the answers to these errors. */
const headersOfErrors: Partial<Record<AnswerHeader, readonly ErrorCode[]>> = {
  'Retry-After': ['rate_limited', 'unavailable', 'idempotency_in_flight'],
  'WWW-Authenticate': ['unauthenticated'],
  'Content-Range': ['range_not_satisfiable'],
};

function headersOf(codes: readonly ErrorCode[]): AnswerHeader[] {
  const rows = Object.entries(headersOfErrors) as [AnswerHeader, readonly ErrorCode[]][];
  return rows.filter(([, sentWith]) => codes.some((code) => sentWith.includes(code))).map(([name]) => name);
}

export interface Errors {
  /** Returns references to the responses of a route, by status. */
  describe(route: Route): Plain;
  responses: Record<string, Plain>;
  examples: Record<string, Plain>;
}

export function openErrors(schemas: Schemas): Errors {
  const responses: Record<string, Plain> = {};
  const examples: Record<string, Plain> = {};

  function describe(route: Route): Plain {
    const byStatus = Map.groupBy(new Set(errorsOf(route)), (code) => errors[code].status);
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => [status, refer([...codes].sort(), route)]),
    );
  }

  function refer(codes: ErrorCode[], route: Route): Plain {
    const names = codes.map((code) =>
      code === 'too_large' ? `${code}_${bodyLimitOf(route) / 1024}_kb` : code,
    );
    const name = names.join('-or-');
    responses[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${sentenceOf(code, route)}`).join('\n\n'),
      headers: describeHeaders(headersOf(codes)),
      content: {
        'application/json': {
          schema: schemas.write(ErrorBody, 'answer'),
          examples: Object.fromEntries(codes.map((code) => [code, exemplify(code)])),
        },
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  function exemplify(code: ErrorCode): Plain {
    examples[code] ??= { summary: `\`${code}\``, value: errorExample(code) };
    return { $ref: `#/components/examples/${code}` };
  }

  return { describe, responses, examples };
}

function sentenceOf(code: ErrorCode, route: Route): string {
  return code === 'too_large' ? describeTooLarge(bodyLimitOf(route)) : errors[code].message;
}
