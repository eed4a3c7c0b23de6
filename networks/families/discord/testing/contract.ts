/**
 * The calls that Belfry makes, by Discord's OpenAPI document of its API 10 (2026-07-18, checked 2026-11-24):
 * https://github.com/discord/discord-api-spec/blob/74fda0fad044407ea280043a03ffc9bc64c4e49e/specs/openapi.json
 */
import { type Contract, closed, differs, listOf, openContract } from '../../../testing/contract.ts';
import type { FakeRequest } from '../../../testing/fake-server.ts';
import { readMessage } from './message.ts';

const text = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength });
const id = { type: 'string', pattern: '^(0|[1-9][0-9]*)$' };
const flag = { type: 'boolean' };
const whole = { type: 'integer' };

const attachment = closed(
  {
    id: differs(
      'Discord’s pages have a number: https://docs.discord.com/developers/reference#uploading-files (2026-11-22).',
      { ...whole, minimum: 0 },
    ),
    description: text(1024),
    is_spoiler: flag,
  },
  ['id'],
);

const answer = closed({ poll_media: closed({ text: text(300, 1) }) }, ['poll_media']);
const poll = closed(
  {
    question: closed({ text: text(300, 1) }),
    answers: listOf(answer, { minItems: 1, maxItems: 10 }),
    allow_multiselect: flag,
    duration: { ...whole, minimum: 1, maximum: 768 },
  },
  ['question', 'answers'],
);

const mentions = { enum: ['users', 'roles', 'everyone'] };
const tags = listOf(id, { maxItems: 5 });

/** Of the bot's messages. A webhook's may have 2000 characters. */
const message = {
  content: text(4000),
  allowed_mentions: closed({ parse: listOf(mentions, { uniqueItems: true }) }),
  flags: whole,
  attachments: listOf(attachment, { maxItems: 10 }),
  poll,
};

const ofBot = closed({
  ...message,
  message_reference: closed({ message_id: id, channel_id: id }, ['message_id']),
  nonce: text(25),
  enforce_nonce: flag,
});

const forumPost = closed({ name: text(100, 1), applied_tags: tags, message: closed(message) }, [
  'name',
  'message',
]);

const ofWebhook = closed({
  ...message,
  content: text(2000),
  username: text(80, 1),
  avatar_url: text(2048),
  thread_name: text(100),
  applied_tags: tags,
});

/** With files, the same JSON is the field `payload_json` of a form, which only Discord's pages say. */
const sent = (schema: ReturnType<typeof closed>) => ({
  body: { 'application/json': schema, 'multipart/form-data': schema },
});
const webhook = '/webhooks/{webhook_id}/{webhook_token}';

const contract: Contract = {
  base: /^\/discord\.com\/api\/v10/,
  operations: {
    'GET /users/@me': {},
    'GET /guilds/{guild_id}': {},
    'GET /guilds/{guild_id}/channels': {},
    'GET /guilds/{guild_id}/threads/active': {},
    'GET /channels/{channel_id}': {},
    'GET /channels/{channel_id}/messages': {
      query: closed({ before: id, limit: { ...whole, minimum: 1, maximum: 100 } }),
    },
    'POST /channels/{channel_id}/messages': sent(ofBot),
    'GET /channels/{channel_id}/messages/{message_id}': {},
    'DELETE /channels/{channel_id}/messages/{message_id}': {},
    'POST /channels/{channel_id}/messages/{message_id}/crosspost': {},
    'POST /channels/{channel_id}/threads': sent(forumPost),
    [`GET ${webhook}`]: {},
    [`POST ${webhook}`]: { ...sent(ofWebhook), query: closed({ wait: flag, thread_id: id }) },
    [`DELETE ${webhook}/messages/{message_id}`]: { query: closed({ thread_id: id }) },
  },
  others: {
    'GET /discord.com/oauth2/authorize': 'The page of the sign-in.',
    'POST /discord.com/api/v10/oauth2/token': 'OAuth 2.0, which the document does not describe.',
  },
  bodyOf: (request: FakeRequest) => readMessage(request)?.message,
};

export const findBreaches = openContract(contract);
