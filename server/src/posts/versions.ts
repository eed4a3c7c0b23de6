/** Reads the channels and files that a client's post names, and builds the version for each channel. */
import { type Detail, detail } from '@belfry/contract/details.ts';
import { listNamedFiles } from '@belfry/networks/core/named-files.ts';
import type { Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { invalid } from '../base/problem.ts';
import { type ChannelRow, findMissing, readChannels } from '../channels/index.ts';
import type { Db } from '../db/database.ts';
import { findMissingLabels, type LabelRow, readLabels } from '../labels/index.ts';
import { filesOf, type MediaRow, readMedia, versionOf } from '../media/index.ts';
import { type CheckedChannel, checkVersions, type Fitting, isLight, type TargetVersion } from './fitting.ts';
import type { SentPost, SentTarget } from './sent.ts';

type Networks = Context['networks'];

/** The default of `live`: no channel shows the post yet. */
const noChannels: ReadonlySet<number> = new Set();

/** Different files that the targets of a post may name. */
const MAX_FILES = 200;
/** An answer lists no more unknown files of targets. */
const MAX_MISSING = 100;

/** A place in the request that names a file. */
export interface FilePlace {
  channelId: number;
  field: string;
  id: number;
}

/** Every place in a target that names a file: in `media_ids`, or in the settings of a channel that exists. */
export function listFilePlaces(
  body: SentPost,
  channels: ReadonlyMap<number, Pick<CheckedChannel, 'platform'>>,
  networks: Networks,
): FilePlace[] {
  return placed(body).flatMap(({ index, target }) => {
    const channelId = target.channel_id;
    const place = (field: string, id: number) => ({ channelId, field: `targets.${index}.${field}`, id });
    const settings = listNamedFiles(schemaOf(channels.get(channelId), networks), target.settings);
    return [
      ...(target.media_ids ?? []).map((id, at) => place(`media_ids.${at}`, id)),
      ...settings.map(({ field, id }) => place(`settings.${field}`, id)),
    ];
  });
}

/** The schema of a channel's settings. */
export function schemaOf(channel: Pick<CheckedChannel, 'platform'> | undefined, networks: Networks) {
  return (channel && networks.get(channel.platform)?.rules.settings) ?? {};
}

/** The ids in these places, each once. None if they are too many: {@link requireKnown} refuses those. */
export function distinctFiles(places: readonly Pick<FilePlace, 'id'>[]): number[] {
  const ids = new Set(places.map(({ id }) => id));
  return ids.size > MAX_FILES ? [] : [...ids];
}

/** What a client's post names, as far as it exists in the workspace. */
export interface Named<Row extends CheckedChannel = ChannelRow> {
  channels: ReadonlyMap<number, Row>;
  /** By id. */
  labels: ReadonlyMap<number, LabelRow>;
  /** The post's own files, and those of its targets. */
  files: ReadonlyMap<number, MediaRow>;
  /** {@link listFilePlaces} */
  places: readonly FilePlace[];
}

/** Throws 422 naming each channel, label or file that does not exist in this workspace. Skips `live` channels. */
export function requireKnown(
  who: Pick<Caller, 'channelIds'>,
  body: SentPost,
  named: Named,
  live = noChannels,
): void {
  const unknown = listUnknown(who, body, named, live);
  if (unknown.length > 0) throw invalid(unknown);
}

/** Each channel, label or file that does not exist in this workspace. Skips `live` channels. */
export function listUnknown(
  who: Pick<Caller, 'channelIds'>,
  body: SentPost,
  { channels, files, labels, places }: Named,
  live: ReadonlySet<number>,
): Detail[] {
  const named = placed(body).filter(({ target }) => !live.has(target.channel_id));
  const unknown = [
    ...(body.media_ids ?? []).map((id, at) => ({ field: `media_ids.${at}`, id })),
    ...places.filter(({ channelId }) => !live.has(channelId)),
  ].filter(({ id }) => !files.has(id));
  if (new Set(places.map(({ id }) => id)).size > MAX_FILES) {
    return [detail('targets', 'too_many_files', { limit: MAX_FILES })];
  }
  return [
    ...findMissing(
      who,
      channels.values(),
      named.map(({ index, target }) => [`targets.${index}.channel_id`, target.channel_id] as const),
    ),
    ...findMissingLabels(body.label_ids ?? [], labels),
    ...unknown.slice(0, MAX_MISSING).map(({ field, id }) => detail(field, 'unknown_media', { media_id: id })),
  ];
}

/** The versions for the channels that exist. */
export function versionsOf(
  body: SentPost,
  { channels, files }: Pick<Named<CheckedChannel>, 'channels' | 'files'>,
  networks: Networks,
): TargetVersion[] {
  const own = ownFiles(body, files);
  return placed(body).flatMap(({ index, target }) => {
    const channel = channels.get(target.channel_id);
    if (channel === undefined) return [];
    const shown = filesOf(target, { own, named: files }, schemaOf(channel, networks));
    const version = versionOf(textOf(body, target), target, shown);
    return [{ index, channel: checkedOf(channel), hasOwnMedia: target.media_ids !== null, version }];
  });
}

/** The post's own files that exist, in order. */
export function ownFiles({ media_ids = [] }: SentPost, files: ReadonlyMap<number, MediaRow>): MediaRow[] {
  return media_ids.flatMap((id) => files.get(id) ?? []);
}

/** Copies only these fields, so that two checks of the same version compare as equal. */
export function checkedOf({ id, platform, username, limits }: CheckedChannel): CheckedChannel {
  return { id, platform, username, limits };
}

export async function readNamed(
  { db, networks }: { db: Db; networks: Networks },
  { workspaceId }: Caller,
  body: SentPost,
): Promise<Named> {
  const { targets = [], media_ids = [] } = body;
  const ids = targets.map((target) => target.channel_id);
  const channels = new Map((await readChannels(db, workspaceId, ids)).map((row) => [row.id, row]));
  const places = listFilePlaces(body, channels, networks);
  const rows = await readMedia(db, workspaceId, [...media_ids, ...distinctFiles(places)]);
  const labels = await readLabels(db, workspaceId, body.label_ids ?? []);
  return {
    channels,
    labels: new Map(labels.map((row) => [row.id, row])),
    files: new Map(rows.map((row) => [row.id, row])),
    places,
  };
}

/** Checks a post before it is locked, since the check may take long. Undefined for drafts and light posts. */
export async function checkBefore(
  ctx: Parameters<typeof checkVersions>[0] & { db: Db },
  who: Caller,
  body: SentPost,
): Promise<Fitting | undefined> {
  if (body.status === 'draft' || isLightPost(body)) return undefined;
  return checkVersions(ctx, versionsOf(body, await readNamed(ctx, who, body), ctx.networks));
}

/** As {@link isLight}, of what the client sent. */
export function isLightPost(body: SentPost): boolean {
  const media = body.media_ids ?? [];
  const versions = placed(body).map(({ target }) => ({
    text: textOf(body, target),
    settings: target.settings,
    media: target.media_ids ?? media,
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
