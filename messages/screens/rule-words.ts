/** Words of networks' rules and settings. A browser loads them where people write posts, apart from those of the screens. */

/** A violation, as the rules of a network and the service report it. */
export interface ViolationFacts {
  field: string;
  rule: string;
  measured: number | string;
  limit: number | string | boolean | readonly (number | string)[];
  unit: string;
  params?: object;
}

export type AdviceFacts = Pick<ViolationFacts, 'field' | 'rule' | 'params'>;

/** Undefined: the sentence or title that came with it is in this language, or the language has none for it. */
export interface RuleWords {
  /** `sentence`: the English one that came with it. */
  violation(network: string, violation: ViolationFacts, sentence?: string): string | undefined;
  advice(network: string, advice: AdviceFacts): string | undefined;
  /** Of a setting, by its `x-code`. */
  title(code: string): string | undefined;
  /** Of a value that a setting allows. */
  option(code: string, value: string | number): string | undefined;
  /** What a setting means, by its `description`. */
  hint(description: string): string | undefined;
  /** Of a format, a way in which a network shows a post. */
  format(name: string): string | undefined;
}
