/** The fields of a channel that a call to its network needs. */
import type { AccountLimits } from '@belfry/networks/core/limits.ts';
import type { Platform } from '@belfry/networks/rules.ts';

export interface Lane {
  id: number;
  workspace_id: number;
  platform: Platform;
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

/** Arguments of `jsonb_build_object` for a {@link Lane}, from a channel `c`. */
export const LANE_OF_C = NAMES.map((name) => `'${name}', c.${name}`).join(', ');
