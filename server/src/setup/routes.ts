import type { Context } from '../context.ts';
import type { Handlers } from '../http/serve.ts';
import { setUp } from './setup.ts';

export function setupHandlers(ctx: Context): Pick<Handlers, 'setUp'> {
  return { setUp: async ({ body }) => ({ body: { data: await setUp(ctx, body) } }) };
}
