import type { Network } from '../core/network.ts';
import { type App, type Grant, grant } from './api.ts';
import { checkPost, options } from './boards.ts';
import { measure, remove } from './metrics.ts';
import { app, check, look, oauth, refresh } from './oauth.ts';
import { publish } from './publish.ts';
import { pinterestRules } from './rules.ts';
import type { Settings } from './settings.ts';

/** Pins on the boards of a Pinterest account. */
export const pinterest: Network<Settings, Grant, App> = {
  rules: pinterestRules,
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
  remove,
  measure,
};
