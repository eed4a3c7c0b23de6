/** What the fake reads and checks of the records that a write creates. */
import { field, type JsonObject, textField } from '../core/json.ts';
import { mediaOf } from './fake-others.ts';
import { postType, type Write } from './records.ts';

type File = { blob: unknown; alt: string | undefined; captions: unknown[] };

/** The files of a post in order. */
export function listFiles(embed: unknown): File[] {
  const media = mediaOf(embed);
  const images = field(media, 'images') ?? field(media, 'items') ?? [];
  const files = (images as unknown[]).map((image) => ({ blob: field(image, 'image'), of: image }));
  const video = field(media, 'video');
  const all = video === undefined ? files : [{ blob: video, of: media }];
  return all.map(({ blob, of }) => {
    const captions = (field(of, 'captions') ?? []) as unknown[];
    return { blob, alt: textField(of, 'alt'), captions };
  });
}

/** The blobs that a write names. */
export function listBlobs({ value }: Write): unknown[] {
  return listFiles(value.embed).flatMap(({ blob, captions }) => [
    blob,
    ...captions.map((each) => field(each, 'file')),
  ]);
}

/** The limits of the schemas, which a PDS applies to the records that it knows: https://atproto.com/specs/lexicon */
export function findProblem({ collection, value }: Write): string | undefined {
  if (collection !== postType) return undefined;
  const problem = findInText(String(value.text)) ?? findInFacets(value.facets) ?? findInEmbed(value.embed);
  return problem && `Invalid app.bsky.feed.post record: ${problem}`;
}

function findInText(text: string): string | undefined {
  const [graphemes, bytes] = [[...new Intl.Segmenter().segment(text)].length, Buffer.byteLength(text)];
  return graphemes > 300 || bytes > 3000 ? 'text must not be longer' : undefined;
}

function findInFacets(facets: unknown): string | undefined {
  const features = ((facets ?? []) as unknown[]).flatMap((each) => field(each, 'features') as unknown[]);
  const isHeavy = features.some((each) => Buffer.byteLength(textField(each, 'tag') ?? '') > 640);
  return isHeavy ? 'tag must not be longer' : undefined;
}

function findInEmbed(embed: unknown): string | undefined {
  const list = (name: string) => (field(mediaOf(embed), name) ?? []) as unknown[];
  if (list('images').length > 4 || list('items').length > 10) return 'the embed must not have more images';
  const captions = list('captions');
  if (captions.length > 20) return 'the embed must not have more captions';
  return captions.map(findInCaptions).find((each) => each !== undefined);
}

/** `caption` of https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (2026-11-24) */
function findInCaptions(captions: unknown): string | undefined {
  if (
    Object.keys(captions as object)
      .toSorted()
      .join() !== 'file,lang'
  )
    return 'captions are a lang and a file';
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(textField(captions, 'lang') ?? ''))
    return 'lang is no language';
  const { $type, mimeType, size } = field(captions, 'file') as JsonObject;
  if ($type !== 'blob' || mimeType !== 'text/vtt') return 'captions must be text/vtt';
  return Number(size) > 20_000 ? 'captions must not be larger' : undefined;
}
