import { checkFile } from '../core/check.ts';
import { listField, textField } from '../core/json.ts';
import { unless } from '../core/judging.ts';
import {
  type AccountLimits,
  limitsFor,
  limitsRead,
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

const read = limitsRead('2026-11-21');
const readLater = limitsRead('2026-11-22');

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
    'image.types': readLater(['image/jpeg', 'image/png'], thumbnails),
    'image.bytes': readLater(50_000_000, thumbnails),
  },
  // 100 MB, which is far above our own limit: https://developers.google.com/youtube/v3/docs/captions/insert (2026-11-24).
  captions: { format: 'vtt' },
  settings: settingsSchema,
  check: (version, account) => [
    ...checkTitle(version),
    ...checkSigns(version),
    ...checkTags(version),
    ...checkComment(version),
    ...checkCover(version, account),
  ],
};

function checkTitle({ text, settings }: Version): Violation[] {
  const title = titleOf(text, textField(settings, 'title'));
  const [at, measured] = ['settings.title', title.length];
  const more = { measured, unit: 'characters' };
  if (title.trim() === '') {
    const message = 'needs a title, or a text whose first line can be the title';
    return unless(false, at, 'title.min', message, { ...more, limit: 1 });
  }
  const message = `allows at most ${maxTitle} characters of title; this title has ${measured}`;
  return unless(measured <= maxTitle, at, 'title.max', message, { ...more, limit: maxTitle });
}

function checkSigns({ text, settings }: Version): Violation[] {
  const title = textField(settings, 'title') ?? '';
  const texts = { content: text, 'settings.title': title, 'settings.tags': tagsOf(settings).join('') };
  return Object.entries(texts).flatMap(([field, each]) => {
    const sign = /[<>]/.exec(each)?.[0];
    if (sign === undefined) return [];
    const message = `does not allow the signs < and >; this text has “${sign}”`;
    return unless(false, field, 'text.signs', message, { measured: sign, unit: 'characters' });
  });
}

function checkTags({ settings }: Version): Violation[] {
  const tags = tagsOf(settings);
  const lengths = tags.map((tag) => countCodePoints(tag) + (/\s/.test(tag) ? 2 : 0));
  const measured = lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1));
  const message = `allows at most ${maxTags} characters of tags; these have ${measured}`;
  const more = { measured, limit: maxTags, unit: 'characters' };
  return unless(measured <= maxTags, 'settings.tags', 'tags.max', message, more);
}

/**
 * Private videos have no comments: https://support.google.com/youtube/answer/157177 (2026-11-28). That videos which are made
 * for kids have none is not confirmed by a page that we have read.
 */
function checkComment({ settings }: Version): Violation[] {
  if (textField(settings, 'first_comment') === undefined) return [];
  const allow = (isAllowed: boolean, rule: string, videos: string) =>
    unless(isAllowed, 'settings.first_comment', rule, `allows no comments on ${videos}`, {
      unit: 'comments',
    });
  return [
    ...allow(settings.made_for_kids !== true, 'comment.kids', 'videos that are made for kids'),
    ...allow(settings.visibility !== 'private', 'comment.private', 'private videos'),
  ];
}

function checkCover(version: Version, account: AccountLimits): Violation[] {
  const cover = version.files?.get(Number(version.settings.cover));
  const at = 'settings.cover';
  if (cover === undefined) return [];
  if (cover.kind === 'image') return checkFile(limitsFor(youtubeRules, account, version), cover, at);
  const more = { measured: cover.kind, limit: 'image', unit: 'kind' };
  return unless(false, at, 'cover.kind', 'allows only an image as the cover', more);
}

/** Settings may be an unchecked draft. */
function tagsOf(settings: Version['settings']): string[] {
  return listField(settings, 'tags').filter((each) => typeof each === 'string');
}
