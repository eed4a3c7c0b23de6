import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import { addressHandlers } from './addresses/routes.ts';
import { clearCookie } from './cookie.ts';
import {
  changePassword,
  describeSelf,
  endOwnSession,
  listOwnSessions,
  type SignInInput,
  signIn,
} from './sessions.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor } from './two-factor/two-factor.ts';

const none = { body: undefined };

export function sessionHandlers(ctx: Context) {
  return {
    ...addressHandlers(ctx),
    async signIn({ body, ...origin }) {
      const { self, headers } = await signIn(ctx, body as SignInInput, origin);
      return { body: { data: self }, headers };
    },
    getSession: ({ who }) => replyData(describeSelf(ctx.db, who)),
    async signOut({ who }) {
      await endOwnSession(ctx, who, who.sessionId);
      return { ...none, headers: clearCookie(ctx.config) };
    },
    listSessions: ({ who }) => replyData(listOwnSessions(ctx, who)),
    endSession: ({ who, params }) => replyNothing(endOwnSession(ctx, who, params.id)),
    async changePassword({ who, body, ...origin }) {
      return { ...none, headers: await changePassword(ctx, who, body, origin) };
    },
    async beginTwoFactor({ who, body, ...origin }) {
      return { body: { data: await beginTwoFactor(ctx, who, body.password, origin) } };
    },
    async confirmTwoFactor({ who, body, ...origin }) {
      const confirmed = await confirmTwoFactor(ctx, who, body.code, origin);
      return { body: { data: { recovery_codes: confirmed.codes } }, headers: confirmed.headers };
    },
    async endTwoFactor({ who, body, ...origin }) {
      return { ...none, headers: await endTwoFactor(ctx, who, body.code, origin) };
    },
  } satisfies Partial<Handlers>;
}
