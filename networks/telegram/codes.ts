/** Codes that prove who owns a chat: only a person who may post there can show one to the shared bot. */
import { randomBytes } from 'node:crypto';
import { field, textField } from '../core/json.ts';
import type { Caller } from '../core/network.ts';
import { type App, call } from './api.ts';
import { idOf, isAdministrator } from './chat.ts';

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
export async function findChat(
  code: string,
  token: string,
  caller: Caller<App>,
): Promise<string | undefined> {
  let offset = 0;
  for (let count = 0; count < mostBatches; count += 1) {
    const updates = await readUpdates(token, offset, caller);
    const postings = updates.flatMap(readPosting);
    for (const posting of postings) {
      const chat = idOf(posting.post, 'chat', 'id');
      if (posting.code === code && chat !== undefined && (await isByOwner(posting.post, token, caller)))
        return chat;
    }
    const last = field(updates.at(-1), 'update_id');
    if (updates.length < batch || typeof last !== 'number') return undefined;
    const kept = postings.find(({ post }) => isFresh(post, caller.now()));
    const next = kept?.update ?? last + 1;
    if (next <= offset) return undefined;
    offset = next;
  }
  return undefined;
}

async function readUpdates(token: string, offset: number, caller: Caller<App>): Promise<unknown[]> {
  const fields = {
    limit: batch,
    timeout: 0,
    allowed_updates: ['channel_post', 'message'],
    ...(offset > 0 && { offset }),
  };
  const updates = await call(caller, token, { method: 'getUpdates', fields }, true);
  return Array.isArray(updates) ? updates : [];
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
async function isByOwner(post: unknown, token: string, caller: Caller<App>): Promise<boolean> {
  const chat_id = idOf(post, 'chat', 'id');
  if (chat_id === undefined || foreign.some((name) => field(post, name) !== undefined)) return false;
  const sender = idOf(post, 'sender_chat', 'id');
  if (sender !== undefined) return sender === chat_id;
  if (field(post, 'chat', 'type') === 'channel') return true;
  const user_id = Number(idOf(post, 'from', 'id'));
  if (Number.isNaN(user_id)) return false;
  const asked = { method: 'getChatMember', fields: { chat_id, user_id } };
  return isAdministrator(await call(caller, token, asked, true));
}
