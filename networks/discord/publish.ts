import { faultIn, NetworkFault } from '../core/fault.ts';
import type { Form } from '../core/form.ts';
import type { HttpResponse } from '../core/http.ts';
import { digitsField } from '../core/json.ts';
import type { Outgoing, Published } from '../core/network.ts';
import { publishedAs } from '../core/published.ts';
import type { Commit, Run } from '../core/run.ts';
import { threadOf } from '../core/thread.ts';
import { noteRemaining, pageOf } from '../families/discord/api.ts';
import { composeMessage, encodeBody } from '../families/discord/message.ts';
import { callAsBot, type DiscordSession } from './api.ts';
import { findPlace, type Place } from './channel.ts';
import { faultOf } from './faults.ts';
import { findForumPost, findMessage } from './reconcile.ts';
import type { Settings } from './settings.ts';

export interface Draft extends Pick<Outgoing<Settings>, 'text' | 'settings' | 'media'> {
  replyTo: string | undefined;
  place: Place;
}

/** A message, and the channel or thread that it is in. */
export type Posted = { id: string; channel: string };

/** Seconds for which Discord knows a nonce: “the past few minutes”. Not confirmed: that these are at least two. */
const repeatableFor = 120;

/** Seconds; twice a call's timeout. A message that the channel does not show by then was not accepted. */
const visibleAfter = 60;

export async function publish(
  { text, settings, media }: Outgoing<Settings>,
  session: DiscordSession,
  run: Run,
): Promise<Published> {
  const place = await run.step('place', () => findPlace(settings.thread_id, session));
  const draft = { text, settings, media, replyTo: settings.reply_to, place };
  const first =
    settings.title === undefined
      ? await postMessage('message', draft, session, run)
      : await postToForum(settings.title, draft, session, run);

  const { poll: _, ...own } = settings;
  const replies: Posted[] = [];
  for (const [index, text] of threadOf(settings).entries()) {
    const parent = replies.at(-1) ?? first;
    const place = { id: parent.channel, last: parent.id };
    const reply = { text, settings: own, media: [], replyTo: parent.id, place };
    replies.push(await postMessage(`reply ${index}`, reply, session, run));
  }
  if (settings.crosspost) await crosspost(first, session, run);
  const partOf = ({ id, channel }: Posted) => ({ id, url: pageOf(session.grant.guild_id, channel, id) });
  return publishedAs(partOf(first), ...replies.map(partOf));
}

/** Discord answers a repeated nonce with the message that has it. Later, Belfry looks at the channel's messages. */
function postMessage(name: string, draft: Draft, session: DiscordSession, run: Run): Promise<Posted> {
  const { media, replyTo, place } = draft;
  const send: Commit<Posted> = async (key, { times }) => {
    const message = {
      ...composeMessage(draft),
      ...(replyTo !== undefined && { message_reference: { message_id: replyTo, channel_id: place.id } }),
      nonce: nonceOf(key),
      enforce_nonce: true,
    };
    const posted = await post(`/channels/${place.id}/messages`, encodeBody(message, media), session, run);
    const id = digitsField(posted.json, 'id');
    if (posted.status === 200 && id !== undefined) return { id, channel: place.id };
    throw explain(faultOf(posted, session), replyTo, times);
  };
  return run.commit(name, send, {
    repeatableFor,
    reconcile: ({ since }) => findMessage(draft, since, session),
    visibleAfter,
  });
}

/** At most 25 characters; a UUID has 36. */
function nonceOf(key: string): string {
  return Buffer.from(key.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The endpoint has no nonce, so the engine asks before it sends again. */
function postToForum(title: string, draft: Draft, session: DiscordSession, run: Run): Promise<Posted> {
  const { settings, media, place } = draft;
  const { applied_tags } = settings;
  const body = {
    name: title,
    ...(applied_tags !== undefined && { applied_tags: [...applied_tags] }),
    message: composeMessage(draft),
  };
  const send = async () => {
    const thread = await post(`/channels/${place.id}/threads`, encodeBody(body, media), session, run);
    const channel = digitsField(thread.json, 'id');
    if (thread.status !== 201 || channel === undefined) throw faultOf(thread, session);
    return { id: digitsField(thread.json, 'message', 'id') ?? channel, channel };
  };
  return run.commit('message', send, {
    reconcile: ({ since }) => findForumPost(title, place, since, session),
    visibleAfter,
  });
}

/** Each answer of Discord also says whether the next message of this channel must wait. */
async function post(path: string, body: Form, session: DiscordSession, run: Run): Promise<HttpResponse> {
  const response = await callAsBot(session, { method: 'POST', path, ...body });
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
    const response = await callAsBot(session, { method: 'POST', path });
    const error = faultOf(response, session);
    if (response.status !== 200 && error.fault.networkCode !== alreadyPublished) throw error;
    return true;
  };
  await run.after('crosspost', send, { repeatableFor: Number.POSITIVE_INFINITY });
}
