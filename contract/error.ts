/** Every error the API can answer: a stable code, its status, and the sentence said when nothing better is known. */
export const errors = {
  bad_json: { status: 400, message: 'The body is not valid JSON.' },
  bad_request: { status: 400, message: 'The request could not be understood.' },
  unauthenticated: {
    status: 401,
    message: 'This needs a valid API key: send “Authorization: Bearer <key>”.',
  },
  forbidden: { status: 403, message: 'This key or role may not do that.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive; send it again.' },
  post_publishing: {
    status: 409,
    message: 'The post is being published; wait until it is published or failed.',
  },
  post_published: { status: 409, message: 'The post is published and can no longer be changed.' },
  post_partly_published: {
    status: 409,
    message:
      'Some channels already show this post, so it cannot go back to draft; schedule it again instead.',
  },
  confirm_resend_required: {
    status: 409,
    message:
      'Some of these copies may already be live. Look, then name them in confirm_resend to send again.',
  },
  version_conflict: {
    status: 409,
    message: 'The post was changed since you read it; read it again and repeat your change.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being worked on.',
  },
  media_in_use: {
    status: 409,
    message: 'A post that is not published yet needs this file; remove it from the post first.',
  },
  already_set_up: { status: 409, message: 'This installation is set up already.' },
  file_too_large: { status: 413, message: 'The file is larger than allowed.' },
  media_quota_exceeded: {
    status: 413,
    message: 'The workspace keeps as much media as it may; delete files that are no longer needed.',
  },
  too_large: { status: 413, message: 'The body is larger than 1 MB.' },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as JSON, with “Content-Type: application/json”.',
  },
  invalid: { status: 422, message: 'Some fields are not valid.' },
  limits_exceeded: { status: 422, message: 'A channel’s network does not take this post.' },
  unfit_file: { status: 422, message: 'The file is of a kind that is not taken, or damaged.' },
  link_refused: { status: 422, message: 'The link could not be downloaded.' },
  connect_refused: { status: 422, message: 'The network did not accept these credentials.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another request; use a new key.',
  },
  rate_limited: { status: 429, message: 'Too many requests; wait until the limit resets.' },
  headers_too_large: { status: 431, message: 'The headers are larger than 16 KB.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our side; quote the request id when you report it.',
  },
  network_unreachable: { status: 502, message: 'The network could not be reached; try again.' },
  storage_full: { status: 507, message: 'The storage is full; nothing was kept.' },
  unavailable: { status: 503, message: 'Not available right now; try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;
