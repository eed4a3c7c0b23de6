import { formatters } from '../../locale.ts';

const { number } = formatters('en-GB');

/** What is wrong with what somebody typed into a field. It stands beside the field. */
export const fieldErrors = {
  required: () => 'Fill this in.',
  wrong: () => 'This is not in the expected form.',
  email: () => 'This is not an e-mail address.',
  tooLong: ({ limit }: { limit: number }) => `At most ${number(limit)} characters.`,
  tooShort: ({ limit }: { limit: number }) => `At least ${number(limit)} characters.`,
  tooGreat: ({ limit }: { limit: number }) => `At most ${number(limit)}.`,
  tooSmall: ({ limit }: { limit: number }) => `At least ${number(limit)}.`,
};
