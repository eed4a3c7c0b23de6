/** A channel as its network is called for it. */
import type { AccountLimits } from '@belfry/networks/core/limits.ts';

export interface Lane {
  id: number;
  workspace_id: number;
  platform: string;
  account_id: string;
  name: string;
  username: string;
  avatar_url: string | null;
  limits: AccountLimits;
}

const NAMES = [
  'id',
  'workspace_id',
  'platform',
  'account_id',
  'name',
  'username',
  'avatar_url',
  'limits',
] as const satisfies readonly (keyof Lane)[];

/** Names and values of a {@link Lane} as PostgreSQL builds JSON of them, from a channel `c`. */
export const LANE_OF_C = NAMES.map((name) => `'${name}', c.${name}`).join(', ');
