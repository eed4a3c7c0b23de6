/** Use case: stop mail by one click, in a mail program or on the page behind the mail's link. */
import type { Context } from '../../base/context.ts';
import { stopMail } from '../settings/settings.ts';
import { type MailStop, openMailStop } from './token.ts';

/** Throws `link_over`. Idempotent. Returns the token's content. */
export async function unsubscribe(ctx: Pick<Context, 'db' | 'vault'>, token: string): Promise<MailStop> {
  const stop = openMailStop(ctx, token);
  await ctx.db.transaction(async (tx) => {
    for (const workspaceId of stop.workspaceIds) await stopMail(tx, workspaceId, stop.userId);
  });
  return stop;
}
