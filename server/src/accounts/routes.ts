import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyHeaders, replyNothing } from '../http/index.ts';
import { changeEmail, confirmEmail } from './addresses/addresses.ts';
import { clearCookie } from './cookie.ts';
import { changeProfile } from './profile/profile.ts';
import { changePassword, describeSelf, endOwnSession, listOwnSessions, signIn } from './sessions.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor } from './two-factor/two-factor.ts';

export function sessionHandlers(ctx: Context) {
  return {
    async signIn({ body, ...origin }) {
      const { self, headers } = await signIn(ctx, body, origin);
      return { body: { data: self }, headers };
    },
    getSession: ({ who }) => replyData(describeSelf(ctx.db, who)),
    async signOut({ who }) {
      await endOwnSession(ctx, who, who.sessionId);
      return replyHeaders(clearCookie(ctx.config));
    },
    listSessions: ({ who }) => replyData(listOwnSessions(ctx, who)),
    endSession: ({ who, params }) => replyNothing(endOwnSession(ctx, who, params.id)),
    changePassword: ({ who, body, ...origin }) => replyHeaders(changePassword(ctx, who, body, origin)),
    updateProfile: ({ who, body }) => replyData(changeProfile(ctx, who, body)),
    changeEmail: ({ who, body, ...origin }) => replyData(changeEmail(ctx, who, body, origin)),
    confirmEmail: ({ who, body }) => replyHeaders(confirmEmail(ctx, who, body.token)),
    beginTwoFactor: ({ who, body, ...origin }) => replyData(beginTwoFactor(ctx, who, body.password, origin)),
    async confirmTwoFactor({ who, body, ...origin }) {
      const confirmed = await confirmTwoFactor(ctx, who, body.code, origin);
      return { body: { data: { recovery_codes: confirmed.codes } }, headers: confirmed.headers };
    },
    endTwoFactor: ({ who, body, ...origin }) => replyHeaders(endTwoFactor(ctx, who, body.code, origin)),
  } satisfies Partial<Handlers>;
}
