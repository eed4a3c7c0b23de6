/** A fake Discord with one webhook. It refuses what Discord refuses, in the same order of checks. */
import { findBreaches } from '../families/discord/testing/contract.ts';
import {
  type Finding,
  findLength,
  findProblem,
  type Message,
  type Received,
  readMessage,
  type StoredFile,
  showFiles,
  storeFiles,
} from '../families/discord/testing/message.ts';
import { refuse } from '../families/discord/testing/refusal.ts';
import type { Fake, Shown } from '../testing/fake.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';

const guild = '41771983423143937';
const channel = '199737254929760256';
const webhookId = '223704706495545344';
const token = `secret-${'3d89bb7572e0fb30d8128367b3b1b44fecd1726de135cbe28a41f8b2f777c372ba2939e72279'.slice(0, 61)}`;

interface WebhookMessage extends Message {
  username?: string;
  avatar_url?: string;
  thread_name?: string;
  applied_tags?: string[];
}

export interface PostedMessage extends WebhookMessage {
  id: string;
  channelId: string;
  files: StoredFile[];
}

export interface DiscordFake extends Fake {
  channel: FakeChannel;
}

export async function startFake(): Promise<DiscordFake> {
  const fakeChannel = new FakeChannel();
  const server = await FakeServer.listen({
    contract: findBreaches,
    handle: (request) => fakeChannel.answer(request),
    isVisible: ({ method }) => method === 'POST',
    expire: () => fakeChannel.delete(),
  });
  return {
    server,
    channel: fakeChannel,
    credentials: { webhook_url: `https://discord.com/api/webhooks/${webhookId}/${token}` },
    account: {
      id: webhookId,
      name: 'Town bell',
      username: 'Town bell',
      avatarUrl: `https://cdn.discordapp.com/avatars/${webhookId}/a_1f.png`,
    },
    grant: { id: webhookId, token, guild_id: guild },
    visible: () => fakeChannel.messages.map(({ id, content = '' }) => ({ id, text: content })),
    shown: () => fakeChannel.messages.map(show),
  };
}

function show({ id, channelId, content = '', files, attachments = [], ...settings }: PostedMessage): Shown {
  const spoilers = attachments.map(({ is_spoiler = false }) => is_spoiler);
  const thread = channelId === id ? null : channelId;
  return {
    id,
    url: `https://discord.com/channels/${guild}/${channelId}/${id}`,
    text: content,
    media: showFiles({ attachments }, files),
    settings: JSON.parse(JSON.stringify({ ...settings, spoilers, thread })),
  };
}

export class FakeChannel {
  readonly messages: PostedMessage[] = [];
  /** Ids of the threads of this channel. */
  readonly threads = new Set<string>();
  kind: 'text' | 'forum' = 'text';
  /** The webhook as a GET shows it. */
  webhook: Record<string, unknown> = {
    ...{ id: webhookId, type: 1, name: 'Town bell', avatar: 'a_1f' },
    ...{ channel_id: channel, guild_id: guild, token },
  };
  /** Messages that the channel accepts until its limit begins anew in `resetAfter` seconds. */
  rate: { remaining: number; resetAfter: number } = { remaining: 4, resetAfter: 2 };
  #isDeleted = false;
  #sent = 0;
  #posts = new Set<string>();

  delete(): FakeResponse {
    this.#isDeleted = true;
    return refuse(404, 10015, 'Unknown Webhook');
  }

  answer(request: FakeRequest): FakeResponse {
    const { method, path, query, headers } = request;
    if (!headers['user-agent']?.startsWith('DiscordBot (https://'))
      return refuse(403, 40333, 'Cloudflare is blocking your request.');
    const prefix = `/discord.com/api/v10/webhooks/${webhookId}/`;
    if (!path.startsWith(prefix)) return refuse(404, 10015, 'Unknown Webhook');
    const [given, ...below] = path.slice(prefix.length).split('/');
    if (given !== token) return refuse(401, 50027, 'Invalid Webhook Token');
    if (this.#isDeleted) return refuse(404, 10015, 'Unknown Webhook');
    if (below.length > 0) return this.#delete(method, below, query);
    if (method === 'GET') return { status: 200, body: this.webhook };
    if (method !== 'POST') return refuse(405, 0, '405: Method Not Allowed');
    const received = readMessage<WebhookMessage>(request);
    if (received === undefined) return refuse(400, 50109, 'The request body contains invalid JSON.');
    const problem =
      findProblem(received, ownFields, [...findOwn(received.message)]) ??
      this.#findThreadProblem(received.message, query);
    return problem ?? this.#post(received, query);
  }

  /** A message of a thread is unknown unless the call names the thread. */
  #delete(method: string, [kind, id]: string[], query: URLSearchParams): FakeResponse {
    const place = query.get('thread_id') ?? this.webhook.channel_id;
    if (method !== 'DELETE' || kind !== 'messages') return refuse(405, 0, '405: Method Not Allowed');
    if (query.has('thread_id') && !this.#hasThread(String(place)))
      return refuse(404, 10003, 'Unknown Channel');
    const at = this.messages.findIndex((each) => each.id === id && each.channelId === place);
    if (at < 0) return refuse(404, 10008, 'Unknown Message');
    this.messages.splice(at, 1);
    return { status: 204 };
  }

  /** A forum post is a thread with the id of its first message, which stays when the message is deleted. */
  #hasThread(id: string): boolean {
    return this.threads.has(id) || this.#posts.has(id);
  }

  #findThreadProblem(message: WebhookMessage, query: URLSearchParams): FakeResponse | undefined {
    const thread = query.get('thread_id');
    if (thread !== null && message.thread_name !== undefined)
      return refuse(400, 220002, 'Cannot have both a thread_name and thread_id');
    if (thread !== null && !this.threads.has(thread)) return refuse(404, 10003, 'Unknown Channel');
    if (this.kind === 'forum' && thread === null && message.thread_name === undefined)
      return refuse(400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id');
    if (this.kind === 'text' && (message.thread_name ?? message.applied_tags) !== undefined)
      return refuse(400, 220003, 'Webhooks can only create threads in forum channels');
    return undefined;
  }

  #post({ message, files }: Received<WebhookMessage>, query: URLSearchParams): FakeResponse {
    const id = String(1_300_000_000_000_000_000n + BigInt(this.#sent));
    this.#sent += 1;
    if (message.thread_name !== undefined) this.#posts.add(id);
    const channelId = query.get('thread_id') ?? (message.thread_name === undefined ? channel : id);
    this.messages.push({ ...message, id, channelId, files: storeFiles(files) });
    if (query.get('wait') !== 'true') return { status: 204 };
    const { remaining, resetAfter } = this.rate;
    const headers = {
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset-after': String(resetAfter),
    };
    return { status: 200, headers, body: { id, channel_id: channelId, webhook_id: webhookId, ...message } };
  }
}

const ownFields = ['username', 'avatar_url', 'thread_name', 'applied_tags'];

function* findOwn({ username, avatar_url, thread_name }: WebhookMessage): Generator<Finding> {
  yield* findLength('username', username, 1, 80);
  yield* findLength('thread_name', thread_name, 1, 100);
  if (/clyde|discord/i.test(username ?? '')) yield ['username', 'Username cannot contain "discord"'];
  if (avatar_url !== undefined && !/^https?:\/\//.test(avatar_url))
    yield ['avatar_url', 'Scheme must be http or https.'];
}
