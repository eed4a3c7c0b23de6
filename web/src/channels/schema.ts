/** The fields of a JSON Schema of credentials or keys, and the values that a person typed into them. */
import type { Channel } from '@belfry/contract/channels.ts';
import { ApiError } from '@belfry/sdk/client.ts';
import type { Words } from '../words/words.ts';

export interface SchemaField {
  name: string;
  /** `choices`: any number of them. */
  kind: 'text' | 'secret' | 'number' | 'choice' | 'choices' | 'switch';
  /** In English. */
  title: string;
  hint: string | undefined;
  /** A stable name of the label, for translations. */
  code: string | undefined;
  isRequired: boolean;
  /** Several choices are separated by commas. */
  initial: string;
  /** The value is that of the channel to connect again. */
  isKnown?: true;
  choices: readonly string[];
  maxLength: number | undefined;
}

type Json = Record<string, unknown>;

export function readFields(schema: unknown): SchemaField[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    kind: kindOf(one),
    title: textOf(one['title']) ?? name,
    hint: textOf(one['description']),
    code: textOf(one['x-code']),
    isRequired: required.includes(name),
    initial: one['default'] === undefined ? '' : String(one['default']),
    choices: choicesOf(one),
    maxLength: typeof one['maxLength'] === 'number' ? one['maxLength'] : undefined,
  }));
}

/** The codes of fields in which a person names the account itself. */
const ofAccount: ReadonlySet<string | undefined> = new Set(['username', 'handle']);

/** The fields of a channel that is connected again. The account stays the same, so its name is known. */
export function withKnown(
  fields: readonly SchemaField[],
  { username }: Pick<Channel, 'username'>,
): SchemaField[] {
  return fields.map((field) =>
    ofAccount.has(field.code) ? { ...field, initial: username, isKnown: true } : field,
  );
}

function choicesOf({ enum: own, items }: Json): string[] {
  const choices = own ?? (items as Json | undefined)?.['enum'];
  return Array.isArray(choices) ? choices.map(String) : [];
}

function kindOf({ type, format, enum: choices }: Json): SchemaField['kind'] {
  if (Array.isArray(choices)) return 'choice';
  if (type === 'array') return 'choices';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  return format === 'password' ? 'secret' : 'text';
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Without the fields that were left empty. */
export function valuesOf(fields: readonly SchemaField[], data: FormData): Record<string, unknown> {
  const entries = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const typed = String(data.get(name) ?? '').trim();
    if (kind === 'switch') return [[name, data.has(name)]];
    if (kind === 'choices') return [[name, data.getAll(name)]];
    if (typed === '') return [];
    // The service says what is wrong with something that is no number.
    if (kind === 'number') return [[name, Number.isNaN(Number(typed)) ? typed : Number(typed)]];
    return [[name, typed]];
  });
  return Object.fromEntries(entries);
}

interface Detail {
  field: string;
  code: string;
  params: { limit: number };
  message: string;
}

/** What is wrong with a field of the request, by its path. */
export function fieldErrorOf(error: unknown, path: string, { fieldErrors }: Words): string | undefined {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return undefined;
  const found = (error.details as unknown as Detail[]).find(({ field }) => field === path);
  if (found === undefined) return undefined;
  const say: Record<string, (params: Detail['params']) => string> = {
    required: fieldErrors.required,
    too_long: fieldErrors.tooLong,
    too_short: ({ limit }) => (limit === 1 ? fieldErrors.required() : fieldErrors.tooShort({ limit })),
    too_few_entries: fieldErrors.required,
    too_great: fieldErrors.tooGreat,
    too_small: fieldErrors.tooSmall,
  };
  return (say[found.code] ?? fieldErrors.wrong)(found.params);
}

/** The accounts that credentials open, if they open several and one must be chosen. */
export interface Offered {
  id: string;
  name: string;
  username: string;
}

export function offeredBy(error: unknown): Offered[] {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return [];
  const { accounts } = (error.details ?? {}) as { accounts?: Offered[] };
  return accounts ?? [];
}
