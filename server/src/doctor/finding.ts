import { OperatorError } from '../base/operator-error.ts';
import { findSentence } from '../config/index.ts';

/** The result of one check. */
export interface Finding {
  /** The part that was checked. */
  name: string;
  /** `bad`: the part does not work, or will not work when needed. `warn`: the operator should know. */
  state: 'ok' | 'warn' | 'bad';
  /** One sentence. */
  message: string;
  /** The action to take. */
  advice?: string;
}

type Result = Omit<Finding, 'name'>;

export const ok = (message: string): Result => ({ state: 'ok', message });
export const warn = (message: string, advice: string): Result => ({ state: 'warn', message, advice });
export const bad = (message: string, advice: string): Result => ({ state: 'bad', message, advice });

/** Runs one check. A check that throws is `bad`, with `advice`. */
export async function check(
  name: string,
  advice: string,
  run: () => Result | Promise<Result>,
): Promise<Finding> {
  try {
    return { name, ...(await run()) };
  } catch (error) {
    return { name, ...bad(error instanceof Error ? error.message : String(error), advice) };
  }
}

/** Throws the operator's sentence for an error of the database or the storage. */
export function throwSentence(error: unknown): never {
  throw new OperatorError(findSentence(error) ?? String(error));
}
