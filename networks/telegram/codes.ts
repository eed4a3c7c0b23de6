/** Codes that prove who owns a chat: only a person who may post there can show one to the shared bot. */
import { randomBytes } from 'node:crypto';
import { field, listField, textField } from '../core/json.ts';
import { type Bot, call } from './api.ts';
import { idOf } from './chat.ts';

export const codePattern = /^belfry-[A-Za-z0-9_-]{22}$/;

/** 128 bits: readers of the chat see it, but only the sign-in that it belongs to can use it, once. */
export function drawCode(): string {
  return `belfry-${randomBytes(16).toString('base64url')}`;
}

/** Seconds for which a sign-in is valid. */
const signInSeconds = 900;
/** Seconds by which Telegram's clock may differ from ours. */
const tolerance = 60;

const batch = 100;
const mostBatches = 20;

interface Posting {
  update: number;
  post: unknown;
  code: string;
}

/**
 * The id of the chat in which the code was posted; undefined if the bot has not seen it. Telegram keeps updates until they
 * are confirmed, oldest first. This confirms all that come before the first code which another sign-in may still need.
 */
export async function findChat(code: string, bot: Bot): Promise<string | undefined> {
  let offset = 0;
  for (let count = 0; count < mostBatches; count += 1) {
    const updates = await readUpdates(offset, bot);
    const postings = updates.flatMap(readPosting);
    for (const { post, code: posted } of postings) {
      const chat = idOf(post, 'chat', 'id');
      if (posted === code && chat !== undefined && (await isByOwner(post, chat, bot))) return chat;
    }
    const last = field(updates.at(-1), 'update_id');
    if (updates.length < batch || typeof last !== 'number') return undefined;
    const kept = postings.find(({ post }) => isFresh(post, bot.now()));
    const next = kept?.update ?? last + 1;
    if (next <= offset) return undefined;
    offset = next;
  }
  return undefined;
}

async function readUpdates(offset: number, bot: Bot): Promise<unknown[]> {
  const allowed_updates = ['channel_post', 'message'];
  const fields = { limit: batch, timeout: 0, allowed_updates, ...(offset > 0 && { offset }) };
  return listField(await call(bot, { method: 'getUpdates', fields }));
}

function readPosting(update: unknown): Posting[] {
  const id = field(update, 'update_id');
  const post = field(update, 'channel_post') ?? field(update, 'message');
  const code = textField(post, 'text')?.trim();
  if (typeof id !== 'number' || code === undefined || !codePattern.test(code)) return [];
  return [{ update: id, post, code }];
}

function isFresh(post: unknown, now: Date): boolean {
  const date = field(post, 'date');
  return typeof date === 'number' && now.getTime() / 1000 - date < signInSeconds + tolerance;
}

/** Signs that somebody else wrote the text. */
const foreign = ['forward_origin', 'via_bot', 'is_automatic_forward', 'sender_business_bot'];

/**
 * In a channel, only administrators post. In a group, everybody does, so the author must be an administrator; one who is
 * anonymous writes as the group itself.
 */
async function isByOwner(post: unknown, chat_id: string, bot: Bot): Promise<boolean> {
  if (foreign.some((name) => field(post, name) !== undefined)) return false;
  const sender = idOf(post, 'sender_chat', 'id');
  if (sender !== undefined) return sender === chat_id;
  if (field(post, 'chat', 'type') === 'channel') return true;
  const user_id = Number(idOf(post, 'from', 'id'));
  if (Number.isNaN(user_id)) return false;
  const member = await call(bot, { method: 'getChatMember', fields: { chat_id, user_id } });
  return ['administrator', 'creator'].includes(textField(member, 'status') ?? '');
}
