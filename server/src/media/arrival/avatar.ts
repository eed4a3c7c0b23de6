/** Copies the picture of an account. Its address and its bytes come from networks, and may be hostile. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AvatarRequest } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import type { OutboundRule } from '../../base/outbound-rules.ts';
import { openIncoming } from '../../files/index.ts';
import { makeAvatar } from '../convert/workshop.ts';
import { generateStorageKey } from '../library/keys.ts';
import { download } from './download.ts';

type Ctx = Pick<Context, 'files' | 'config' | 'outbound'>;

/** Bytes. Networks send pictures of some ten kilobytes. */
const MAX_BYTES = 1024 * 1024;
const SECONDS = 15;
/** Pixels, for twice the size at which pages show it. */
const SIDE = 128;

export interface Avatar {
  key: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the picture as the network sent it. */
  hash: Buffer;
}

export interface AvatarOptions {
  workspaceId: number;
  /** What the request may reach besides the public internet. */
  allow: readonly OutboundRule[];
  /** The copy that the channel has. */
  known: Avatar | null;
  ending: AbortSignal;
}

/**
 * Stores a small copy, of which no byte comes from the network's file. Returns `known` if the network still sends the
 * same bytes. Throws `DownloadRefused` and `CannotFit`,
 * whose messages name no address, and the errors of the storage. Stops before the conversion if `ending` aborts.
 */
export async function copyAvatar(
  ctx: Ctx,
  { url, headers = {} }: AvatarRequest,
  { workspaceId, allow, known, ending }: AvatarOptions,
): Promise<Avatar> {
  await using source = await openIncoming(ctx.config.dataDir);
  await using target = await openIncoming(ctx.config.dataDir);
  const limits = { image: MAX_BYTES, video: MAX_BYTES };
  const { lookup } = ctx.outbound;
  await download(url, source.path, { allow, lookup, seconds: SECONDS, limits, headers });
  ending.throwIfAborted();
  const hash = createHash('sha256')
    .update(await readFile(source.path))
    .digest();
  if (known?.hash.equals(hash)) return known;
  const made = await makeAvatar(workspaceId, source.path, SIDE, target.path);
  const key = `avatars/${generateStorageKey(made.extension)}`;
  await ctx.files.adopt(key, target.path);
  return { key, size: made.size, hash };
}
