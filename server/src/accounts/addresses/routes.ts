import type { Context } from '../../base/context.ts';
import { type Handlers, replyData } from '../../http/index.ts';
import { changeEmail, confirmEmail } from './addresses.ts';

export function addressHandlers(ctx: Context) {
  return {
    changeEmail: ({ who, body, ...origin }) => replyData(changeEmail(ctx, who, body, origin)),
    confirmEmail: async ({ who, body }) => ({
      body: undefined,
      headers: await confirmEmail(ctx, who, body.token),
    }),
  } satisfies Partial<Handlers>;
}
