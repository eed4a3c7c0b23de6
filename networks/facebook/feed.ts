/** Texts, links and photos: https://developers.facebook.com/docs/graph-api/reference/page/feed (2026-11-22). */
import { idField, type JsonObject, listField, textField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import type { Found } from '../core/run.ts';
import { composeText } from '../core/text.ts';
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

/** A post with our photos is ours, or one that reads like ours. Of two such posts neither is ours for certain. */
async function find(
  { graph, page }: PageFlow,
  post: Outgoing<Settings>,
  photos: readonly string[],
  since: Date,
): Promise<Found<Posted>> {
  const wanted = { fields: `id,message,created_time,permalink_url,${attachments}`, time: 'created_time' };
  const { items, isComplete } = await listSince(graph, pathTo(page, 'published_posts'), wanted, since);
  const compared = items.map((item) => ({ item, likeness: compare(item, post, photos) }));
  const [same, ...others] = compared.filter(({ likeness }) => likeness === 'same');
  if (same === undefined) {
    const isClear = compared.every(({ likeness }) => likeness === 'different');
    return isComplete && isClear ? 'absent' : 'unknown';
  }
  const id = idField(same.item, 'id');
  return others.length > 0 || id === undefined ? 'unknown' : { found: { id, url: pageOf(same.item) } };
}

/** No page of Facebook promises that the list has texts and links as they were sent. So `unclear` proves nothing. */
function compare(
  item: unknown,
  { text, settings: { link } }: Outgoing<Settings>,
  photos: readonly string[],
): 'same' | 'different' | 'unclear' {
  const message = textField(item, 'message') ?? '';
  const isLike = isAlike(text, message);
  if (photos.length > 0) {
    const shown = listPhotos(item);
    if (photos.every((id) => shown.includes(id))) return 'same';
    return isLike || photos.some((id) => shown.includes(id)) ? 'unclear' : 'different';
  }
  if (plainText(text) !== plainText(message)) return isLike ? 'unclear' : 'different';
  return plainText(text) !== '' || listLinks(item).includes(reduceLink(link)) ? 'same' : 'unclear';
}

/** Whether the network may show the text so: both begin or end with the same word, or nothing is shown but signs. */
function isAlike(text: string, shown: string): boolean {
  const [ours, theirs] = [wordsOf(text), wordsOf(shown)];
  return theirs.length === 0 || ours[0] === theirs[0] || ours.at(-1) === theirs.at(-1);
}

function wordsOf(text: string): string[] {
  return composeText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function listPhotos(item: unknown): (string | undefined)[] {
  return listField(item, 'attachments', 'data').flatMap((each) => [
    idField(each, 'target', 'id'),
    ...listField(each, 'subattachments', 'data').map((inner) => idField(inner, 'target', 'id')),
  ]);
}

function listLinks(item: unknown): (string | undefined)[] {
  const links = listField(item, 'attachments', 'data').map((each) => textField(each, 'unshimmed_url'));
  return links.filter((link) => link !== undefined).map(reduceLink);
}

/** An address as it is written usually: "https://bells.example" becomes "https://bells.example/". */
function reduceLink(link = ''): string {
  return URL.parse(link)?.href ?? link;
}
