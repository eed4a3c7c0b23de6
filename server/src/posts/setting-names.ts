/** What people call a setting that a network does not accept. */
import type { JsonSchema } from '@belfry/networks/core/json.ts';

/** Of the nearest setting with a title, because a form shows titles. */
export interface SettingName extends Partial<EntryName> {
  setting: string;
  /** The `x-code` of the title. */
  setting_code: string;
  /** Which entry of the list, from 1. */
  entry?: number;
}

/** Of the entry whose field the setting is: what a form calls it. */
interface EntryName {
  entry: number;
  entry_title: string;
  entry_code: string;
}

/** `path`: within the settings, such as `poll.options.0`. Undefined: no setting above it has a title. */
export function nameSetting(schema: JsonSchema, path: string): SettingName | undefined {
  let found: SettingName | undefined;
  let entryName: EntryName | undefined;
  let inner: JsonSchema | undefined = schema;
  for (const part of path.split('.')) {
    inner = formsOf(inner)
      .map((form) => insideOf(form, part))
      .find((one) => one !== undefined);
    if (inner === undefined) break;
    const { title, 'x-code': code } = inner;
    const isNamed = typeof title === 'string' && typeof code === 'string';
    if (/^\d+$/.test(part)) {
      const entry = Number(part) + 1;
      if (found !== undefined) found = { entry, ...found };
      if (isNamed) entryName = { entry, entry_title: title, entry_code: code };
    } else if (isNamed) found = { setting: title, setting_code: code, ...entryName };
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
