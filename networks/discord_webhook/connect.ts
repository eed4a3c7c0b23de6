import { type NetworkFault, refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { Account, Caller, ConnectedAccount, FormConnect, Session } from '../core/network.ts';
import { pictureOf, snowflakeField } from '../families/discord/api.ts';
import { defaultFileBytes } from '../families/discord/limits.ts';
import { faultOf } from './faults.ts';
import { callWebhook, type Grant, parseWebhook, type Webhook } from './webhook.ts';

const MiB = 1024 * 1024;

/** Discord's own number of the kind that people create in a channel's settings. */
const incomingWebhook = 1;

const howToCreate =
  'Create a webhook in Discord in the settings of the channel, under Integrations, Webhooks, and copy its address.';

export const form: FormConnect<Grant> = {
  credentials: {
    type: 'object',
    properties: {
      webhook_url: {
        type: 'string',
        title: 'Address of the webhook',
        'x-code': 'webhook_url',
        description: howToCreate,
        format: 'password',
        minLength: 1,
        maxLength: 500,
      },
      file_limit: {
        type: 'integer',
        title: 'Largest file',
        'x-code': 'file_limit',
        description: 'MiB of one file. A boosted server may allow more than 10.',
        minimum: 1,
        maximum: 24,
        default: 10,
      },
    },
    required: ['webhook_url'],
    additionalProperties: false,
  },

  async connect(credentials, caller): Promise<ConnectedAccount<Grant>[]> {
    const webhook = parseWebhook(String(credentials.webhook_url));
    // The sentence must not repeat the input, which may be most of a secret.
    if (webhook === undefined)
      throw refuseAddress(`This is not the address of a webhook at Discord. ${howToCreate}`);
    const { account, guildId } = await readWebhook(webhook, caller);
    const grant = { ...webhook, ...(guildId !== undefined && { guild_id: guildId }) };
    return [{ account, grant, limits: limitsOf(credentials.file_limit) }];
  },
};

function limitsOf(stated: unknown): AccountLimits {
  const bytes = typeof stated === 'number' ? stated * MiB : defaultFileBytes;
  return { 'image.bytes': bytes, 'video.bytes': bytes };
}

async function readWebhook(
  webhook: Webhook,
  caller: Caller,
): Promise<{ account: Account; guildId: string | undefined }> {
  const { status, headers, text, json } = await callWebhook(caller, webhook, { method: 'GET', query: '' });
  const fault = faultOf({ status, headers, text, json }, caller.now());
  if (fault.fault.kind === 'reconnect')
    throw refuseAddress(`Discord does not know this webhook. It may have been deleted. ${howToCreate}`);
  const { id } = webhook;
  if (status !== 200 || snowflakeField(json, 'id') !== id) throw fault;
  if (field(json, 'type') !== incomingWebhook)
    throw refuseAddress(`This webhook belongs to an app, which alone can post with it. ${howToCreate}`);
  const name = textField(json, 'name') ?? 'Webhook';
  const avatarUrl = pictureOf('avatars', id, textField(json, 'avatar'));
  return { account: { id, name, username: name, avatarUrl }, guildId: snowflakeField(json, 'guild_id') };
}

/** Reads whether the webhook still exists. Any other answer may be temporary. */
export async function check(session: Session<Grant>): Promise<string[]> {
  const response = await callWebhook(session, session.grant, { method: 'GET', query: '' });
  const fault = faultOf(response, session.now());
  if (response.status !== 200 && fault.fault.kind === 'reconnect') throw fault;
  return [];
}

function refuseAddress(message: string): NetworkFault {
  return refuse(message, 'credentials.webhook_url');
}
