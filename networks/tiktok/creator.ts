/**
 * What TikTok allows an account now: https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info
 * (2026-11-22). An account changes it at any time in the app.
 */
import { makesNoSense, type Signed } from '../core/api.ts';
import { faultIn } from '../core/fault.ts';
import { field, listField } from '../core/json.ts';
import type { Version } from '../core/limits.ts';
import type { Option, OptionsAsk } from '../core/network.ts';
import { type App, ask, isAudited, postTo, type TiktokSession } from './api.ts';
import { isDraft, visibilities } from './settings.ts';

type Creator = Awaited<ReturnType<typeof readCreator>>;

/** Throws `throttled` or `rejected` if the account may not publish now. */
export function readCreator(caller: Signed<App>) {
  return ask(caller, postTo('/v2/post/publish/creator_info/query/', {}), (json) => {
    const data = field(json, 'data');
    const levels = listField(data, 'privacy_level_options').slice(0, 100);
    if (levels.length === 0) throw makesNoSense('TikTok did not say what this account may publish.');
    const isDisabled = (what: string) => field(data, `${what}_disabled`) === true;
    const seconds = field(data, 'max_video_post_duration_sec');
    return {
      privacyLevels: levels.filter((level) => typeof level === 'string'),
      forced: { comment: isDisabled('comment'), duet: isDisabled('duet'), stitch: isDisabled('stitch') },
      /** Undefined if TikTok does not say. */
      maxSeconds: typeof seconds === 'number' && seconds > 0 ? seconds : undefined,
    };
  });
}

/**
 * What the account may not do, as far as it depends on the account. TikTok offers "everyone" to public accounts only, and
 * takes nothing for them by an app without an audit: https://developers.tiktok.com/doc/content-sharing-guidelines (2026-11-28).
 */
export function listObstacles(
  { settings, media }: Pick<Version, 'settings' | 'media'>,
  { privacyLevels, maxSeconds = Infinity }: Creator,
  caller: Pick<Signed<App>, 'app'>,
): { field: string; message: string }[] {
  const tooLong = media.findIndex(({ duration }) => (duration ?? 0) > maxSeconds);
  const titles = listVisibilities(privacyLevels).map(([, title]) => `“${title}”`);
  const offered = `TikTok offers this account only ${titles.join(', ')}.`;
  const longest = `TikTok allows this account videos of at most ${maxSeconds} seconds.`;
  const isOffered = privacyLevels.includes(String(settings.privacy_level));
  const isSeen = privacyLevels.includes('PUBLIC_TO_EVERYONE') && !isAudited(caller);
  const unaudited =
    'TikTok has not audited the app of this installation, so this account must be private. Make it private in the app of TikTok, or send a draft.';
  return [
    ...(isSeen ? [{ field: 'settings.post_mode', message: unaudited }] : []),
    ...(isOffered ? [] : [{ field: 'settings.privacy_level', message: offered }]),
    ...(tooLong < 0 ? [] : [{ field: `media_ids.${tooLong}`, message: longest }]),
  ];
}

/** The values that TikTok offers and Belfry knows, with their titles. */
function listVisibilities(levels: readonly string[]): [value: string, title: string][] {
  return Object.entries(visibilities).filter(([value]) => levels.includes(value));
}

/** Whether the account could publish now. */
export async function check(session: TiktokSession): Promise<string[]> {
  if (!session.grant.scopes.includes('video.publish')) return [];
  return (await tryCreator(session)).obstacles;
}

export async function checkPost(post: Version, session: TiktokSession): Promise<string[]> {
  if (isDraft(post.settings)) return [];
  const { creator, obstacles } = await tryCreator(session);
  if (creator === undefined) return obstacles;
  return listObstacles(post, creator, session).map(({ message }) => message);
}

/** The creator, or the reason for which they may not publish now. */
export async function tryCreator(caller: Signed<App>): Promise<{ creator?: Creator; obstacles: string[] }> {
  try {
    return { creator: await readCreator(caller), obstacles: [] };
  } catch (error) {
    const fault = faultIn(error, 'throttled', 'rejected');
    if (fault === undefined) throw error;
    return { obstacles: [fault.message] };
  }
}

/** Without an audit of the app, TikTok lets only the account itself see a post. */
export async function options(session: TiktokSession, { field }: OptionsAsk): Promise<Option[]> {
  if (field !== 'privacy_level') return [];
  const { privacyLevels } = await readCreator(session);
  return listVisibilities(privacyLevels)
    .filter(([value]) => isAudited(session) || value === 'SELF_ONLY')
    .map(([value, title]) => ({ value, title }));
}
