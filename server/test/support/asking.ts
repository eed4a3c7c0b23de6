/** Calls many endpoints at once, and reports unexpected answers. */
import type { Route } from '@belfry/contract/route.ts';
import type { TestApp } from './app.ts';
import { createCaller, type Kind } from './callers.ts';
import type { Client } from './client.ts';
import type { Endpoint, Example } from './examples.ts';
import { makePicture, upload } from './media.ts';
import { connectSandbox } from './sandbox.ts';
import { type Place, type Things, thingsIn } from './things.ts';

/** A workspace with a channel and a picture. */
export type Site = Omit<Place, 'caller'>;

export async function createSite(owner: Client): Promise<Site> {
  const { id: channelId } = await connectSandbox(owner);
  const { id: pictureId } = (await upload(owner, { bytes: await makePicture('png') })).data;
  return { workspaceId: owner.workspaceId, ownerId: owner.userId, channelId, pictureId };
}

export interface AccessCase {
  /** The credentials and the object. */
  what: string;
  endpoint: Endpoint;
  /** The expected statuses. */
  statuses: readonly number[];
  example: Example;
  headers: Record<string, string>;
}

interface Request {
  home: Site;
  kind: Kind;
  endpoint: Endpoint;
  statuses: readonly number[];
}

interface Options {
  /** Default: those of the caller. */
  things?: Things;
  headers?: Record<string, string>;
  /** Default: a new one. */
  caller?: Promise<Caller>;
}

interface Caller {
  headers: Record<string, string>;
  things: Things;
}

/** A request of a caller of this kind in the workspace `home`. */
export async function prepare(
  service: TestApp,
  { home, kind, endpoint, statuses }: Request,
  { things, headers = {}, caller = createWithThings(service, kind, home) }: Options = {},
): Promise<AccessCase> {
  const own = await caller;
  const example = await endpoint.example.make(things ?? own.things);
  return { what: kind.name, endpoint, statuses, example, headers: { ...own.headers, ...headers } };
}

async function createWithThings(service: TestApp, kind: Kind, home: Site): Promise<Caller> {
  const { headers, ...credential } = await createCaller(service, kind, home);
  const channelIds = kind.limited === 'key' ? [home.channelId] : null;
  const caller = { ...credential, scopes: kind.scopes ?? null, channelIds };
  return { headers, things: thingsIn(service, { ...home, caller }) };
}

/**
 * As {@link prepare}, for requests that change nothing, because they are refused or only read: those of a kind have the same
 * caller with the same things. What concerns the caller as a person has a caller of its own, who has one second factor.
 */
export function prepareUnchanging(service: TestApp) {
  const callers = new Map<Kind, Promise<Caller>>();
  return (request: Request, options: Omit<Options, 'caller'> = {}): Promise<AccessCase> => {
    const { kind, home, endpoint } = request;
    if (endpoint.route.permission === 'person') return prepare(service, request, options);
    const caller = callers.get(kind) ?? createWithThings(service, kind, home).then(keepThings);
    callers.set(kind, caller);
    return prepare(service, request, { ...options, caller });
  };
}

const keepThings = ({ headers, things }: Caller): Caller => ({ headers, things: keep(things) });

/** The same thing at each call. */
export function keep(things: Things): Things {
  const kept = new Map<string, unknown>();
  const keepOne =
    (name: string, make: (...options: unknown[]) => unknown) =>
    (...options: unknown[]) => {
      const which = JSON.stringify([name, ...options]);
      if (!kept.has(which)) kept.set(which, make(...options));
      return kept.get(which);
    };
  const all = Object.entries(things).map(([name, one]) => [
    name,
    typeof one === 'function' ? keepOne(name, one) : one,
  ]);
  return Object.fromEntries(all) as Things;
}

/** Returns a line for each unexpected answer. */
export async function askAll(service: TestApp, asked: readonly AccessCase[]): Promise<string[]> {
  const lines = await inBatches(asked, async (one) => {
    const difference = await askOne(service, one).catch((error: Error) => error.message.slice(0, 500));
    return difference === undefined ? [] : [`${one.endpoint.name} with ${one.what}: ${difference}`];
  });
  return lines.flat();
}

async function askOne(
  service: TestApp,
  { endpoint: { route }, statuses, example, headers }: AccessCase,
): Promise<string | undefined> {
  const { query = '', body, raw, headers: own } = example;
  const options = { key: null, body, ...(raw && { raw }), headers: { ...own, ...headers } };
  const { status, body: answer } = await service.request(
    route.method,
    fillPath(route, example) + query,
    options,
  );
  if (statuses.includes(status)) return undefined;
  return `${status} in place of ${statuses.join(' or ')}: ${JSON.stringify(answer)?.slice(0, 500)}`;
}

/** Runs in batches that stay below the limit for guessed passwords. */
const LANES = 16;

export async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const lane = async () => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

/** Replaces `:id` or another parameter of the path, and a second one. */
export function fillPath({ path }: Route, { id, second = `${2 ** 31 - 1}` }: Example): string {
  return path.replace(/:\w+/, String(id)).replace(/:\w+/, second);
}
