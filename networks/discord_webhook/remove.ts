import { NetworkFault } from '../core/fault.ts';
import { digitsField, field } from '../core/json.ts';
import type { PublishedPart, Session } from '../core/network.ts';
import { placeOf } from '../families/discord/api.ts';
import { faultOf } from './faults.ts';
import { callWebhook, type Grant } from './webhook.ts';

/** Discord’s codes: https://docs.discord.com/developers/topics/opcodes-and-status-codes (2026-11-22). */
const unknownChannel = 10_003;
const unknownMessage = 10_008;

/**
 * A webhook reaches the messages of its channel, and those of a thread only if the call names the thread. It also says
 * “unknown message” about one that is elsewhere, which proves nothing.
 */
export async function remove(part: PublishedPart, session: Session<Grant>): Promise<void> {
  const place = placeOf(part, session.grant.guild_id);
  const thread = place === undefined || place === (await readChannel(session)) ? undefined : place;
  const query = thread === undefined ? '' : `?thread_id=${thread}`;
  const path = `/messages/${encodeURIComponent(part.id)}${query}`;
  const response = await callWebhook(session, session.grant, { method: 'DELETE', path });
  const code = response.status === 404 ? field(response.json, 'code') : undefined;
  if (response.status === 204 || (code === unknownMessage && place !== undefined)) return;
  if (code !== unknownMessage && code !== unknownChannel) throw faultOf(response, session);
  throw new NetworkFault({
    kind: 'rejected',
    message:
      'The webhook does not find this message. It may be in another channel. Delete it in the Discord app.',
    networkCode: String(code),
  });
}

/** People may move a webhook to another channel. */
async function readChannel(session: Session<Grant>): Promise<string> {
  const response = await callWebhook(session, session.grant, { method: 'GET' });
  const channel = digitsField(response.json, 'channel_id');
  if (response.status !== 200 || channel === undefined) throw faultOf(response, session);
  return channel;
}
