import { checkFile } from '../core/check.ts';
import { field, textField } from '../core/json.ts';
import {
  type AccountLimits,
  type Limit,
  limitsFor,
  type Rules,
  type Version,
  type Violation,
} from '../core/limits.ts';
import { countCodePoints } from '../core/text.ts';
import { maxTitle, settingsSchema, titleOf } from './settings.ts';

const videos = 'https://developers.google.com/youtube/v3/docs/videos';
const insert = 'https://developers.google.com/youtube/v3/docs/videos/insert';
const thumbnails = 'https://developers.google.com/youtube/data/reference/rest/v3/thumbnails/set';
const longVideos = 'https://support.google.com/youtube/answer/71673';

/** Characters, with the commas between tags and the quotes around tags with spaces. */
const maxTags = 500;

/** Seconds of a video of a channel that is not verified by telephone. */
export const unverifiedSeconds = 900;

export const youtubeRules: Rules<'youtube'> = {
  platform: 'youtube',
  name: 'YouTube',
  limits: {
    'text.max': { ...read(5000, videos), unit: 'bytes' },
    'media.min': read(1, insert),
    'media.max': read(1, insert),
    'images.max': read(0, insert),
    'videos.max': read(1, insert),
    'video.bytes': read(256_000_000_000, insert),
    'video.seconds': read(12 * 3600, longVideos),
    // Of a cover. It was 2 MB until 2026-09-14, which older pages still say.
    'image.types': { ...read(['image/jpeg', 'image/png'], thumbnails), checked: '2026-11-22' },
    'image.bytes': { ...read(50_000_000, thumbnails), checked: '2026-11-22' },
  },
  settings: settingsSchema,
  check: (version, account) => [
    ...checkTitle(version),
    ...checkSigns(version),
    ...checkTags(version),
    ...checkComment(version),
    ...checkCover(version, account),
  ],
};

function read<T>(value: T, source: string): Limit<T> {
  return { value, source, checked: '2026-11-21' };
}

function checkTitle({ text, settings }: Version): Violation[] {
  const title = titleOf(text, textField(settings, 'title'));
  const common = { field: 'settings.title', unit: 'characters', measured: title.length };
  if (title.trim() === '') {
    const message = 'needs a title, or a text whose first line can be the title';
    return [{ ...common, rule: 'title.min', limit: 1, message }];
  }
  if (title.length <= maxTitle) return [];
  const message = `allows at most ${maxTitle} characters of title; this title has ${title.length}`;
  return [{ ...common, rule: 'title.max', limit: maxTitle, message }];
}

function checkSigns({ text, settings }: Version): Violation[] {
  const title = textField(settings, 'title') ?? '';
  const texts = { content: text, 'settings.title': title, 'settings.tags': tagsOf(settings).join('') };
  return Object.entries(texts).flatMap(([field, each]) => {
    const sign = /[<>]/.exec(each)?.[0];
    if (sign === undefined) return [];
    const message = `does not allow the signs < and >; this text has “${sign}”`;
    return [{ field, rule: 'text.signs', measured: sign, limit: 0, unit: 'characters', message }];
  });
}

function checkTags({ settings }: Version): Violation[] {
  const tags = tagsOf(settings);
  const lengths = tags.map((tag) => countCodePoints(tag) + (/\s/.test(tag) ? 2 : 0));
  const measured = lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1));
  if (measured <= maxTags) return [];
  const message = `allows at most ${maxTags} characters of tags; these have ${measured}`;
  return [
    { field: 'settings.tags', rule: 'tags.max', measured, limit: maxTags, unit: 'characters', message },
  ];
}

/** Not confirmed by a page that we have read. YouTube turns off comments on videos that are made for kids. */
function checkComment({ settings }: Version): Violation[] {
  if (textField(settings, 'first_comment') === undefined || settings.made_for_kids !== true) return [];
  const message = 'allows no comments on videos that are made for kids';
  return [
    {
      field: 'settings.first_comment',
      rule: 'comment.kids',
      measured: 1,
      limit: 0,
      unit: 'comments',
      message,
    },
  ];
}

function checkCover(version: Version, account: AccountLimits): Violation[] {
  const cover = version.files?.get(Number(version.settings.cover));
  const at = 'settings.cover';
  if (cover === undefined) return [];
  if (cover.kind === 'image') return checkFile(limitsFor(youtubeRules, account, version), cover, at);
  const message = 'allows only an image as the cover';
  return [{ field: at, rule: 'cover.kind', measured: cover.kind, limit: 'image', unit: 'kind', message }];
}

/** Settings may be an unchecked draft. */
function tagsOf(settings: Version['settings']): string[] {
  const tags = field(settings, 'tags');
  return Array.isArray(tags) ? tags.filter((each) => typeof each === 'string') : [];
}
