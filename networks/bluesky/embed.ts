/** The part of a post besides its text: images, one video, or a link card, and a quoted post beside it. */
import { blameFile } from '../core/blame.ts';
import { field, type JsonObject } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { readBlob } from './cid.ts';
import { requireStated } from './faults.ts';
import type { Ref } from './records.ts';
import { maxPlainImages } from './rules.ts';
import { type BlueskySession, serverOf } from './session.ts';
import type { Settings } from './settings.ts';
import { uploadVideo } from './video.ts';
import { accept, addressOf, send } from './xrpc.ts';

export async function buildEmbed({ media, settings }: Outgoing<Settings>, session: BlueskySession, run: Run) {
  const [first] = media;
  if (first?.kind === 'video') return buildVideo(first, await uploadVideo(first, session, run));
  if (first !== undefined) return buildImages(media, session, run);
  return buildLinkCard(settings);
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

/**
 * Uploads an image and returns its blob. The blob's address is the hash of its bytes, so a second upload returns the
 * same blob. The image is invisible until a record names it; without one, the server deletes it after a while.
 */
export async function uploadImage(file: Media, index: number, session: BlueskySession) {
  const server = serverOf(session);
  // In one piece: a PDS that refuses a stream midway leaves the connection unusable (@atproto/pds 0.5.35, 2026-11-21).
  const body = Buffer.concat(await Array.fromAsync(file.open()));
  const response = await send(server, {
    method: 'POST',
    url: addressOf(server, 'com.atproto.repo.uploadBlob', {}),
    headers: { 'content-type': file.mimeType },
    body,
    timeout: 60,
  });
  try {
    return requireStated(readBlob(field(accept(server, response), 'blob')));
  } catch (error) {
    throw blameFile(error, index);
  }
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
