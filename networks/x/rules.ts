import {
  type AccountLimits,
  type Limits,
  limitOf,
  limitsRead,
  type Rate,
  type Rules,
  type Version,
} from '../core/limits.ts';
import type { Counting } from '../core/text.ts';
import { listTexts } from '../core/thread.ts';
import { advise } from './advice.ts';
import { checkFilesOfThread, checkPost } from './checks.ts';
import { countWeighted } from './counting.ts';
import { settings } from './settings.ts';

const characters = 'https://docs.x.com/fundamentals/counting-characters';
const practices = 'https://docs.x.com/x-api/media/quickstart/best-practices';
const metadata = 'https://docs.x.com/x-api/media/create-media-metadata';
const rateLimits = 'https://docs.x.com/x-api/fundamentals/rate-limits';
const posting = 'https://docs.x.com/x-api/posts/manage-tweets/integrate';

const MiB = 1024 * 1024;

const read = limitsRead('2026-11-22');
/** https://github.com/xdevplatform/docs/blob/0c986f00/x-api/media/quickstart/best-practices.mdx */
const readAgain = limitsRead('2026-11-28');

const limits = {
  'text.max': { ...read(280, characters), unit: 'weighted' },
  'text.url_length': read(23, characters),
  'media.max': read(4, practices),
  'images.max': read(4, practices),
  'videos.max': read(1, practices),
  'media.mixed': read(false, practices),
  'image.types': read(['image/jpeg', 'image/png', 'image/gif', 'image/webp'], practices),
  'image.bytes': read(5 * MiB, practices),
  'animated.bytes': read(15 * MiB, practices),
  // X recommends both: a GIF with more may fail in the post, after the upload.
  'animated.frames': { ...readAgain(350, practices), confirmed: false },
  'animated.pixels': { ...readAgain(300_000_000, practices), confirmed: false },
  // No page states it.
  'image.side': { ...read(8192, practices), confirmed: false },
  'video.types': read(['video/mp4', 'video/quicktime'], practices),
  'video.bytes': readAgain(8192 * MiB, practices),
  'video.min_seconds': read(0.5, practices),
  'video.seconds': readAgain(20 * 60, practices),
  // X states only the most.
  'video.fps': read([1, 60], practices),
  'video.min_side': read(32, practices),
  // X states 1280 × 1024. Which side is which in an upright video is not stated.
  'video.side': read(1280, practices),
  'video.ratio': read([1 / 3, 3], practices),
  // X recommends it; reports say that others are refused after the upload.
  'video.codecs': { ...read(['avc'], practices), confirmed: false },
  'audio.codecs': read(['aac'], practices),
  'alt.max': read(1000, metadata),
} as const satisfies Limits;

const rates: readonly Rate[] = [
  { scope: 'channel', most: 100, seconds: 900, source: rateLimits, checked: '2026-11-22' },
  { scope: 'channel', most: 300, seconds: 3 * 3600, source: posting, checked: '2026-11-22' },
  { scope: 'app', most: 10_000, seconds: 86_400, source: rateLimits, checked: '2026-11-22' },
];

export const xRules: Rules<'x'> = {
  platform: 'x',
  name: 'X',
  limits,
  rates,
  captions: { format: 'srt' },
  settings,
  parts: listTexts,
  count: countPart,
  check: (version, account) => [...checkPost(version), ...checkFilesOfThread(version, account, limits)],
  advise,
};

function countPart(text: string, _version: Version, account: AccountLimits, counting?: Counting): number {
  return countWeighted(text, limitOf(xRules, account, 'text.url_length') ?? 0, counting);
}
