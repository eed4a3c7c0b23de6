import type { Network } from '../core/network.ts';
import { type App, type Grant, grant } from './api.ts';
import { isVideo } from './checks.ts';
import { check, checkPost, options } from './creator.ts';
import { measure } from './metrics.ts';
import { app, look, oauth, refresh } from './oauth.ts';
import { publish } from './publish.ts';
import { tiktokRules } from './rules.ts';
import type { Settings } from './settings.ts';
import { revisit } from './status.ts';

/** Videos and photos on TikTok, published at once or sent as drafts. */
export const tiktok: Network<Settings, Grant, App> = {
  rules: tiktokRules,
  grant,
  app,
  oauth,
  publish,
  reconciles: true,
  refresh,
  look,
  check,
  checkPost,
  options,
  measure,
  revisit,
  // The redirect address must begin with https.
  needs: ['https'],
  // TikTok fetches photos itself.
  needsFor: (post) => (isVideo(post) ? [] : ['public_url', 'https']),
};
