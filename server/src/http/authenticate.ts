import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { hashKey } from '../keys/key.ts';
import { findCaller } from '../keys/lookup.ts';
import type { Caller } from '../workspaces/roles.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; absent without valid credentials. Whether that matters is for the route to say. */
    caller?: Caller & { keyId: number };
  }
}

/** One query; none when the key cannot be one. */
export async function authenticate(
  ctx: Pick<Context, 'db' | 'keyUse'>,
  request: FastifyRequest,
): Promise<void> {
  const [, key] = /^bearer ([!-~]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const hash = key === undefined ? undefined : hashKey(key);
  const caller = hash && (await findCaller(ctx.db, hash));
  if (caller === undefined) return;
  request.caller = caller;
  ctx.keyUse.add(caller.keyId);
}
