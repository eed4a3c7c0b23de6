/** Every network, for the server. Made by `node scripts/generate.ts` from the folders beside this file. */
import { bluesky } from './bluesky/index.ts';
import type { Network } from './core/network.ts';
import { discordWebhook } from './discord_webhook/index.ts';
import { facebook } from './facebook/index.ts';
import { instagram } from './instagram/index.ts';
import { mastodon } from './mastodon/index.ts';
import { sandbox } from './sandbox/index.ts';
import { x } from './x/index.ts';
import { youtube } from './youtube/index.ts';

export const allNetworks: readonly Network[] = [
  bluesky,
  discordWebhook,
  facebook,
  instagram,
  mastodon,
  sandbox,
  x,
  youtube,
];
