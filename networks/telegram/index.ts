import type { Network } from '../core/network.ts';
import { type App, app, type Grant, grant } from './api.ts';
import { check, look, refresh } from './chat.ts';
import { form } from './connect.ts';
import { oauth } from './oauth.ts';
import { service } from './page.ts';
import { publish, remove } from './publish.ts';
import { telegramRules } from './rules.ts';
import type { Settings } from './settings.ts';

/** Posts to a channel or group, by the operator's shared bot or a bot of the person's own. */
export const telegram: Network<Settings, Grant, App> = {
  rules: telegramRules,
  grant,
  secretAddresses: true,
  app,
  form,
  oauth,
  service,
  publish,
  refresh,
  look,
  check,
  remove,
};
