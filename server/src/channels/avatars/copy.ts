/** Copies the pictures of accounts in the background: after connecting, and when a network names another one. */
import type { AvatarRequest } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import { StorageUnavailable } from '../../files/index.ts';
import { type Avatar, copyAvatar } from '../../media/index.ts';
import { rulesFor } from '../../outbound/index.ts';
import { withSession } from '../grants/with-session.ts';
import { fitImageAddress } from '../stated.ts';
import { type ClaimedAvatar, claimAvatars, saveAvatar } from './store.ts';

type Ctx = Pick<
  Context,
  'config' | 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'files' | 'log'
>;

const COPIES_AT_ONCE = 16;
const HOUR = 3600;
/** Seconds until the next try. The first delay is longer than any copy takes. The last one repeats. */
const DELAYS = [300, HOUR, 6 * HOUR, 24 * HOUR];

/** Returns when no copy is due, or when `ending` aborts. */
export async function copyDueAvatars(ctx: Ctx, ending: AbortSignal): Promise<void> {
  for (let count = COPIES_AT_ONCE; count === COPIES_AT_ONCE && !ending.aborted; ) {
    const claimed = await claimAvatars(ctx.db, COPIES_AT_ONCE, DELAYS);
    const reached = await Promise.all(claimed.map((channel) => copyOrLog(ctx, channel, ending)));
    if (reached.includes(false)) return;
    count = claimed.length;
  }
}

/** A failed copy is tried again, and the picture before stays. False: the storage is unavailable. */
async function copyOrLog(ctx: Ctx, channel: ClaimedAvatar, ending: AbortSignal): Promise<boolean> {
  try {
    await copy(ctx, channel, ending);
  } catch (error) {
    if (!ending.aborted)
      ctx.log.info({ err: error, channel: channel.id }, 'the picture of an account could not be copied');
    return !(error instanceof StorageUnavailable);
  }
  return true;
}

async function copy(ctx: Ctx, channel: ClaimedAvatar, ending: AbortSignal): Promise<void> {
  const made = await copyNamed(ctx, channel, ending);
  const saved = await saveAvatar(ctx.db, channel, made);
  const unused = saved === undefined ? made?.key : saved.before;
  const isKept = saved === undefined ? channel.avatar_key : made?.key;
  if (unused && unused !== isKept) await ctx.files.remove(unused);
}

/** Null: the account has no picture. */
async function copyNamed(ctx: Ctx, channel: ClaimedAvatar, ending: AbortSignal): Promise<Avatar | null> {
  const { outboundAllow } = ctx.config;
  const options = { workspaceId: channel.workspace_id, known: knownOf(channel), ending };
  const network = ctx.networks.get(channel.platform);
  if (network?.avatar === undefined) {
    const url = fitImageAddress(ctx, channel.avatar_url);
    return url === null ? null : copyAvatar(ctx, { url }, { ...options, allow: outboundAllow });
  }
  const { avatar } = network;
  const named = await withSession(ctx, network, channel, async (session) => ({
    request: await avatar.call(network, session),
    endpoint: session.endpoint,
  }));
  if (named.request === null) return null;
  const own = named.endpoint === undefined ? [] : rulesFor(named.endpoint);
  const allow = [...outboundAllow, ...own];
  return copyAvatar(ctx, requireFit(named.request, allow), { ...options, allow });
}

/** The message does not name the address, because it may contain a secret. */
function requireFit(request: AvatarRequest, outboundAllow: Ctx['config']['outboundAllow']): AvatarRequest {
  const url = fitImageAddress({ config: { outboundAllow } }, request.url);
  if (url === null) throw new Error('The network named an address of the picture that is not https.');
  return { ...request, url };
}

function knownOf({ avatar_key: key, avatar_size: size, avatar_hash: hash }: ClaimedAvatar): Avatar | null {
  return key === null || size === null || hash === null ? null : { key, size, hash };
}
