/** A post while a person writes it: what they chose, before the service checks or keeps it. Pure. */
import type { Post, PostIn } from '@belfry/contract/posts.ts';
import type { WorkingPost } from '@belfry/contract/working-copies.ts';
import type { Json, JsonObject } from '@belfry/networks/core/json.ts';
import { mapThreadFiles } from './part.ts';
import { movePeople } from './people.ts';

/** `soon`: ten seconds after the button is pressed, by the clock of the service. `slot`: the next free one. */
export type When = { as: 'open' | 'soon' | 'slot' } | { as: 'at'; at: string };

export interface TargetWriting {
  channelId: number;
  /** Null: the common text. */
  content: string | null;
  settings: JsonObject;
  /** Null: the common files. */
  mediaIds: readonly number[] | null;
  imageFit: 'pad' | 'crop';
}

export interface Writing {
  content: string;
  /** Negative ids are files that are still on their way. */
  mediaIds: readonly number[];
  targets: readonly TargetWriting[];
  when: When;
}

export const blank: Writing = { content: '', mediaIds: [], targets: [], when: { as: 'open' } };

/** Seconds between the button and the publishing, in which a person can stop it. */
export const SOON = 10;

export function newTarget(channelId: number): TargetWriting {
  return { channelId, content: null, settings: {}, mediaIds: null, imageFit: 'pad' };
}

/** Nothing that anybody would miss. */
export function isBlank({ content, mediaIds, targets }: Writing): boolean {
  return (
    content.trim() === '' &&
    mediaIds.length === 0 &&
    targets.every((one) => !one.content?.trim() && !one.mediaIds?.length && isEmptyObject(one.settings))
  );
}

function isEmptyObject(value: object): boolean {
  return Object.keys(value).length === 0;
}

export function isSame(one: Writing, other: Writing): boolean {
  return describe(one) === describe(other);
}

/** A writing never changes, and is compared several times at each key. */
const described = new WeakMap<Writing, string>();

/** The service gives the names in settings another order. */
function describe(writing: Writing): string {
  const known = described.get(writing);
  if (known !== undefined) return known;
  const text = sorted(bodyOf(writing, 'draft'));
  described.set(writing, text);
  return text;
}

export function isSameJson(one: Json, other: Json): boolean {
  return sorted(one) === sorted(other);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort()) : inner,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function writingOf(post: Post): Writing {
  const time = post.planned_at ?? post.scheduled_at;
  return {
    content: post.content,
    mediaIds: post.media.map(({ id }) => id),
    targets: post.targets.map((target) => ({
      channelId: target.channel_id,
      content: target.content,
      settings: target.settings as JsonObject,
      mediaIds: target.media_ids,
      imageFit: target.image_fit,
    })),
    when: time === null ? { as: 'open' } : { as: 'at', at: time },
  };
}

export function writingOfCopy(copy: WorkingPost): Writing {
  return {
    content: copy.content,
    mediaIds: copy.media_ids,
    targets: copy.targets.map((target) => ({
      channelId: target.channel_id,
      content: target.content,
      settings: target.settings as JsonObject,
      mediaIds: target.media_ids,
      imageFit: target.image_fit,
    })),
    when: copy.queue
      ? { as: 'slot' }
      : copy.scheduled_at === null
        ? { as: 'open' }
        : { as: 'at', at: copy.scheduled_at },
  };
}

/** The request that saves the writing as a draft, or schedules it. */
export function bodyOf(writing: Writing, status: PostIn['status']): PostIn {
  return {
    status,
    content: writing.content,
    media_ids: arrived(writing.mediaIds),
    targets: writing.targets.map(({ channelId, content, settings, mediaIds, imageFit }) => ({
      channel_id: channelId,
      content,
      settings: changeFiles(settings, mediaIds ?? writing.mediaIds, arrived),
      media_ids: mediaIds && arrived(mediaIds),
      image_fit: imageFit,
    })),
    ...timeOf(writing.when, status),
  };
}

function timeOf(when: When, status: PostIn['status']): Pick<PostIn, 'scheduled_at' | 'queue' | 'publish_in'> {
  if (when.as === 'at') return { scheduled_at: when.at };
  if (status === 'draft' || when.as === 'open') return {};
  return when.as === 'slot' ? { queue: true } : { publish_in: SOON };
}

/** Without the files that are still on their way. */
function arrived(ids: readonly number[]): number[] {
  return ids.filter((id) => id > 0);
}

/** Without the files that never arrived. */
export function withoutWaiting(writing: Writing): Writing {
  return mapFiles(writing, arrived);
}

/** The text that a channel gets; of `null`, the common one. */
export function textOf(writing: Writing, channelId: number | null): string {
  return targetOf(writing, channelId)?.content ?? writing.content;
}

export function mediaOf(writing: Writing, channelId: number | null): readonly number[] {
  return targetOf(writing, channelId)?.mediaIds ?? writing.mediaIds;
}

export function targetOf(writing: Writing, channelId: number | null): TargetWriting | undefined {
  return channelId === null ? undefined : writing.targets.find((one) => one.channelId === channelId);
}

export function changeTarget(writing: Writing, channelId: number, change: Partial<TargetWriting>): Writing {
  const targets = writing.targets.map((one) => (one.channelId === channelId ? { ...one, ...change } : one));
  return { ...writing, targets };
}

/** In a channel's tab, the text becomes the channel's own. */
export function setText(writing: Writing, channelId: number | null, content: string): Writing {
  return channelId === null ? { ...writing, content } : changeTarget(writing, channelId, { content });
}

export function setMedia(writing: Writing, channelId: number | null, mediaIds: readonly number[]): Writing {
  const before = mediaOf(writing, channelId);
  const targets = writing.targets.map((one) => {
    if (channelId === null ? one.mediaIds !== null : one.channelId !== channelId) return one;
    return { ...one, settings: movePeople(one.settings, before, mediaIds) };
  });
  const moved = { ...writing, targets };
  return channelId === null ? { ...moved, mediaIds } : changeTarget(moved, channelId, { mediaIds });
}

/** Sets one setting; `undefined` takes it away. */
export function setSetting(
  writing: Writing,
  channelId: number,
  name: string,
  value: JsonObject[string] | undefined,
): Writing {
  const { [name]: _, ...others } = targetOf(writing, channelId)?.settings ?? {};
  return changeTarget(writing, channelId, {
    settings: value === undefined ? others : { ...others, [name]: value },
  });
}

/** In the order of the workspace's channels. `former`: what channels had that may come back. */
export function chooseChannels(
  writing: Writing,
  channelIds: readonly number[],
  former: ReadonlyMap<number, TargetWriting>,
): Writing {
  const targets = channelIds.map((id) => targetOf(writing, id) ?? former.get(id) ?? newTarget(id));
  return { ...writing, targets };
}

export function leaveOut(writing: Writing, channelId: number): Writing {
  return { ...writing, targets: writing.targets.filter((one) => one.channelId !== channelId) };
}

/** Puts the id of a file that arrived in the place of the one that stood for it. */
export function replaceFile(writing: Writing, from: number, to: number | undefined): Writing {
  const swap = (ids: readonly number[]) =>
    ids.flatMap((id) => (id !== from ? [id] : to === undefined || ids.includes(to) ? [] : [to]));
  return mapFiles(writing, swap);
}

/** Changes all lists of files. */
function mapFiles(writing: Writing, change: (ids: readonly number[]) => number[]): Writing {
  const targets = writing.targets.map((one) => {
    const before = one.mediaIds ?? writing.mediaIds;
    const settings = changeFiles(one.settings, before, change);
    return { ...one, settings, mediaIds: one.mediaIds && change(one.mediaIds) };
  });
  return { ...writing, mediaIds: change(writing.mediaIds), targets };
}

/** Changes the files that settings name, beside those of the version. */
function changeFiles(
  settings: JsonObject,
  ids: readonly number[],
  change: (ids: readonly number[]) => number[],
): JsonObject {
  return movePeople(mapThreadFiles(settings, change), ids, change(ids));
}
