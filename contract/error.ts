/** Every error the API can answer: a stable code, its status, and the sentence said when nothing better is known. */
export const errors = {
  bad_json: { status: 400, message: 'The body is not valid JSON.' },
  bad_request: { status: 400, message: 'The request could not be understood.' },
  unauthenticated: {
    status: 401,
    message: 'This needs a valid API key: send “Authorization: Bearer <key>”.',
  },
  sign_in_refused: { status: 401, message: 'The e-mail address or the password is not right.' },
  code_required: { status: 401, message: 'Send the code of your authenticator app too, or a recovery code.' },
  code_refused: {
    status: 401,
    message: 'This code is not right, or was used already; wait for the next one.',
  },
  passkey_refused: {
    status: 401,
    message: 'This passkey opens nothing here; try again, or sign in another way.',
  },
  openid_refused: { status: 401, message: 'The sign-in at the provider did not succeed; try again.' },
  openid_unknown: {
    status: 403,
    message:
      'This sign-in opens no account here. If you have one, sign in to it and add this way; else ask for an invitation.',
  },
  proof_required: {
    status: 403,
    message: 'Sign in again first: this wants a sign-in of the last ten minutes.',
  },
  forbidden: { status: 403, message: 'This key or role may not do that.' },
  self_review: {
    status: 403,
    message: 'Nobody approves their own post; another admin must review it.',
  },
  wrong_origin: {
    status: 403,
    message: 'This change was asked for by a page of another address than PUBLIC_URL; open that one.',
  },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take this method; the header Allow names those that it takes.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive; send it again.' },
  post_publishing: {
    status: 409,
    message: 'The post is being published; wait until it is published or failed.',
  },
  not_pending: { status: 409, message: 'The post does not wait for approval.' },
  review_decided: { status: 409, message: 'Somebody else has decided on this post already.' },
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
  nothing_in_doubt: {
    status: 409,
    message: 'No copy of this post is in doubt, or its networks are being asked already.',
  },
  wrong_account: {
    status: 409,
    message: 'This sign-in opens another account than the channel’s; sign in to the network as that one.',
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
  key_ended: {
    status: 409,
    message: 'This key was revoked or has expired; make a new one.',
  },
  key_replaced: {
    status: 409,
    message: 'This key was rotated already; rotate the one in replaced_by.',
  },
  too_many_keys: {
    status: 409,
    message: 'You have 200 keys, over all workspaces; revoke one that is no longer needed.',
  },
  too_many_workspaces: {
    status: 409,
    message:
      'You made or own as many workspaces as one person may here; delete one that is no longer needed.',
  },
  too_many_members: {
    status: 409,
    message:
      'The workspace has 2,000 members and open invitations, the most there may be; withdraw or remove one that is no longer needed.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'The workspace has 50 webhooks; remove one that is no longer needed.',
  },
  two_factor_active: { status: 409, message: 'Two-factor sign-in is in force already; end it first.' },
  two_factor_missing: { status: 409, message: 'There is no second factor; begin with one first.' },
  passkeys_unavailable: {
    status: 409,
    message:
      'Browsers take passkeys on a host name over https, or on localhost, only; PUBLIC_URL is neither.',
  },
  too_many_passkeys: { status: 409, message: 'You have 20 passkeys; remove one that is no longer needed.' },
  passkey_known: { status: 409, message: 'This passkey was added already.' },
  last_way_in: {
    status: 409,
    message: 'This is your last way to sign in; set a password or add another way first.',
  },
  last_owner: {
    status: 409,
    message: 'A workspace needs an owner: make somebody else one first.',
  },
  already_member: { status: 409, message: 'This person is a member already.' },
  email_taken: {
    status: 409,
    message:
      'This e-mail address cannot be used here; give another one, or sign in to the account that has it.',
  },
  identity_taken: { status: 409, message: 'Somebody else here signs in with this account.' },
  openid_missing: { status: 409, message: 'No OpenID provider is set up here; sign in another way.' },
  openid_over: {
    status: 410,
    message: 'This sign-in was used before, took too long, or began elsewhere; begin again.',
  },
  link_over: {
    status: 410,
    message: 'This link was used, withdrawn or too old; ask for a new one.',
  },
  export_running: {
    status: 409,
    message: 'An export of this workspace is being made; wait for it, or delete it.',
  },
  export_not_done: { status: 409, message: 'This export has no file yet; wait until it is done.' },
  too_many_exports: {
    status: 409,
    message: 'This workspace keeps five exports already; delete one that is no longer needed.',
  },
  already_set_up: { status: 409, message: 'This installation is set up already.' },
  file_too_large: { status: 413, message: 'The file is larger than allowed.' },
  media_quota_exceeded: {
    status: 413,
    message: 'The workspace keeps as much media as it may; delete files that are no longer needed.',
  },
  too_large: { status: 413, message: 'The body is larger than allowed.' },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as JSON, with “Content-Type: application/json”.',
  },
  invalid: { status: 422, message: 'Some fields are not valid.' },
  passkey_unfit: {
    status: 422,
    message: 'This passkey was not made for here and now; begin again.',
  },
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
  openid_unreachable: {
    status: 503,
    message:
      'The OpenID provider cannot be reached right now; try again in a moment, or sign in another way.',
  },
  unavailable: { status: 503, message: 'Not available right now; try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;
