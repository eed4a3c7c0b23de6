/** The type of an endpoint's example: a request, which a test sends to the service, and its answer. */
import type { Static, TSchema } from 'typebox';
import type { Label } from '../labels.ts';
import type { Route, RouteInput, RouteOutput } from '../route.ts';
import type { RouteName, Routes } from '../routes.ts';

type Has<R, Key extends string, Value> = R extends { [K in Key]: object } ? Value : unknown;

export type Example<R extends Route> = Has<R, 'params', { params: RouteInput<R>['params'] }> &
  Has<R, 'query', { query?: RouteInput<R>['query'] }> &
  Has<R, 'body', { body: RouteInput<R>['body'] }> &
  (R['output'] extends object ? { answer: RouteOutput<R> } : unknown) &
  (R extends { content: { 'application/json': infer Content extends TSchema } }
    ? { answer: Static<Content> }
    : unknown);

export type Examples = { [Name in RouteName]: Example<Routes[Name]> };

/** A time on the day of all examples. */
export const at = (time: string) => `2026-11-21T${time}.000000Z`;
export const CREATED = at('08:00:00');

export const ada = { id: 1, name: 'Ada' };
export const grace = { id: 2, name: 'Grace' };

export const fair: Label = { id: 5, name: 'Fair', color: 'teal' };
