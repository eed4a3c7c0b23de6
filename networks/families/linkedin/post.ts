/** A post as LinkedIn's Posts API wants it. */
import { refuse } from '../../core/fault.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Media, Outgoing } from '../../core/network.ts';
import type { Work } from './api.ts';
import { formatOf } from './limits.ts';
import { pollDurations, type Settings } from './settings.ts';
import { encodeLittle } from './text.ts';
import { uploadDocument, uploadImage, uploadVideo } from './upload.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-11-22) */
export type PostBody = { author: string; commentary: string; content?: JsonObject } & JsonObject;

/** `warnings`: sentences for people. */
type Prepared = { body: PostBody; warnings: readonly string[] };

/** Uploads the files, and puts the post together. */
export async function preparePost(post: Outgoing<Settings>, work: Work): Promise<Prepared> {
  const files = await prepareFiles(post, work);
  const content = files?.content ?? (await prepareCard(post, work));
  const { visibility = 'public', disable_reshare = false } = post.settings;
  const body = {
    author: work.session.account.id,
    commentary: encodeLittle(post.text),
    visibility: visibility.toUpperCase(),
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content && { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: disable_reshare,
  };
  return { body, warnings: files?.warnings ?? [] };
}

/** Undefined: the post has no files. */
async function prepareFiles(
  post: Outgoing<Settings>,
  work: Work,
): Promise<{ content: JsonObject; warnings?: readonly string[] } | undefined> {
  const { media, settings } = post;
  const [first] = media;
  const { title } = settings;
  if (formatOf(post) === 'document') {
    if (title === undefined) throw refuse('A document needs a title.', 'settings.title');
    return { content: { media: { id: await uploadDocument(media, work), title } } };
  }
  if (first?.kind === 'video') {
    const cover = settings.cover === undefined ? undefined : fileOf(post, settings.cover, 'cover');
    const { urn: id, warnings } = await uploadVideo(first, cover, work);
    return { content: { media: { id, ...(title !== undefined && { title }) } }, warnings };
  }
  const images: JsonObject[] = [];
  for (const [index, file] of media.entries()) {
    const id = await uploadImage(`image ${index}`, file, work);
    images.push({ id, ...(file.altText && { altText: file.altText }) });
  }
  const [only] = images;
  if (only === undefined) return undefined;
  return { content: images.length === 1 ? { media: only } : { multiImage: { images } } };
}

/** A link with its card, or a poll. */
async function prepareCard(post: Outgoing<Settings>, work: Work): Promise<JsonObject | undefined> {
  const { link, link_title, link_description, link_image, poll } = post.settings;
  if (poll !== undefined) {
    const { question, options, duration_minutes = 10_080 } = poll;
    const duration = pollDurations[duration_minutes];
    return { poll: { question, options: options.map((text) => ({ text })), settings: { duration } } };
  }
  if (link === undefined) return undefined;
  const image = link_image === undefined ? undefined : fileOf(post, link_image, 'link_image');
  const thumbnail = image && (await uploadImage('link image', image, work));
  const title = link_title ?? URL.parse(link)?.hostname ?? link;
  const rest = {
    ...(link_description && { description: link_description }),
    ...(thumbnail && { thumbnail }),
  };
  return { article: { source: link, title, ...rest } };
}

function fileOf({ files }: Outgoing<Settings>, id: number, setting: string): Media {
  const file = files?.get(id);
  if (file?.kind === 'image') return file;
  throw refuse('This file is not an image of the library.', `settings.${setting}`);
}
