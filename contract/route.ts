/** The description of an endpoint, and the limits and types that follow from it. */
import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './error.ts';
import type { AnswerHeader, RequestHeader } from './openapi/headers.ts';

/** Permissions. Roles and the scopes of API keys consist of them. */
export const permissions = [
  'post.read',
  'post.write',
  'post.publish',
  'post.remove',
  'review.decide',
  'channel.read',
  'channel.manage',
  'media.read',
  'media.write',
  'workspace.read',
  'workspace.manage',
  'workspace.own',
  'member.manage',
  'key.own',
  'key.manage',
  'audit.read',
  'webhook.manage',
  'notice.own',
] as const;
export type Permission = (typeof permissions)[number];

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:name`. */
  path: string;
  summary: string;
  /** Markdown: what a caller must know besides the summary. */
  description: string;
  /** `open`: no credentials. `person`: any signed-in person, in any workspace, but no API key. `signed_in`: any
   * signed-in person, also without a workspace, or any API key. */
  permission: Permission | 'open' | 'person' | 'signed_in';
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** In bytes. Default: see {@link bodyLimitOf}. */
  bodyLimit?: number;
  /** A missing body counts as `{}`. */
  bodyOptional?: true;
  /** The fields of a multipart/form-data body. The server reads them as they arrive. */
  form?: TSchema;
  /** The body is bytes. The server reads them as they arrive. */
  bytes?: true;
  /** Headers of the request besides those that follow from other fields. */
  requestHeaders?: readonly RequestHeader[];
  /** Headers of a success besides those that follow from other fields. */
  answerHeaders?: readonly AnswerHeader[];
  /** 202: the work goes on in the background. 302: the browser is redirected. */
  status: 200 | 201 | 202 | 204 | 302;
  /** A second success status, such as 200 beside 201. */
  alternative?: 200;
  /** Null: no body. `file`: `content`, not JSON. */
  output: TSchema | null | 'file';
  /** The schema of a file by its media type. Null: bytes, which clients can also ask for in parts. */
  content?: Readonly<Record<string, TSchema | null>>;
  /** Errors besides those that every endpoint of its kind can answer. */
  errors: readonly ErrorCode[];
  /** A POST that changes nothing. It counts as a read. */
  reads?: true;
  /** Requests per minute of one person, or of one network address. Replaces the general limit. */
  perMinute?: number;
  /** Requests per hour of one person, or of one network address without a session. Default: the general limit only. */
  perHour?: number;
  /** Accepts the header Idempotency-Key. */
  idempotent?: true;
  /** The answer has the header ETag. */
  versioned?: true;
  /** Accepts the header If-Match. */
  conditional?: true;
  /** Accepts the header Last-Event-ID. */
  resumable?: true;
}

const KB = 1024;
export const MB = 1024 * KB;

/** In bytes. Endpoints without credentials need only small bodies. */
export function bodyLimitOf({ bodyLimit, permission }: Pick<Route, 'bodyLimit' | 'permission'>): number {
  return bodyLimit ?? (permission === 'open' ? 16 * KB : MB);
}

/** Whether the answer is bytes that clients can also ask for in parts. */
export function isRanged({ content = {} }: Pick<Route, 'content'>): boolean {
  return Object.values(content).includes(null);
}

/** The error message for a body of more than `limit` bytes. */
export function describeTooLarge(limit: number): string {
  return `The body is larger than ${limit < MB ? `${limit / KB} KB` : `${limit / MB} MB`}.`;
}

type Part<R, Key extends 'params' | 'query' | 'body'> = R extends { [K in Key]: infer S extends TSchema }
  ? Static<S>
  : undefined;

/** The checked input of a route's handler. */
export interface RouteInput<R extends Route> {
  params: Part<R, 'params'>;
  query: Part<R, 'query'>;
  body: Part<R, 'body'>;
}

/** The body that a route's handler must answer. */
export type RouteOutput<R extends Route> = R['output'] extends TSchema ? Static<R['output']> : undefined;
