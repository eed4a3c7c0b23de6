/**
 * The bodies and queries that Pinterest accepts, by its reference of 2026-11-22:
 * https://developers.pinterest.com/docs/api/v5/. Others are refused.
 */
import { Ajv } from 'ajv';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';

const id = { type: 'string', pattern: '^\\d+$' };
const text = (maxLength: number) => ({ type: ['string', 'null'], maxLength });
const closed = (required: string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const image = {
  content_type: { enum: ['image/jpeg', 'image/png'] },
  data: { type: 'string', pattern: '^[a-zA-Z0-9+/=:]+$' },
};
const sources = [
  closed(['source_type', 'content_type', 'data'], { source_type: { const: 'image_base64' }, ...image }),
  closed(['source_type', 'items'], {
    source_type: { const: 'multiple_image_base64' },
    items: { type: 'array', items: closed(['content_type', 'data'], image), minItems: 2, maxItems: 5 },
    index: { type: 'integer', minimum: 0 },
  }),
  closed(['source_type', 'media_id'], {
    source_type: { const: 'video_id' },
    media_id: id,
    cover_image_key_frame_time: { type: 'integer', minimum: 0 },
    cover_image_content_type: image.content_type,
    cover_image_data: image.data,
  }),
];
const page = {
  page_size: { type: 'string', pattern: '^([1-9]\\d?|1\\d\\d|2[0-4]\\d|250)$' },
  bookmark: { type: 'string', minLength: 1 },
};
const date = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };

const schemas: Record<string, object> = {
  'POST /pins': closed(['board_id', 'media_source'], {
    board_id: id,
    board_section_id: id,
    title: text(100),
    description: text(800),
    link: text(2048),
    alt_text: text(500),
    dominant_color: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' },
    media_source: { oneOf: sources },
  }),
  'POST /media': closed(['media_type'], { media_type: { const: 'video' } }),
  'GET /pins': closed([], { ...page, include_protected_pins: { enum: ['true', 'false'] } }),
  'GET /boards': closed([], page),
  'GET /boards/:id/sections': closed([], page),
  'GET /boards/:id': closed([], {}),
  'GET /media/:id': closed([], {}),
  'GET /user_account': closed([], {}),
  'GET /pins/:id/analytics': closed(['start_date', 'end_date', 'metric_types'], {
    start_date: date,
    end_date: date,
    metric_types: { type: 'string', pattern: '^[A-Z_]+(,[A-Z_]+)*$' },
  }),
};

const ajv = new Ajv({ strict: false });
const checks = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]),
);

/** Pinterest's refusal of a request that its reference does not allow; undefined if it does. */
export function checkRequest(
  name: string,
  { method, headers, query }: FakeRequest,
  json: unknown,
): FakeResponse | undefined {
  const check = checks[name];
  if (check === undefined) return undefined;
  if (method === 'POST' && headers['content-type'] !== 'application/json')
    return refuse(400, 1, 'Invalid body');
  if (check(method === 'POST' ? json : Object.fromEntries(query))) return undefined;
  return refuse(400, 1, `Invalid request: ${ajv.errorsText(check.errors)}`);
}

export function refuse(status: number, code: number, message: string): FakeResponse {
  return { status, body: { code, message } };
}
