import type { Context } from '../../base/context.ts';
import type { Handlers } from '../../http/index.ts';
import { deleteWorkspace, getErasure } from './erasure.ts';

export function erasureHandlers(ctx: Context): Pick<Handlers, 'deleteWorkspace' | 'getErasure'> {
  return {
    deleteWorkspace: async ({ who, body }) => ({ body: { data: await deleteWorkspace(ctx, who, body) } }),
    getErasure: async ({ who, params }) => ({
      body: { data: await getErasure(ctx, who, params.id) },
    }),
  };
}
