import type { Network } from '../core/network.ts';
import { check, form } from './connect.ts';
import { publish } from './publish.ts';
import { discordWebhookRules } from './rules.ts';
import type { Settings } from './settings.ts';
import { type Grant, grant } from './webhook.ts';

/** Posts to one channel of a Discord server, by a webhook that the server's people created. */
export const discordWebhook: Network<Settings, Grant> = {
  rules: discordWebhookRules,
  grant,
  secretAddresses: true,
  form,
  publish,
  check,
};
