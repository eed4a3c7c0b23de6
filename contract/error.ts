/** Every error of the API: its stable code, its status, and its default sentence. */
import { postErrors } from './post-errors.ts';

export const errors = {
  bad_json: { status: 400, message: 'The body is not valid JSON.' },
  bad_request: { status: 400, message: 'The request is malformed. Check it and send it again.' },
  unauthenticated: {
    status: 401,
    message: 'A valid API key is required. Send “Authorization: Bearer <key>”.',
  },
  sign_in_refused: {
    status: 401,
    message: 'The e-mail address or the password is wrong. Check both and try again.',
  },
  code_required: {
    status: 401,
    message:
      'Two-factor authentication is on. Also send a code from your authenticator app, or a recovery code.',
  },
  code_refused: {
    status: 401,
    message: 'This code is wrong or was already used. Try the next one.',
  },
  passkey_refused: {
    status: 401,
    message: 'This passkey was not accepted. Try again, or sign in another way.',
  },
  openid_refused: { status: 401, message: 'The sign-in at the OpenID provider failed. Try again.' },
  openid_unknown: {
    status: 403,
    message:
      'No user here signs in this way. Sign in another way and add this one, or ask for an invitation.',
  },
  proof_required: {
    status: 403,
    message: 'Your last sign-in is more than ten minutes old. Sign in again first.',
  },
  forbidden: {
    status: 403,
    message: 'Your role or API key does not allow this. Ask an owner or admin of the workspace.',
  },
  self_review: {
    status: 403,
    message: 'You cannot approve a post that you wrote or changed. Ask another owner or admin to review it.',
  },
  choice_of_other_session: {
    status: 403,
    message:
      'Another session or API key began this sign-in. Choose the accounts there, or start a new sign-in here.',
  },
  wrong_origin: {
    status: 403,
    message: 'This request came from a page of another site. Open Belfry at its PUBLIC_URL and try again.',
  },
  not_found: { status: 404, message: 'Not found. Check the path, the id and the workspace.' },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support this method. The Allow header lists the methods it supports.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Send it again.' },
  ...postErrors,
  wrong_account: {
    status: 409,
    message:
      'This sign-in is for another account than the channel’s. Sign in to the network with the channel’s account.',
  },
  channel_disconnected: {
    status: 409,
    message: 'The network requires a new sign-in. Connect the channel again.',
  },
  address_unfit: {
    status: 409,
    message:
      'This network cannot use the address of this installation. Ask its operator to set PUBLIC_URL to a public https address.',
  },
  app_not_configured: {
    status: 409,
    message:
      'The keys of this network’s app are not set. Ask an owner of the first workspace or the operator of this installation to set them.',
  },
  app_from_environment: {
    status: 409,
    message: 'The environment sets this app. Change NETWORK_APPS and restart Belfry.',
  },
  app_in_use: {
    status: 409,
    message: 'Channels still use this app. Remove them first.',
  },
  version_conflict: {
    status: 409,
    message: 'The post has changed since you read it. Read it again and repeat your change.',
  },
  idempotency_in_flight: {
    status: 409,
    message:
      'The first request with this Idempotency-Key is still running. Wait, then send the request again.',
  },
  media_in_use: {
    status: 409,
    message: 'A post that is not yet published uses this file. Remove the file from the post first.',
  },
  key_ended: {
    status: 409,
    message: 'This API key was revoked or has expired. Create a new one.',
  },
  key_replaced: {
    status: 409,
    message: 'This API key was already rotated. Rotate the key in replaced_by instead.',
  },
  too_many_keys: {
    status: 409,
    message: 'You have 200 API keys across all workspaces, the maximum. Revoke one that you no longer need.',
  },
  too_many_workspaces: {
    status: 409,
    message: 'You have created or own the maximum number of workspaces. Delete one that you no longer need.',
  },
  too_many_members: {
    status: 409,
    message:
      'The workspace has the maximum of 2,000 members and open invitations. Remove a member or withdraw an invitation.',
  },
  too_many_channels: {
    status: 409,
    message:
      'A workspace can have 1,000 channels. Remove some that you no longer need, or connect fewer accounts.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'The workspace has 50 webhooks, the maximum. Remove one that you no longer need.',
  },
  label_exists: {
    status: 409,
    message: 'The workspace has a label of this name. Use that label, or choose another name.',
  },
  too_many_labels: {
    status: 409,
    message: 'The workspace has 200 labels, the maximum. Delete one that you no longer need.',
  },
  two_factor_active: { status: 409, message: 'Two-factor authentication is already on. Turn it off first.' },
  two_factor_missing: { status: 409, message: 'Two-factor authentication is not set up. Set it up first.' },
  passkeys_unavailable: {
    status: 409,
    message:
      'Passkeys need https with a host name, or localhost. Ask the operator to change PUBLIC_URL, or sign in another way.',
  },
  too_many_passkeys: {
    status: 409,
    message: 'You have 20 passkeys, the maximum. Remove one that you no longer need.',
  },
  passkey_known: { status: 409, message: 'This passkey is already registered. Add another one.' },
  last_way_in: {
    status: 409,
    message: 'This is your only way to sign in. Set a password or add another way first.',
  },
  last_owner: {
    status: 409,
    message: 'A workspace needs at least one owner. Make another member an owner first.',
  },
  already_member: { status: 409, message: 'This person is already a member of the workspace.' },
  email_taken: {
    status: 409,
    message: 'This e-mail address is not available. Use another one, or sign in as the user who has it.',
  },
  identity_taken: {
    status: 409,
    message: 'Another user already signs in with this account of the OpenID provider. Use another account.',
  },
  openid_missing: { status: 409, message: 'No OpenID provider is set up here. Sign in another way.' },
  openid_over: {
    status: 410,
    message: 'This sign-in expired, was already used, or began in another browser. Start again.',
  },
  link_over: {
    status: 410,
    message: 'This link has expired, or was used or withdrawn. Ask for a new one.',
  },
  choice_used: {
    status: 410,
    message: 'The accounts of this sign-in were already chosen. To connect more, start a new sign-in.',
  },
  choice_expired: {
    status: 410,
    message: 'This choice has expired. Start a new sign-in, and choose within 15 minutes.',
  },
  export_running: {
    status: 409,
    message: 'An export of this workspace is still running. Wait until it is done, or delete it.',
  },
  export_not_done: {
    status: 409,
    message: 'This export has no file. Download the file when the export is done.',
  },
  too_many_uploads: {
    status: 409,
    message: 'You have 32 unfinished uploads, the maximum. Finish or delete one first.',
  },
  upload_offset: {
    status: 409,
    message: 'The upload is at another offset. Ask for its offset, and continue there.',
  },
  too_many_exports: {
    status: 409,
    message: 'The workspace has five exports, the maximum. Delete one that you no longer need.',
  },
  already_set_up: { status: 409, message: 'This installation is already set up. Sign in instead.' },
  tus_version: {
    status: 412,
    message: 'Belfry supports version 1.0.0 of tus. Send “Tus-Resumable: 1.0.0”.',
  },
  file_too_large: { status: 413, message: 'The file is larger than the limit. Use a smaller file.' },
  media_quota_exceeded: {
    status: 413,
    message: 'The workspace has used all its media storage. Delete files that you no longer need.',
  },
  too_large: { status: 413, message: 'The body is larger than the limit. Send a smaller one.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body is not declared as JSON. Send “Content-Type: application/json”.',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'The range begins after the end of the file, whose size Content-Range states. Ask for less.',
  },
  invalid: { status: 422, message: 'Some fields are not valid. The “errors” object names each of them.' },
  passkey_unfit: {
    status: 422,
    message: 'This passkey was created for another site, or the request expired. Start again.',
  },
  limits_exceeded: {
    status: 422,
    message: 'A channel’s network does not accept this post. The “violations” list names each limit.',
  },
  unfit_file: {
    status: 422,
    message: 'The file is damaged, or its type is not supported. Use another file.',
  },
  link_refused: {
    status: 422,
    message: 'The file could not be downloaded. Check that the link is public and opens the file itself.',
  },
  connect_refused: {
    status: 422,
    message: 'The network did not accept these credentials. Check them and try again.',
  },
  network_refused: {
    status: 422,
    message: 'The network refused to answer. Check what you asked for.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used with a different request. Use a new key.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait, then try again.' },
  headers_too_large: {
    status: 431,
    message: 'The headers are larger than 16 KB. Send fewer or shorter ones.',
  },
  internal: {
    status: 500,
    message: 'Something went wrong in Belfry. Quote the request_id when you report it.',
  },
  network_unreachable: { status: 502, message: 'The network could not be reached. Try again later.' },
  storage_full: {
    status: 507,
    message: 'The storage is full, so nothing was saved. Ask the operator to free space.',
  },
  openid_unreachable: {
    status: 503,
    message: 'The OpenID provider cannot be reached. Try again in a moment, or sign in another way.',
  },
  unavailable: { status: 503, message: 'The service is temporarily unavailable. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as ErrorCode[];
