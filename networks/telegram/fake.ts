/** A fake Telegram with two bots and a few chats. It refuses what Telegram refuses, and unknown fields. */
import type { JsonObject } from '../core/json.ts';
import type { Fake, Shown } from '../testing/fake.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { MemoryRecords } from '../testing/memory-records.ts';
import { readMultipart } from '../testing/multipart.ts';
import { channel, FakeChats, type PostedMessage, refuse } from './fake-chats.ts';
import { service } from './page.ts';

export const redirectUri = 'https://belfry.test/connect/callback';
export const ownToken = `1000000001:${'own-secret'.padEnd(35, 'A')}`;
export const sharedToken = `1000000002:${'shared-secret'.padEnd(35, 'B')}`;

export interface TelegramFake extends Fake {
  telegram: FakeTelegram;
}

/** `chat`: the account. A channel's bot loses its token; a group becomes a supergroup. */
export async function startFake(chat = channel): Promise<TelegramFake> {
  const telegram: FakeTelegram = new FakeTelegram(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => telegram.answer(request),
    isVisible: ({ path }) => /\/send[A-Z]\w+$/.test(path),
    expire: () => telegram.expire(chat),
  });
  const { title = '', username } = telegram.chats.chats.get(chat) ?? {};
  return {
    server,
    telegram,
    app: { bot_token: sharedToken },
    credentials: { bot_token: ownToken, chat: username === undefined ? chat : `@${username}` },
    account: { id: chat, name: title, username: username ?? title, avatarUrl: null },
    grant: { chat_id: chat, bot_token: ownToken },
    visible: () =>
      telegram.chats.messages.map(({ id, text = '', caption = text }) => ({ id, text: caption })),
    shown: () => telegram.chats.messages.map(show),
    agree: (page) => postCode(page, (code) => telegram.chats.say(chat, code)),
  };
}

/** What the page for the shared bot asks of a person. */
async function postCode(page: URL, say: (code: string) => void): Promise<URL> {
  const query = Object.fromEntries(page.searchParams);
  const asked = { method: 'GET', path: page.pathname.replace('/telegram', ''), query };
  const host = { records: new MemoryRecords(), publicUrl: `${page.origin}/telegram`, now: () => new Date() };
  const request = { ...asked, headers: {}, body: new Uint8Array(), isOwn: false };
  const { body } = await service.handle(request, host);
  const [, back = ''] = String(body).match(/href="([^"]*\/connect\/callback[^"]*)"/) ?? [];
  say(query.code ?? '');
  return new URL(back);
}

function show({ id, url, text, caption, description, file, ...settings }: PostedMessage): Shown {
  const { replyTo, chat } = settings;
  const media = file === undefined ? [] : [{ sha256: file.sha256, alt: null }];
  const { message_id: _, chat: __, ...shown } = settings;
  return {
    ...{ id, url, media, text: showFormats(text ?? caption ?? description ?? '', settings) },
    answers: replyTo === undefined ? undefined : `${chat.id}:${replyTo}`,
    settings: JSON.parse(JSON.stringify(shown)),
  };
}

const tags: Record<string, string> = { bold: 'b', italic: 'i' };

/** With the tags of bold and italic words, which do not overlap here. */
function showFormats(text: string, settings: Record<string, unknown>): string {
  const entities = settings.entities ?? settings.caption_entities ?? settings.description_entities ?? [];
  let shown = text;
  for (const entity of (entities as JsonObject[]).toReversed()) {
    const [start, tag] = [Number(entity.offset), tags[String(entity.type)]];
    const end = start + Number(entity.length);
    if (tag !== undefined)
      shown = `${shown.slice(0, start)}<${tag}>${shown.slice(start, end)}</${tag}>${shown.slice(end)}`;
  }
  return shown;
}

export class FakeTelegram {
  readonly chats: FakeChats;
  /** Of the bots that exist. */
  readonly tokens = new Set([ownToken, sharedToken]);

  constructor(now: () => Date) {
    this.chats = new FakeChats(now);
  }

  expire(chat: string): FakeResponse {
    if (chat !== channel) return this.chats.upgrade(chat);
    this.tokens.delete(ownToken);
    return refuse(401, 'Unauthorized');
  }

  answer(request: FakeRequest): FakeResponse {
    if (request.method === 'GET') return this.#download(request.path);
    const [, token = '', method = ''] = request.path.match(/^\/api\.telegram\.org\/bot([^/]+)\/(\w+)$/) ?? [];
    if (!/^\d+:[\w-]{35}$/.test(token)) return refuse(404, 'Not Found');
    if (!this.tokens.has(token)) return refuse(401, 'Unauthorized');
    const received = readFields(request);
    if (received === undefined) return refuse(400, 'Bad Request: the body is neither JSON nor a form');
    return this.chats.answer(method, { ...received, bot: Number(token.split(':')[0]) });
  }

  #download(path: string): FakeResponse {
    const [, token = '', file = ''] =
      path.match(/^\/api\.telegram\.org\/file\/bot([^/]+)\/profile_photos\/(\w+)\.jpg$/) ?? [];
    const bytes = this.tokens.has(token) ? this.chats.pictures.get(file) : undefined;
    return bytes === undefined ? refuse(404, 'Not Found') : { status: 200, body: bytes };
  }
}

function readFields({ headers, json, body }: FakeRequest) {
  const type = headers['content-type'] ?? '';
  if (type === 'application/json') {
    const isObject = typeof json === 'object' && json !== null;
    return isObject ? { fields: json as Record<string, unknown>, files: [] } : undefined;
  }
  const parts = readMultipart(body, type);
  if (parts.length === 0) return undefined;
  const texts = parts.filter(({ filename }) => filename === undefined);
  const fields = Object.fromEntries(texts.map(({ name, content }) => [name, readText(content.toString())]));
  return { fields, files: parts.filter(({ filename }) => filename !== undefined) };
}

/** A field of a form is JSON if it looks so, as Telegram reads lists and objects. */
function readText(text: string): unknown {
  if (!/^([[{]|\d+$|true$|false$)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
