/**
 * What the tier of the operator's app means for its accounts, as sentences. Rules know no apps, so an adapter adds the
 * tier to the scopes of an account. Safe for the browser.
 */
import type { JsonObject } from './json.ts';
import type { AccountLimits, Advice, Params } from './limits.ts';

/** The scopes of an account, for its limits, with the tier of the app by which it signed in. */
export function withTier(scopes: readonly string[], app: JsonObject | undefined): string[] {
  return typeof app?.tier === 'string' ? [...scopes, scopeOf(app.tier)] : [...scopes];
}

/** `sentences`: by the tier. */
export function adviseTier(
  sentences: Readonly<Record<string, string>>,
  { scopes = [] }: AccountLimits,
  params?: Params,
): Advice[] {
  return Object.entries(sentences).flatMap(([tier, message]) =>
    scopes.includes(scopeOf(tier))
      ? [{ field: 'content', rule: `app.${tier}`, message, ...(params && { params }) }]
      : [],
  );
}

/** No network has such a scope. */
const scopeOf = (tier: string) => `tier:${tier}`;
