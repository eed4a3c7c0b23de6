import { detail } from '@belfry/contract/details.ts';
import type { Role } from '@belfry/contract/roles.ts';
import { canBeLimited } from '@belfry/contract/roles.ts';
import type { Caller } from '../../access/roles.ts';
import { invalid } from '../../base/problem.ts';
import { nameAll, requireChannels } from '../../channels/index.ts';
import type { Db } from '../../db/database.ts';

/** Throws a 422 if the role cannot be limited, or if a channel does not exist in this workspace. */
export async function requireLimit(
  db: Db,
  who: Caller,
  role: Role,
  channelIds: readonly number[] | null,
): Promise<void> {
  if (channelIds === null) return;
  if (!canBeLimited(role)) throw invalid([detail('channel_ids', 'role_not_limited', { role })]);
  await requireChannels(db, who, nameAll('channel_ids', channelIds));
}
