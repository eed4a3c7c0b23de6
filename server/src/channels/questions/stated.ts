/** Cleans what a network answers to questions, before it is shown. A hostile one may answer anything. */
import type { DataOf } from '@belfry/contract/routes.ts';
import type { Option, Quota } from '@belfry/networks/core/network.ts';
import { mostOptions } from '@belfry/networks/core/options.ts';
import { isStatedId, statedLine, statedNumber } from '@belfry/networks/core/stated.ts';
import { fitImageAddress, type ImageRules } from '../stated.ts';

const MAX_QUOTAS = 20;
/** Code points. */
const MAX_TITLE = 200;
/** No count of posts is higher. */
const MAX_COUNT = 1e12;

type ShownOption = DataOf<'listSettingOptions'>[number];
type ShownQuota = DataOf<'getChannelQuota'>[number];

/** Leaves out options whose value a post could not store as it is. */
export function fitOptions(ctx: ImageRules, stated: readonly Option[]): ShownOption[] {
  return stated.slice(0, mostOptions).flatMap(({ value, title, group, imageUrl }) => {
    const isValue = typeof value === 'string' ? isStatedId(value) : Number.isFinite(value);
    if (!isValue) return [];
    const shown = typeof title === 'string' ? statedLine(title, MAX_TITLE) : '';
    const inGroup = typeof group === 'string' ? statedLine(group, MAX_TITLE) : '';
    return {
      value,
      title: shown || `${value}`,
      group: inGroup || null,
      image_url: typeof imageUrl === 'string' ? fitImageAddress(ctx, imageUrl) : null,
    };
  });
}

/** Leaves out quotas without a name or a number. */
export function fitQuotas(stated: readonly Quota[]): ShownQuota[] {
  return stated.slice(0, MAX_QUOTAS).flatMap(({ name, used, most, scope, resetsAt }) => {
    const shown = typeof name === 'string' ? statedLine(name, MAX_TITLE) : '';
    const [spent, all] = [statedNumber(used, 0, MAX_COUNT), statedNumber(most, 0, MAX_COUNT)];
    if (shown === '' || spent === undefined || all === undefined) return [];
    return {
      name: shown,
      used: spent,
      most: all,
      scope: scope === 'app' ? 'app' : 'channel',
      resets_at: fitMoment(resetsAt),
    };
  });
}

/** With microseconds, as all times of the API. Null also for years that it cannot write. */
function fitMoment(stated: unknown): string | null {
  if (!(stated instanceof Date) || Number.isNaN(stated.getTime())) return null;
  const text = stated.toISOString();
  return /^\d{4}-/.test(text) ? text.replace(/Z$/, '000Z') : null;
}
