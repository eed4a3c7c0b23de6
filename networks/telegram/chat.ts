/** A chat, as Telegram describes it, and whether a bot may post there. */
import { faultIn, refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import { field, textField } from '../core/json.ts';
import type { AccountState, AvatarRequest, ConnectedAccount, FreshGrant } from '../core/network.ts';
import {
  type Bot,
  botOf,
  type Call,
  call,
  callInChat,
  type Grant,
  origin,
  resultOf,
  send,
  type TelegramSession,
} from './api.ts';
import { faultOf } from './faults.ts';

/** A number of Telegram, which has at most 52 bits, as text; undefined for anything else. */
export function idOf(value: unknown, ...path: (string | number)[]): string | undefined {
  const id = field(value, ...path);
  return Number.isSafeInteger(id) ? String(id) : undefined;
}

const kinds: readonly unknown[] = ['channel', 'supergroup', 'group'];

/** Reads the chat as the bot sees it. Throws `rejected` if the bot is no administrator who may post there. */
export async function connectChat(chat: string, bot: Bot): Promise<ConnectedAccount<Grant>> {
  const described = await call(bot, { method: 'getChat', fields: { chat_id: chat } }).catch(asRefusal);
  const id = idOf(described, 'id');
  const kind = field(described, 'type');
  if (id === undefined || !kinds.includes(kind))
    throw refuse('This is no channel or group.', 'credentials.chat');
  const member = await call(bot, askMembership(id, bot)).catch(asRefusal);
  if (!mayPost(member, kind === 'channel')) throw refuse(`${howToAdd} Then start again.`, 'credentials.chat');
  const grant: Grant = bot.isShared ? { chat_id: id } : { chat_id: id, bot_token: bot.token };
  return { account: { id, ...namesOf(described, id), avatarUrl: null }, grant };
}

const howToAdd = 'Make the bot an administrator of the chat who may post messages.';

/** What the bot may do in the chat. The token begins with Telegram's id of the bot. */
function askMembership(chat_id: string, { token }: Bot): Call {
  return { method: 'getChatMember', fields: { chat_id, user_id: Number(token.split(':', 1)[0]) } };
}

/** https://core.telegram.org/bots/api#chatmemberadministrator (2026-11-22). Only channels have `can_post_messages`. */
function mayPost(member: unknown, isChannel = false): boolean {
  const right = field(member, 'can_post_messages') ?? !isChannel;
  return field(member, 'status') === 'administrator' && right === true;
}

function namesOf(chat: unknown, id: string): { name: string; username: string } {
  const name = textField(chat, 'title') ?? id;
  return { name, username: textField(chat, 'username') ?? name };
}

function asRefusal(error: unknown): never {
  const fault = faultIn(error, 'reconnect');
  throw fault === undefined ? error : refuse(fault.message, 'credentials.chat');
}

/** The picture's address contains the token, so only {@link avatar} names it. */
export async function look(session: TelegramSession): Promise<AccountState> {
  const { id } = session.account;
  const chat = await callInChat(session, { method: 'getChat' });
  return { account: { id, ...namesOf(chat, id), avatarUrl: null } };
}

/**
 * The small picture has 160 × 160 pixels. Its address works for an hour or more:
 * https://core.telegram.org/bots/api#chatphoto, https://core.telegram.org/bots/api#getfile (2026-11-22)
 */
export async function avatar(session: TelegramSession): Promise<AvatarRequest | null> {
  const chat = await callInChat(session, { method: 'getChat' });
  const file_id = textField(chat, 'photo', 'small_file_id');
  if (file_id === undefined) return null;
  const bot = botOf(session);
  const path = textField(await call(bot, { method: 'getFile', fields: { file_id } }), 'file_path');
  return path === undefined ? null : { url: `${addressOf(bot, origin)}/file/bot${bot.token}/${path}` };
}

export async function check(session: TelegramSession): Promise<string[]> {
  const bot = botOf(session);
  const member = await call(bot, askMembership(session.grant.chat_id, bot));
  return mayPost(member) ? [] : [`The bot may not post. ${howToAdd}`];
}

/** The token lasts. Only the chat's id changes, when a group becomes a supergroup: a refusal then names the new one. */
export async function refresh(session: TelegramSession): Promise<FreshGrant<Grant>> {
  const { grant } = session;
  const bot = botOf(session);
  const response = await send(bot, askMembership(grant.chat_id, bot));
  const moved = idOf(response.json, 'parameters', 'migrate_to_chat_id');
  const { fault } = faultOf(response, bot);
  if (fault.kind === 'expired' && moved !== undefined) return { grant: { ...grant, chat_id: moved } };
  resultOf(response, bot);
  return { grant };
}
