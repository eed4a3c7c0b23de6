/** What an installation changes of a network's rules. Safe for the browser. */
import type { Limits, Rules } from './limits.ts';

export interface Installed {
  /** As {@link Rules.transcodes}. */
  transcodes: boolean;
  /**
   * Values in place of those that no official page confirms, by the names of limits. The names of a format's limits begin
   * with its own: `story/video.seconds`. `rate` is the number of posts in the network's rate.
   */
  set: Readonly<Record<string, number | boolean | (string | number)[]>>;
}

/** The rules as this installation has them. Ignores values for limits that cannot be set. */
export function installRules(rules: Rules, { transcodes, set }: Installed): Rules {
  const replace = <Stated extends { confirmed?: false }>(stated: Stated, name: string, key: keyof Stated) =>
    stated.confirmed === false && Object.hasOwn(set, name)
      ? { ...stated, [key]: set[name], source: 'NETWORK_LIMITS' }
      : stated;
  const replaceAll = (limits: Limits, prefix = ''): Limits =>
    Object.fromEntries(
      Object.entries(limits).map(([name, limit]) => [name, replace(limit, prefix + name, 'value')]),
    );
  const formats = Object.entries(rules.formats ?? {}).map(
    ([name, format]) => [name, { ...format, limits: replaceAll(format.limits, `${name}/`) }] as const,
  );
  return {
    ...rules,
    transcodes,
    limits: replaceAll(rules.limits),
    ...(rules.formats && { formats: Object.fromEntries(formats) }),
    ...(rules.rates && { rates: rules.rates.map((rate) => replace(rate, 'rate', 'most')) }),
  };
}

/** The values that can be set, by name. */
export function listSettable({ limits, formats = {}, rates = [] }: Rules): Map<string, unknown> {
  const settable = (of: Limits, prefix = '') =>
    Object.entries(of).flatMap(([name, { value, confirmed }]) =>
      confirmed === false ? [[prefix + name, value] as const] : [],
    );
  return new Map<string, unknown>([
    ...settable(limits),
    ...Object.entries(formats).flatMap(([name, format]) => settable(format.limits, `${name}/`)),
    ...rates.flatMap(({ most, confirmed }) => (confirmed === false ? [['rate', most] as const] : [])),
  ]);
}
