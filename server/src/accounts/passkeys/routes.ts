import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { type Handlers, replyData, replyHeaders } from '../../http/index.ts';
import { addPasskey, beginPasskey, removeOwnPasskey } from './passkeys.ts';
import { beginPasskeySignIn, signInWithPasskey } from './sign-in.ts';
import { listPasskeys, renamePasskey } from './store.ts';

export function passkeyHandlers(ctx: Context) {
  return {
    beginPasskey: ({ who, body, ...origin }) => replyData(beginPasskey(ctx, who, body, origin)),
    async addPasskey({ who, body }) {
      const added = await addPasskey(ctx, who, body);
      return { body: { data: added.passkey }, headers: added.headers };
    },
    listPasskeys: ({ who }) => replyData(listPasskeys(ctx.db, who.userId)),
    updatePasskey: ({ who, params, body }) =>
      replyData(renamePasskey(ctx.db, who.userId, params.id, body.name).then(orNotFound)),
    deletePasskey: ({ who, params }) => replyHeaders(removeOwnPasskey(ctx, who, params.id)),
    async beginPasskeySignIn() {
      const { options, headers } = await beginPasskeySignIn(ctx);
      return { body: { data: options }, headers };
    },
    async signInWithPasskey({ body, ...origin }) {
      const { self, headers } = await signInWithPasskey(ctx, body.response, origin);
      return { body: { data: self }, headers };
    },
  } satisfies Partial<Handlers>;
}
