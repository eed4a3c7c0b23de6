/**
 * The errors of a request's fields: each code with its sentence in English. Clients that show another language write their
 * own sentences from `code` and `params`. Codes and the names of their params do not change.
 */
import { amount } from '@belfry/networks/core/amount.ts';
import type { Static } from 'typebox';
import { known, named } from './named.ts';
import { type Limit, postSentences, type Sentence } from './post-details.ts';
import { AnyObject, closed } from './shapes.ts';
import { Type } from './type.ts';

type Values = readonly (string | number)[];

const formatSentences: Record<string, string | undefined> = {
  text: 'contains a character that cannot be stored (NUL or half of a surrogate pair).',
  line: 'contains a line break or another character that cannot be shown on one line.',
  moment: 'is not an ISO 8601 time such as 2026-11-21T10:00:00+01:00.',
  'moment-or-day':
    'is neither an ISO 8601 time such as 2026-11-21T10:00:00+01:00 nor a day such as 2026-11-21.',
  'email-address': 'is not an e-mail address.',
  'time-zone': 'is not an IANA time zone such as Europe/Berlin.',
};

const article = (word: string) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);

/** `example` has one value for each param. */
export const sentences = {
  // The shape of a request.
  required: { sentence: (field: string) => `${field} is required.` },
  unknown_field: { sentence: (field: string) => `${field} is not a known field.` },
  wrong_type: {
    sentence: (field: string, { expected }: { expected: string }) => `${field} must be ${article(expected)}.`,
    example: { expected: 'integer' },
  },
  not_one_of: {
    sentence: (field: string, { allowed }: { allowed: Values }) =>
      `${field} must be one of ${allowed.join(', ')}.`,
    example: { allowed: ['draft', 'scheduled'] },
  },
  not_equal: {
    sentence: (field: string, { expected }: { expected: unknown }) =>
      `${field} must be ${JSON.stringify(expected)}.`,
    example: { expected: 'public-key' },
  },
  wrong_format: {
    sentence: (field: string, { format }: { format: string }) =>
      `${field} ${formatSentences[format] ?? `must be a valid ${format}.`}`,
    example: { format: 'time-zone' },
  },
  too_long: {
    sentence: (field: string, { limit }: Limit) =>
      `${field} must have at most ${amount(limit, 'characters')}.`,
    example: { limit: 300 },
  },
  too_short: {
    sentence: (field: string, { limit }: Limit) =>
      `${field} must have at least ${amount(limit, 'characters')}.`,
    example: { limit: 1 },
  },
  wrong_length: {
    sentence: (field: string, { min, max }: { min: number; max: number }) =>
      `${field} must have ${min} to ${max} characters.`,
    example: { min: 1, max: 255 },
  },
  too_many_entries: {
    sentence: (field: string, { limit }: Limit) => `${field} must have at most ${amount(limit, 'entries')}.`,
    example: { limit: 100 },
  },
  too_few_entries: {
    sentence: (field: string, { limit }: Limit) => `${field} must have at least ${amount(limit, 'entries')}.`,
    example: { limit: 1 },
  },
  too_many_words: {
    sentence: (field: string, { limit }: Limit) => `${field} must have at most ${amount(limit, 'words')}.`,
    example: { limit: 10 },
  },
  repeated_entry: { sentence: (field: string) => `${field} contains the same entry twice.` },
  too_many_fields: {
    sentence: (field: string, { limit }: Limit) => `${field} must have at most ${amount(limit, 'fields')}.`,
    example: { limit: 30 },
  },
  too_small: {
    sentence: (field: string, { limit }: Limit) => `${field} must be >= ${limit}.`,
    example: { limit: 0 },
  },
  too_great: {
    sentence: (field: string, { limit }: Limit) => `${field} must be <= ${limit}.`,
    example: { limit: 168 },
  },
  not_plain: {
    sentence: (
      field: string,
      limits: { levels: number; values: number; characters: number; number: number },
    ) =>
      `${field} must be plain JSON of at most ${limits.levels} levels, ${limits.values} values and ${limits.characters} characters in a text, with numbers up to ${limits.number}, without NUL, half surrogate pairs or the key __proto__.`,
    example: { levels: 20, values: 200, characters: 10_000, number: Number.MAX_SAFE_INTEGER },
  },
  not_valid: {
    sentence: (field: string, { reason }: { reason: string; keyword?: string; value?: unknown }) =>
      `${field} ${reason}.`,
    example: { reason: 'must match pattern "^a*$"', keyword: 'pattern', value: '^a*$' },
  },
  too_many_levels: {
    sentence: (field: string, { limit }: Limit) => `${field} has more than ${amount(limit, 'levels')}.`,
    example: { limit: 32 },
  },
  too_many_values: {
    sentence: (field: string, { limit }: Limit) => `${field} has more than ${amount(limit, 'values')}.`,
    example: { limit: 25_000 },
  },
  sent_twice: { sentence: (field: string) => `${field} was sent more than once.` },
  not_the_file: { sentence: (field: string) => `${field} is not a known field. Send the file as file.` },
  wrong_event_id: { sentence: (field: string) => `${field} must be the id of an event of this stream.` },

  ...postSentences,

  // Channels.
  not_connected_this_way: {
    sentence: (_: string, { name, way, networks }: { name: string; way: string; networks: Values }) =>
      `${name} cannot be connected by ${way}. These networks can: ${networks.join(', ')}.`,
    example: { name: 'Example', way: 'a sign-in page', networks: ['other'] },
  },
  channel_of_other_network: {
    sentence: (_: string, params: { channel_id: number; actual: string; given: string }) =>
      `Channel ${params.channel_id} is on ${params.actual}, not on ${params.given}.`,
    example: { channel_id: 4, actual: 'example', given: 'other' },
  },

  unknown_account: {
    sentence: (_: string, { account_id }: { account_id: string }) =>
      `This sign-in did not open the account ${account_id}.`,
    example: { account_id: '17' },
  },

  // Captions.
  no_captions: {
    sentence: () =>
      `This is neither SRT nor WebVTT: no text in it has a time such as 00:00:01,000 --> 00:00:02,500.`,
  },
  caption_time: {
    sentence: (_: string, { line }: { line: number }) =>
      `Line ${line} is not a time such as 00:00:01,000 --> 00:00:02,500.`,
    example: { line: 2 },
  },
  caption_order: {
    sentence: (_: string, { line }: { line: number }) => `Line ${line} ends before it starts.`,
    example: { line: 2 },
  },
  captions_of_image: { sentence: () => 'Only videos have captions. This file is an image.' },
  not_a_language: {
    sentence: (field: string) => `${field} must be a language such as en, pt-BR or zh-Hant.`,
  },
  too_many_languages: {
    sentence: (_: string, { limit }: Limit) =>
      `A video has captions in at most ${amount(limit, 'languages')}.`,
    example: { limit: 20 },
  },

  // People and their credentials.
  password_to_join: {
    sentence: (field: string) =>
      `${field} is required: your own to sign in, or a new one together with a name.`,
  },
  wrong_password: { sentence: (field: string) => `${field} is not your password.` },
  second_factor_required: {
    sentence: (field: string) => `${field} is required: two-factor authentication is on.`,
  },
  wrong_code: { sentence: (field: string) => `${field} is wrong or was used before. Wait for the next one.` },
  role_not_limited: {
    sentence: (_: string, { role }: { role: string }) =>
      `The role ${role} has access to all channels. Leave out channel_ids.`,
    example: { role: 'owner' },
  },
  wrong_name: {
    sentence: (field: string, { name }: { name: string }) =>
      `${field} must be exactly the name of the workspace: “${name}”.`,
    example: { name: 'Tower' },
  },

  // API keys.
  in_past: { sentence: (field: string) => `${field} must be in the future.` },
  too_far: {
    sentence: (field: string, { years }: { years: number }) =>
      `${field} must be at most ${years} years ahead.`,
    example: { years: 10 },
  },
  later_than_own: {
    sentence: (field: string, { own }: { own: string | null }) =>
      `${field} must not be later than ${own}, when the key in use expires.`,
    example: { own: '2026-11-21T09:00:00.000000Z' },
  },
  wider_than_own: {
    sentence: (field: string, { own }: { own: Values }) =>
      `${field} must have only values that the key in use has: ${own.join(', ')}.`,
    example: { own: ['post.read'] },
  },
  not_own: {
    sentence: (field: string, { value }: { value: string | number }) =>
      `${field} is ${value}, which the key in use does not have.`,
    example: { value: 'post.write' },
  },

  // Webhooks and notices.
  url_not_https: {
    sentence: (field: string) => `${field} must be an https address, such as https://example.org/hooks.`,
  },
  url_with_password: {
    sentence: (field: string) =>
      `${field} contains a user name or a password. Put a secret for the receiver into the path.`,
  },
  url_with_http: {
    sentence: (field: string) => `${field} must begin with https://, because others can read plain http.`,
  },
  url_not_public: {
    sentence: (field: string, { host, port }: { host: string; port: number }) =>
      `${field} names ${host}, port ${port}, which is not public. OUTBOUND_ALLOW can permit it.`,
    example: { host: '127.0.0.1', port: 443 },
  },
  beyond_log: {
    sentence: (field: string, { head }: { head: number }) =>
      `${field} must be at most ${head}, the last event of the log.`,
    example: { head: 42 },
  },
  repeated_kind: {
    sentence: (_: string, { kind }: { kind: string }) => `${kind} is listed twice.`,
    example: { kind: 'post.failed' },
  },
  fixed_kind: {
    sentence: (_: string, { kind }: { kind: string }) =>
      `${kind} is about your security and cannot be changed.`,
    example: { kind: 'key.created' },
  },
} as const satisfies Record<string, Sentence>;

export type DetailCode = keyof typeof sentences;
/** The params of a code; undefined if it has none. */
export type DetailParams<Code extends DetailCode> = Parameters<(typeof sentences)[Code]['sentence']>[1];

export const detailCodes = Object.keys(sentences) as DetailCode[];

export const Detail = named(
  'Detail',
  closed({
    field: Type.String({ description: 'The path of the field, as in `errors`.' }),
    code: named(
      'DetailCode',
      known(detailCodes, {
        description: 'What is wrong with the field. A later release may have more codes.',
      }),
    ),
    params: { ...AnyObject, description: 'The values in the sentence.' },
    message: Type.String({ description: 'The sentence, in English.' }),
  }),
);
export type Detail = Static<typeof Detail>;

export function detail<Code extends DetailCode>(
  field: string,
  code: Code,
  ...[params]: DetailParams<Code> extends undefined ? [] : [DetailParams<Code>]
): Detail {
  const { sentence } = sentences[code] as { sentence(field: string, params: unknown): string };
  return { field, code, params: params ?? {}, message: sentence(field, params) };
}
