/** What an endpoint is, and what follows from it for those who serve and those who call. */
import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './error.ts';

/** What a caller may be allowed to do; roles and the scopes of keys are made of these. */
export const permissions = [
  'post.read',
  'post.write',
  'post.publish',
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
  /** `open`: no credentials. `person`: somebody who signed in, whatever the workspace; no key will do. */
  permission: Permission | 'open' | 'person';
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Bytes of the body at most, in place of those of {@link bodyLimitOf}. */
  bodyLimit?: number;
  /** No body is taken as an empty one. */
  bodyOptional?: true;
  /** The body is multipart/form-data with these fields, read as it arrives. */
  form?: TSchema;
  /** 202: it goes on in the background. 302: the browser is sent elsewhere. */
  status: 200 | 201 | 202 | 204 | 302;
  /** A second success status, such as 200 beside 201. */
  alternative?: 200;
  /** Null: no body. `file`: bytes, not JSON. */
  output: TSchema | null | 'file';
  /** Errors beyond those every endpoint of its kind may answer. */
  errors: readonly ErrorCode[];
  /** Requests from one address, where that is fewer than the general limit. */
  perHour?: number;
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  /** Takes If-Match. */
  conditional?: true;
}

const KB = 1024;
export const MB = 1024 * KB;

/** Bytes. Those who show no credentials need to say little. */
export function bodyLimitOf({ bodyLimit, permission }: Pick<Route, 'bodyLimit' | 'permission'>): number {
  return bodyLimit ?? (permission === 'open' ? 16 * KB : MB);
}

/** What is said of a body that has more bytes than this. */
export function describeTooLarge(limit: number): string {
  return `The body is larger than ${limit < MB ? `${limit / KB} KB` : `${limit / MB} MB`}.`;
}

type Part<R, Key extends 'params' | 'query' | 'body'> = R extends { [K in Key]: infer S extends TSchema }
  ? Static<S>
  : undefined;

/** What a handler of this route is given, checked. */
export interface RouteInput<R extends Route> {
  params: Part<R, 'params'>;
  query: Part<R, 'query'>;
  body: Part<R, 'body'>;
}

/** What it must answer. */
export type RouteOutput<R extends Route> = R['output'] extends TSchema ? Static<R['output']> : undefined;
