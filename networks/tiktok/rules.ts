import { limitsRead, type Rules } from '../core/limits.ts';
import { advise, checkPost, isVideo } from './checks.ts';
import { settings } from './settings.ts';

const direct = 'https://developers.tiktok.com/doc/content-posting-api-reference-direct-post';
const photo = 'https://developers.tiktok.com/doc/content-posting-api-reference-photo-post';
const transfer = 'https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide';

// TikTok does not say whether MB and GB are powers of ten or of two. These are never more.
const MB = 1_000_000;

const read = limitsRead('2026-11-22');

export const tiktokRules: Rules<'tiktok'> = {
  platform: 'tiktok',
  name: 'TikTok',
  limits: {
    'text.max': { ...read(4000, photo), unit: 'utf16' },
    'media.min': read(1, direct),
    'media.max': read(35, photo),
    'images.max': read(35, photo),
    'videos.max': read(1, direct),
    'media.mixed': read(false, photo),
    'image.types': read(['image/jpeg', 'image/webp'], transfer),
    'image.bytes': read(20 * MB, transfer),
    // TikTok says “1080p”. A client reports that it refuses photos that are wider than 1080 pixels.
    'image.side': { ...read(1080, transfer), confirmed: false },
    'video.types': read(['video/mp4', 'video/quicktime', 'video/webm'], transfer),
    'video.bytes': read(4000 * MB, transfer),
    'video.codecs': read(['avc', 'hevc', 'vp8', 'vp9'], transfer),
    'video.fps': read([23, 60], transfer),
    'video.min_side': read(360, transfer),
    'video.side': read(4096, transfer),
    // Reported by integrators.
    'video.min_seconds': { ...read(3, transfer), confirmed: false },
    'video.seconds': read(600, transfer),
  },
  formats: {
    photos: { title: 'Photos', limits: {} },
    video: { title: 'Video', limits: { 'text.max': { ...read(2200, direct), unit: 'utf16' } } },
  },
  formatOf: (version) => (isVideo(version) ? 'video' : 'photos'),
  rates: [{ scope: 'channel', most: 6, seconds: 60, source: direct, checked: '2026-11-22' }],
  settings,
  check: checkPost,
  advise,
};
