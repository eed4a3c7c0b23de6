/**
 * Connects a chat by the operator's shared bot. Telegram has no sign-in page for chats, so a page of Belfry's own shows a
 * code, which the person posts in the chat.
 */
import { refuse } from '../core/fault.ts';
import { textField } from '../core/json.ts';
import type { Caller, ConnectedAccount, OAuthConnect } from '../core/network.ts';
import { type App, type Bot, call, type Grant } from './api.ts';
import { connectChat } from './chat.ts';
import { drawCode, findChat } from './codes.ts';
import { addressOfPage } from './page.ts';

export const oauth: OAuthConnect<Grant, App> = {
  input: { type: 'object', properties: {}, additionalProperties: false },

  async begin(_input, caller) {
    const shared = sharedBot(caller);
    const bot = textField(await call(shared, { method: 'getMe' }), 'username') ?? '';
    const code = drawCode(shared);
    return { authorizeUrl: addressOfPage({ bot, code, state: caller.state }, caller), secret: { code } };
  },

  async finish(_params, { code }, caller): Promise<ConnectedAccount<Grant>[]> {
    const bot = sharedBot(caller);
    const chat = await findChat(String(code), bot, caller.apps);
    if (chat === undefined)
      throw refuse(
        'The bot has not seen the code. Make it an administrator first, and post the code as an administrator. Start again with a new code.',
      );
    return [await connectChat(chat, bot)];
  },
};

function sharedBot(caller: Caller<App>): Bot {
  if (caller.app !== undefined) return { ...caller, token: caller.app.bot_token.trim(), isShared: true };
  throw refuse(
    'The operator of this installation has no shared bot. Connect the chat with a bot of your own.',
  );
}
