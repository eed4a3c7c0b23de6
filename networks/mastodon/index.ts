import type { Network } from '../core/network.ts';
import { type Grant, grant } from './api.ts';
import { check, form, look } from './connect.ts';
import { measure, remove } from './metrics.ts';
import { oauth, revoke } from './oauth.ts';
import { publish } from './publish.ts';
import { checkPost } from './quote.ts';
import { mastodonRules, type Settings } from './rules.ts';

/** Mastodon and other servers with its API: GoToSocial, Pleroma, Akkoma, Pixelfed and Hollo. */
export const mastodon: Network<Settings, Grant> = {
  rules: mastodonRules,
  grant,
  form,
  oauth,
  publish,
  reconciles: true,
  look,
  check,
  checkPost,
  remove,
  measure,
  revoke,
};
