/** Parsers for the environment variables about networks. Each reads JSON with one entry per platform or family. */
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { InvalidVariable, parseBase, parseJsonObject, quote } from '../base/config-values.ts';

export function endpointsOf(
  platforms: readonly string[],
): (text: string) => Readonly<Record<string, string>> {
  return (text) => {
    const endpoints: Record<string, string> = {};
    const sentences: string[] = [];
    for (const [platform, url] of Object.entries(
      parseJsonObject(text, '{"platform": "https://api.example"}'),
    )) {
      const base = parseBase(url);
      if (!platforms.includes(platform)) {
        sentences.push(`names ${quote(platform)}: the platforms are ${platforms.join(', ')}.`);
      } else if (base === undefined) {
        sentences.push(`has no http or https base address for ${platform}.`);
      } else {
        endpoints[platform] = base;
      }
    }
    if (sentences.length > 0) throw new InvalidVariable(...sentences);
    return Object.freeze(endpoints);
  };
}

export function budgetsOf(platforms: readonly string[]): (text: string) => Readonly<Record<string, number>> {
  return (text) => {
    const budgets = Object.entries(parseJsonObject(text, '{"platform": 500}'));
    const sentences = budgets.flatMap(([platform, most]) => {
      if (!platforms.includes(platform))
        return [`names ${quote(platform)}: the platforms are ${platforms.join(', ')}.`];
      return Number.isSafeInteger(most) && most >= 0 ? [] : [`has no whole number for ${platform}.`];
    });
    if (sentences.length > 0) throw new InvalidVariable(...sentences);
    return Object.freeze(Object.fromEntries(budgets));
  };
}

/** Only the shape, because only a process that loads the networks knows their schemas. */
export function parseApps(text: string): Readonly<Record<string, JsonObject>> {
  const apps = Object.entries(parseJsonObject(text, '{"family": {"client_id": "…"}}'));
  const bad = apps.filter(
    ([, values]) => typeof values !== 'object' || values === null || Array.isArray(values),
  );
  if (bad.length > 0) {
    throw new InvalidVariable(...bad.map(([family]) => `has no JSON object for ${quote(family)}.`));
  }
  return Object.freeze(Object.fromEntries(apps.map(([family, values]) => [family, Object.freeze(values)])));
}
