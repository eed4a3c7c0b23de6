import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import * as keys from './keys.ts';

export function keyHandlers(ctx: Context) {
  return {
    listKeys: ({ who }) => replyData(keys.listKeys(ctx, who)),
    createKey: ({ who, body }) => replyData(keys.createKey(ctx, who, body)),
    rotateKey: ({ who, params, body }) => replyData(keys.rotateKey(ctx, who, params.id, body)),
    revokeKey: ({ who, params }) => replyNothing(keys.revokeKey(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}
