/** Every network, for the server. Made by `scripts/generate.ts` from the folders beside this file. */
import { bluesky } from './bluesky/index.ts';
import type { Network } from './core/network.ts';
import { discord } from './discord/index.ts';
import { discordWebhook } from './discord_webhook/index.ts';
import { facebook } from './facebook/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedin } from './linkedin/index.ts';
import { linkedinPage } from './linkedin_page/index.ts';
import { mastodon } from './mastodon/index.ts';
import { pinterest } from './pinterest/index.ts';
import { sandbox } from './sandbox/index.ts';
import { telegram } from './telegram/index.ts';
import { threads } from './threads/index.ts';
import { tiktok } from './tiktok/index.ts';
import { x } from './x/index.ts';
import { youtube } from './youtube/index.ts';

export const allNetworks: readonly Network[] = [
  bluesky,
  discord,
  discordWebhook,
  facebook,
  instagram,
  linkedin,
  linkedinPage,
  mastodon,
  pinterest,
  sandbox,
  telegram,
  threads,
  tiktok,
  x,
  youtube,
];
