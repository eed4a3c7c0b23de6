/** Every network's rules. Safe for the browser. A new network is one line here and one in `index.ts`. */
import { blueskyRules } from './bluesky/rules.ts';
import type { Rules } from './core/limits.ts';
import { discordWebhookRules } from './discord_webhook/rules.ts';
import { mastodonRules } from './mastodon/rules.ts';
import { sandboxRules } from './sandbox/rules.ts';
import { youtubeRules } from './youtube/rules.ts';

const all = [blueskyRules, discordWebhookRules, mastodonRules, sandboxRules, youtubeRules] as const;

export const allRules: readonly Rules[] = all;

export type Platform = (typeof all)[number]['platform'];
export const platforms: readonly Platform[] = all.map(({ platform }) => platform);

/** The networks in the examples of the API: one that is connected by credentials, and one by a sign-in page. */
export const exampleNetworks = {
  byForm: { rules: sandboxRules, credentials: { username: 'tower' } },
  bySignIn: { rules: mastodonRules, input: { instance: 'mastodon.example' } },
} as const;
