/** Schemas of what people type to connect an account. */
import type { JsonSchema } from './json.ts';

/** A form; people must fill in the `required` fields. Default: all. */
export function formOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** A text that is not empty. `code` is its stable name, for translations. */
export function textOf(title: string, code: string, description: string, maxLength = 300): JsonSchema {
  return { type: 'string', title, 'x-code': code, description, minLength: 1, maxLength };
}

/** A secret, which is never shown again. */
export function secretOf(title: string, code: string, description: string, maxLength: number): JsonSchema {
  return { ...textOf(title, code, description, maxLength), format: 'password' };
}
