/** Checks the files of a thread. Safe for the browser. */
import { checkVersion } from './check.ts';
import type { AccountLimits, Rules, Version, Violation } from './limits.ts';
import { listThreadFiles } from './thread.ts';

/** The files of a thread must keep the limits of a post, each part for itself. */
export function checkThreadFiles(
  version: Version,
  account: AccountLimits,
  { limits, ...rules }: Pick<Rules, 'platform' | 'name' | 'limits' | 'check'>,
): Violation[] {
  const { 'text.max': _, ...ofFiles } = limits;
  return listThreadFiles(version.settings).flatMap((ids, at) => {
    const media = ids.flatMap((id) => version.files?.get(id) ?? []);
    const part = { text: '', settings: {}, media };
    const violations = checkVersion({ ...rules, limits: ofFiles, settings: {} }, account, part);
    return violations.map((each) => ({ ...each, field: `settings.thread.${at}.${each.field}` }));
  });
}
