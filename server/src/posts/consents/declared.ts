/**
 * A consent is a declaration that a network demands of a person for one version of a target.
 *
 * The declarations that a save makes. The request that plans a post states them with its settings, so the caller makes
 * them, for exactly the versions that this request saves.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Consent, listConsents } from '@belfry/networks/core/consents.ts';
import type { Context } from '../../base/context.ts';
import type { CheckedChannel } from '../fitting.ts';
import type { OldPost } from '../saving/decide.ts';
import type { SentPost, SentTarget } from '../sent.ts';
import { schemaOf } from '../versions.ts';

/** By the channel's id. */
export type Declared = ReadonlyMap<number, readonly Consent[]>;

/** The declarations that the targets state. A draft states none: it is planned by another request. */
export function listDeclared(
  { status, targets = [] }: SentPost,
  channels: ReadonlyMap<number, Pick<CheckedChannel, 'platform'>>,
  networks: Context['networks'],
): Declared {
  if (status === 'draft') return new Map();
  return new Map(
    targets.map(({ channel_id, settings }) => [
      channel_id,
      listConsents(schemaOf(channels.get(channel_id), networks), settings),
    ]),
  );
}

/** What a channel shows. */
type Shown = Pick<SentTarget, 'channel_id' | 'content' | 'settings' | 'media_ids' | 'image_fit'>;
interface Shared {
  content: string;
  mediaIds: readonly number[];
}

/** The target's declarations, except those that were made for the same version already. */
export function newConsents(
  target: Shown,
  shared: Shared,
  { old, declared }: { old: OldPost | undefined; declared: Declared },
): readonly Consent[] {
  const stated = declared.get(target.channel_id) ?? [];
  const before = old && findPlanned(old, target.channel_id);
  if (old === undefined || before === undefined) return stated;
  const was = shownBy(before, { content: old.post.content, mediaIds: old.mediaIds });
  return isDeepStrictEqual(was, shownBy(target, shared)) ? [] : stated;
}

/**
 * The target whose declarations count. Those of a draft, of a failed post and of a target that may be live do not: their
 * files may have changed since.
 */
function findPlanned({ post, targets, doubts }: OldPost, channelId: number) {
  if (post.status !== 'pending_approval' && post.status !== 'scheduled') return undefined;
  const isInDoubt = doubts.some(({ channel_id }) => channel_id === channelId);
  return isInDoubt ? undefined : targets.find(({ channel_id }) => channel_id === channelId);
}

function shownBy({ content, settings, media_ids, image_fit }: Shown, shared: Shared) {
  return {
    text: content ?? shared.content,
    media: [...(media_ids ?? shared.mediaIds)],
    settings,
    image_fit,
  };
}
