/** What every network must pass, for tests and the proof. Made by `scripts/generate.ts` from the folders beside this file. */
import { specs as bluesky } from './bluesky/conformance.ts';
import { specs as discord } from './discord/conformance.ts';
import { specs as discordWebhook } from './discord_webhook/conformance.ts';
import { specs as facebook } from './facebook/conformance.ts';
import { specs as instagram } from './instagram/conformance.ts';
import { specs as linkedin } from './linkedin/conformance.ts';
import { specs as linkedinPage } from './linkedin_page/conformance.ts';
import { specs as mastodon } from './mastodon/conformance.ts';
import { specs as pinterest } from './pinterest/conformance.ts';
import { specs as sandbox } from './sandbox/conformance.ts';
import { specs as telegram } from './telegram/conformance.ts';
import type { NetworkSpec } from './testing/kit.ts';
import { specs as threads } from './threads/conformance.ts';
import { specs as tiktok } from './tiktok/conformance.ts';
import { specs as x } from './x/conformance.ts';
import { specs as youtube } from './youtube/conformance.ts';

export const allSpecs: readonly NetworkSpec[] = [
  ...bluesky,
  ...discord,
  ...discordWebhook,
  ...facebook,
  ...instagram,
  ...linkedin,
  ...linkedinPage,
  ...mastodon,
  ...pinterest,
  ...sandbox,
  ...telegram,
  ...threads,
  ...tiktok,
  ...x,
  ...youtube,
];
