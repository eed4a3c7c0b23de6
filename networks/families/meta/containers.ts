/**
 * Publishing by containers, as Instagram and Threads do it: a container is made, Meta processes its file, and one call
 * publishes it. A container is published at most once.
 */
import { NetworkFault } from '../../core/fault.ts';
import { field, idField, type JsonObject, textField } from '../../core/json.ts';
import { type Commit, type CommitOptions, Ended, type Found, type Run } from '../../core/run.ts';
import { unavailable } from './faults.ts';
import { callGraph, createInGraph, dataOf, type Graph, pathTo } from './graph.ts';
import { readPause } from './usage.ts';

/** Seconds, an hour less than the day after which Meta forgets a container. */
export const containerKeeps = 23 * 3600;
/** Seconds after which a container that is not published was not published by the send before. */
const visibleAfter = 60;
/** Milliseconds until a published post is reported without its page, because no list shows it. */
const longestSearch = 300_000;
/** Milliseconds: Meta's times have whole seconds. */
const toleranceMs = 2000;

/** The differences between the networks. */
export interface ContainerApi {
  /** Edges of the account. */
  create: string;
  publish: string;
  /** What to read of a container. */
  fields: string;
  readState(json: unknown): ContainerState;
}

/** `failed`: the fault, or `again` if a new container may succeed. */
export type ContainerState =
  | 'processing'
  | 'finished'
  | 'published'
  | 'expired'
  | { failed: NetworkFault | 'again' };

export interface ContainerFlow {
  graph: Graph;
  api: ContainerApi;
  /** The account's id. */
  account: string;
  run: Run;
}

/** `step`: the step that made it. */
export type Container = { id: string; step: string };
export type Posted = { id: string; url: string | null };

export async function createContainer(
  { graph, api, account, run }: ContainerFlow,
  step: string,
  compose: () => JsonObject,
): Promise<Container> {
  const create = () =>
    createInGraph(graph, pathTo(account, api.create), { body: compose(), signal: run.signal });
  return { step, id: await run.step(step, create, { keeps: containerKeeps }) };
}

/** Waits until the container can be published. The name has its id, because a new container is waited for again. */
export async function awaitContainer(
  flow: ContainerFlow,
  { id, step }: Container,
  every: number,
): Promise<void> {
  const probe = async () => {
    const state = await readState(flow, id);
    if (state === 'expired' || (typeof state === 'object' && state.failed === 'again')) throw new Ended(step);
    if (typeof state === 'object') throw state.failed;
    return state === 'finished' || state === 'published' ? true : null;
  };
  await flow.run.until(`ready ${id}`, probe, { every });
}

export interface Search {
  /** Looks for the post in the account's lists, because no container shows it. */
  find(since: Date): Promise<Posted | undefined>;
  /** A later call needs the id of the post, so a post that no list shows stays in doubt. */
  needsId?: boolean;
}

export function publishContainer(
  flow: ContainerFlow,
  container: Container,
  commit: string,
  search: Search,
): Promise<Posted> {
  return flow.run.commit(commit, ...planCommit(flow, container, search));
}

/** As {@link publishContainer}. A failure is only a warning (null). */
export function publishAfter(
  flow: ContainerFlow,
  container: Container,
  commit: string,
  search: Search,
): Promise<Posted | null> {
  return flow.run.after(commit, ...planCommit(flow, container, search));
}

function planCommit(
  flow: ContainerFlow,
  container: Container,
  { find, needsId = false }: Search,
): [Commit<Posted>, CommitOptions<Posted>] {
  return [
    (_key, { times }) => sendPublish(flow, container, times),
    {
      reconcile: async ({ since }) => {
        const found = await settle(flow, container, since, find);
        return typeof found === 'object' && needsId && isUnnamed(found.found) ? 'unknown' : found;
      },
      visibleAfter,
    },
  ];
}

async function sendPublish(flow: ContainerFlow, { id, step }: Container, times: number): Promise<Posted> {
  const { graph, api, account, run } = flow;
  const path = pathTo(account, api.publish);
  const response = await callGraph(graph, {
    method: 'POST',
    path,
    body: { creation_id: id },
    signal: run.signal,
  });
  const posted = idField(response.json, 'id');
  if (response.status === 200 && posted !== undefined) {
    run.pause(readPause(response));
    return { id: posted, url: null };
  }
  const fault = graph.faultOf(response, graph.caller.now());
  if (response.status !== 400 || !isAboutContainer(response.json)) throw fault;
  throw await explainRefusal(flow, { id, step }, times, fault);
}

/** Codes 24 (not found) and 9007 (not ready). A container that is published already has them too. */
function isAboutContainer(json: unknown): boolean {
  const code = field(json, 'error', 'code');
  return code === 24 || code === 9007;
}

/** The container itself says why it was not published. */
async function explainRefusal(
  flow: ContainerFlow,
  { id, step }: Container,
  times: number,
  { message }: NetworkFault,
): Promise<Error> {
  const state = await readState(flow, id);
  if (state === 'published') return unavailable('An earlier call has published this post.');
  if (state === 'expired' || typeof state === 'object') return new Ended(step);
  if (state !== 'unreadable') return unavailable(message, false);
  return times === 0 ? new Ended(step) : unavailable(message);
}

async function settle(
  flow: ContainerFlow,
  { id }: Container,
  since: Date,
  find: Search['find'],
): Promise<Found<Posted>> {
  const state = await readState(flow, id);
  if (state === 'unreadable') return 'unknown';
  if (state !== 'published') return 'absent';
  const posted = await find(since);
  if (posted !== undefined) return { found: posted };
  const age = flow.graph.caller.now().getTime() - since.getTime();
  return age < longestSearch ? 'unknown' : { found: { id: nameUnnamed(id), url: null } };
}

/** A post whose id Meta did not tell is named after its container. */
function nameUnnamed(container: string): string {
  return `container-${container}`;
}

export function isUnnamed({ id }: { id: string }): boolean {
  return id.startsWith('container-');
}

/**
 * Meta sometimes answers “does not exist” (100/33) about a container that does:
 * https://github.com/gitroomhq/postiz-app/issues/1562 (2026-06-08).
 */
async function readState(
  { graph, api: { fields, readState } }: ContainerFlow,
  id: string,
): Promise<ContainerState | 'unreadable'> {
  const response = await callGraph(graph, { method: 'GET', path: pathTo(id), query: { fields } });
  if (response.status === 200) return readState(response.json);
  if (field(response.json, 'error', 'code') === 100) return 'unreadable';
  throw graph.faultOf(response, graph.caller.now());
}

export interface Listing {
  /** An edge of the account. */
  edge: string;
  fields: string;
  isOurs(item: unknown): boolean;
}

const listSize = 25;

/** The only post since then that is ours. Meta's clock is that of the answer. */
export async function findPosted(
  { graph, account }: Pick<ContainerFlow, 'graph' | 'account'>,
  { edge, fields, isOurs }: Listing,
  since: Date,
): Promise<Posted | undefined> {
  const query = { fields: `id,permalink,timestamp,${fields}`, limit: String(listSize) };
  const response = await callGraph(graph, { method: 'GET', path: pathTo(account, edge), query });
  if (response.status !== 200) throw graph.faultOf(response, graph.caller.now());
  const now = graph.caller.now().getTime();
  const ahead = (Date.parse(response.headers.date ?? '') || now) - now;
  const start = since.getTime() + ahead - toleranceMs;
  const matches = dataOf(response.json).filter(
    (item) => Date.parse(textField(item, 'timestamp') ?? '') >= start && isOurs(item),
  );
  const id = idField(matches[0], 'id');
  if (matches.length !== 1 || id === undefined) return undefined;
  return { id, url: textField(matches[0], 'permalink') ?? null };
}

/** The page of a post; null if Meta does not tell it now. */
export async function readPermalink(graph: Graph, id: string): Promise<string | null> {
  const response = await callGraph(graph, {
    method: 'GET',
    path: pathTo(id),
    query: { fields: 'permalink' },
  });
  return (response.status === 200 && textField(response.json, 'permalink')) || null;
}

/** The page of a post that has just been published. It is not worth an attempt: the post is live without it. */
export async function findPage(graph: Graph, id: string): Promise<string | null> {
  try {
    return await readPermalink(graph, id);
  } catch (error) {
    if (error instanceof NetworkFault) return null;
    throw error;
  }
}
