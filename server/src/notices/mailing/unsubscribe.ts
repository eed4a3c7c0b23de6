/** Use case of whoever has had enough: one click in the mail, in its reader's own mail program or on a page. */
import type { Context } from '../../context.ts';
import { stopMail } from '../settings/settings.ts';
import type { Stop } from './token.ts';
import { openStop } from './token.ts';

/** Throws `link_over`. Doing it again changes nothing. Answers what was stopped. */
export async function unsubscribe(ctx: Pick<Context, 'db' | 'vault'>, token: string): Promise<Stop> {
  const stop = openStop(ctx, token);
  await ctx.db.transaction(async (tx) => {
    for (const workspaceId of stop.workspaceIds) await stopMail(tx, workspaceId, stop.userId);
  });
  return stop;
}
