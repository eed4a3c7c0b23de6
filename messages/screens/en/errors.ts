/**
 * Errors of the API by their code. An answer brings its sentence in English, which says more than a code does, so English
 * needs only those that pages show without an answer: the provider of a sign-in sends the browser back with a code.
 */
import type { ErrorCode } from '@belfry/contract/error.ts';

/** The object `details` of an error; empty if it has none. */
type Details = Readonly<Record<string, unknown>>;

/** A sentence for every code. Another language than English needs all. */
export type ErrorWords = Readonly<Record<ErrorCode, (details: Details) => string>>;

export const errors: Partial<ErrorWords> = {
  openid_refused: () => 'The sign-in at the provider failed. Try again.',
  openid_unknown: () => 'No user here signs in this way. Sign in another way, or ask for an invitation.',
  openid_over: () => 'This sign-in took too long or was used before. Start it again.',
  openid_unreachable: () =>
    'The provider of this sign-in does not answer. Try again later, or sign in another way.',
  openid_missing: () => 'This installation has no such sign-in.',
  link_over: () => 'This link was used before, or is no longer valid. Ask for a new one.',
};
