import { faultIn, NetworkFault } from '../core/fault.ts';
import { type HttpRequest, type HttpResponse, secondsToSend } from '../core/http.ts';
import type { JsonObject } from '../core/json.ts';
import { encodeMultipart } from '../core/multipart.ts';
import type { Media, Outgoing, Published, Session } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { faultOf } from './faults.ts';
import { type Poll, readSettings, type Settings } from './settings.ts';
import { callWebhook, type Grant, snowflakeField } from './webhook.ts';

/** https://docs.discord.com/developers/resources/message#message-object-message-flags (2026-11-21) */
const SUPPRESS_EMBEDS = 1 << 2;
const SUPPRESS_NOTIFICATIONS = 1 << 12;

type Posted = { id: string; url: string | null };

/**
 * One request has everything. Discord knows no key for webhooks, and a webhook cannot list messages, so a lost answer
 * stays in doubt: https://github.com/discord/discord-api-docs/discussions/6647 (2026-11-22).
 */
export function publish(post: Outgoing, session: Session<Grant>, run: Run): Promise<Published> {
  return run.commit('message', () => sendMessage(post, session, run));
}

async function sendMessage(post: Outgoing, session: Session<Grant>, run: Run): Promise<Posted> {
  const grant = session.grant;
  const settings = readSettings(post.settings);
  const { thread_id } = settings;
  // Without `wait`, Discord does not say whether it stored the message.
  const query = new URLSearchParams({ wait: 'true', ...(thread_id !== undefined && { thread_id }) });
  const body = encodeBody(composeMessage(post, settings), post.media);
  const { signal } = run;
  const response = await callWebhook(session, grant, { method: 'POST', query: `?${query}`, ...body, signal });
  noteRemaining(response, run);
  const id = snowflakeField(response.json, 'id');
  if (response.status === 200 && id !== undefined) return { id, url: pageOf(id, response.json, grant) };
  throw explainThread(faultOf(response, session.now()), settings);
}

/** https://docs.discord.com/developers/topics/rate-limits#header-format-rate-limit-header-examples (2026-11-22) */
function noteRemaining({ headers }: HttpResponse, run: Run): void {
  if (headers['x-ratelimit-remaining'] === '0') run.pause(Number(headers['x-ratelimit-reset-after']));
}

function composeMessage({ text, media }: Outgoing, settings: Settings): JsonObject {
  const { title, applied_tags, username, avatar_url, poll, spoiler, mentions = 'none' } = settings;
  const flags =
    (settings.suppress_embeds ? SUPPRESS_EMBEDS : 0) | (settings.silent ? SUPPRESS_NOTIFICATIONS : 0);
  const attachments = media.map(({ altText }, id) => ({
    id,
    ...(altText && { description: altText }),
    ...(spoiler && { is_spoiler: true }),
  }));
  return {
    ...(text !== '' && { content: text }),
    allowed_mentions: { parse: parsed[mentions] },
    ...(flags !== 0 && { flags }),
    ...(username !== undefined && { username }),
    ...(avatar_url !== undefined && { avatar_url }),
    ...(title !== undefined && { thread_name: title }),
    ...(applied_tags !== undefined && { applied_tags }),
    ...(poll !== undefined && { poll: encodePoll(poll) }),
    ...(attachments.length > 0 && { attachments }),
  };
}

const parsed = {
  none: [],
  users: ['users'],
  roles: ['users', 'roles'],
  everyone: ['users', 'roles', 'everyone'],
} satisfies Record<NonNullable<Settings['mentions']>, string[]>;

function encodePoll({ question, answers, hours = 24, is_multiple = false }: Poll): JsonObject {
  return {
    question: { text: question },
    answers: answers.map((text) => ({ poll_media: { text } })),
    duration: hours,
    allow_multiselect: is_multiple,
  };
}

function encodeBody(
  message: JsonObject,
  media: readonly Media[],
): Pick<HttpRequest, 'body' | 'headers' | 'timeout'> {
  const json = JSON.stringify(message);
  if (media.length === 0) return { headers: { 'content-type': 'application/json' }, body: json };
  const files = media.map(({ name, mimeType, size, open }, index) => ({
    field: `files[${index}]`,
    name,
    mimeType,
    size,
    bytes: open(),
  }));
  const { contentType, length, body } = encodeMultipart({ payload_json: json }, ...files);
  const headers = { 'content-type': contentType, 'content-length': String(length) };
  return { headers, body, timeout: secondsToSend(length) };
}

/** A message in a thread has the thread as its channel. */
function pageOf(id: string, message: unknown, { guild_id: guildId }: Grant): string | null {
  const channel = snowflakeField(message, 'channel_id');
  if (guildId === undefined || channel === undefined) return null;
  return `https://discord.com/channels/${guildId}/${channel}/${id}`;
}

/** With a thread, an unknown channel is the thread: it was deleted, or is in another channel. */
function explainThread(error: NetworkFault, { thread_id }: Settings): NetworkFault {
  const fault = faultIn(error, 'reconnect');
  if (thread_id === undefined || fault?.networkCode !== '10003') return error;
  const message = 'The webhook’s channel has no such thread. Choose another one.';
  return new NetworkFault({ ...fault, kind: 'rejected', message, field: 'settings.thread_id' });
}
