import type { Network } from '../core/network.ts';
import { check, form } from './connect.ts';
import { publish } from './publish.ts';
import { discordWebhookRules } from './rules.ts';

/** Posts to one channel of a Discord server, by a webhook that the server's people created. */
export const discordWebhook: Network = { rules: discordWebhookRules, form, publish, check };
