/** Texts, links and photos: https://developers.facebook.com/docs/graph-api/reference/page/feed (2026-11-22). */
import { field, idField, type JsonObject, listField, textField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { Found } from '../core/run.ts';
import { pathTo } from '../families/meta/graph.ts';
import { listSince, type Posted, plainText } from '../families/meta/lists.ts';
import { type PageFlow, withHost } from './api.ts';
import type { Settings } from './settings.ts';
import { uploadPhoto } from './upload.ts';

/** Seconds after which a post that the list does not show was not published. The list may lag. */
const visibleAfter = 180;

export async function publishPost(post: Outgoing<Settings>, flow: PageFlow): Promise<Published> {
  const photos: string[] = [];
  for (const [index, file] of post.media.entries())
    photos.push(await uploadPhoto(flow, `photo ${index}`, file, file.altText));
  return flow.run.commit('post', () => send(flow, compose(post, photos)), {
    reconcile: ({ since }) => find(flow, post, photos, since),
    visibleAfter,
  });
}

function compose({ text, settings: { link, location } }: Outgoing<Settings>, photos: string[]): JsonObject {
  return {
    ...(text !== '' && { message: text }),
    ...(link !== undefined && { link }),
    ...(location !== undefined && { place: location }),
    ...(photos.length > 0 && { attached_media: photos.map((id) => ({ media_fbid: id })) }),
  };
}

async function send({ graph, page }: PageFlow, body: JsonObject): Promise<Posted> {
  const query = { fields: 'id,permalink_url' };
  const response = await graph.post(pathTo(page, 'feed'), body, query);
  return { id: graph.requireId(response), url: pageOf(response.json) };
}

function pageOf(json: unknown): string | null {
  return withHost(textField(json, 'permalink_url') ?? null);
}

const attachments = 'attachments{unshimmed_url,target{id},subattachments{target{id}}}';

/** A post with our photos is ours. Texts are compared, and of two equal ones neither is ours for certain. */
async function find(
  { graph, page }: PageFlow,
  post: Outgoing<Settings>,
  photos: readonly string[],
  since: Date,
): Promise<Found<Posted>> {
  const wanted = { fields: `id,message,created_time,permalink_url,${attachments}`, time: 'created_time' };
  const { items, isComplete } = await listSince(graph, pathTo(page, 'published_posts'), wanted, since);
  const [first, ...others] = items.filter((item) =>
    photos.length > 0 ? hasPhotos(item, photos) : isSame(item, post),
  );
  if (first === undefined) return isComplete ? 'absent' : 'unknown';
  const id = idField(first, 'id');
  return others.length > 0 || id === undefined ? 'unknown' : { found: { id, url: pageOf(first) } };
}

function hasPhotos(item: unknown, photos: readonly string[]): boolean {
  const shown = listField(item, 'attachments', 'data').flatMap((each) => [
    idField(each, 'target', 'id'),
    ...listField(each, 'subattachments', 'data').map((inner) => idField(inner, 'target', 'id')),
  ]);
  return photos.every((id) => shown.includes(id));
}

function isSame(item: unknown, { text, settings: { link } }: Outgoing<Settings>): boolean {
  if (plainText(textField(item, 'message')) !== plainText(text)) return false;
  if (text.trim() !== '') return true;
  return listField(item, 'attachments', 'data').some((each) => field(each, 'unshimmed_url') === link);
}
