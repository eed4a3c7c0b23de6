/** What a person types into a field whose values are found by words, and what the network finds. */
import type { Json, JsonSchema } from '@belfry/networks/core/json.ts';
import { useState } from 'react';
import { keyOf, queries, useAnswer } from '../../data/client.ts';
import { useRested } from '../../data/rested.ts';
import type { FieldProps } from './field-props.ts';
import { askFor, type Offered } from './offered.ts';
import { useOptionName } from './option-name.ts';

/** Milliseconds without a key after which the network is asked. */
const REST = 300;

interface Typed {
  text: string;
  /** The value before the first key. */
  before: Json | undefined;
}

export type Search = ReturnType<typeof useSearch>;

/** `first`: what the network offers without words. */
export function useSearch(props: FieldProps, first: readonly Offered[]) {
  const { schema, value, onChange } = props;
  const nameOf = useOptionName(schema);
  const [typed, setTyped] = useState<Typed>();
  const [isWanted, setWanted] = useState(false);
  const words = typed?.text.trim() ?? '';
  const found = useFound(props, words, first);
  const [active, step] = useActive(words, found.choices.length);
  const { chosen, isUnknown } = useChosen(props, first, typed === undefined);
  const close = () => {
    setTyped(undefined);
    setWanted(false);
  };
  return {
    ...found,
    words,
    active,
    chosen,
    isUnknown,
    isOpen: isWanted && (words !== '' || found.choices.length > 0),
    /** What stands in the field. */
    shown: typed?.text ?? (chosen === undefined ? String(value ?? '') : nameOf(chosen)),
    nameOf,
    open: () => setWanted(true),
    /** What cannot be an id yet, or any more, leaves the value as it was. Without a text there is none. */
    type(text: string) {
      const before = typed === undefined ? value : typed.before;
      const next = text.trim();
      setTyped({ text, before });
      setWanted(true);
      onChange(next === '' ? undefined : isId(next, schema) ? next : before);
    },
    step(by: 1 | -1) {
      setWanted(true);
      step(by);
    },
    take(choice: Offered | undefined) {
      if (choice === undefined) return;
      queries.setQueryData(keyOf('listSettingOptions', askFor(props, String(choice.value))), [choice]);
      onChange(choice.value);
      close();
    },
    /** Takes back what was typed. */
    undo() {
      if (typed !== undefined) onChange(typed.before);
      close();
    },
    leave: close,
  };
}

/** What the network finds for exactly these words. */
function useFound(props: FieldProps, words: string, first: readonly Offered[]) {
  const rested = useRested(words, REST, '');
  const isRested = words !== '' && rested === words;
  const answer = useAnswer('listSettingOptions', askFor(props, rested), { enabled: isRested });
  if (words === '') return { choices: first, isSearching: false, error: null };
  const { data, error } = isRested ? answer : { data: undefined, error: null };
  return { choices: data ?? [], isSearching: data === undefined && error === null, error };
}

/** The option that Enter takes; -1: none, as long as nothing is typed. */
function useActive(words: string, count: number): [at: number, step: (by: 1 | -1) => void] {
  const first = words === '' ? -1 : 0;
  const [chosen, setChosen] = useState({ words, at: first });
  const at = Math.min(chosen.words === words ? chosen.at : first, count - 1);
  const step = (by: 1 | -1) => {
    if (count > 0) setChosen({ words, at: at < 0 && by < 0 ? count - 1 : (at + by + count) % count });
  };
  return [at, step];
}

/** The option that the value is. The network finds it by the value itself, unless it does not know it. */
function useChosen(props: FieldProps, first: readonly Offered[], isShown: boolean) {
  const value = props.value === undefined ? undefined : String(props.value);
  const isValue = (one: Offered) => String(one.value) === value;
  const known = first.find(isValue);
  const isAsked = value !== undefined && known === undefined;
  const { data } = useAnswer('listSettingOptions', askFor(props, value ?? ''), {
    enabled: isAsked && isShown,
  });
  const chosen = known ?? (isAsked ? data?.find(isValue) : undefined);
  return { chosen, isUnknown: isAsked && data !== undefined && chosen === undefined };
}

/** By the pattern. It also takes words where ids may have letters, but an id has a digit. */
function isId(text: string, { pattern, maxLength }: JsonSchema): boolean {
  if (typeof pattern !== 'string' || text.length > Number(maxLength ?? Infinity)) return false;
  return /\d/.test(text) && new RegExp(pattern, 'u').test(text);
}
