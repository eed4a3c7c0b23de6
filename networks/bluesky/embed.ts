/** The part of a post besides its text: images, one video, or a link card. */

import type { JsonObject } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { maxPlainImages } from './rules.ts';
import type { BlueskySession } from './session.ts';
import type { Settings } from './settings.ts';
import { uploadImage } from './upload.ts';
import { uploadVideo } from './video.ts';

export async function buildEmbed(
  post: Outgoing<Settings>,
  session: BlueskySession,
  run: Run,
): Promise<JsonObject | null> {
  const { media, settings } = post;
  const [first] = media;
  if (first?.kind === 'video') return buildVideo(first, await uploadVideo(first, session, run));
  if (first !== undefined) return buildImages(media, session, run);
  return buildLinkCard(settings);
}

async function buildImages(media: readonly Media[], session: BlueskySession, run: Run): Promise<JsonObject> {
  const images: JsonObject[] = [];
  for (const [index, file] of media.entries()) {
    const image = await run.step(`image.${index}`, () => uploadImage(file, index, session, run.signal));
    images.push({ image, alt: file.altText ?? '', ...aspectRatio(file) });
  }
  if (images.length <= maxPlainImages) return { $type: 'app.bsky.embed.images', images };
  const items = images.map((image) => ({ $type: 'app.bsky.embed.gallery#image', ...image }));
  return { $type: 'app.bsky.embed.gallery', items };
}

function buildVideo(file: Media, video: JsonObject): JsonObject {
  const alt = file.altText ? { alt: file.altText } : {};
  return { $type: 'app.bsky.embed.video', video, ...alt, ...aspectRatio(file) };
}

function buildLinkCard({ link_card: card }: Settings): JsonObject | null {
  if (card === undefined) return null;
  const external = { uri: card.url, title: card.title, description: card.description ?? '' };
  return { $type: 'app.bsky.embed.external', external };
}

function aspectRatio({ width, height }: Media): JsonObject {
  return width && height ? { aspectRatio: { width, height } } : {};
}
