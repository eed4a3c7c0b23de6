import type { Network } from '../core/network.ts';
import { type App, type Grant, grant } from './api.ts';
import { measure, remove } from './metrics.ts';
import { app, check, look, oauth, refresh, revoke } from './oauth.ts';
import { publish } from './publish.ts';
import { xRules } from './rules.ts';
import type { Settings } from './settings.ts';

/** Posts and threads on X. */
export const x: Network<Settings, Grant, App> = {
  rules: xRules,
  grant,
  app,
  oauth,
  publish,
  reconciles: true,
  refresh,
  revoke,
  look,
  check,
  remove,
  measure,
};
