import type { Key } from '@belfry/contract/keys.ts';
import type { KeyRow } from './store.ts';

/** Contains neither the key nor its hash. */
export function presentKey({ user_id, member_name, ended: _, ...row }: KeyRow): Key {
  return { ...row, member: { id: user_id, name: member_name } };
}
