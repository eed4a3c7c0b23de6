import { field } from '../core/json.ts';
import { unless, when } from '../core/judging.ts';
import { limitsRead, type Rules, type Version, type Violation } from '../core/limits.ts';
import { countCodePoints, countEachTime } from '../core/text.ts';
import { listParts } from '../core/thread.ts';
import { countHtml, readFormatted } from './formatted.ts';
import { settings } from './settings.ts';

const api = 'https://core.telegram.org/bots/api';
const MB = 1024 * 1024;
const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

const read = limitsRead('2026-11-22');

/** Characters beside files, or beside a poll: https://core.telegram.org/bots/api#sendphoto (2026-11-22) */
const longestCaption = 1024;
const mostEntities = 100;

export const telegramRules: Rules<'telegram'> = {
  platform: 'telegram',
  name: 'Telegram',
  limits: {
    // Not confirmed: code points. Some programs count UTF-16 units: https://github.com/FerroxLabs/wayland/issues/934
    'text.max': { ...read(4096, `${api}#sendmessage`), unit: 'characters', confirmed: false },
    'media.max': read(10, `${api}#sendmediagroup`),
    'image.types': { ...read(imageTypes, `${api}#sending-files`), confirmed: false },
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
  advise: ({ media }) =>
    media.flatMap(({ altText }, at) =>
      when(Boolean(altText), `media_ids.${at}`, 'alt.unknown', 'Telegram shows no alt texts.'),
    ),
};

function checkContent({ text, media, settings }: Version): Violation[] {
  const shown = readFormatted(text, settings).text;
  const unit = 'characters';
  if (media.length === 0 && !hasPoll(settings)) {
    const message = 'needs text, a file or a poll; this post is empty';
    const more = { measured: 0, limit: 1, unit, params: { needs: ['text', 'files', 'poll'] } };
    return unless(shown.trim() !== '', 'content', 'text.min', message, more);
  }
  const measured = countCodePoints(shown);
  const message = `allows at most ${longestCaption} characters beside files or a poll; this text has ${measured}`;
  const more = { measured, limit: longestCaption, unit };
  return unless(measured <= longestCaption, 'content', 'caption.max', message, more);
}

function hasPoll(settings: Version['settings']): boolean {
  return field(settings.poll, 'question') !== undefined;
}

function checkFormats(version: Version): Violation[] {
  return listParts(version).flatMap(({ field, text }) => {
    const { problem, entities } = readFormatted(text, version.settings);
    const measured = entities.length;
    const more = { measured, limit: mostEntities, unit: 'formats' };
    const many = `allows at most ${mostEntities} formats in one text; this text has ${measured}`;
    return problem === undefined
      ? unless(measured <= mostEntities, field, 'text.format', many, more)
      : unless(false, field, 'text.format', `needs correct tags; this text ${problem}`, more);
  });
}

function checkSettings({ media, settings }: Version): Violation[] {
  const isAlbum = media.length > 1;
  const hasButtons = Array.isArray(settings.buttons) && settings.buttons.length > 0;
  const rules: [isBroken: boolean, field: string, message: string][] = [
    [hasPoll(settings) && media.length > 0, 'settings.poll', 'allows either a poll or files, not both'],
    [hasButtons && isAlbum, 'settings.buttons', 'allows no buttons below an album'],
    [isAlbum && media.some(({ animated }) => animated), 'media_ids', 'allows no animated image in an album'],
  ];
  return rules.flatMap(([isBroken, field, message]) =>
    unless(!isBroken, field, 'combination', message, { measured: 2, limit: 1, unit: 'kinds' }),
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
    const pixels = { measured: sides, limit: mostSides, unit: 'pixels' };
    const times = { measured: ratio, limit: mostRatio, unit: 'ratio' };
    return [
      ...unless(sides <= mostSides, field, 'image.sides', tooLarge, pixels),
      ...unless(ratio <= mostRatio, field, 'image.ratio', tooLong, times),
    ];
  });
}
