/** Every published post has content, on any network. A browser runs the same check as the server. */
import { walkSchedulable } from '@belfry/networks/core/images.ts';
import type { AccountLimits, Rules, Version, Violation } from '@belfry/networks/core/limits.ts';
import type { Counting } from '@belfry/networks/core/text.ts';

/** The violation of a target that has neither text nor media. It is the same for every network. */
export const missingContent: Violation = {
  field: 'content',
  rule: 'content.required',
  measured: 0,
  limit: 1,
  unit: 'characters',
  message: 'needs text or media; this post has neither',
  params: { needs: ['text', 'files'] },
};

/** Everything that speaks against a target. That it is empty is said once, though the network may say so, too. */
export function* walkViolations(
  rules: Rules,
  account: AccountLimits,
  version: Version,
  counting?: Counting,
): Generator<void, Violation[]> {
  const found = yield* walkSchedulable(rules, account, version, counting);
  const isEmpty = version.text.trim() === '' && version.media.length === 0;
  if (!isEmpty) return found;
  const others = found.filter(({ field }) => field !== 'content');
  // A network that needs a file says more than that a text or a file is missing.
  return others.some(({ rule }) => rule === 'media.min') ? others : [missingContent, ...others];
}
