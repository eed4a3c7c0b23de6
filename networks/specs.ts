/** What every network must pass, for tests and the proof. Made by `node scripts/generate.ts` from the folders beside this file. */
import { specs as bluesky } from './bluesky/conformance.ts';
import { specs as discordWebhook } from './discord_webhook/conformance.ts';
import { specs as facebook } from './facebook/conformance.ts';
import { specs as instagram } from './instagram/conformance.ts';
import { specs as mastodon } from './mastodon/conformance.ts';
import { specs as sandbox } from './sandbox/conformance.ts';
import type { NetworkSpec } from './testing/kit.ts';
import { specs as x } from './x/conformance.ts';
import { specs as youtube } from './youtube/conformance.ts';

export const allSpecs: readonly NetworkSpec[] = [
  ...bluesky,
  ...discordWebhook,
  ...facebook,
  ...instagram,
  ...mastodon,
  ...sandbox,
  ...x,
  ...youtube,
];
