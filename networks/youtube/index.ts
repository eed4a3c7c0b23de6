import type { Network } from '../core/network.ts';
import { type App, type Grant, grant } from './api.ts';
import { measure, refusesRemoval, remove } from './metrics.ts';
import { app, check, look, oauth, refresh } from './oauth.ts';
import { options } from './options.ts';
import { publish } from './publish.ts';
import { youtubeRules } from './rules.ts';
import type { Settings } from './settings.ts';

/** Uploads videos to a YouTube channel. */
export const youtube: Network<Settings, Grant, App> = {
  rules: youtubeRules,
  grant,
  app,
  oauth,
  publish,
  reconciles: true,
  refresh,
  look,
  check,
  options,
  remove,
  refusesRemoval,
  measure,
};
