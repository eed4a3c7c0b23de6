import type { profileRoutes } from '@belfry/contract/profile.ts';
import type { Context } from '../../base/context.ts';
import type { Handlers } from '../../http/index.ts';
import { changeProfile } from './profile.ts';

export function profileHandlers(ctx: Context): Pick<Handlers, keyof typeof profileRoutes> {
  return {
    updateProfile: async ({ who, body }) => ({
      body: { data: await changeProfile(ctx, who, body) },
    }),
  };
}
