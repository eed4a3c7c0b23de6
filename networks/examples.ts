/** The networks in the examples of the API. Safe for the browser. */
import { mastodonRules } from './mastodon/rules.ts';
import { sandboxRules } from './sandbox/rules.ts';

/** One that is connected by credentials, and one by a sign-in page. */
export const exampleNetworks = {
  byForm: { rules: sandboxRules, credentials: { username: 'tower' } },
  bySignIn: { rules: mastodonRules, input: { instance: 'mastodon.example' } },
} as const;
