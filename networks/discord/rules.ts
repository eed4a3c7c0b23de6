import { field, textField } from '../core/json.ts';
import { unless } from '../core/judging.ts';
import type { AccountLimits, Params, Rules, Version, Violation } from '../core/limits.ts';
import { listParts } from '../core/thread.ts';
import { checkMessage, messageLimits } from '../families/discord/limits.ts';
import { settings } from './settings.ts';

/** What a channel is. Belfry keeps it as the only scope of the account. */
export type Kind = 'text' | 'announcement' | 'forum' | 'media';

/** The limits of files are those of a server without boosts. Each account states its own. */
export const discordRules: Rules<'discord'> = {
  platform: 'discord',
  name: 'Discord',
  limits: messageLimits,
  // Nothing can be uploaded before the message, and in doubt Belfry looks only at messages after this reading.
  ahead: 0,
  settings,
  parts: listParts,
  check: (version, account) => [...checkMessage(version, account), ...checkPlace(version, account)],
};

/** https://docs.discord.com/developers/resources/channel#start-thread-in-forum-or-media-channel (2026-11-22) */
function checkPlace(version: Version, { scopes }: AccountLimits): Violation[] {
  const { settings } = version;
  const has = (name: string) => textField(settings, name) !== undefined;
  const kind = scopes?.[0];
  const isForum = kind === 'forum' || kind === 'media';
  const isNewPost = has('title');
  const isPlain = kind !== undefined && !isForum;
  const isOnlyPoll = version.text.trim() === '' && version.media.length === 0;
  const hasFollowers = (kind === undefined || kind === 'announcement') && !has('thread_id') && !isNewPost;
  const rules: [isBroken: boolean, name: string, message: string, params?: Params][] = [
    [isForum && !isNewPost && !has('thread_id'), 'title', needsTitle, { is: 'forum' }],
    [isPlain && isNewPost, 'title', 'is no forum, and has no titles', { is: 'no_forum' }],
    [
      isNewPost && has('thread_id'),
      'thread_id',
      'allows either a title for a new post or a thread, not both',
    ],
    [isNewPost && has('reply_to'), 'reply_to', 'allows no reply in a new forum post'],
    [!isNewPost && settings.applied_tags !== undefined, 'applied_tags', needsPost],
    [isNewPost && isOnlyPoll && field(settings.poll, 'question') !== undefined, 'poll', needsMore],
    [settings.crosspost === true && !hasFollowers, 'crosspost', noFollowers],
  ];
  return rules.flatMap(([isBroken, name, message, params]) => {
    const more = { measured: name, unit: 'settings', ...(params && { params }) };
    return unless(!isBroken, `settings.${name}`, 'place', message, more);
  });
}

const needsTitle = 'needs a title for a new post, or a thread';
const needsPost = 'allows tags only for a new forum post, which needs a title';
const needsMore = 'needs a text or a file beside the poll of a new forum post';
const noFollowers = 'is no announcement channel, and has no followers';
