import { makesNoSense } from '../core/api.ts';
import { NetworkFault, refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Outgoing, Published, PublishedPart } from '../core/network.ts';
import { publishedAs } from '../core/published.ts';
import type { Run } from '../core/run.ts';
import { threadOf } from '../core/thread.ts';
import { callInChat, type TelegramSession } from './api.ts';
import { idOf } from './chat.ts';
import { composeCall, type Draft } from './message.ts';
import type { Settings } from './settings.ts';

type Posted = { id: string; url: string | null; number: number };
type Messages = [Posted, ...Posted[]];

export async function publish(
  { text, settings, media }: Outgoing<Settings>,
  session: TelegramSession,
  run: Run,
): Promise<Published> {
  const { reply_to } = settings;
  const replyTo = reply_to === undefined ? undefined : { message_id: reply_to };
  const all = await post('message', { text, settings, media, replyTo }, session, run);
  const { poll: _, buttons: __, ...own } = settings;
  for (const [index, reply] of threadOf(settings).entries()) {
    const next = { text: reply, settings: own, media: [], replyTo: replyToLast(all) };
    all.push(...(await post(`reply ${index}`, next, session, run)));
  }
  if (settings.pin) await pin(all[0], session, run);
  return publishedAs(...all);
}

/** The rest of a thread follows even if somebody deleted the last message, or the group became a supergroup meanwhile. */
function replyToLast(all: Messages): Draft['replyTo'] {
  const last = all.at(-1);
  return last && { message_id: last.number, allow_sending_without_reply: true };
}

/**
 * Telegram has no keys and shows a bot no messages of its own, so a lost answer stays in doubt. An album is one call with
 * one answer, and several messages. Each of them counts (not confirmed).
 */
function post(name: string, draft: Draft, session: TelegramSession, run: Run): Promise<Messages> {
  return run.commit(name, () => send(draft, session), { counts: Math.max(1, draft.media.length) });
}

async function send(draft: Draft, session: TelegramSession): Promise<Messages> {
  const result = await callInChat(session, composeCall(draft));
  const [first, ...others] = [result].flat().flatMap(readPosted);
  if (first !== undefined) return [first, ...others];
  throw makesNoSense('Telegram’s answer names no message.');
}

function readPosted(message: unknown): Posted[] {
  const number = field(message, 'message_id');
  const chat = idOf(message, 'chat', 'id');
  if (!Number.isSafeInteger(number) || chat === undefined) return [];
  return [{ id: `${chat}:${number}`, url: pageOf(message, chat), number: Number(number) }];
}

/** https://core.telegram.org/api/links#message-links (2026-11-22). Groups that are no supergroups have no pages. */
function pageOf(message: unknown, chat: string): string | null {
  const username = textField(message, 'chat', 'username');
  const [, internal] = chat.match(/^-100(\d+)$/) ?? [];
  const number = idOf(message, 'message_id');
  if (username !== undefined && /^\w{1,64}$/.test(username)) return `https://t.me/${username}/${number}`;
  return internal === undefined ? null : `https://t.me/c/${internal}/${number}`;
}

/** A message that is pinned already stays pinned. */
async function pin({ number }: Posted, session: TelegramSession, run: Run): Promise<void> {
  const send = async () => {
    const fields = { message_id: number, disable_notification: true };
    await callInChat(session, { method: 'pinChatMessage', fields });
    return true;
  };
  await run.after('pin', send, { repeatableFor: Number.POSITIVE_INFINITY });
}

/** Telegram deletes messages of the last 48 hours, and later ones only where the bot may delete messages. */
export async function remove({ id }: PublishedPart, session: TelegramSession): Promise<void> {
  const [chat, number] = id.split(':');
  if (chat !== session.grant.chat_id) throw refuse(elsewhere);
  const fields = { message_id: Number(number) };
  await callInChat(session, { method: 'deleteMessage', fields }).catch((error: unknown) => {
    const isGone = error instanceof NetworkFault && error.fault.message.includes(gone);
    if (!isGone) throw error;
  });
}

const gone = 'message to delete not found';
const elsewhere = 'This message is in the group from which this chat was made. Delete it there.';
