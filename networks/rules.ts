/** Every network's rules. Safe for the browser. Made by `scripts/generate.ts` from the folders beside this file. */
import { blueskyRules } from './bluesky/rules.ts';
import type { Rules } from './core/limits.ts';
import { discordRules } from './discord/rules.ts';
import { discordWebhookRules } from './discord_webhook/rules.ts';
import { facebookRules } from './facebook/rules.ts';
import { instagramRules } from './instagram/rules.ts';
import { linkedinRules } from './linkedin/rules.ts';
import { linkedinPageRules } from './linkedin_page/rules.ts';
import { mastodonRules } from './mastodon/rules.ts';
import { pinterestRules } from './pinterest/rules.ts';
import { sandboxRules } from './sandbox/rules.ts';
import { telegramRules } from './telegram/rules.ts';
import { threadsRules } from './threads/rules.ts';
import { tiktokRules } from './tiktok/rules.ts';
import { xRules } from './x/rules.ts';
import { youtubeRules } from './youtube/rules.ts';

const all = [
  blueskyRules,
  discordRules,
  discordWebhookRules,
  facebookRules,
  instagramRules,
  linkedinRules,
  linkedinPageRules,
  mastodonRules,
  pinterestRules,
  sandboxRules,
  telegramRules,
  threadsRules,
  tiktokRules,
  xRules,
  youtubeRules,
] as const;

export const allRules: readonly Rules[] = all;

export type Platform = (typeof all)[number]['platform'];
export const platforms: readonly Platform[] = all.map(({ platform }) => platform);
