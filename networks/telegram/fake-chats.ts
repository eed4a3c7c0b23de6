/** The chats, members and messages of the fake. */
import { createHash } from 'node:crypto';
import type { FakeResponse } from '../testing/fake-server.ts';
import type { ReceivedPart } from '../testing/multipart.ts';
import { albumFields, findCaptionProblem, findProblem } from './fake-checks.ts';

export const channel = '-1001234567890';
export const supergroup = '-1001234567891';
export const foreignChannel = '-1001234567892';
export const oldGroup = '-5020240850';
export const owner = 77;
export const reader = 78;
const bots = [1_000_000_001, 1_000_000_002];

interface FakeChat {
  id: number;
  type: string;
  title: string;
  username?: string;
}

export interface PostedMessage {
  id: string;
  url: string | null;
  message_id: number;
  chat: FakeChat;
  text?: string;
  caption?: string;
  description?: string;
  file?: { sha256: string; mimeType: string | undefined; name: string | undefined };
  isPinned?: boolean;
  [field: string]: unknown;
}

interface Reply {
  message_id?: number;
  allow_sending_without_reply?: boolean;
}

interface Received {
  fields: Record<string, unknown>;
  files: ReceivedPart[];
  bot: number;
}

export function refuse(status: number, description: string, parameters?: object): FakeResponse {
  return { status, body: { ok: false, error_code: status, description, ...(parameters && { parameters }) } };
}

const accept = (result: unknown): FakeResponse => ({ status: 200, body: { ok: true, result } });

export class FakeChats {
  readonly chats = new Map<string, FakeChat>();
  /** By "chat:user". */
  readonly members = new Map<string, { status: string; can_post_messages?: boolean }>();
  readonly messages: PostedMessage[] = [];
  /** Unconfirmed updates of the shared bot. */
  updates: { update_id: number; channel_post?: object; message?: object }[] = [];
  /** The number of the next update. */
  next = 1;
  /** By the old chat's id. */
  readonly moved = new Map<string, number>();
  #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
    this.#add(channel, { type: 'channel', title: 'Town bells', username: 'townbells' });
    this.#add(supergroup, { type: 'supergroup', title: 'Ringers' });
    this.#add(foreignChannel, { type: 'channel', title: 'Elsewhere' });
    this.#add(oldGroup, { type: 'group', title: 'Old ringers' });
  }

  #add(id: string, chat: Omit<FakeChat, 'id'>): void {
    this.chats.set(id, { id: Number(id), ...chat });
    const rights = { status: 'administrator', ...(chat.type === 'channel' && { can_post_messages: true }) };
    for (const bot of bots) this.members.set(`${id}:${bot}`, rights);
    this.members.set(`${id}:${owner}`, { status: 'creator' });
    this.members.set(`${id}:${reader}`, { status: 'member' });
  }

  /** Somebody writes; the shared bot reads it. */
  say(id: string, text: string, more: object = {}): void {
    const chat = this.chats.get(id);
    const isChannel = chat?.type === 'channel';
    const date = Math.floor(this.#now().getTime() / 1000);
    const author = isChannel ? { sender_chat: { id: Number(id) } } : { from: { id: owner } };
    const post = { message_id: 1, date, chat, text, ...author, ...more };
    this.updates.push({ update_id: this.next, [isChannel ? 'channel_post' : 'message']: post });
    this.next += 1;
  }

  answer(method: string, received: Received): FakeResponse {
    const { fields, bot } = received;
    const problem = findProblem(method, fields);
    if (problem !== undefined) return refuse(problem === 'Not Found' ? 404 : 400, problem);
    if (method === 'getMe') return accept({ id: bot, is_bot: true, username: 'town_bell_bot' });
    if (method === 'getUpdates') return this.#getUpdates(fields);
    const chat = this.#find(String(fields.chat_id));
    if (chat === undefined) return refuse(400, 'Bad Request: chat not found');
    if (this.moved.has(String(chat.id)) && method !== 'getChat') return this.upgrade(String(chat.id));
    if (method === 'getChat') return accept(chat);
    if (method === 'getChatMember') {
      const member = this.members.get(`${chat.id}:${fields.user_id}`);
      return member
        ? accept({ user: { id: fields.user_id }, ...member })
        : refuse(400, 'Bad Request: PARTICIPANT_ID_INVALID');
    }
    return this.#act(method, chat, received);
  }

  /** The group has become a supergroup, or becomes one now. Its messages stay behind. */
  upgrade(id: string): FakeResponse {
    const moved = this.moved.get(id) ?? Number(supergroup);
    this.moved.set(id, moved);
    const description = 'Bad Request: group chat was upgraded to a supergroup chat';
    return refuse(400, description, { migrate_to_chat_id: moved });
  }

  #act(method: string, chat: FakeChat, received: Received): FakeResponse {
    const member = this.members.get(`${chat.id}:${received.bot}`);
    const place = `${chat.type} chat`;
    if (member === undefined) return refuse(403, `Forbidden: bot is not a member of the ${place}`);
    if (member.status !== 'administrator' || member.can_post_messages === false)
      return refuse(400, `Bad Request: need administrator rights in the ${place}`);
    const { message_id } = received.fields;
    if (method.startsWith('send')) return this.#send(method, chat, received);
    const at = this.messages.findIndex((each) => each.chat.id === chat.id && each.message_id === message_id);
    const message = this.messages[at];
    if (method === 'deleteMessage' && message === undefined)
      return refuse(400, 'Bad Request: message to delete not found');
    if (message === undefined) return refuse(400, 'Bad Request: message to pin not found');
    if (method === 'deleteMessage') this.messages.splice(at, 1);
    else message.isPinned = true;
    return accept(true);
  }

  #find(id: string): FakeChat | undefined {
    const named = [...this.chats.values()].find(({ username }) => `@${username}` === id);
    return this.chats.get(id) ?? named;
  }

  /** Updates before the offset are confirmed, and gone. */
  #getUpdates({ offset = 0, limit = 100 }: Record<string, unknown>): FakeResponse {
    this.updates = this.updates.filter(({ update_id }) => update_id >= Number(offset));
    return accept(this.updates.slice(0, Number(limit)));
  }

  #send(method: string, chat: FakeChat, { fields, files }: Received): FakeResponse {
    const { reply_parameters, media, chat_id: _, ...own } = fields;
    const { message_id: replyTo, allow_sending_without_reply: isOptional } = (reply_parameters ??
      {}) as Reply;
    const isThere = this.messages.some((each) => each.chat.id === chat.id && each.message_id === replyTo);
    if (replyTo !== undefined && !isThere && isOptional !== true)
      return refuse(400, 'Bad Request: message to be replied not found');
    const shared = { ...own, ...(isThere && { replyTo }) };
    if (method === 'sendMediaGroup') return this.#sendAlbum(chat, media, shared, files);
    const type = method.slice(4).toLowerCase();
    if (['message', 'poll'].includes(type)) return accept(this.#post(chat, shared));
    const { [type]: attached, ...others } = shared as Record<string, unknown>;
    const file = readFile(attached, files);
    if (file === undefined || files.length !== 1) return refuse(400, 'Bad Request: there is no file');
    if (type === 'photo' && !isPicture(file)) return refuse(400, 'Bad Request: IMAGE_PROCESS_FAILED');
    return accept(this.#post(chat, { ...others, type, file }));
  }

  #sendAlbum(chat: FakeChat, media: unknown, shared: object, files: ReceivedPart[]): FakeResponse {
    const items = Array.isArray(media) ? (media as Record<string, unknown>[]) : [];
    if (items.length < 2 || items.length > 10)
      return refuse(400, 'Bad Request: must have 2-10 items in album');
    const odd = items.some(
      ({ type, media, ...item }) =>
        !['photo', 'video'].includes(String(type)) ||
        isPicture(readFile(media, files)) !== (type === 'photo') ||
        Object.keys(item).some((name) => !albumFields.includes(name)),
    );
    const isUsed = new Set(items.map((item) => item.media)).size === files.length;
    if (odd || !isUsed) return refuse(400, 'Bad Request: wrong item of an album');
    const problem = items.map(findCaptionProblem).find((each) => each !== undefined);
    if (problem !== undefined) return refuse(400, problem);
    return accept(
      items.map(({ media, ...item }) =>
        this.#post(chat, { ...shared, ...item, file: readFile(media, files) }),
      ),
    );
  }

  #post(chat: FakeChat, content: object): object {
    const message_id = 100 + this.messages.length;
    const page = chat.username ?? (chat.type === 'group' ? undefined : `c/${String(chat.id).slice(4)}`);
    const url = page === undefined ? null : `https://t.me/${page}/${message_id}`;
    const posted = { ...content, id: `${chat.id}:${message_id}`, url, message_id, chat };
    this.messages.push(posted);
    return { message_id, chat, date: Math.floor(this.#now().getTime() / 1000) };
  }
}

function isPicture(file: PostedMessage['file']): boolean | undefined {
  return file && /^image\/(jpeg|png|webp|gif)$/.test(file.mimeType ?? '');
}

function readFile(attached: unknown, files: ReceivedPart[]): PostedMessage['file'] {
  const file = files.find(({ name }) => attached === `attach://${name}`);
  if (file === undefined) return undefined;
  const { content, mimeType, filename: name } = file;
  return { sha256: createHash('sha256').update(content).digest('hex'), mimeType, name };
}
