/** Counters of what was sent to networks. */
import type { Rate } from '@belfry/networks/core/limits.ts';

/** `whose`: the counter of a channel or an app, for rates of all formats. */
export function counterOf(whose: string, { format }: Pick<Rate, 'format'>): string {
  return format === undefined ? whose : `${whose}:${format}`;
}

export const counterOfChannel = (id: number) => `channel:${id}`;
