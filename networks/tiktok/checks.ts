/** What TikTok refuses and the shared check cannot express, and what people should know. Safe for the browser. */
import { unless, when } from '../core/judging.ts';
import type { AccountLimits, Advice, Version, Violation } from '../core/limits.ts';
import { countLinks } from '../core/words.ts';
import { isDraft, visibilities } from './settings.ts';

/** Not a scope of TikTok: `look` adds it to the scopes of an account if the operator's app is audited. */
export const audited = 'audited';

export function isVideo({ media }: Pick<Version, 'media'>): boolean {
  return media.some(({ kind }) => kind === 'video');
}

export function checkPost(version: Version, { scopes }: AccountLimits): Violation[] {
  const { settings } = version;
  const { privacy_level: privacy } = settings;
  const isPrivate = privacy === 'SELF_ONLY';
  const isDrafted = isDraft(settings);
  const scope = isDrafted ? 'video.upload' : 'video.publish';
  return [
    ...unless(
      isPrivate || isDrafted || privacy === undefined || isPublicFor(scopes),
      'settings.privacy_level',
      'privacy.unaudited',
      `allows only the visibility “${visibilities.SELF_ONLY}” and drafts, because TikTok has not audited the app of this installation`,
    ),
    ...unless(
      scopes === undefined || scopes.includes(scope),
      'settings.post_mode',
      'scope.missing',
      `is connected without the right to ${isDrafted ? 'send drafts' : 'publish at once'}; connect it again and allow that, or publish in the other way`,
      { params: { scope } },
    ),
    ...unless(
      isDrafted || !isPrivate || settings.paid_partnership !== true,
      'settings.paid_partnership',
      'privacy.branded',
      'does not allow a paid partnership that only the account itself sees',
    ),
    ...(isVideo(version) ? [] : checkPhotos(version)),
    ...checkCover(version),
  ];
}

function isPublicFor(scopes: AccountLimits['scopes']): boolean {
  return scopes === undefined || scopes.includes(audited);
}

/** UTF-16 units, of which an emoji has two. The schema counts characters. */
const mostTitle = 90;

function checkPhotos({ settings, media }: Version): Violation[] {
  const { length } = String(settings.title ?? '');
  const cover = Number(settings.photo_cover_index ?? 0);
  return [
    ...unless(
      length <= mostTitle,
      'settings.title',
      'title.max',
      `allows titles of at most ${mostTitle} characters; this one has ${length}`,
      { measured: length, limit: mostTitle, unit: 'utf16' },
    ),
    ...unless(
      media.length === 0 || cover < media.length,
      'settings.photo_cover_index',
      'cover.photo',
      `needs one of the ${media.length} photos as the cover, counted from 0; this is ${cover}`,
      { measured: cover, limit: media.length, unit: 'photos' },
    ),
  ];
}

function checkCover({ settings, media: [file] }: Version): Violation[] {
  if (typeof file?.duration !== 'number') return [];
  const measured = Number(settings.cover_at_ms ?? 0);
  const limit = file.duration * 1000;
  const message = `needs a moment of the video as the cover; the video has ${file.duration} seconds`;
  const more = { measured, limit, unit: 'milliseconds' };
  return unless(measured <= limit, 'settings.cover_at_ms', 'cover.video', message, more);
}

const onlyForVideos = ['cover_at_ms', 'made_with_ai'];
const onlyForPhotos = ['title', 'photo_cover_index', 'auto_add_music'];

export function advise(version: Version, { scopes }: AccountLimits): Advice[] {
  const { text, settings, media } = version;
  const isDrafted = isDraft(settings);
  const isOfVideo = isVideo(version);
  const ignored = isOfVideo ? onlyForPhotos : onlyForVideos;
  const unused = media.length === 0 ? [] : ignored.filter((name) => Boolean(settings[name]));
  const noSetting = `TikTok does not have this setting for ${isOfVideo ? 'a video' : 'photos'}.`;
  const kind = isOfVideo ? 'video' : 'photos';
  return [
    ...when(
      !isDrafted && !isPublicFor(scopes),
      'settings.privacy_level',
      'app.unaudited',
      'TikTok has not audited the app of this installation. Only the account itself sees the post, and the account must be private.',
    ),
    ...when(
      isDrafted,
      'settings.post_mode',
      'draft.inbox',
      'TikTok sends a draft to the inbox of the account. A person must finish it in the app of TikTok.',
    ),
    ...when(
      isDrafted && isOfVideo && text !== '',
      'content',
      'draft.text',
      'TikTok takes no text with the draft of a video.',
    ),
    ...when(countLinks(text) > 0, 'content', 'link.plain', 'Links in texts on TikTok cannot be clicked.'),
    ...media.flatMap(({ altText }, at) =>
      when(Boolean(altText), `media_ids.${at}`, 'alt.none', 'TikTok shows no alt texts.'),
    ),
    ...unused.flatMap((name) => when(true, `settings.${name}`, 'setting.unused', noSetting, { kind })),
  ];
}
