/**
 * Errors of the API by their code. An answer brings its sentence in English, which says more than a code does, so English
 * needs only those that pages show without an answer: the provider of a sign-in sends the browser back with a code. And
 * the sentence of “not found” is for programs.
 */
import type { ErrorCode } from '@belfry/contract/error.ts';

/** The object `details` of an error; empty if it has none. */
type Details = Readonly<Record<string, unknown>>;

/** A sentence for every code. Another language than English needs all. */
export type ErrorWords = Readonly<Record<ErrorCode, (details: Details) => string>>;

export const errors: Partial<ErrorWords> = {
  not_found: () => 'That does not exist here, or you may not see it.',
  openid_refused: () => 'The sign-in at the provider failed. Try again.',
  openid_unknown: () => 'No user here signs in this way. Sign in another way, or ask for an invitation.',
  openid_over: () => 'This sign-in took too long or was used before. Start it again.',
  openid_unreachable: () =>
    'The provider of this sign-in does not answer. Try again later, or sign in another way.',
  openid_missing: () => 'This installation has no such sign-in.',
  link_over: () => 'This link was used before, or is no longer valid. Ask for a new one.',
  connect_refused: () => 'The network did not accept the sign-in. Try again.',
  network_unreachable: () => 'The network could not be reached. Try again later.',
  too_many_channels: () => 'A workspace can have 1,000 channels. Remove some that you no longer need.',
  wrong_account: () =>
    'This sign-in is for another account than the channel’s. Sign in to the network with the account of the channel.',
  app_not_configured: () =>
    'The app keys of this network are not set. Ask an owner of the first workspace to set them.',
  address_unfit: () =>
    'This network cannot use the address of this Belfry. Ask its operator to set PUBLIC_URL to a public https address.',
};
