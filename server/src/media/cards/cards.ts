/** Use cases of link cards. A link and its page come from strangers, so Belfry shows only text and a copy of the picture. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { LinkCard } from '@belfry/contract/link-cards.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import { openIncoming } from '../../files/index.ts';
import { fetchLink } from '../arrival/arrival.ts';
import type { DownloadQueues } from '../arrival/download-queues.ts';
import { CannotFit } from '../convert/convert-refusal.ts';
import { makeThumbnail } from '../convert/workshop.ts';
import { generateStorageKey } from '../library/keys.ts';
import { probeFile, UnfitFile } from '../probe/probe.ts';
import { MAX_PAGE, type PageFacts, walkPage } from './page.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'outbound' | 'slices'>;

const LIFETIME_MINUTES = 60;
/** For the page and for its picture. */
const SECONDS = 10;
/** Bytes, for each of them. */
const MAX_BYTES = 2 * 1024 * 1024;
const LIMITS = { seconds: SECONDS, limits: { image: MAX_BYTES, video: MAX_BYTES } };
/** Pixels. */
const WIDTH = 640;

export async function getLinkCard(
  ctx: Ctx,
  queues: DownloadQueues,
  who: Caller,
  url: string,
): Promise<LinkCard> {
  allow(who, 'post.write');
  const hash = createHash('sha256').update(url).digest();
  const known = await store.findCard(ctx.db, who.workspaceId, hash);
  if (known !== undefined) return present(known);
  return queues.files.run(() => makeCard(ctx, queues, who, { url, hash }), { owner: who.userId });
}

async function makeCard(
  ctx: Ctx,
  queues: DownloadQueues,
  who: Caller,
  { url, hash }: { url: string; hash: Buffer },
): Promise<LinkCard> {
  const { image, ...texts } = await fetchPage(ctx, queues, who, url);
  const picture =
    image === null ? undefined : await copyPicture(ctx, queues, who, image).catch(ignoreRefusal);
  const card = { workspace_id: who.workspaceId, url, hash, ...texts, minutes: LIFETIME_MINUTES };
  const files = { image_key: picture?.key ?? null, image_size: picture?.size ?? null };
  const { row, former } = await ctx.db.transaction((tx) => store.insertCard(tx, { ...card, ...files }));
  if (former !== null) await ctx.files.remove(former);
  if (row !== undefined) return present(row);
  if (picture !== undefined) await ctx.files.remove(picture.key);
  return present(orNotFound(await store.findCard(ctx.db, who.workspaceId, hash)));
}

async function fetchPage(ctx: Ctx, queues: DownloadQueues, who: Caller, url: string): Promise<PageFacts> {
  await using incoming = await openIncoming(ctx.config.dataDir);
  const fetch = () => fetchLink(ctx, url, incoming, LIMITS);
  const { end, type } = await queues.downloads.run(fetch, { owner: who.userId });
  await using file = await open(incoming.path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_PAGE), 0, MAX_PAGE, 0);
  return ctx.slices.walk(walkPage(buffer.subarray(0, bytesRead), { url: end, type }));
}

/** No byte of the page's own file is stored. */
async function copyPicture(
  ctx: Ctx,
  queues: DownloadQueues,
  who: Caller,
  url: string,
): Promise<{ key: string; size: number }> {
  await using source = await openIncoming(ctx.config.dataDir);
  await using target = await openIncoming(ctx.config.dataDir);
  await queues.downloads.run(() => fetchLink(ctx, url, source, LIMITS), { owner: who.userId });
  await probeFile(source.path, 'images', who.userId);
  const { size, extension } = await makeThumbnail(who.workspaceId, source.path, WIDTH, target.path);
  const key = generateStorageKey(extension);
  await ctx.files.adopt(key, target.path);
  return { key, size };
}

/** A card without a picture is better than none. */
function ignoreRefusal(error: unknown): undefined {
  if (error instanceof Problem || error instanceof UnfitFile || error instanceof CannotFit) return undefined;
  throw error;
}

/** The row of a card with a picture. */
export async function findPicture(
  { db }: Pick<Ctx, 'db'>,
  who: Caller,
  id: number,
): Promise<{ key: string; size: number }> {
  allow(who, 'post.write');
  const row = await store.findCardById(db, who.workspaceId, id);
  const { image_key: key, image_size: size } = orNotFound(row, ({ image_key }) => image_key !== null);
  return { key: key ?? '', size: size ?? 0 };
}

function present({ id, workspace_id, url, title, description, site, image_key }: store.CardRow): LinkCard {
  const image = `/api/v1/link-cards/${id}/image?workspace=${workspace_id}`;
  return { url, title, description, site, image_url: image_key === null ? null : image };
}
