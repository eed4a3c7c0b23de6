/** How every network shows a post. Safe for the browser. Made by `scripts/generate.ts` from the folders beside this file. */
import { blueskyPreview } from './bluesky/preview.ts';
import type { PreviewStyle } from './core/preview.ts';
import { discordPreview } from './discord/preview.ts';
import { discordWebhookPreview } from './discord_webhook/preview.ts';
import { facebookPreview } from './facebook/preview.ts';
import { instagramPreview } from './instagram/preview.ts';
import { linkedinPreview } from './linkedin/preview.ts';
import { linkedinPagePreview } from './linkedin_page/preview.ts';
import { mastodonPreview } from './mastodon/preview.ts';
import { pinterestPreview } from './pinterest/preview.ts';
import type { Platform } from './rules.ts';
import { sandboxPreview } from './sandbox/preview.ts';
import { telegramPreview } from './telegram/preview.ts';
import { threadsPreview } from './threads/preview.ts';
import { tiktokPreview } from './tiktok/preview.ts';
import { xPreview } from './x/preview.ts';
import { youtubePreview } from './youtube/preview.ts';

export const previewStyles: Readonly<Record<Platform, PreviewStyle>> = {
  bluesky: blueskyPreview,
  discord: discordPreview,
  discord_webhook: discordWebhookPreview,
  facebook: facebookPreview,
  instagram: instagramPreview,
  linkedin: linkedinPreview,
  linkedin_page: linkedinPagePreview,
  mastodon: mastodonPreview,
  pinterest: pinterestPreview,
  sandbox: sandboxPreview,
  telegram: telegramPreview,
  threads: threadsPreview,
  tiktok: tiktokPreview,
  x: xPreview,
  youtube: youtubePreview,
};
