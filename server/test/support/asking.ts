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

/** Creates a caller of this kind in the workspace `home`, with a request of their own. */
export async function prepare(
  service: TestApp,
  {
    home,
    kind,
    endpoint,
    statuses,
  }: { home: Site; kind: Kind; endpoint: Endpoint; statuses: readonly number[] },
  { things, headers = {} }: { things?: Things; headers?: Record<string, string> } = {},
): Promise<AccessCase> {
  const { headers: own, userId, ...credential } = await createCaller(service, kind, home);
  const channelIds = kind.limited === 'key' ? [home.channelId] : null;
  const caller = { ...credential, userId, scopes: kind.scopes ?? null, channelIds };
  const example = await endpoint.example.make(things ?? thingsIn(service, { ...home, caller }));
  return { what: kind.name, endpoint, statuses, example, headers: { ...own, ...headers } };
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
