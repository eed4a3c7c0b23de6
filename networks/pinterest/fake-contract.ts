/**
 * The calls that Belfry makes, by Pinterest's OpenAPI document of its API 5.23.0 (2025-12-11, checked 2026-11-24):
 * https://github.com/pinterest/api-description/blob/c05b18971472342ebdf4bafc15fea8a91c78bf79/v5/openapi.json
 */
import { closed, differs, listOf, only, openContract } from '../testing/contract.ts';
import type { FakeRequest } from '../testing/fake-server.ts';
import { storage } from './fake-videos.ts';

const text = { type: 'string' };
const id = { ...text, pattern: '^\\d+$' };
const upTo = (maxLength: number) => ({ type: ['string', 'null'], maxLength });
const json = (schema: ReturnType<typeof closed>) => ({ 'application/json': schema });
const moment = { type: 'integer', minimum: 0 };
const date = { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const page = { page_size: { type: 'integer', minimum: 1, maximum: 250 }, bookmark: text };

/** The fake keeps hashes of files. */
const data = { ...text, pattern: '^sha256:[0-9a-f]{64}$' };
const content_type = only(['image/jpeg', 'image/png']);
const item = closed({ content_type, data }, ['content_type', 'data']);

const image = closed({ source_type: { const: 'image_base64' }, content_type, data }, [
  'source_type',
  'content_type',
  'data',
]);
const carousel = closed(
  {
    source_type: { const: 'multiple_image_base64' },
    items: listOf(item, { minItems: 2, maxItems: 5 }),
  },
  ['source_type', 'items'],
);
const video = closed(
  {
    source_type: { const: 'video_id' },
    media_id: id,
    cover_image_key_frame_time: moment,
    cover_image_content_type: content_type,
    cover_image_data: data,
  },
  ['source_type', 'media_id'],
);

const pin = closed(
  {
    board_id: id,
    board_section_id: id,
    title: upTo(100),
    description: upTo(800),
    link: upTo(2048),
    alt_text: upTo(500),
    dominant_color: text,
    media_source: {
      type: 'object',
      discriminator: { propertyName: 'source_type' },
      required: ['source_type'],
      oneOf: [image, carousel, video],
    },
  },
  // The document needs none of them; Pinterest does: https://developers.pinterest.com/docs/api/v5/pins-create
  ['board_id', 'media_source'],
);

const metrics = ['IMPRESSION', 'SAVE', 'OUTBOUND_CLICK', 'TOTAL_REACTIONS', 'TOTAL_COMMENTS'];
const token = closed(
  {
    grant_type: { enum: ['authorization_code', 'refresh_token'] },
    code: text,
    redirect_uri: text,
    refresh_token: text,
    code_verifier: differs('A part of OAuth 2.0 (PKCE), which the document does not name.', text),
    continuous_refresh: differs('The document has it only in a note on the call.', { enum: ['true'] }),
  },
  ['grant_type'],
);

/** `pinOf`: the body of a pin, which the fake reads as it arrives. */
export const openPinterestContract = (pinOf: () => unknown) =>
  openContract({
    base: /^\/api(-sandbox)?\.pinterest\.com\/v5/,
    operations: {
      'POST /pins': { body: json(pin) },
      'GET /pins': { query: closed({ ...page, include_protected_pins: { type: 'boolean' } }) },
      'DELETE /pins/{pin_id}': {},
      'GET /pins/{pin_id}/analytics': {
        query: closed({ start_date: date, end_date: date, metric_types: listOf({ enum: metrics }) }, [
          'start_date',
          'end_date',
          'metric_types',
        ]),
      },
      'POST /media': { body: json(closed({ media_type: { const: 'video' } }, ['media_type'])) },
      'GET /media/{media_id}': {},
      'GET /boards': { query: closed(page) },
      'GET /boards/{board_id}': {},
      'GET /boards/{board_id}/sections': { query: closed(page) },
      'GET /user_account': {},
      'POST /oauth/token': { body: { 'application/x-www-form-urlencoded': token } },
    },
    others: {
      'GET /www.pinterest.com/oauth/': 'The page of the sign-in.',
      [`POST /${storage}/`]: 'The storage service, whose form Pinterest states in each answer.',
    },
    bodyOf: (request: FakeRequest) => {
      if (request.path.endsWith('/pins')) return pinOf();
      return request.path.endsWith('/oauth/token')
        ? Object.fromEntries(new URLSearchParams(request.body.toString()))
        : request.json;
    },
  });
