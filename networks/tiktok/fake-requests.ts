/** The bodies that TikTok accepts, by its reference of 2026-11-22. Others are refused. */
import { Ajv } from 'ajv';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';

const flag = { type: 'boolean' };
const closed = (required: string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const utf16 = (most: number) => ({ type: 'string', utf16: most });
const size = { type: 'integer', minimum: 1 };
const level = {
  enum: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
};

const fileUpload = closed(['source', 'video_size', 'chunk_size', 'total_chunk_count'], {
  source: { const: 'FILE_UPLOAD' },
  video_size: { ...size, maximum: 2 ** 32 },
  chunk_size: size,
  total_chunk_count: { ...size, maximum: 1000 },
});
const pull = closed(['source', 'photo_cover_index', 'photo_images'], {
  source: { const: 'PULL_FROM_URL' },
  photo_cover_index: { type: 'integer', minimum: 0 },
  photo_images: {
    type: 'array',
    items: { type: 'string', pattern: '^https://(?![0-9.]+[:/])' },
    minItems: 1,
    maxItems: 35,
  },
});
const common = {
  privacy_level: level,
  disable_comment: flag,
  brand_content_toggle: flag,
  brand_organic_toggle: flag,
};
const declared = ['privacy_level', 'brand_content_toggle', 'brand_organic_toggle'];
const photoTexts = { title: utf16(90), description: utf16(4000) };
const photos = (post_mode: string, post_info: object) =>
  closed(['media_type', 'post_mode', 'post_info', 'source_info'], {
    media_type: { const: 'PHOTO' },
    post_mode: { const: post_mode },
    post_info,
    source_info: pull,
  });

const schemas: Record<string, object> = {
  '/v2/post/publish/creator_info/query/': closed([], {}),
  '/v2/post/publish/video/init/': closed(['post_info', 'source_info'], {
    post_info: closed(declared, {
      ...common,
      title: utf16(2200),
      disable_duet: flag,
      disable_stitch: flag,
      is_aigc: flag,
      video_cover_timestamp_ms: { type: 'integer', minimum: 0 },
    }),
    source_info: fileUpload,
  }),
  '/v2/post/publish/inbox/video/init/': closed(['source_info'], { source_info: fileUpload }),
  '/v2/post/publish/content/init/': {
    anyOf: [
      photos('DIRECT_POST', closed(declared, { ...common, ...photoTexts, auto_add_music: flag })),
      photos('MEDIA_UPLOAD', closed([], photoTexts)),
    ],
  },
  '/v2/post/publish/status/fetch/': closed(['publish_id'], { publish_id: { type: 'string', maxLength: 64 } }),
  '/v2/video/query/': closed(['filters'], {
    filters: closed(['video_ids'], {
      video_ids: { type: 'array', items: { type: 'string', pattern: '^[0-9]+$' }, minItems: 1, maxItems: 20 },
    }),
  }),
};

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addKeyword({
  keyword: 'utf16',
  type: 'string',
  validate: (most: number, text: string) => text.length <= most,
});
const checks = Object.fromEntries(
  Object.entries(schemas).map(([path, schema]) => [path, ajv.compile(schema)]),
);

/** TikTok's refusal of a request that its reference does not allow; undefined if it does. */
export function checkRequest(path: string, { headers, json }: FakeRequest): FakeResponse | undefined {
  const check = checks[path];
  if (check === undefined) return refuse(404, 'unsupported_path', 'Unsupported path (Janus)');
  if (headers['content-type'] !== 'application/json; charset=UTF-8')
    return refuse(400, 'invalid_params', 'The content type is wrong.');
  return check(json) ? undefined : refuse(400, 'invalid_params', ajv.errorsText(check.errors));
}

export function refuse(status: number, code: string, message = ''): FakeResponse {
  return { status, body: { data: {}, error: { code, message, log_id: '2026112200' } } };
}

export function accept(data: object): FakeResponse {
  return { status: 200, body: { data, error: { code: 'ok', message: '', log_id: '2026112200' } } };
}
