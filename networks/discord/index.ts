import type { Network } from '../core/network.ts';
import { type App, app, type Grant, grant } from './api.ts';
import { check, look } from './channel.ts';
import { oauth } from './oauth.ts';
import { measure, options, remove } from './posts.ts';
import { publish } from './publish.ts';
import { discordRules } from './rules.ts';
import type { Settings } from './settings.ts';

/** Posts to the channels of a Discord server, by the operator's bot. */
export const discord: Network<Settings, Grant, App> = {
  rules: discordRules,
  grant,
  app,
  oauth,
  publish,
  reconciles: true,
  look,
  check,
  options,
  remove,
  measure,
};
