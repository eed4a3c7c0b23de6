import { findSentence, OperatorError } from '../operator-error.ts';

/** What one look at an installation found. */
export interface Finding {
  /** What was looked at. */
  name: string;
  /** `bad`: something does not work, or will not when it is needed. `warn`: a person should know. */
  state: 'ok' | 'warn' | 'bad';
  /** A sentence. */
  says: string;
  /** What to do about it. */
  advice?: string;
}

type Found = Omit<Finding, 'name'>;

export const ok = (says: string): Found => ({ state: 'ok', says });
export const warn = (says: string, advice: string): Found => ({ state: 'warn', says, advice });
export const bad = (says: string, advice: string): Found => ({ state: 'bad', says, advice });

/** A look that cannot be taken at all found something bad as well. */
export async function look(
  name: string,
  advice: string,
  take: () => Found | Promise<Found>,
): Promise<Finding> {
  try {
    return { name, ...(await take()) };
  } catch (error) {
    return { name, ...bad(error instanceof Error ? error.message : String(error), advice) };
  }
}

/** For what a look catches of the database and of the storage. */
export function sayPlainly(error: unknown): never {
  throw new OperatorError(findSentence(error) ?? String(error));
}
