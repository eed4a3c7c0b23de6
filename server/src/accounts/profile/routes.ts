import type { Context } from '../../base/context.ts';
import { type Handlers, replyData } from '../../http/index.ts';
import { changeProfile } from './profile.ts';

export function profileHandlers(ctx: Context) {
  return {
    updateProfile: ({ who, body }) => replyData(changeProfile(ctx, who, body)),
  } satisfies Partial<Handlers>;
}
