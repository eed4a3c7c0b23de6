/** The part of a post besides its text: images, one video, or a link card, and a quoted post beside it. */
import { blameFile } from '../core/blame.ts';
import type { JsonObject } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { uploadBlob } from './blobs.ts';
import { uploadCaptions, uploadCaptionsFile } from './captions.ts';
import type { Ref } from './records.ts';
import { maxPlainImages } from './rules.ts';
import type { BlueskySession } from './session.ts';
import type { Settings } from './settings.ts';
import { uploadVideo } from './video.ts';

export interface Built {
  embed: JsonObject | null;
  warnings: readonly string[];
}

export async function buildEmbed(
  { media, settings }: Outgoing<Settings>,
  session: BlueskySession,
  run: Run,
): Promise<Built> {
  const [first] = media;
  if (first?.kind === 'video') return buildVideo(first, session, run);
  const embed = first === undefined ? buildLinkCard(settings) : await buildImages(media, session, run);
  return { embed, warnings: [] };
}

export function withQuote(embed: JsonObject | null, quoted: Ref | null): JsonObject | null {
  if (quoted === null) return embed;
  const record = { $type: 'app.bsky.embed.record', record: quoted };
  return embed === null ? record : { $type: 'app.bsky.embed.recordWithMedia', record, media: embed };
}

async function buildImages(media: readonly Media[], session: BlueskySession, run: Run): Promise<JsonObject> {
  const images: JsonObject[] = [];
  for (const [index, file] of media.entries()) {
    const image = await run.step(`image.${index}`, () => uploadImage(file, index, session));
    images.push({ image, alt: file.altText ?? '', ...aspectRatio(file) });
  }
  if (images.length <= maxPlainImages) return { $type: 'app.bsky.embed.images', images };
  const items = images.map((image) => ({ $type: 'app.bsky.embed.gallery#image', ...image }));
  return { $type: 'app.bsky.embed.gallery', items };
}

async function uploadImage(file: Media, index: number, session: BlueskySession): Promise<JsonObject> {
  const body = Buffer.concat(await Array.fromAsync(file.open()));
  try {
    return await uploadBlob(body, file.mimeType, session);
  } catch (error) {
    throw blameFile(error, index);
  }
}

/** Uploads again what the server deletes if no record names it in time: images, and captions of a video. */
export async function uploadAgain(file: Media, index: number, session: BlueskySession): Promise<void> {
  if (file.kind === 'image') await uploadImage(file, index, session);
  for (const each of file.captions ?? []) await uploadCaptionsFile(each, session);
}

async function buildVideo(file: Media, session: BlueskySession, run: Run): Promise<Built> {
  const video = await uploadVideo(file, session, run);
  const { embedded, warnings } = await uploadCaptions(file, session, run);
  const alt = file.altText ? { alt: file.altText } : {};
  const captions = embedded.length > 0 ? { captions: embedded } : {};
  const embed = { $type: 'app.bsky.embed.video', video, ...captions, ...alt, ...aspectRatio(file) };
  return { embed, warnings };
}

function buildLinkCard({ link_card: card }: Settings): JsonObject | null {
  if (card === undefined) return null;
  const external = { uri: card.url, title: card.title, description: card.description ?? '' };
  return { $type: 'app.bsky.embed.external', external };
}

function aspectRatio({ width, height }: Media): JsonObject {
  return width && height ? { aspectRatio: { width, height } } : {};
}
