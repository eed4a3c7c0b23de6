import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
import { setUp } from './setup.ts';

export function setupHandlers(ctx: Context) {
  return {
    async setUp({ body, ...origin }) {
      const { headers, ...data } = await setUp(ctx, body, origin);
      return { body: { data }, headers };
    },
  } satisfies Partial<Handlers>;
}
