/** Every network's rules. Safe for the browser. A new network is one line here and one in `index.ts`. */
import { blueskyRules } from './bluesky/rules.ts';
import type { Rules } from './core/limits.ts';
import { mastodonRules } from './mastodon/rules.ts';
import { sandboxRules } from './sandbox/rules.ts';

export const allRules: readonly Rules[] = [blueskyRules, mastodonRules, sandboxRules];
