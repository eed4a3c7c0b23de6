/** The bodies and queries that X accepts, by its reference of 2026-11-22: https://docs.x.com/x-api. Others are refused. */
import { Ajv } from 'ajv';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';

const id = { type: 'string', pattern: '^[0-9]{1,19}$' };
const flag = { type: 'boolean' };
const closed = (required: string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const images = ['jpeg', 'gif', 'bmp', 'png', 'webp', 'pjpeg', 'tiff'].map((kind) => `image/${kind}`);
const videos = ['mp4', 'webm', 'mp2t', 'quicktime'].map((kind) => `video/${kind}`);
const page = { type: 'string', pattern: '^([5-9]|[1-9][0-9]|100)$' };
const someFields = { type: 'string', pattern: '^[a-z_]+(,[a-z_]+)*$' };

const schemas: Record<string, object> = {
  'POST /2/tweets': closed([], {
    text: { type: 'string' },
    media: closed(['media_ids'], { media_ids: { type: 'array', items: id, minItems: 1, maxItems: 4 } }),
    reply: closed(['in_reply_to_tweet_id'], { in_reply_to_tweet_id: id }),
    poll: closed(['options', 'duration_minutes'], {
      options: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 25 },
        minItems: 2,
        maxItems: 4,
      },
      duration_minutes: { type: 'integer', minimum: 5, maximum: 10_080 },
    }),
    quote_tweet_id: id,
    community_id: id,
    reply_settings: { enum: ['following', 'mentionedUsers', 'subscribers', 'verified'] },
    made_with_ai: flag,
    paid_partnership: flag,
    share_with_followers: flag,
    for_super_followers_only: flag,
  }),
  'POST /2/media/upload/initialize': closed(['media_type', 'total_bytes', 'media_category'], {
    media_type: { enum: [...images, ...videos] },
    total_bytes: { type: 'integer', minimum: 1, maximum: 2 ** 34 },
    media_category: { enum: ['tweet_image', 'tweet_gif', 'tweet_video'] },
  }),
  'POST /2/media/metadata': closed(['id', 'metadata'], {
    id,
    metadata: closed(['alt_text'], {
      alt_text: closed(['text'], { text: { type: 'string', minLength: 1, maxLength: 1000 } }),
    }),
  }),
  'GET /2/media/upload': closed(['media_id'], { media_id: id, command: { const: 'STATUS' } }),
  'GET /2/users/me': closed([], { 'user.fields': someFields }),
  'GET /2/users/:id/tweets': closed([], {
    max_results: page,
    start_time: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$' },
    since_id: id,
    until_id: id,
    pagination_token: { type: 'string', minLength: 1 },
    'tweet.fields': someFields,
    'post.fields': someFields,
  }),
};

const ajv = new Ajv({ strict: false, allErrors: true });
const checks = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]),
);

/** X's refusal of a request that its reference does not allow; undefined if it does. */
export function checkRequest(
  name: string,
  { method, headers, json, query }: FakeRequest,
): FakeResponse | undefined {
  const check = checks[name];
  if (check === undefined) return undefined;
  if (method === 'POST' && headers['content-type'] !== 'application/json')
    return problem(
      400,
      'Requests with bodies must have content-type of application/json.',
      'invalid-request',
    );
  if (check(method === 'POST' ? json : Object.fromEntries(query))) return undefined;
  return invalid(ajv.errorsText(check.errors));
}

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors (2026-11-22) */
export function problem(status: number, detail: string, type?: string, title = 'Forbidden'): FakeResponse {
  const address = type === undefined ? 'about:blank' : `https://api.x.com/2/problems/${type}`;
  return { status, body: { title, detail, type: address, status } };
}

export function invalid(message: string): FakeResponse {
  const { body } = problem(
    400,
    'One or more parameters to your request was invalid.',
    'invalid-request',
    'Invalid Request',
  );
  return { status: 400, body: { ...(body as object), errors: [{ message }] } };
}
