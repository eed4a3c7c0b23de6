/**
 * Publishing by containers, as Instagram and Threads do it: a container is made, Meta processes its file, and one call
 * publishes it (`container-posts.ts`).
 */
import { NetworkFault, refuse } from '../../core/fault.ts';
import { field, type JsonObject, textField } from '../../core/json.ts';
import type { Media } from '../../core/network.ts';
import { Ended, type Run } from '../../core/run.ts';
import { type Graph, pathTo } from './graph.ts';

/** Seconds, an hour less than the day after which Meta forgets a container. */
const containerKeeps = 23 * 3600;
/** Seconds between two looks at a container. */
const every = { image: 5, video: 30 };

/** The differences between the networks. */
export interface ContainerApi {
  name: string;
  /** Edges of the account. */
  create: string;
  publish: string;
  /** Fields of a container: its status, and what is wrong with it. */
  status: string;
  words: string;
  /** The words of failures that a new container may not have. */
  passing: RegExp;
}

export interface ContainerFlow {
  graph: Graph;
  api: ContainerApi;
  /** The account's id. */
  account: string;
  run: Run;
}

/** `step`: the step that made it. */
export type Container = { id: string; step: string };

export async function createContainer(
  { graph, api, account, run }: ContainerFlow,
  step: string,
  compose: () => JsonObject,
): Promise<Container> {
  const create = () => graph.create(pathTo(account, api.create), compose());
  return { step, id: await run.step(step, create, { keeps: containerKeeps }) };
}

/** Waits until the container can be published. The name has its id, because a new container is waited for again. */
export async function awaitContainer(
  flow: ContainerFlow,
  { id, step }: Container,
  kind: Media['kind'] = 'image',
): Promise<void> {
  const probe = async () => {
    const state = await readState(flow, id);
    if (state === 'lost') throw new Ended(step);
    if (state instanceof NetworkFault) throw state;
    return state === 'finished' || state === 'published' ? true : null;
  };
  await flow.run.until(`ready ${id}`, probe, { every: every[kind] });
}

/** A container of each file, all of which Meta has processed. `make`: the container of a file, with its bytes. */
export async function prepareItems(
  flow: ContainerFlow,
  files: readonly Media[],
  make: (file: Media, index: number) => Promise<Container>,
): Promise<Container[]> {
  const items: Container[] = [];
  for (const [index, file] of files.entries()) items.push(await make(file, index));
  for (const [index, item] of items.entries()) await awaitContainer(flow, item, files[index]?.kind);
  return items;
}

/** The carousel of these items. If Meta no longer has one of them (`isLost`), they are made anew. */
export async function joinItems(
  flow: ContainerFlow,
  step: string,
  items: readonly Container[],
  compose: (children: string[]) => JsonObject,
  isLost: (error: unknown) => boolean,
): Promise<Container> {
  const children = items.map(({ id }) => id);
  const joined = await createContainer(flow, step, () => compose(children)).catch((error: unknown) => {
    const [first] = items;
    throw first !== undefined && isLost(error) ? new Ended(first.step) : error;
  });
  await awaitContainer(flow, joined);
  return joined;
}

/** `lost`: a new container may succeed; `unreadable`: Meta does not say; a fault: Meta could not process the file. */
type ContainerState = 'processing' | 'finished' | 'published' | 'lost' | 'unreadable' | NetworkFault;

/**
 * Meta sometimes answers “does not exist” (100/33) about a container that does:
 * https://github.com/gitroomhq/postiz-app/issues/1562 (2026-06-08).
 */
export async function readState(
  { graph, api }: Pick<ContainerFlow, 'graph' | 'api'>,
  id: string,
): Promise<ContainerState> {
  const response = await graph.read(pathTo(id), { fields: `${api.status},${api.words}` });
  if (response.status !== 200 && field(response.json, 'error', 'code') === 100) return 'unreadable';
  const json = graph.requireGood(response);
  const words = textField(json, api.words) ?? '';
  switch (textField(json, api.status)) {
    case 'FINISHED':
      return 'finished';
    case 'PUBLISHED':
      return 'published';
    case 'EXPIRED':
      return 'lost';
    case 'ERROR':
      if (api.passing.test(words.slice(0, 1000))) return 'lost';
      return refuse(`${api.name} could not process a file. ${words}`, 'media_ids');
    case 'IN_PROGRESS':
      return 'processing';
    default:
      return 'unreadable';
  }
}
