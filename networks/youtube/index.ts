import type { Network } from '../core/network.ts';
import { app, oauth, readLimits, refresh } from './oauth.ts';
import { publish } from './publish.ts';
import { youtubeRules } from './rules.ts';

/** Uploads videos to a YouTube channel. */
export const youtube: Network = {
  rules: youtubeRules,
  app,
  oauth,
  publish,
  reconciles: true,
  refresh,
  readLimits,
};
