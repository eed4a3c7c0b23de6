/** Texts, links and photos: https://developers.facebook.com/docs/graph-api/reference/page/feed (2026-11-22). */
import { field, idField, type JsonObject, textField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { Found } from '../core/run.ts';
import { composeText } from '../core/text.ts';
import { callGraph, dataOf, pathTo } from '../families/meta/graph.ts';
import { type PageFlow, readPage } from './api.ts';
import type { Settings } from './settings.ts';
import { uploadPhoto } from './upload.ts';

type Posted = { id: string; url: string | null };

/** Seconds after which a post that the list does not show was not published. The list may lag. */
const visibleAfter = 180;
/** Milliseconds: the list has whole seconds. */
const toleranceMs = 2000;

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

async function send({ graph, page, run }: PageFlow, body: JsonObject): Promise<Posted> {
  const path = pathTo(page, 'feed');
  const query = { fields: 'id,permalink_url' };
  const response = await callGraph(graph, { method: 'POST', path, query, body, signal: run.signal });
  const id = idField(response.json, 'id');
  if (response.status !== 200 || id === undefined) throw graph.faultOf(response, graph.caller.now());
  return { id, url: readPage(response.json) };
}

const attachments = 'attachments{unshimmed_url,target{id},subattachments{target{id}}}';

/** A post with our photos is ours. Texts are compared, and of two equal ones neither is ours for certain. */
async function find(
  { graph, page }: PageFlow,
  post: Outgoing<Settings>,
  photos: readonly string[],
  since: Date,
): Promise<Found<Posted>> {
  const query = { fields: `id,message,created_time,permalink_url,${attachments}`, limit: '25' };
  const path = pathTo(page, 'published_posts');
  const response = await callGraph(graph, { method: 'GET', path, query });
  const now = graph.caller.now();
  if (response.status !== 200) throw graph.faultOf(response, now);
  // Facebook’s clock is that of the answer.
  const ahead = (Date.parse(response.headers.date ?? '') || now.getTime()) - now.getTime();
  const start = since.getTime() + ahead - toleranceMs;
  const [first, ...others] = dataOf(response.json).filter(
    (item) =>
      Date.parse(textField(item, 'created_time') ?? '') >= start &&
      (photos.length > 0 ? hasPhotos(item, photos) : isSame(item, post)),
  );
  if (first === undefined) return 'absent';
  const id = idField(first, 'id');
  return others.length > 0 || id === undefined ? 'unknown' : { found: { id, url: readPage(first) } };
}

function hasPhotos(item: unknown, photos: readonly string[]): boolean {
  const shown = dataOf(field(item, 'attachments')).flatMap((each) => [
    idField(each, 'target', 'id'),
    ...dataOf(field(each, 'subattachments')).map((inner) => idField(inner, 'target', 'id')),
  ]);
  return photos.every((id) => shown.includes(id));
}

function isSame(item: unknown, { text, settings: { link } }: Outgoing<Settings>): boolean {
  const plain = (each: string) => composeText(each.trim());
  if (plain(textField(item, 'message') ?? '') !== plain(text)) return false;
  if (text.trim() !== '') return true;
  return dataOf(field(item, 'attachments')).some((each) => field(each, 'unshimmed_url') === link);
}
