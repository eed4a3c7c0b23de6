import type { Context } from '../../base/context.ts';
import type { Handlers } from '../../http/index.ts';
import { changeEmail, confirmEmail } from './addresses.ts';

export function addressHandlers(ctx: Context): Pick<Handlers, 'changeEmail' | 'confirmEmail'> {
  return {
    changeEmail: async ({ who, body, ...origin }) => ({
      body: { data: await changeEmail(ctx, who, body, origin) },
    }),
    confirmEmail: async ({ who, body }) => ({
      body: undefined,
      headers: await confirmEmail(ctx, who, body.token),
    }),
  };
}
