/** Counts what a person must settle. */
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { countHolding } from '../../lanes/index.ts';
import { countByStatus } from '../counts/store.ts';

/** Failed posts, and disconnected channels that hold posts which are due. */
export async function countAttention({ db }: Pick<Context, 'db'>, who: Caller): Promise<number> {
  allow(who, 'post.read');
  return (await countByStatus(db, who, 'failed')) + (await countHolding(db, who.workspaceId, who.channelIds));
}
