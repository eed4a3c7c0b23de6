/** Parsers for the environment variables about networks. Each reads JSON with one entry per platform or family. */
import { type Installed, listSettable } from '@belfry/networks/core/installed.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { allRules } from '@belfry/networks/rules.ts';
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

/** Values of limits, by platform and name. */
export function parseLimits(text: string): Readonly<Record<string, Installed['set']>> {
  const sets = Object.entries(parseJsonObject(text, '{"platform": {"image.bytes": 10000000}}'));
  const sentences = sets.flatMap(([platform, set]) => {
    const rules = allRules.find((one) => one.platform === platform);
    if (rules === undefined) {
      const platforms = allRules.map((one) => one.platform).join(', ');
      return [`names ${quote(platform)}: the platforms are ${platforms}.`];
    }
    if (!isObject(set)) return [`has no JSON object for ${platform}.`];
    const settable = listSettable(rules);
    return Object.entries(set).flatMap(([name, value]) => {
      if (!settable.has(name)) return [refuseLimit(platform, name, [...settable.keys()])];
      const usual = settable.get(name);
      const wanted = `has no value such as ${JSON.stringify(usual)} for ${name} of ${platform}.`;
      return isLike(value, usual) ? [] : [wanted];
    });
  });
  if (sentences.length > 0) throw new InvalidVariable(...sentences);
  return Object.freeze(Object.fromEntries(sets));
}

function refuseLimit(platform: string, name: string, settable: readonly string[]): string {
  const which = settable.length === 0 ? 'none' : settable.join(', ');
  return `names ${quote(name)} of ${platform}: only limits that no official page confirms can be set, which are ${which}.`;
}

/** Whether the value can stand in place of the usual one: a whole number, a yes or no, a span, or a list of names. */
function isLike(value: unknown, usual: unknown): boolean {
  if (!Array.isArray(usual)) {
    return typeof usual === 'number'
      ? Number.isSafeInteger(value) && Number(value) > 0
      : typeof value === 'boolean';
  }
  if (!Array.isArray(value)) return false;
  if (typeof usual[0] === 'string') {
    const isName = (one: unknown) => typeof one === 'string' && /^[\w.+/-]{1,60}$/.test(one);
    return value.length > 0 && value.length <= 50 && value.every(isName);
  }
  const [least, most] = value;
  return value.length === 2 && value.every(Number.isFinite) && 0 < least && least <= most;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only the shape, because only a process that loads the networks knows their schemas. */
export function parseApps(text: string): Readonly<Record<string, JsonObject>> {
  const apps = Object.entries(parseJsonObject(text, '{"family": {"client_id": "…"}}'));
  const bad = apps.filter(([, values]) => !isObject(values));
  if (bad.length > 0) {
    throw new InvalidVariable(...bad.map(([family]) => `has no JSON object for ${quote(family)}.`));
  }
  return Object.freeze(Object.fromEntries(apps.map(([family, values]) => [family, Object.freeze(values)])));
}
