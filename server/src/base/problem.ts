import type { Detail } from '@belfry/contract/details.ts';
import type { ErrorCode } from '@belfry/contract/error.ts';
import { errors } from '@belfry/contract/error.ts';
import type { Violation } from '@belfry/contract/error-body.ts';

export interface ProblemDetails {
  /** Replaces the default sentence of the code. */
  message?: string;
  /** Field path → sentences. */
  errors?: Record<string, string[]>;
  violations?: Violation[];
  details?: Record<string, unknown> | readonly Detail[];
  headers?: Record<string, string>;
}

/** The error that use cases throw to refuse a request. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly more: ProblemDetails;

  constructor(code: ErrorCode, more: ProblemDetails = {}) {
    super(more.message ?? errors[code].message);
    this.name = 'Problem';
    this.code = code;
    this.more = more;
  }
}

/** Returns the row. Throws `not_found` for undefined and false, and for a row that `isTheirs` refuses. */
export function orNotFound<Row>(
  row: Row | undefined | false,
  isTheirs: (row: Row) => boolean = () => true,
): Row {
  if (row === undefined || row === false || !isTheirs(row)) throw new Problem('not_found');
  return row;
}

/** 422, with the details of the invalid fields. */
export function invalid(details: readonly Detail[]): Problem {
  const message = details[0]?.message ?? errors.invalid.message;
  return new Problem('invalid', { message, errors: sentencesOf(details), details });
}

/** The sentences by the path of their field. */
function sentencesOf(details: readonly Detail[]): Record<string, string[]> {
  // Not an object, since a field may be called valueOf.
  const fields = Map.groupBy(details, ({ field }) => field);
  return Object.fromEntries([...fields].map(([field, own]) => [field, own.map(({ message }) => message)]));
}
