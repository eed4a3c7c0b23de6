/**
 * What TikTok allows an account now: https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info
 * (2026-11-22). An account changes it at any time in the app.
 */
import { faultIn } from '../core/fault.ts';
import { field } from '../core/json.ts';
import type { MediaFacts, Version } from '../core/limits.ts';
import type { Option, OptionsAsk } from '../core/network.ts';
import { listIn, postApi, requireOk, type TiktokSession } from './api.ts';
import { makesNoSense } from './faults.ts';
import { isDraft } from './settings.ts';

export interface Creator {
  privacyLevels: string[];
  isCommentDisabled: boolean;
  isDuetDisabled: boolean;
  isStitchDisabled: boolean;
  /** Undefined if TikTok does not say. */
  maxSeconds: number | undefined;
}

/** Throws `throttled` or `rejected` if the account may not publish now. */
export async function readCreator(session: TiktokSession, signal?: AbortSignal): Promise<Creator> {
  const { json } = await requireOk(
    postApi(session, '/v2/post/publish/creator_info/query/', {}, signal),
    session,
  );
  const data = field(json, 'data');
  const levels = listIn(data, 'privacy_level_options');
  if (levels.length === 0) throw makesNoSense('TikTok did not say what this account may publish.');
  const seconds = field(data, 'max_video_post_duration_sec');
  return {
    privacyLevels: levels.filter((level) => typeof level === 'string'),
    isCommentDisabled: field(data, 'comment_disabled') === true,
    isDuetDisabled: field(data, 'duet_disabled') === true,
    isStitchDisabled: field(data, 'stitch_disabled') === true,
    maxSeconds: typeof seconds === 'number' && seconds > 0 ? seconds : undefined,
  };
}

/** What the account may not do, as far as it depends on the account. */
export function listObstacles(
  privacyLevel: unknown,
  media: readonly Pick<MediaFacts, 'duration'>[],
  { privacyLevels, maxSeconds }: Creator,
): { field: string; message: string }[] {
  const tooLong = media.findIndex(({ duration }) => (duration ?? 0) > (maxSeconds ?? Infinity));
  return [
    ...(privacyLevels.includes(String(privacyLevel))
      ? []
      : [
          {
            field: 'settings.privacy_level',
            message: `TikTok offers this account only ${privacyLevels.join(', ')}.`,
          },
        ]),
    ...(tooLong < 0
      ? []
      : [
          {
            field: `media_ids.${tooLong}`,
            message: `TikTok allows this account videos of at most ${maxSeconds} seconds.`,
          },
        ]),
  ];
}

/** Whether the account could publish now. */
export async function check(session: TiktokSession): Promise<string[]> {
  if (!session.grant.scopes.includes('video.publish')) return [];
  return (await tryCreator(session)).obstacles;
}

export async function checkPost({ settings, media }: Version, session: TiktokSession): Promise<string[]> {
  if (isDraft(settings)) return [];
  const { creator, obstacles } = await tryCreator(session);
  if (creator === undefined) return obstacles;
  return listObstacles(settings.privacy_level, media, creator).map(({ message }) => message);
}

/** The creator, or the reason for which they may not publish now. */
export async function tryCreator(
  session: TiktokSession,
): Promise<{ creator: Creator | undefined; obstacles: string[] }> {
  try {
    return { creator: await readCreator(session), obstacles: [] };
  } catch (error) {
    const fault = faultIn(error, 'throttled', 'rejected');
    if (fault === undefined) throw error;
    return { creator: undefined, obstacles: [fault.message] };
  }
}

const titles: Record<string, string> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only you',
};

/** Without an audit of the app, TikTok lets only the account itself see a post. */
export async function options(session: TiktokSession, { field }: OptionsAsk): Promise<Option[]> {
  if (field !== 'privacy_level') return [];
  const { privacyLevels } = await readCreator(session);
  return Object.entries(titles)
    .filter(([value]) => privacyLevels.includes(value))
    .filter(([value]) => session.app?.audited === true || value === 'SELF_ONLY')
    .map(([value, title]) => ({ value, title }));
}
