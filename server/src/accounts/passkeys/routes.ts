import type { Context } from '../../base/context.ts';
import { type Handlers, replyData } from '../../http/index.ts';
import type { NewCredential } from './passkeys.ts';
import { addPasskey, beginPasskey, listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from './passkeys.ts';
import type { Assertion } from './sign-in.ts';
import { beginPasskeySignIn, signInWithPasskey } from './sign-in.ts';

export function passkeyHandlers(ctx: Context) {
  return {
    beginPasskey: ({ who, body, ...origin }) => replyData(beginPasskey(ctx, who, body, origin)),
    async addPasskey({ who, body }) {
      const added = await addPasskey(ctx, who, { ...body, response: body.response as NewCredential });
      return { body: { data: added.passkey }, headers: added.headers };
    },
    listPasskeys: ({ who }) => replyData(listOwnPasskeys(ctx, who)),
    updatePasskey: ({ who, params, body }) => replyData(renameOwnPasskey(ctx, who, params.id, body.name)),
    deletePasskey: async ({ who, params }) => ({
      body: undefined,
      headers: await removeOwnPasskey(ctx, who, params.id),
    }),
    async beginPasskeySignIn() {
      const { options, headers } = await beginPasskeySignIn(ctx);
      return { body: { data: options }, headers };
    },
    async signInWithPasskey({ body, ...origin }) {
      const { self, headers } = await signInWithPasskey(ctx, body.response as Assertion, origin);
      return { body: { data: self }, headers };
    },
  } satisfies Partial<Handlers>;
}
