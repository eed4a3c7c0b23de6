import { faultIn, NetworkFault } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import type { Media, Outgoing, Published, PublishedPart } from '../core/network.ts';
import type { EarlierSends, Run } from '../core/run.ts';
import { threadOf } from '../core/thread.ts';
import { noteRemaining, pageOf, snowflakeField } from '../families/discord/api.ts';
import { composeMessage, encodeBody } from '../families/discord/message.ts';
import { callAsBot, type DiscordSession } from './api.ts';
import { findPlace, type Place } from './channel.ts';
import { faultOf } from './faults.ts';
import { findForumPost, findMessage } from './reconcile.ts';
import type { Settings } from './settings.ts';

export interface Draft {
  text: string;
  settings: Settings;
  media: readonly Media[];
  replyTo: string | undefined;
}

/** A message, and the channel or thread that it is in. */
export type Posted = { id: string; channel: string };

/** Seconds for which Discord knows a nonce: “the past few minutes”. Not confirmed: that these are at least two. */
const repeatableFor = 120;

/** Seconds; twice a call's timeout. A message that the channel does not show by then was not accepted. */
const visibleAfter = 60;

export async function publish(
  post: Outgoing<Settings>,
  session: DiscordSession,
  run: Run,
): Promise<Published> {
  const { settings, text, media } = post;
  const place = await run.step('place', () => findPlace(settings.thread_id, session));
  const draft = { text, settings, media, replyTo: settings.reply_to };
  const first =
    settings.title === undefined
      ? await postMessage('message', draft, place, session, run)
      : await postToForum(settings.title, draft, place, session, run);

  const { poll: _, ...own } = settings;
  const all = [first];
  let parent = first;
  for (const [index, reply] of threadOf(settings).entries()) {
    const next = { text: reply, settings: own, media: [], replyTo: parent.id };
    const after = { id: parent.channel, last: parent.id };
    parent = await postMessage(`reply ${index}`, next, after, session, run);
    all.push(parent);
  }
  if (settings.crosspost) await crosspost(first, session, run);
  const parts = all.map((each) => partOf(each, session));
  return { ...partOf(first, session), ...(parts.length > 1 && { parts }) };
}

function partOf({ id, channel }: Posted, { grant }: DiscordSession): PublishedPart {
  return { id, url: pageOf(grant.guild_id, channel, id) };
}

/** Discord answers a repeated nonce with the message that has it. Later, Belfry looks at the channel's messages. */
function postMessage(
  name: string,
  draft: Draft,
  place: Place,
  session: DiscordSession,
  run: Run,
): Promise<Posted> {
  return run.commit(name, (key, sent) => sendMessage(draft, place, { key, ...sent }, session, run), {
    repeatableFor,
    reconcile: ({ since }) => findMessage(draft, place, since, session),
    visibleAfter,
  });
}

async function sendMessage(
  { text, settings, media, replyTo }: Draft,
  place: Place,
  { key, times }: EarlierSends & { key: string },
  session: DiscordSession,
  run: Run,
): Promise<Posted> {
  const message = {
    ...composeMessage({ text, settings, media }),
    ...(replyTo !== undefined && { message_reference: { message_id: replyTo, channel_id: place.id } }),
    nonce: nonceOf(key),
    enforce_nonce: true,
  };
  const path = `/channels/${place.id}/messages`;
  const posted = await post(path, message, media, session, run);
  const id = snowflakeField(posted.json, 'id');
  if (posted.status === 200 && id !== undefined) return { id, channel: place.id };
  throw explain(faultOf(posted, session.now()), replyTo, times);
}

/** At most 25 characters; a UUID has 36. */
function nonceOf(key: string): string {
  return Buffer.from(key.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The endpoint has no nonce, so the engine asks before it sends again. */
function postToForum(
  title: string,
  draft: Draft,
  place: Place,
  session: DiscordSession,
  run: Run,
): Promise<Posted> {
  const { text, settings, media } = draft;
  const { applied_tags } = settings;
  const body = {
    name: title,
    ...(applied_tags !== undefined && { applied_tags: [...applied_tags] }),
    message: composeMessage({ text, settings, media }),
  };
  const send = async () => {
    const thread = await post(`/channels/${place.id}/threads`, body, media, session, run);
    const channel = snowflakeField(thread.json, 'id');
    if (thread.status !== 201 || channel === undefined) throw faultOf(thread, session.now());
    return { id: snowflakeField(thread.json, 'message', 'id') ?? channel, channel };
  };
  return run.commit('message', send, {
    reconcile: ({ since }) => findForumPost(title, place, since, session),
    visibleAfter,
  });
}

/** Each answer of Discord also says whether the next message of this channel must wait. */
async function post(
  path: string,
  body: JsonObject,
  media: readonly Media[],
  session: DiscordSession,
  run: Run,
) {
  const { signal } = run;
  const response = await callAsBot(session, { method: 'POST', path, ...encodeBody(body, media), signal });
  noteRemaining(response, run);
  return response;
}

const unknownMessage = '10008';
const invalidForm = '50035';

function explain(error: NetworkFault, replyTo: string | undefined, times: number): NetworkFault {
  const fault = faultIn(error, 'rejected');
  if (fault?.kind !== 'rejected') return error;
  // https://github.com/discord/discord-api-docs/discussions/6647 (2026-11-22)
  if (fault.networkCode === unknownMessage && times > 0) {
    const message = 'Discord had published this post. Somebody deleted it there before Belfry knew.';
    return new NetworkFault({ ...fault, message });
  }
  const isReply = [unknownMessage, invalidForm].includes(fault.networkCode ?? '') && replyTo !== undefined;
  return isReply && fault.message.includes('message_reference')
    ? new NetworkFault({ ...fault, field: 'settings.reply_to' })
    : error;
}

const alreadyPublished = '40033';

/** Publishing a message to followers a second time changes nothing. */
async function crosspost({ id, channel }: Posted, session: DiscordSession, run: Run): Promise<void> {
  const send = async () => {
    const path = `/channels/${channel}/messages/${id}/crosspost`;
    const response = await callAsBot(session, { method: 'POST', path, signal: run.signal });
    const error = faultOf(response, session.now());
    if (response.status !== 200 && error.fault.networkCode !== alreadyPublished) throw error;
    return true;
  };
  await run.after('crosspost', send, { repeatableFor: Number.POSITIVE_INFINITY });
}
