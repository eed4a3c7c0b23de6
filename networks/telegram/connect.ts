/** Connects a chat by a bot of the person's own. Its token proves that the bot is theirs. */
import { formOf, textOf } from '../core/credentials.ts';
import { refuse } from '../core/fault.ts';
import type { FormConnect } from '../core/network.ts';
import { type Grant, tokenField } from './api.ts';
import { connectChat } from './chat.ts';

const publicChat = /^(?:https:\/\/t\.me\/|@)?([A-Za-z]\w{3,31})$/;
const privateChat = /^-\d{5,16}$/;

const howToName = 'Its name, such as @townbells, or its number, such as -1001234567890.';

export const form: FormConnect<Grant> = {
  credentials: formOf({ bot_token: tokenField, chat: textOf('Channel or group', 'chat', howToName, 100) }),

  async connect({ bot_token, chat }, caller) {
    const typed = String(chat).trim();
    const name = publicChat.exec(typed)?.[1];
    const id = name === undefined ? privateChat.exec(typed)?.[0] : `@${name}`;
    if (id === undefined)
      throw refuse('Write the name of the channel or group, such as @townbells.', 'credentials.chat');
    return [await connectChat(id, { ...caller, token: String(bot_token).trim(), isShared: false })];
  },
};
