import type { Network } from '../core/network.ts';
import { check, form, readLimits } from './connect.ts';
import { oauth } from './oauth.ts';
import { publish } from './publish.ts';
import { mastodonRules } from './rules.ts';

/** Mastodon and other servers with its API: GoToSocial, Pleroma, Akkoma, Pixelfed and Hollo. */
export const mastodon: Network = {
  rules: mastodonRules,
  form,
  oauth,
  publish,
  reconciles: true,
  readLimits,
  check,
};
