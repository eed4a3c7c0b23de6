/** The call that publishes a container, and the post that comes of it. A container is published at most once. */
import { faultIn } from '../../core/fault.ts';
import type { HttpResponse } from '../../core/http.ts';
import { field, idField, textField } from '../../core/json.ts';
import type { Published, PublishedPart } from '../../core/network.ts';
import { type Commit, type CommitOptions, Ended, type Found } from '../../core/run.ts';
import { statedAddress } from '../../core/stated.ts';
import { type Container, type ContainerFlow, readState } from './containers.ts';
import { unavailable } from './faults.ts';
import { type Graph, pathTo } from './graph.ts';
import { findPage, listSince, type Posted, readPermalink } from './lists.ts';
import { readPause } from './usage.ts';

/** Seconds after which a container that is not published was not published by the send before. */
const visibleAfter = 60;
/** Milliseconds until a published post is reported without its page, because no list shows it. */
const longestSearch = 300_000;

/** How the post is found in a list of the account, because no container shows it. */
export interface Listing {
  /** An edge of the account. */
  edge: string;
  fields: string;
  isOurs(item: unknown): boolean;
}

/**
 * The commit that publishes a container. `needsId`: a later call needs the id of the post, so a post that no list shows
 * stays in doubt.
 */
export function planCommit(
  flow: ContainerFlow,
  container: Container,
  listing: Listing,
  needsId = false,
): [Commit<Posted>, CommitOptions<Posted>] {
  const reconcile = async ({ since }: { since: Date }) => {
    const found = await settle(flow, container, listing, since);
    return typeof found === 'object' && needsId && isUnnamed(found.found) ? 'unknown' : found;
  };
  return [(_key, { times }) => sendPublish(flow, container, times), { reconcile, visibleAfter }];
}

async function sendPublish(flow: ContainerFlow, container: Container, times: number): Promise<Posted> {
  const { graph, api, account, run } = flow;
  const body = { creation_id: container.id };
  const response = await graph.post(pathTo(account, api.publish), body);
  if (response.status >= 400 && response.status < 500)
    throw await explainRefusal(flow, container, times, response);
  const id = graph.requireId(response);
  run.pause(readPause(response));
  return { id, url: null };
}

/** Codes 24 (not found) and 9007 (not ready). A container that is published already has them too. */
function isAboutContainer(json: unknown): boolean {
  const code = field(json, 'error', 'code');
  return code === 24 || code === 9007;
}

/** The container itself says why it was not published, whatever the code. Instagram has several for one that ended. */
async function explainRefusal(
  flow: ContainerFlow,
  { id, step }: Container,
  times: number,
  response: HttpResponse,
): Promise<Error> {
  const refusal = flow.graph.faultOf(response);
  if (faultIn(refusal, 'throttled', 'reconnect', 'expired') !== undefined) return refusal;
  const isAbout = isAboutContainer(response.json);
  const state = await readState(flow, id).catch((error: unknown) => {
    if (isAbout) throw error;
    return 'unreadable' as const;
  });
  if (state === 'published') return unavailable('An earlier call has published this post.');
  if (state === 'lost' || typeof state === 'object') return new Ended(step);
  if (!isAbout) return refusal;
  const { message } = refusal;
  if (state !== 'unreadable') return unavailable(message, false);
  return times === 0 ? new Ended(step) : unavailable(message);
}

async function settle(
  flow: ContainerFlow,
  { id }: Container,
  listing: Listing,
  since: Date,
): Promise<Found<Posted>> {
  const state = await readState(flow, id);
  if (state === 'unreadable') return 'unknown';
  if (state !== 'published') return 'absent';
  const posted = await findPosted(flow, listing, since);
  if (posted !== undefined) return { found: posted };
  const age = flow.graph.now().getTime() - since.getTime();
  return age < longestSearch ? 'unknown' : { found: { id: nameUnnamed(id), url: null } };
}

/** The only post since then that is ours. */
async function findPosted(
  { graph, account }: ContainerFlow,
  { edge, fields, isOurs }: Listing,
  since: Date,
): Promise<Posted | undefined> {
  const wanted = { fields: `id,permalink,timestamp,${fields}`, time: 'timestamp' };
  const { items } = await listSince(graph, pathTo(account, edge), wanted, since);
  const [ours, ...others] = items.filter(isOurs);
  const id = idField(ours, 'id');
  if (others.length > 0 || id === undefined) return undefined;
  return { id, url: textField(ours, 'permalink') ?? null };
}

/** A post whose id Meta did not tell is named after its container. */
function nameUnnamed(container: string): string {
  return `container-${container}`;
}

export function isUnnamed({ id }: { id: string }): boolean {
  return id.startsWith('container-');
}

/** The outcome, with the page of each post. */
export async function describePosted(
  { graph, api, run }: ContainerFlow,
  posted: readonly Posted[],
  warnings: string[] = [],
): Promise<Published> {
  const parts: Posted[] = [];
  for (const [index, { id, url }] of posted.entries()) {
    const isKnown = url !== null || isUnnamed({ id });
    const page = isKnown ? url : await findPage(run, `page ${index}`, () => readPermalink(graph, id));
    parts.push({ id, url: statedAddress(page) });
  }
  const [first] = parts as [Posted];
  const lost = `${api.name} has published this post, but its list does not show it, so Belfry does not know its page.`;
  const all = [...warnings, ...(parts.some(isUnnamed) ? [lost] : [])];
  return { ...first, ...(parts.length > 1 && { parts }), ...(all.length > 0 && { warnings: all }) };
}

/** The page of a post that Meta did not tell when it was published. */
export async function revisitPosted(graph: Graph, { id }: PublishedPart): Promise<Published | null> {
  const url = isUnnamed({ id }) ? null : statedAddress(await readPermalink(graph, id));
  return url === null ? null : { id, url };
}
