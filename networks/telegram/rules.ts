import { field } from '../core/json.ts';
import type { Advice, Limit, Rules, Version, Violation } from '../core/limits.ts';
import { countCodePoints, countEachTime } from '../core/text.ts';
import { listParts } from '../core/thread.ts';
import { countHtml, readFormatted } from './formatted.ts';
import { settings } from './settings.ts';

const api = 'https://core.telegram.org/bots/api';
const MB = 1024 * 1024;

function read<T>(value: T, source: string): Limit<T> {
  return { value, source, checked: '2026-11-22' };
}

function unconfirmed<T>(value: T, source: string): Limit<T> {
  return { ...read(value, source), confirmed: false };
}

/** Characters beside files, or beside a poll: https://core.telegram.org/bots/api#sendphoto (2026-11-22) */
const longestCaption = 1024;
const mostEntities = 100;

export const telegramRules: Rules<'telegram'> = {
  platform: 'telegram',
  name: 'Telegram',
  limits: {
    // Not confirmed: code points. Some programs count UTF-16 units: https://github.com/FerroxLabs/wayland/issues/934
    'text.max': { ...unconfirmed(4096, `${api}#sendmessage`), unit: 'characters' },
    'media.max': read(10, `${api}#sendmediagroup`),
    'image.types': unconfirmed(
      ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
      `${api}#sending-files`,
    ),
    'video.types': read(['video/mp4'], `${api}#sendvideo`),
    'image.bytes': read(10 * MB, `${api}#sending-files`),
    'animated.bytes': read(50 * MB, `${api}#sendanimation`),
    'video.bytes': read(50 * MB, `${api}#sending-files`),
  },
  rates: [
    {
      ...{ scope: 'channel', most: 20, seconds: 60, confirmed: false },
      ...{ source: 'https://telegra.ph/Hitting-limits-bot-FAQ', checked: '2026-11-22' },
    },
  ],
  // Nothing can be uploaded before the message.
  ahead: 0,
  settings,
  parts: listParts,
  count: (text, { settings }, _account, counting = countEachTime) =>
    counting(settings.parse_mode === 'HTML' ? countHtml : countCodePoints, text),
  check: (version) => [
    ...checkContent(version),
    ...checkFormats(version),
    ...checkSettings(version),
    ...checkImages(version),
  ],
  advise: ({ media }): Advice[] =>
    media.flatMap(({ altText }, index) =>
      altText
        ? [{ field: `media_ids.${index}`, rule: 'alt.unknown', message: 'Telegram shows no alt texts.' }]
        : [],
    ),
};

function hasPoll({ settings }: Version): boolean {
  return field(settings.poll, 'question') !== undefined;
}

function checkContent(version: Version): Violation[] {
  const { text, media, settings } = version;
  const shown = readFormatted(text, settings).text;
  const isBare = media.length === 0 && !hasPoll(version);
  const base = { field: 'content', unit: 'characters' };
  if (isBare && shown.trim() !== '') return [];
  if (isBare)
    return [
      {
        ...base,
        rule: 'text.min',
        measured: 0,
        limit: 1,
        message: 'needs text, a file or a poll; this post is empty',
        params: { needs: ['text', 'files', 'poll'] },
      },
    ];
  const measured = countCodePoints(shown);
  if (measured <= longestCaption) return [];
  const message = `allows at most ${longestCaption} characters beside files or a poll; this text has ${measured}`;
  return [{ ...base, rule: 'caption.max', measured, limit: longestCaption, message }];
}

function checkFormats(version: Version): Violation[] {
  return listParts(version).flatMap(({ field, text }) => {
    const { problem, entities } = readFormatted(text, version.settings);
    const measured = entities.length;
    const rule = { field, rule: 'text.format', measured, limit: mostEntities, unit: 'formats' };
    if (problem !== undefined) return [{ ...rule, message: `needs correct tags; this text ${problem}` }];
    const message = `allows at most ${mostEntities} formats in one text; this text has ${measured}`;
    return measured > mostEntities ? [{ ...rule, message }] : [];
  });
}

function checkSettings(version: Version): Violation[] {
  const { media, settings } = version;
  const isAlbum = media.length > 1;
  const hasButtons = Array.isArray(settings.buttons) && settings.buttons.length > 0;
  const rules: [isBroken: boolean, field: string, message: string][] = [
    [hasPoll(version) && media.length > 0, 'settings.poll', 'allows either a poll or files, not both'],
    [hasButtons && isAlbum, 'settings.buttons', 'allows no buttons below an album'],
    [isAlbum && media.some(({ animated }) => animated), 'media_ids', 'allows no animated image in an album'],
  ];
  return rules.flatMap(([isBroken, field, message]) =>
    isBroken ? [{ field, rule: 'combination', measured: 2, limit: 1, unit: 'kinds', message }] : [],
  );
}

const mostSides = 10_000;
const mostRatio = 20;

/** https://core.telegram.org/bots/api#sendphoto (2026-11-22) */
function checkImages({ media }: Version): Violation[] {
  return media.flatMap(({ kind, animated, width, height }, index) => {
    if (kind !== 'image' || animated || width === null || height === null) return [];
    const field = `media_ids.${index}`;
    const sides = width + height;
    const ratio = Math.ceil(Math.max(width, height) / Math.min(width, height));
    const tooLarge = `allows at most ${mostSides} pixels as width and height together; this image has ${sides}`;
    const tooLong = `allows sides of at most 1 to ${mostRatio}; this image has 1 to ${ratio}`;
    return [
      ...exceed({ field, rule: 'image.sides', unit: 'pixels' }, sides, mostSides, tooLarge),
      ...exceed({ field, rule: 'image.ratio', unit: 'ratio' }, ratio, mostRatio, tooLong),
    ];
  });
}

function exceed(
  place: Pick<Violation, 'field' | 'rule' | 'unit'>,
  measured: number,
  limit: number,
  message: string,
): Violation[] {
  return measured > limit ? [{ ...place, measured, limit, message }] : [];
}
