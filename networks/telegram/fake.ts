/** A fake Telegram with two bots and a few chats. It refuses what Telegram refuses, and unknown fields. */
import type { Fake, Shown } from '../testing/fake.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { readMultipart } from '../testing/multipart.ts';
import { channel, FakeChats, type PostedMessage, refuse } from './fake-chats.ts';

export const redirectUri = 'https://belfry.test/connect/callback';
export const ownToken = `1000000001:${'own-secret'.padEnd(35, 'A')}`;
export const sharedToken = `1000000002:${'shared-secret'.padEnd(35, 'B')}`;

export interface TelegramFake extends Fake {
  telegram: FakeTelegram;
}

export async function startFake(): Promise<TelegramFake> {
  const telegram: FakeTelegram = new FakeTelegram(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => telegram.answer(request),
    isVisible: ({ path }) => /\/send[A-Z]\w+$/.test(path),
    expire: () => {
      telegram.tokens.delete(ownToken);
      return refuse(401, 'Unauthorized');
    },
  });
  return {
    server,
    telegram,
    app: { bot_token: sharedToken },
    credentials: { bot_token: ownToken, chat: '@townbells' },
    account: { id: channel, name: 'Town bells', username: 'townbells', avatarUrl: null },
    grant: { chat_id: channel, bot_token: ownToken },
    visible: () =>
      telegram.chats.messages.map(({ id, text = '', caption = text }) => ({ id, text: caption })),
    shown: () => telegram.chats.messages.map(show),
  };
}

function show({ id, url, text, caption, description, file, ...settings }: PostedMessage): Shown {
  const media = file === undefined ? [] : [{ sha256: file.sha256, alt: null }];
  const { message_id: _, chat: __, ...shown } = settings;
  return {
    ...{ id, url, media, text: text ?? caption ?? description ?? '' },
    settings: JSON.parse(JSON.stringify(shown)),
  };
}

export class FakeTelegram {
  readonly chats: FakeChats;
  /** Of the bots that exist. */
  readonly tokens = new Set([ownToken, sharedToken]);

  constructor(now: () => Date) {
    this.chats = new FakeChats(now);
  }

  answer(request: FakeRequest): FakeResponse {
    const [, token = '', method = ''] = request.path.match(/^\/api\.telegram\.org\/bot([^/]+)\/(\w+)$/) ?? [];
    if (!/^\d+:[\w-]{35}$/.test(token)) return refuse(404, 'Not Found');
    if (!this.tokens.has(token)) return refuse(401, 'Unauthorized');
    const received = readFields(request);
    if (received === undefined) return refuse(400, 'Bad Request: the body is neither JSON nor a form');
    return this.chats.answer(method, { ...received, bot: Number(token.split(':')[0]) });
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
