/**
 * Finds the declarations that a person makes with the settings of a target: booleans with `"x-belfry": "consent"` at the
 * top level of the network's schema. Safe for the browser.
 */
import type { JsonObject, JsonSchema } from './json.ts';

/** A declaration that somebody made for one version of a post. */
export interface Consent {
  /** The setting. */
  field: string;
  /** The `x-code` of the setting. */
  code: string;
  /** The sentence to which the person agreed: the setting's description. */
  declaration: string;
}

/** Settings may be an unchecked draft. Only `true` declares anything. */
export function listConsents({ properties = {} }: JsonSchema, settings: JsonObject): Consent[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([field, setting]) =>
    setting['x-belfry'] === 'consent' && settings[field] === true
      ? [{ field, code: String(setting['x-code']), declaration: String(setting.description) }]
      : [],
  );
}
