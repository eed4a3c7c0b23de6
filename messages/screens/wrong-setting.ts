/** What the service says of a setting that does not match the schema of its network. */
import { own } from './own.ts';
import type { ViolationFacts } from './rule-words.ts';

export interface WrongSetting {
  network: string;
  /** A code of `details`. */
  code: string;
  /** Of the field in the API: the last part of its path. */
  name: string;
  /** The English title, and the `x-code` beside it. Undefined: no setting above the field has one. */
  title: string | undefined;
  titleCode: string;
  /** What a form calls the entry whose field this is, and the `x-code` beside it. */
  entryTitle: string | undefined;
  entryCode: string;
  /** The entry of a list, from 1. The text is the first part of a thread, so that its entries begin with the second. */
  entry: number | undefined;
  params: Readonly<Record<string, unknown>>;
}

/** Settings that a person answers with Yes or No, and that have no default. By their `x-code`. */
export const questions: readonly string[] = ['made_for_kids', 'own_brand', 'paid_partnership'];

/** Undefined: the violation is of another rule. */
export function readWrongSetting(
  network: string,
  { field, rule, params }: Pick<ViolationFacts, 'field' | 'rule' | 'params'>,
): WrongSetting | undefined {
  const [, code] = /^settings\.(\w+)$/.exec(rule) ?? [];
  if (code === undefined) return undefined;
  const values: Readonly<Record<string, unknown>> = { ...params };
  const { setting, setting_code: titleCode, entry, entry_title, entry_code } = values;
  return {
    ...{ network, code, params: values, name: field.split('.').at(-1) ?? field },
    ...{ title: typeof setting === 'string' ? setting : undefined, titleCode: String(titleCode ?? '') },
    ...{ entryTitle: typeof entry_title === 'string' ? entry_title : undefined },
    entryCode: String(entry_code ?? ''),
    entry: typeof entry === 'number' ? entry + (titleCode === 'thread' ? 1 : 0) : undefined,
  };
}

/** What the text of a setting must look like, from a table by the kind of its pattern or by its `x-code`. */
export function shapeFor(
  { titleCode, params: { keyword, value } }: WrongSetting,
  shapes: Readonly<Record<string, string>>,
): string | undefined {
  if (keyword !== 'pattern') return undefined;
  const pattern = String(value);
  if (pattern === '\\S') return shapes['text'];
  if (pattern.startsWith('^http')) return shapes['address'];
  if (pattern.startsWith('^[0-9]')) return shapes['number'];
  return own(shapes, titleCode);
}
