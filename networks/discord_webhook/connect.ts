import { formOf, secretOf } from '../core/credentials.ts';
import { type NetworkFault, refuse } from '../core/fault.ts';
import { digitsField, field, textField } from '../core/json.ts';
import type { Caller, ConnectedAccount, FormConnect, Session } from '../core/network.ts';
import { pictureOf } from '../families/discord/api.ts';
import { faultOf } from './faults.ts';
import { callWebhook, type Grant, parseWebhook, type Webhook } from './webhook.ts';

const MiB = 1024 * 1024;

/** Discord's own number of the kind that people create in a channel's settings. */
const incomingWebhook = 1;

const howToCreate =
  'Create a webhook in Discord in the settings of the channel, under Integrations, Webhooks, and copy its address.';

export const form: FormConnect<Grant> = {
  credentials: formOf(
    {
      webhook_url: secretOf('Address of the webhook', 'webhook_url', howToCreate, 500),
      file_limit: {
        type: 'integer',
        title: 'Largest file',
        'x-code': 'file_limit',
        description: 'MiB of one file, if the server is boosted and allows more than 10.',
        minimum: 1,
        maximum: 24,
      },
    },
    ['webhook_url'],
  ),

  async connect(credentials, caller): Promise<ConnectedAccount<Grant>[]> {
    const webhook = parseWebhook(String(credentials.webhook_url));
    // The sentence must not repeat the input, which may be most of a secret.
    if (webhook === undefined)
      throw refuseAddress(`This is not the address of a webhook at Discord. ${howToCreate}`);
    const { file_limit } = credentials;
    const found = await readWebhook(webhook, caller);
    if (typeof file_limit !== 'number') return [found];
    const bytes = file_limit * MiB;
    return [{ ...found, limits: { 'image.bytes': bytes, 'video.bytes': bytes } }];
  },
};

async function readWebhook(webhook: Webhook, caller: Caller) {
  const { id } = webhook;
  const response = await callWebhook(caller, webhook, { method: 'GET' });
  const { status, json } = response;
  const fault = faultOf(response, caller);
  if (fault.fault.kind === 'reconnect')
    throw refuseAddress(`Discord does not know this webhook. It may have been deleted. ${howToCreate}`);
  if (status !== 200 || digitsField(json, 'id') !== id) throw fault;
  if (field(json, 'type') !== incomingWebhook)
    throw refuseAddress(`This webhook belongs to an app, which alone can post with it. ${howToCreate}`);
  const name = textField(json, 'name') ?? 'Webhook';
  const avatarUrl = pictureOf('avatars', id, textField(json, 'avatar'));
  const guild_id = digitsField(json, 'guild_id');
  const grant = { ...webhook, ...(guild_id !== undefined && { guild_id }) };
  return { account: { id, name, username: name, avatarUrl }, grant };
}

/** Reads whether the webhook still exists. Any other answer may be temporary. */
export async function check(session: Session<Grant>): Promise<string[]> {
  const response = await callWebhook(session, session.grant, { method: 'GET' });
  const fault = faultOf(response, session);
  if (response.status !== 200 && fault.fault.kind === 'reconnect') throw fault;
  return [];
}

function refuseAddress(message: string): NetworkFault {
  return refuse(message, 'credentials.webhook_url');
}
