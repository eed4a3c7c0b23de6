/** What a post and the parts of its thread become at Threads. */
import { refuse } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import { listThreadFiles, threadOf } from '../core/thread.ts';
import type { Settings } from './settings.ts';

export interface Part {
  text: string;
  media: readonly Media[];
  /** Those that Threads has for this part. */
  settings: Settings;
}

/** The post itself, then the parts of its thread. */
export function listPosts({ text, media, settings, files }: Outgoing<Settings>): Part[] {
  const ids = listThreadFiles(settings);
  const replies = threadOf(settings).map((reply, index) => ({
    text: reply,
    media: (ids[index] ?? []).map((id) => requireFile(files?.get(id))),
    settings: {},
  }));
  return [{ text, media, settings }, ...replies];
}

function requireFile(file: Media | undefined): Media {
  if (file === undefined) throw refuse('A file of the thread is missing.', 'settings.thread');
  return file;
}

/** The container of a post with one file or none. `parent`: the id of the post to which this one replies. */
export function composeSingle(part: Part, parent: string | undefined): JsonObject {
  const [file] = part.media;
  return {
    ...(file === undefined ? { media_type: 'TEXT' } : composeFile(file)),
    ...composeCommon(part, parent),
  };
}

export function composeItem(file: Media): JsonObject {
  return { ...composeFile(file), is_carousel_item: true };
}

export function composeCarousel(
  part: Part,
  parent: string | undefined,
  children: readonly string[],
): JsonObject {
  return { media_type: 'CAROUSEL', children: children.join(','), ...composeCommon(part, parent) };
}

function composeFile(file: Media): JsonObject {
  return {
    media_type: file.kind === 'image' ? 'IMAGE' : 'VIDEO',
    [`${file.kind}_url`]: file.link(),
    ...(file.altText && { alt_text: file.altText }),
  };
}

function composeCommon({ text, settings }: Part, parent: string | undefined): JsonObject {
  const { topic_tag, link, poll, quote, location, reply_control, is_spoiler } = settings;
  return {
    ...(text !== '' && { text }),
    ...(parent !== undefined && { reply_to_id: parent }),
    ...(topic_tag !== undefined && { topic_tag: topic_tag.trim() }),
    ...(link !== undefined && { link_attachment: link }),
    ...(poll !== undefined && { poll_attachment: composePoll(poll) }),
    ...(quote !== undefined && { quote_post_id: quote }),
    ...(location !== undefined && { location_id: location }),
    ...(reply_control !== undefined && { reply_control }),
    ...(is_spoiler && { is_spoiler_media: true }),
  };
}

function composePoll({ options }: NonNullable<Settings['poll']>): JsonObject {
  const names = ['option_a', 'option_b', 'option_c', 'option_d'];
  return Object.fromEntries(
    names.flatMap((name, at) => (options[at] === undefined ? [] : [[name, options[at]]])),
  );
}
