import type { addressRoutes } from '@belfry/contract/addresses.ts';
import type { sessionRoutes } from '@belfry/contract/sessions.ts';
import type { twoFactorRoutes } from '@belfry/contract/two-factor.ts';
import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
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

type SessionHandlers = Pick<
  Handlers,
  keyof typeof sessionRoutes | keyof typeof addressRoutes | keyof typeof twoFactorRoutes | 'changePassword'
>;

const none = { body: undefined };

export function sessionHandlers(ctx: Context): SessionHandlers {
  return {
    ...addressHandlers(ctx),
    async signIn({ body, ...origin }) {
      const { self, headers } = await signIn(ctx, body as SignInInput, origin);
      return { body: { data: self }, headers };
    },
    getSession: async ({ who }) => ({ body: { data: await describeSelf(ctx.db, who) } }),
    async signOut({ who }) {
      await endOwnSession(ctx, who, who.sessionId);
      return { ...none, headers: clearCookie(ctx.config) };
    },
    listSessions: async ({ who }) => ({ body: { data: await listOwnSessions(ctx, who) } }),
    async endSession({ who, params }) {
      await endOwnSession(ctx, who, params.id);
      return none;
    },
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
  };
}
