/** The servers, channels and messages of the fake. */
import type { Outgoing } from '../core/network.ts';
import {
  type Finding,
  findLength,
  findProblem,
  type Message,
  type Received,
  readMessage,
  type StoredFile,
  storeFiles,
} from '../families/discord/testing/message.ts';
import { refuse } from '../families/discord/testing/refusal.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';

export const bot = '157730590492196865';
export const guild = '41771983423143937';
export const otherGuild = '41771983423143938';
export const textChannel = '199737254929760256';
export const newsChannel = '199737254929760257';
export const forum = '199737254929760258';
export const foreignChannel = '199737254929760259';

interface BotMessage extends Message {
  nonce?: string;
  enforce_nonce?: boolean;
  message_reference?: { message_id: string; channel_id?: string };
}

export interface PostedMessage extends BotMessage {
  id: string;
  channelId: string;
  author: string;
  files: StoredFile[];
  /** Of a forum post. */
  title?: string;
  applied_tags?: string[];
  isCrossposted?: boolean;
  reactions?: { count: number }[];
}

interface FakeChannel {
  id: string;
  type: number;
  guild_id: string;
  name: string;
  parent_id?: string;
  owner_id?: string;
  available_tags?: { id: string; name: string }[];
  last_message_id?: string;
}

interface ForumPost {
  name: string;
  applied_tags?: string[];
  message: Message;
}

/** Milliseconds for which a nonce is known. */
const nonceKept = 180_000;
const epochMs = 1_420_070_400_000;

export class FakeGuilds {
  readonly guilds = new Map(
    [guild, otherGuild].map((id) => [id, { id, name: 'Town hall', icon: 'a_1f', premium_tier: 0 }]),
  );
  readonly channels = new Map<string, FakeChannel>();
  /** Of everybody, oldest first. */
  readonly messages: PostedMessage[] = [];
  /** Without this permission, lists are empty. */
  readsHistory = true;
  /** Seconds after which lists show a message or thread. */
  lag = 0;
  /** Messages that a channel accepts until its limit begins anew in `resetAfter` seconds. */
  rate: { remaining: number; resetAfter: number } = { remaining: 4, resetAfter: 5 };
  /** Nonces of deleted messages. */
  #deleted = new Set<string | undefined>();
  #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
    const add = (id: string, type: number, name: string, guild_id = guild) =>
      this.channels.set(id, { id, type, guild_id, name });
    add(textChannel, 0, 'bells');
    add(newsChannel, 5, 'news');
    this.channels.set(forum, {
      ...{ id: forum, type: 15, guild_id: guild, name: 'ideas' },
      available_tags: [
        { id: '1290000000000000007', name: 'Bronze' },
        { id: '1290000000000000008', name: 'Iron' },
      ],
    });
    add('199737254929760260', 4, 'A category');
    add(foreignChannel, 0, 'elsewhere', otherGuild);
    this.say(textChannel, { id: '1000000000000000000', content: 'Welcome!' }, '53908232999183680');
  }

  /** The bot's own messages. */
  get own(): PostedMessage[] {
    return this.messages.filter(({ author }) => author === bot);
  }

  /** Adds a message as it is. */
  say(channelId: string, message: Partial<PostedMessage>, author = bot): PostedMessage {
    const posted = { files: [], ...message, id: message.id ?? this.#nextId(), channelId, author };
    this.messages.push(posted);
    const channel = this.channels.get(channelId);
    if (channel !== undefined) channel.last_message_id = posted.id;
    return posted;
  }

  /** A moderator deletes it. */
  delete(id: string): void {
    const at = this.messages.findIndex((message) => message.id === id);
    const [message] = this.messages.splice(at, 1);
    this.#deleted.add(message?.nonce);
  }

  addThread(parent_id: string, name: string, owner_id = bot, id = this.#nextId()): string {
    const guild_id = this.channels.get(parent_id)?.guild_id ?? guild;
    this.channels.set(id, { id, type: 11, guild_id, name, parent_id, owner_id });
    const parent = this.channels.get(parent_id);
    if (parent?.type === 15) parent.last_message_id = id;
    return id;
  }

  /** Publishes the first part of a post, as another program with the same bot would. */
  plant(channelId: string, { text, settings }: Pick<Outgoing, 'text' | 'settings'>): void {
    const { title } = settings;
    const id = typeof title === 'string' ? this.addThread(channelId, title) : undefined;
    this.say(id ?? channelId, { content: text, ...(id !== undefined && { id, title: String(title) }) });
  }

  answer(method: string, path: string, request: FakeRequest): FakeResponse {
    const [, kind, id = '', what, last, more] = path.split('/');
    if (`${method} ${path}` === 'GET /users/@me') return { status: 200, body: { id: bot, bot: true } };
    if (kind === 'guilds' && method === 'GET') return this.#readGuild(id, path);
    const channel = this.channels.get(id);
    if (kind !== 'channels') return refuse(404, 0, '404: Not Found');
    if (channel === undefined) return refuse(404, 10003, 'Unknown Channel');
    const name = [method, what, last && ':id', more].filter(Boolean).join(' ');
    if (name === 'GET') return { status: 200, body: channel };
    if (name === 'GET messages') return this.#list(channel, request.query);
    if (name === 'POST messages') return this.#send(channel, request);
    if (name === 'POST threads') return this.#startPost(channel, request);
    const message = this.messages.find((each) => each.id === last && each.channelId === id);
    if (message === undefined) return refuse(404, 10008, 'Unknown Message');
    if (name === 'GET messages :id') return { status: 200, body: describe(message) };
    if (name === 'POST messages :id crosspost') return this.#crosspost(channel, message);
    if (name !== 'DELETE messages :id') return refuse(405, 0, '405: Method Not Allowed');
    this.delete(message.id);
    return { status: 204 };
  }

  #readGuild(id: string, path: string): FakeResponse {
    const guild = this.guilds.get(id);
    if (guild === undefined) return refuse(404, 10004, 'Unknown Guild');
    const own = [...this.channels.values()].filter(({ guild_id }) => guild_id === id);
    const isThread = ({ type }: FakeChannel) => type === 11;
    if (path.endsWith('/channels')) return { status: 200, body: own.filter((each) => !isThread(each)) };
    if (!path.endsWith('/threads/active')) return { status: 200, body: guild };
    const threads = own.filter((each) => isThread(each) && this.#isListed(each));
    return { status: 200, body: { threads: threads.toReversed(), members: [] } };
  }

  #list({ id }: FakeChannel, query: URLSearchParams): FakeResponse {
    const limit = Number(query.get('limit') ?? 50);
    if (!(limit >= 1 && limit <= 100)) return refuse(400, 50035, 'int value should be between 1 and 100.');
    const before = BigInt(query.get('before') ?? '99999999999999999999');
    const all = this.messages.filter(
      (each) => each.channelId === id && BigInt(each.id) < before && this.#isListed(each),
    );
    const body = this.readsHistory ? all.toReversed().slice(0, limit).map(describe) : [];
    return { status: 200, body };
  }

  #send(channel: FakeChannel, request: FakeRequest): FakeResponse {
    if (channel.type > 14) return refuse(400, 50008, 'Cannot send messages in a non-text channel');
    const received = readMessage<BotMessage>(request);
    if (received === undefined) return refuse(400, 50109, 'The request body contains invalid JSON.');
    const { message, files } = received;
    const problem = findProblem(received, ownFields, [...this.#findOwn(message, channel)]);
    if (problem !== undefined) return problem;
    const known = this.messages.find((each) => this.#isRepeated(each, message));
    if (known !== undefined) return { status: 200, body: describe(known) };
    if (message.nonce !== undefined && this.#deleted.has(message.nonce))
      return refuse(404, 10008, 'Unknown Message');
    const posted = this.say(channel.id, { ...message, files: storeFiles(files) });
    return { status: 200, headers: this.#limits(), body: describe(posted) };
  }

  #isRepeated({ id, nonce }: PostedMessage, message: BotMessage): boolean {
    return message.enforce_nonce === true && nonce === message.nonce && this.#ageOf(id) < nonceKept;
  }

  #isListed({ id }: { id: string }): boolean {
    return this.#ageOf(id) >= this.lag * 1000;
  }

  /** Milliseconds. */
  #ageOf(id: string): number {
    return this.#now().getTime() - Number(BigInt(id) >> 22n) - epochMs;
  }

  *#findOwn({ nonce, message_reference }: BotMessage, { id }: FakeChannel): Generator<Finding> {
    yield* findLength('nonce', nonce, 1, 25);
    if (message_reference === undefined) return;
    const { message_id, channel_id = id } = message_reference;
    const isThere = this.messages.some((each) => each.id === message_id && each.channelId === id);
    if (!isThere || channel_id !== id) yield ['message_reference', 'Unknown message'];
  }

  #startPost(channel: FakeChannel, request: FakeRequest): FakeResponse {
    if (channel.type < 15) return refuse(400, 50024, 'Cannot execute action on this channel type');
    const received = readMessage<Message & ForumPost>(request);
    if (received === undefined) return refuse(400, 50109, 'The request body contains invalid JSON.');
    const { name, applied_tags = [], message, ...others } = received.message;
    const tags = channel.available_tags?.map(({ id }) => id) ?? [];
    const findings: Finding[] = [
      ...findLength('name', name, 1, 100),
      ...Object.keys(others).map((each): Finding => [each, 'This field is unknown.']),
      ...applied_tags.flatMap((id): Finding[] =>
        tags.includes(id) ? [] : [['applied_tags', 'Unknown tag.']],
      ),
    ];
    const inner: Received = { ...received, message };
    const problem = findProblem(inner, [], findings);
    if (problem !== undefined) return problem;
    if ((message.content ?? '') === '' && received.files.length === 0)
      return refuse(400, 50006, 'Cannot send an empty message');
    const id = this.addThread(channel.id, name);
    const stored = { ...message, id, title: name, applied_tags, files: storeFiles(received.files) };
    const posted = this.say(id, stored);
    return {
      status: 201,
      headers: this.#limits(),
      body: { ...this.channels.get(id), message: describe(posted) },
    };
  }

  #limits(): Record<string, string> {
    const { remaining, resetAfter } = this.rate;
    return { 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset-after': String(resetAfter) };
  }

  #crosspost({ type }: FakeChannel, message: PostedMessage): FakeResponse {
    if (type !== 5) return refuse(400, 50024, 'Cannot execute action on this channel type');
    if (message.isCrossposted) return refuse(400, 40033, 'This message has already been crossposted.');
    message.isCrossposted = true;
    return { status: 200, body: describe(message) };
  }

  #nextId(): string {
    const ms = BigInt(this.#now().getTime() - epochMs);
    return String((ms << 22n) + BigInt(this.messages.length + this.channels.size));
  }
}

const ownFields = ['nonce', 'enforce_nonce', 'message_reference'];

/** As Discord shows a message. It does not keep the nonce. */
function describe({ channelId, author, files, nonce: _, enforce_nonce, ...message }: PostedMessage): object {
  const attachments = files.map(({ name, content }, id) => ({
    id: String(id),
    filename: name,
    size: content.length,
  }));
  return { ...message, channel_id: channelId, author: { id: author }, attachments };
}
