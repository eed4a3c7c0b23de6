/**
 * How Telegram's error answers become faults. They have no codes, only sentences:
 * https://github.com/tdlib/telegram-bot-api/blob/01a3679/telegram-bot-api/Client.cpp (2026-05-07)
 */
import type { NetworkFault } from '../core/fault.ts';
import { type FaultRow, type FaultTable, readFault } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';
import { field, textField } from '../core/json.ts';
import { awaitsOperator } from '../core/operator.ts';
import type { Bot } from './api.ts';

const rows: readonly FaultRow[] = [
  { status: 429, means: 'throttled', hint: 'Too many messages.' },
  {
    status: 409,
    means: 'throttled',
    wait: 10,
    hint: 'Another program reads the updates of this bot, or it has a webhook. Try again.',
  },
  // The account's grant names the old chat. A refresh finds the new one.
  { words: /upgraded to a supergroup/, means: 'expired', hint: 'The group has become a supergroup.' },
  {
    words: /bot was kicked|bot is not a member|bot was blocked|chat not found|chat was deleted/,
    means: 'reconnect',
    hint: 'The bot no longer belongs to this chat. Add it again as an administrator, then connect the chat again.',
  },
  {
    words:
      /need administrator rights|not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|CHAT_ADMIN_REQUIRED/,
    means: 'reconnect',
    hint: 'The bot may not post in this chat. Give it the right, then connect the chat again.',
  },
  { words: /is too long|TOO_LONG/, means: 'rejected', hint: 'The text is longer than Telegram allows.' },
  { status: 413, means: 'rejected', hint: 'The files are larger than Telegram allows.' },
  {
    words: /PHOTO_|IMAGE_|VIDEO_|file is too big|wrong type of/i,
    means: 'rejected',
    hint: 'Telegram does not accept a file of this post.',
  },
  { words: /can't parse/, means: 'rejected', hint: 'Telegram cannot read the format of this text.' },
  { words: /TOPIC_|thread not found/, means: 'rejected', hint: 'The topic is closed, or does not exist.' },
  // An answer without a sentence comes from something between us and Telegram.
  { words: /\S/, means: 'rejected' },
];

function tableFor(lostBot: FaultRow): FaultTable {
  return {
    name: 'Telegram',
    rows: [{ words: /^(Unauthorized|Not Found)$/, ...lostBot }, ...rows],
    words: ({ json }) => textField(json, 'description'),
    wait: ({ json }) => {
      const seconds = field(json, 'parameters', 'retry_after');
      return typeof seconds === 'number' ? seconds : null;
    },
  };
}

/** For a bot of the person's own. */
export const faults = tableFor({
  means: 'reconnect',
  hint: 'Telegram no longer knows this bot, or its token has changed. Connect the chat again with the new token.',
});

/** For the operator's shared bot. */
export const sharedFaults = tableFor({
  ...awaitsOperator,
  hint: 'Telegram no longer accepts the token of the shared bot. The operator must correct it.',
});

export function faultOf(
  response: HttpResponse,
  { isShared, now }: Pick<Bot, 'isShared' | 'now'>,
): NetworkFault {
  return readFault(isShared ? sharedFaults : faults, response, now());
}
