/**
 * Codes that prove who owns a chat: only a person who may post there can show one to the shared bot.
 *
 * Telegram keeps updates until they are confirmed, and shows the 100 oldest only. So everything is confirmed, and a code that
 * another sign-in may need is kept on our side. Otherwise one such code, followed by 100 posts of any chat, would hide all
 * codes after it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { field, listField, textField } from '../core/json.ts';
import type { OAuthCaller } from '../core/network.ts';
import { type Bot, call } from './api.ts';
import { idOf } from './chat.ts';

export const codePattern = /^belfry-[A-Za-z0-9_-]{22}$/;

/**
 * 128 bits: readers of the chat see it, but only the sign-in that it belongs to can use it, once. Half of it is a seal, so
 * that codes which others have invented are not kept.
 */
export function drawCode(bot: Pick<Bot, 'token'>): string {
  return sealCode(randomBytes(8), bot);
}

function sealCode(drawn: Buffer, { token }: Pick<Bot, 'token'>): string {
  const seal = createHmac('sha256', token).update('code of a sign-in').update(drawn).digest().subarray(0, 8);
  return `belfry-${Buffer.concat([drawn, seal]).toString('base64url')}`;
}

function isDrawnHere(code: string, bot: Bot): boolean {
  const drawn = Buffer.from(code.slice('belfry-'.length), 'base64url').subarray(0, 8);
  return code === sealCode(drawn, bot);
}

/** Seconds for which a sign-in is valid. */
const signInSeconds = 900;
/** Seconds by which Telegram's clock may differ from ours. */
const tolerance = 60;

const batch = 100;
const mostBatches = 100;

interface Posted {
  chat: string;
  /** Null: the chat itself, as which only its administrators write. */
  user: string | null;
}

interface Posting extends Posted {
  code: string;
  /** Unix seconds. */
  date: number;
}

type Kept = OAuthCaller['apps'];

/** The id of the chat in which the code was posted; undefined if the bot has not seen it. */
export async function findChat(code: string, bot: Bot, kept: Kept): Promise<string | undefined> {
  // Another sign-in may read the updates at the same time, and keep the code between the first two questions.
  return (
    (await findKept(code, bot, kept)) ??
    (await findUpdate(code, bot, kept)) ??
    (await findKept(code, bot, kept))
  );
}

async function findKept(code: string, bot: Bot, kept: Kept): Promise<string | undefined> {
  const stored = await kept.get(code);
  const chat = textField(stored, 'chat');
  if (chat === undefined) return undefined;
  return (await isByOwner({ chat, user: textField(stored, 'user') ?? null }, bot)) ? chat : undefined;
}

async function findUpdate(code: string, bot: Bot, kept: Kept): Promise<string | undefined> {
  let offset = 0;
  for (let count = 0; count < mostBatches; count += 1) {
    const updates = await readUpdates(offset, bot);
    for (const posting of updates.flatMap(readPosting)) {
      if (posting.code !== code) await keep(posting, bot, kept);
      else if (await isByOwner(posting, bot)) return posting.chat;
    }
    const last = field(updates.at(-1), 'update_id');
    if (updates.length < batch || typeof last !== 'number' || last < offset) return undefined;
    offset = last + 1;
  }
  return undefined;
}

/** The first posting counts: the code was a secret until then. */
async function keep({ code, date, chat, user }: Posting, bot: Bot, kept: Kept): Promise<void> {
  const isFresh = bot.now().getTime() / 1000 - date < signInSeconds + tolerance;
  if (!isFresh || !isDrawnHere(code, bot)) return;
  if ((await kept.get(code)) === undefined) await kept.put(code, { chat, user });
}

async function readUpdates(offset: number, bot: Bot): Promise<unknown[]> {
  const allowed_updates = ['channel_post', 'message'];
  const fields = { limit: batch, timeout: 0, allowed_updates, ...(offset > 0 && { offset }) };
  return listField(await call(bot, { method: 'getUpdates', fields }));
}

/** Signs that somebody else wrote the text. */
const foreign = ['forward_origin', 'via_bot', 'is_automatic_forward', 'sender_business_bot'];

/** In a channel, only administrators post. In a group, one who is anonymous writes as the group itself. */
function readPosting(update: unknown): Posting[] {
  const post = field(update, 'channel_post') ?? field(update, 'message');
  const code = textField(post, 'text')?.trim();
  const chat = idOf(post, 'chat', 'id');
  if (code === undefined || !codePattern.test(code) || chat === undefined) return [];
  if (foreign.some((name) => field(post, name) !== undefined)) return [];
  const posting = { code, chat, date: Number(idOf(post, 'date') ?? 0) };
  const sender = idOf(post, 'sender_chat', 'id');
  if (sender !== undefined && sender !== chat) return [];
  if (sender !== undefined || field(post, 'chat', 'type') === 'channel') return [{ ...posting, user: null }];
  const user = idOf(post, 'from', 'id');
  return user === undefined ? [] : [{ ...posting, user }];
}

/** In a group, everybody posts, so the author must be an administrator. */
async function isByOwner({ chat: chat_id, user }: Posted, bot: Bot): Promise<boolean> {
  if (user === null) return true;
  const fields = { chat_id, user_id: Number(user) };
  const member = await call(bot, { method: 'getChatMember', fields });
  return ['administrator', 'creator'].includes(textField(member, 'status') ?? '');
}
