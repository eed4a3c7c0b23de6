import { faultIn, NetworkFault } from '../core/fault.ts';
import { digitsField, type JsonObject } from '../core/json.ts';
import type { Outgoing, Published, Session } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { noteRemaining, pageOf } from '../families/discord/api.ts';
import { composeMessage, encodeBody } from '../families/discord/message.ts';
import { faultOf } from './faults.ts';
import type { Settings } from './settings.ts';
import { callWebhook, type Grant } from './webhook.ts';

/**
 * One request has everything. Discord knows no key for webhooks, and a webhook cannot list messages, so a lost answer
 * stays in doubt: https://github.com/discord/discord-api-docs/discussions/6647 (2026-11-22).
 */
export function publish(post: Outgoing<Settings>, session: Session<Grant>, run: Run): Promise<Published> {
  return run.commit('message', () => sendMessage(post, session, run));
}

async function sendMessage(post: Outgoing<Settings>, session: Session<Grant>, run: Run) {
  const { grant } = session;
  const { thread_id } = post.settings;
  // Without `wait`, Discord does not say whether it stored the message.
  const query = new URLSearchParams({ wait: 'true', ...(thread_id !== undefined && { thread_id }) });
  const body = encodeBody(compose(post), post.media);
  const response = await callWebhook(session, grant, { method: 'POST', path: `?${query}`, ...body });
  noteRemaining(response, run);
  const id = digitsField(response.json, 'id');
  if (response.status === 200 && id !== undefined)
    return { id, url: pageOfMessage(id, response.json, grant) };
  throw explainThread(faultOf(response, session), post.settings);
}

function compose(post: Outgoing<Settings>): JsonObject {
  const { title, applied_tags, username, avatar_url } = post.settings;
  return {
    ...composeMessage(post),
    ...(username !== undefined && { username }),
    ...(avatar_url !== undefined && { avatar_url }),
    ...(title !== undefined && { thread_name: title }),
    ...(applied_tags !== undefined && { applied_tags }),
  };
}

/** A message in a thread has the thread as its channel. */
function pageOfMessage(id: string, message: unknown, { guild_id: guildId }: Grant): string | null {
  const channel = digitsField(message, 'channel_id');
  return guildId === undefined || channel === undefined ? null : pageOf(guildId, channel, id);
}

/** With a thread, an unknown channel is the thread: it was deleted, or is in another channel. */
function explainThread(error: NetworkFault, { thread_id }: Settings): NetworkFault {
  const fault = faultIn(error, 'reconnect');
  if (thread_id === undefined || fault?.networkCode !== '10003') return error;
  const message = 'The webhook’s channel has no such thread. Choose another one.';
  return new NetworkFault({ ...fault, kind: 'rejected', message, field: 'settings.thread_id' });
}
