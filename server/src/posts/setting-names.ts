/** What people call a setting that a network does not accept. */
import type { JsonSchema } from '@belfry/networks/core/json.ts';

/** Of the nearest setting with a title, because a form shows titles. `entry`: which entry of its list, from 1. */
export interface SettingName {
  setting: string;
  /** The `x-code` of the title. */
  setting_code: string;
  entry?: number;
}

/** `path`: within the settings, such as `poll.options.0`. Undefined: no setting above it has a title. */
export function nameSetting(schema: JsonSchema, path: string): SettingName | undefined {
  let found: SettingName | undefined;
  let inner: JsonSchema | undefined = schema;
  for (const part of path.split('.')) {
    inner = formsOf(inner)
      .map((form) => insideOf(form, part))
      .find((one) => one !== undefined);
    if (inner === undefined) break;
    const { title, 'x-code': code } = inner;
    if (typeof title === 'string' && typeof code === 'string') found = { setting: title, setting_code: code };
    else if (found !== undefined && /^\d+$/.test(part)) found = { entry: Number(part) + 1, ...found };
  }
  return found;
}

/** A schema itself, or each form that it allows. */
function formsOf(schema: JsonSchema): JsonSchema[] {
  const forms = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(forms) ? forms.filter(isSchema) : [schema];
}

function insideOf({ properties, items }: JsonSchema, part: string): JsonSchema | undefined {
  const inner = isSchema(properties) && Object.hasOwn(properties, part) ? properties[part] : undefined;
  const found = inner ?? (/^\d+$/.test(part) ? items : undefined);
  return isSchema(found) ? found : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
