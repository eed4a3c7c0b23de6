import type { JsonObject } from '../core/json.ts';
import type { Network } from '../core/network.ts';
import { type Grant, grant } from './api.ts';
import { app, look, oauth, refresh } from './oauth.ts';
import { publish } from './publish.ts';
import { youtubeRules } from './rules.ts';

/** Uploads videos to a YouTube channel. */
export const youtube: Network<JsonObject, Grant> = {
  rules: youtubeRules,
  grant,
  app,
  oauth,
  publish,
  reconciles: true,
  refresh,
  look,
};
