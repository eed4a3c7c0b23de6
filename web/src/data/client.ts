/** The client of the API for this tab, and hooks that read and change by it. */
import {
  type Answer,
  ApiError,
  type Client,
  createClient,
  type Input,
  type RouteName,
} from '@belfry/sdk/client.ts';
import { notifyManager, QueryCache, QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { fetchOrRecall, onReturn } from './connection.ts';

/** The workspace of this tab. Another tab may show another one. */
const KEPT = 'belfry.workspace';

let client: Client | undefined;

function open(): Client {
  const workspace = Number(sessionStorage.getItem(KEPT));
  return createClient({ url: location.origin, fetch: fetchOrRecall, ...(workspace > 0 && { workspace }) });
}

export function api(): Client {
  client ??= open();
  return client;
}

/** Undefined: the workspace that the person used last. */
export function chooseWorkspace(id: number | undefined): void {
  if (id === undefined) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, String(id));
  client = undefined;
}

/** Whether the person must sign in, again or at all. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether somebody changed it after it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'version_conflict';
}

const listeners = new Set<() => void>();

/** Calls `listener` when an answer says that the session has ended. Returns a function that stops that. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteFailure(error: unknown): void {
  if (isSignedOut(error)) for (const listener of listeners) listener();
}

// At once, not in a later task: who awaits an answer and then goes to a screen finds the answer on it.
notifyManager.setScheduler(queueMicrotask);

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  defaultOptions: {
    // The client of the API itself repeats what is safe to repeat.
    // `offlineFirst`: a read without a connection gets what this browser saw last.
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true, networkMode: 'offlineFirst' },
    // `always`: otherwise an act without a connection would wait, and happen when nobody expects it any more.
    mutations: { retry: false, onError: noteFailure, networkMode: 'always' },
  },
});

// What was shown meanwhile is old.
onReturn(() => void queries.invalidateQueries());

export type DataOf<Name extends RouteName> = Answer<Name>['data'];

/** The whole answer: its data, and what stands beside it. */
export type Answered<Name extends RouteName> = Answer<Name>['body'];

/** The key under which an answer is kept. */
export function keyOf<Name extends RouteName>(name: Name, input?: Input<Name>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

/** How to read an endpoint: for `useQuery`, and for loaders of places. */
export function reading<Name extends RouteName>(name: Name, input?: Input<Name>) {
  return {
    queryKey: keyOf(name, input),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DataOf<Name>> =>
      (await send(name, { ...input, signal } as Input<Name>)).data,
  };
}

export interface ReadingOptions<Data> {
  /** False: not now. */
  enabled?: boolean;
  /** Milliseconds after which to read again, while something is under way. */
  every?: (data: Data | undefined) => number | false;
}

/** The data of an endpoint, kept and refreshed. */
export function useAnswer<Name extends RouteName>(
  name: Name,
  input?: Input<Name>,
  { enabled = true, every }: ReadingOptions<DataOf<Name>> = {},
) {
  return useQuery({
    ...reading(name, input),
    enabled,
    ...(every !== undefined && {
      refetchInterval: (query: { state: { data: DataOf<Name> | undefined } }) => every(query.state.data),
    }),
  });
}

/** A call that changes something. Not repeated by itself unless that is safe. */
export function useCall<Name extends RouteName>(name: Name) {
  return useMutation({
    mutationFn: (input: Input<Name>) => send(name, input),
  });
}

/** With the client of this moment, and an input for every name. */
function send<Name extends RouteName>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  return (api().call as (name: Name, input: Input<Name>) => Promise<Answer<Name>>)(name, input);
}
