/** A pin before it is sent, and in Pinterest's answers: https://developers.pinterest.com/docs/api/v5/pins-create */
import { refuse } from '../core/fault.ts';
import { digitsField, field, textField } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import type { Settings } from './settings.ts';

export interface Draft {
  post: Outgoing<Settings>;
  /** Of the uploaded video, if the pin has one. */
  videoId: string | null;
}

export type Posted = { id: string };

/** The body of `POST /pins`. `place` stands for the bytes of a file. */
export function encodePin({ post, videoId }: Draft, place: (file: Media) => string) {
  const { board_id, board_section_id, title, link, dominant_color } = post.settings;
  // JSON leaves out what is undefined.
  return {
    board_id,
    board_section_id,
    title,
    description: post.text || undefined,
    link,
    alt_text: altOf(post) || undefined,
    dominant_color,
    media_source: videoId === null ? imagesOf(post.media, place) : videoOf(post, videoId, place),
  };
}

/** A pin has one alt text. */
export function altOf({ media }: Pick<Outgoing<Settings>, 'media'>): string {
  return media.find(({ altText }) => altText)?.altText ?? '';
}

function imagesOf(media: readonly Media[], place: (file: Media) => string) {
  const items = media.map((file) => ({ content_type: file.mimeType, data: place(file) }));
  const [item] = items;
  if (item === undefined) throw refuse('Pinterest needs a picture or a video.');
  return items.length === 1
    ? { source_type: 'image_base64', ...item }
    : { source_type: 'multiple_image_base64', items };
}

function videoOf({ settings, files }: Outgoing<Settings>, media_id: string, place: (file: Media) => string) {
  const { cover, cover_at_ms = 0 } = settings;
  const video = { source_type: 'video_id', media_id };
  if (cover === undefined) return { ...video, cover_image_key_frame_time: Math.floor(cover_at_ms / 1000) };
  const file = files?.get(cover);
  if (file === undefined) throw refuse('The cover of the video is missing.');
  return { ...video, cover_image_content_type: file.mimeType, cover_image_data: place(file) };
}

export type Listed = NonNullable<ReturnType<typeof readListed>>;

/** A pin in the account's own list; `createdAt` in milliseconds. Undefined for an entry that makes no sense. */
export function readListed(pin: unknown) {
  const id = digitsField(pin, 'id');
  const createdAt = readTime(textField(pin, 'created_at') ?? '');
  if (id === undefined || Number.isNaN(createdAt)) return undefined;
  const text = (name: string) => textField(pin, name) ?? '';
  return {
    id,
    createdAt,
    boardId: text('board_id'),
    isVideo: field(pin, 'media', 'media_type') === 'video',
    title: text('title'),
    description: text('description'),
    link: text('link'),
    altText: text('alt_text'),
  };
}

/** Pinterest leaves out the zone, which is UTC. */
function readTime(stated: string): number {
  return Date.parse(/[Zz]|[+-]\d\d:?\d\d$/.test(stated) ? stated : `${stated}Z`);
}
