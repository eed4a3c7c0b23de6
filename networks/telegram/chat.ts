/** A chat, as Telegram describes it, and whether a bot may post there. */
import { faultIn, refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import { field, textField } from '../core/json.ts';
import type { AccountState, AvatarRequest, Caller, ConnectedAccount, FreshGrant } from '../core/network.ts';
import {
  type App,
  botOf,
  call,
  callInChat,
  type Grant,
  origin,
  type TelegramSession,
  tokenOf,
} from './api.ts';
import { migratedTo } from './faults.ts';

/** A number of Telegram, which has at most 52 bits, as text; undefined for anything else. */
export function idOf(value: unknown, ...path: (string | number)[]): string | undefined {
  const id = field(value, ...path);
  return Number.isSafeInteger(id) ? String(id) : undefined;
}

const kinds: readonly unknown[] = ['channel', 'supergroup', 'group'];

/** Reads the chat as the bot sees it. Throws `rejected` if the bot is no administrator who may post there. */
export async function connectChat(
  chat: string,
  token: string,
  caller: Caller<App>,
  isShared: boolean,
): Promise<ConnectedAccount<Grant>> {
  const ask = (method: string, fields: { chat_id: string; user_id?: number }) =>
    call(caller, token, { method, fields }, isShared).catch(asRefusal);
  const described = await ask('getChat', { chat_id: chat });
  const id = idOf(described, 'id');
  const kind = field(described, 'type');
  if (id === undefined || !kinds.includes(kind))
    throw refuse('This is no channel or group.', 'credentials.chat');
  const member = await ask('getChatMember', { chat_id: id, user_id: botOf(token) });
  if (!mayPost(member, kind === 'channel')) throw refuse(`${howToAdd} Then start again.`, 'credentials.chat');
  const grant: Grant = isShared ? { chat_id: id } : { chat_id: id, bot_token: token };
  return { account: { id, ...namesOf(described, id), avatarUrl: null }, grant };
}

const howToAdd = 'Make the bot an administrator of the chat who may post messages.';

/** https://core.telegram.org/bots/api#chatmemberadministrator (2026-11-22). Only channels have `can_post_messages`. */
function mayPost(member: unknown, isChannel = false): boolean {
  const right = field(member, 'can_post_messages') ?? !isChannel;
  return field(member, 'status') === 'administrator' && right === true;
}

export function isAdministrator(member: unknown): boolean {
  const status = field(member, 'status');
  return status === 'administrator' || status === 'creator';
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
  const chat = await callInChat(session, { method: 'getChat', fields: {} });
  return { account: { id, ...namesOf(chat, id), avatarUrl: null } };
}

/**
 * The small picture has 160 × 160 pixels. Its address works for an hour or more:
 * https://core.telegram.org/bots/api#chatphoto, https://core.telegram.org/bots/api#getfile (2026-11-22)
 */
export async function avatar(session: TelegramSession): Promise<AvatarRequest | null> {
  const chat = await callInChat(session, { method: 'getChat', fields: {} });
  const file_id = textField(chat, 'photo', 'small_file_id');
  if (file_id === undefined) return null;
  const token = tokenOf(session);
  const isShared = session.grant.bot_token === undefined;
  const file = await call(session, token, { method: 'getFile', fields: { file_id } }, isShared);
  const path = textField(file, 'file_path');
  return path === undefined ? null : { url: `${addressOf(session, origin)}/file/bot${token}/${path}` };
}

export async function check(session: TelegramSession): Promise<string[]> {
  return mayPost(await readMembership(session)) ? [] : [`The bot may not post. ${howToAdd}`];
}

function readMembership(session: TelegramSession): Promise<unknown> {
  const fields = { user_id: botOf(tokenOf(session)) };
  return callInChat(session, { method: 'getChatMember', fields });
}

/** The token lasts. Only the chat's id changes, when a group becomes a supergroup. */
export async function refresh(session: TelegramSession): Promise<FreshGrant<Grant>> {
  const { grant } = session;
  const moved = await readMembership(session).then(() => undefined, migratedTo);
  return { grant: moved === undefined ? grant : { ...grant, chat_id: moved } };
}
