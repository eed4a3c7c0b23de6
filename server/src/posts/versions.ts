/** Reads the channels and files that a client's post names, and builds the version for each channel. */
import { detail } from '@belfry/contract/details.ts';
import type { MediaFacts } from '@belfry/networks/core/limits.ts';
import type { Caller } from '../access/roles.ts';
import { invalid } from '../base/problem.ts';
import { type ChannelRow, findMissing, readChannels } from '../channels/index.ts';
import type { Db } from '../db/database.ts';
import { factsOf, readMedia } from '../media/index.ts';
import { type CheckedChannel, checkVersions, type Fitting, isLight, type TargetVersion } from './fitting.ts';
import type { SentPost, SentTarget } from './sent.ts';

/** The default of `live`: no channel shows the post yet. */
const noChannels: ReadonlySet<number> = new Set();

/** Throws 422 naming each channel or file that does not exist in this workspace. */
export function requireKnown(
  who: Pick<Caller, 'channelIds'>,
  body: SentPost,
  channels: ReadonlyMap<number, Pick<ChannelRow, 'id' | 'deleted_at'>>,
  media: readonly { id: number }[],
  live = noChannels,
): void {
  const named = placed(body).filter(({ target }) => !live.has(target.channel_id));
  const missing = findMissing(
    who,
    channels.values(),
    named.map(({ index, target }) => [`targets.${index}.channel_id`, target.channel_id] as const),
  );
  const known = new Set(media.map(({ id }) => id));
  for (const [index, id] of (body.media_ids ?? []).entries()) {
    if (!known.has(id)) missing.push(detail(`media_ids.${index}`, 'unknown_media', { media_id: id }));
  }
  if (missing.length > 0) throw invalid(missing);
}

/** The versions for the channels that exist. */
export function versionsOf(
  body: SentPost,
  channels: ReadonlyMap<number, CheckedChannel>,
  media: readonly MediaFacts[],
): TargetVersion[] {
  return placed(body).flatMap(({ index, target }) => {
    const channel = channels.get(target.channel_id);
    const version = { text: textOf(body, target), settings: target.settings, media };
    return channel === undefined ? [] : [{ index, channel: checkedOf(channel), version }];
  });
}

/** Copies only these fields, so that two checks of the same version compare as equal. */
export function checkedOf({ id, platform, username, limits }: CheckedChannel): CheckedChannel {
  return { id, platform, username, limits };
}

export async function readNamed(db: Db, { workspaceId }: Caller, { targets = [], media_ids = [] }: SentPost) {
  const ids = targets.map((target) => target.channel_id);
  const [channels, media] = await Promise.all([
    readChannels(db, workspaceId, ids),
    readMedia(db, workspaceId, media_ids),
  ]);
  return { channels: new Map(channels.map((row) => [row.id, row])), media };
}

/** Checks a post before it is locked, since the check may take long. Undefined for drafts and light posts. */
export async function checkBefore(
  ctx: Parameters<typeof checkVersions>[0] & { db: Db },
  who: Caller,
  body: SentPost,
): Promise<Fitting | undefined> {
  if (body.status === 'draft' || isLightPost(body)) return undefined;
  const { channels, media } = await readNamed(ctx.db, who, body);
  return checkVersions(ctx, versionsOf(body, channels, media.map(factsOf)));
}

/** As {@link isLight}, of what the client sent. */
export function isLightPost(body: SentPost): boolean {
  const media = body.media_ids ?? [];
  const versions = placed(body).map(({ target }) => ({
    text: textOf(body, target),
    settings: target.settings,
    media,
  }));
  const isContentShown = (body.targets ?? []).some(({ content }) => content === null);
  const content = isContentShown ? [] : [{ text: body.content ?? '', settings: {}, media }];
  return isLight([...content, ...versions]);
}

/** The targets with their index in the body. */
function placed({ targets = [] }: SentPost): { index: number; target: SentTarget }[] {
  return targets.map((target, index) => ({ index, target }));
}

function textOf(body: SentPost, target: SentTarget): string {
  return target.content ?? body.content ?? '';
}
