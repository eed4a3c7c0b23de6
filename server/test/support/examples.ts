/**
 * A successful request for every endpoint of the contract. The access tests send it with each role and each kind of
 * credentials. Add each new endpoint here. If it needs a new kind of object, add its creation to `things.ts`.
 */
import { randomUUID } from 'node:crypto';
import type { Permission, Route } from '@belfry/contract/route.ts';
import { type RouteName, routes } from '@belfry/contract/routes.ts';
import { PASSWORD } from './browser.ts';
import { filePart, form, formType } from './form.ts';
import { CAPTIONS, makePicture } from './media.ts';
import { FAMILY, keysOf } from './registered.ts';
import type { Things } from './things.ts';

export interface Example {
  /** The value of `:id` or of another parameter of the path. */
  id?: number | string;
  /** The value of a second parameter. Default: an id that nothing has. */
  second?: string;
  query?: string;
  body?: object;
  raw?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

interface Entry {
  make(things: Things): Example | Promise<Example>;
  /** A permission that this request needs in addition to that of the endpoint. */
  needs?: Permission;
  /** The status for permitted callers, if it is not a success of the endpoint. */
  status?: number;
}

const nothing: Entry = { make: () => ({}) };
const about = (thing: (things: Things) => Promise<number>, body?: object): Entry => ({
  make: async (things) => ({ id: await thing(things), ...(body && { body }) }),
});
const send = (body: object, more: Partial<Entry> = {}): Entry => ({ make: () => ({ body }), ...more });
/** A body that names things. */
const sendMade = (make: (things: Things) => object | Promise<object>): Entry => ({
  make: async (things) => ({ body: await make(things) }),
});
const ask = (query: string, more: Partial<Entry> = {}): Entry => ({ make: () => ({ query }), ...more });
const post = ({ post }: Things) => post();
const channel = ({ channelId }: Things) => Promise.resolve(channelId);
const picture = ({ pictureId }: Things) => Promise.resolve(pictureId);
const newPassword = 'a new one, and long';

const posts = {
  createPost: send({ status: 'draft' }),
  validatePost: send({ status: 'draft' }),
  listPosts: nothing,
  getCalendar: ask('?from=2026-11-01&to=2026-11-30'),
  getPost: about(post),
  updatePost: about(post, { status: 'draft', content: null }),
  patchPost: about(post, { scheduled_at: null }),
  deletePost: about(post),
  changePosts: sendMade(async (things) => {
    return { action: 'duplicate', posts: [{ id: await things.post() }], mode: 'each' };
  }),
  restorePost: about(({ binnedPost }) => binnedPost()),
  listBin: nothing,
  getWorkingCopy: about(post),
  putWorkingCopy: about(({ pendingPost }) => pendingPost(), { base_version: 1, post: {} }),
  deleteWorkingCopy: about(post),
  reconcilePost: { ...about(post), status: 409 },
  listPostEvents: about(post),
  getPostMetrics: about(post),
  // No post of the examples is live.
  removeTarget: { ...about(post), status: 404 },
  resolveTarget: { ...about(post, { outcome: 'published' }), status: 404 },
  dismissTarget: { ...about(post), status: 404 },
  reviewPost: about(({ pendingPost }) => pendingPost(), { decision: 'reject' }),
  listReviews: about(post),
  listLabels: nothing,
  listSuggestions: ask('?kind=tag&platform=mastodon'),
  createLabel: sendMade(() => ({ name: randomUUID(), color: 'teal' })),
  updateLabel: about(({ label }) => label(), { color: 'red' }),
  deleteLabel: about(({ label }) => label()),
  listSlots: {
    make: ({ channelId }) => ({ query: `?channel_ids[]=${channelId}&from=2027-01-15&to=2027-01-20` }),
  },
  getApproved: about(post),
  getNextSlot: { make: ({ channelId }) => ({ query: `?channel_ids[]=${channelId}` }) },
} satisfies Entries;

const channels = {
  listChannels: nothing,
  createChannel: send({ platform: 'sandbox', credentials: { username: 'ada' } }),
  beginConnect: send({ platform: 'sandbox' }, { status: 422 }),
  getAccountChoice: about(({ choice }) => choice()),
  connectAccounts: about(({ choice }) => choice(), { account_ids: ['17'] }),
  getChannel: about(channel),
  updateChannel: about(({ channel }) => channel(), { posting_times: [] }),
  deleteChannel: about(({ channel }) => channel()),
  getChannelSettings: about(channel),
  // The channel's network lists no values, and states no quotas.
  listSettingOptions: { make: ({ channelId }) => ({ id: channelId, query: '?field=board_id' }), status: 404 },
  getChannelQuota: about(channel),
  getAvatar: { make: async ({ avatarName }) => ({ id: await avatarName() }) },
  listChannelSets: nothing,
  createChannelSet: sendMade(({ channelId }) => ({ name: 'Towers', channel_ids: [channelId] })),
  updateChannelSet: about(({ channelSet }) => channelSet(), { name: 'Mills' }),
  deleteChannelSet: about(({ channelSet }) => channelSet()),
  listNetworks: nothing,
  listNetworkApps: nothing,
  setNetworkApp: { make: () => ({ id: FAMILY, body: keysOf('one') }) },
  listVerificationFiles: nothing,
  setVerificationFile: { make: () => ({ id: 'example.txt', body: { content: 'x' } }) },
  deleteVerificationFile: { make: () => ({ id: 'missing.txt' }), status: 404 },
  // No network has this family.
  deleteNetworkApp: { make: () => ({ id: 'example' }), status: 404 },
} satisfies Entries;

const media = {
  uploadMedia: {
    make: async () => ({
      raw: form(filePart(await makePicture('png'))),
      headers: { 'content-type': formType },
    }),
  },
  addMediaFromUrl: send({ url: 'no link' }, { status: 422 }),
  listMedia: nothing,
  getMedia: about(picture),
  updateMedia: about(({ media }) => media(), { name: 'New' }),
  deleteMedia: about(({ media }) => media()),
  getMediaFile: about(picture),
  getThumbnail: about(picture),
  listMediaUses: about(picture),
  setCaptions: {
    make: async ({ video }) => ({ id: await video(), second: 'de', body: { text: CAPTIONS } }),
  },
  getCaptions: { make: async ({ video }) => ({ id: await video(), second: 'en' }) },
  deleteCaptions: { make: async ({ video }) => ({ id: await video(), second: 'en' }) },
  bulkMedia: sendMade(async ({ media }) => ({ action: 'delete', ids: [await media()] })),
  getLinkCard: ask('?url=no+link', { status: 422 }),
  // No card has a picture.
  getLinkCardImage: { make: () => ({ id: 1 }), status: 404 },
  createUpload: { make: () => ({ headers: { 'upload-length': '5' } }) },
  getUpload: about(({ upload }) => upload()),
  sendSlice: {
    make: async ({ upload }) => ({
      id: await upload(),
      raw: Buffer.from('x'),
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    }),
  },
  deleteUpload: about(({ upload }) => upload()),
  getSharedFile: { make: async ({ fileName }) => ({ id: await fileName() }) },
} satisfies Entries;

const sessions = {
  signIn: sendMade(async ({ account }) => ({ email: await account(), password: PASSWORD })),
  getSession: nothing,
  getStart: nothing,
  signOut: nothing,
  listSessions: nothing,
  endSession: about(({ session }) => session()),
  changePassword: send({ current: PASSWORD, password: newPassword }),
  changeEmail: sendMade(() => ({ email: `${randomUUID()}@people.example`, password: PASSWORD })),
  confirmEmail: sendMade(async ({ change }) => ({ token: await change() })),
  beginTwoFactor: send({ password: PASSWORD }),
  confirmTwoFactor: sendMade(async ({ code }) => ({ code: await code(false) })),
  endTwoFactor: sendMade(async ({ code }) => ({ code: await code(true) })),
  setUp: send(
    { token: 'x', name: 'x', email: 'x@people.example', password: newPassword, workspace: 'x' },
    { status: 409 },
  ),
} satisfies Entries;

const workspaces = {
  listWorkspaces: nothing,
  createWorkspace: send({ name: 'Mill' }),
  getWorkspace: nothing,
  updateWorkspace: send({ grace_hours: 3 }),
  listMembers: nothing,
  updateMember: about(({ member }) => member(), { role: 'author' }),
  deleteMember: { ...about(({ member }) => member()), needs: 'member.manage' },
  resetMemberPassword: about(({ member }) => member()),
  listInvitations: nothing,
  createInvitation: sendMade(async ({ account }) => ({ email: await account(), role: 'viewer' })),
  deleteInvitation: about(async ({ invitation }) => (await invitation()).id),
  readInvitation: sendMade(async ({ invitation }) => ({ token: (await invitation()).token })),
  acceptInvitation: sendMade(async ({ invitation }) => {
    return { token: (await invitation()).token, name: 'Guest', password: newPassword };
  }),
  requestPasswordReset: send({ email: 'nobody@people.example' }),
  usePasswordReset: sendMade(async ({ reset }) => ({ token: await reset(), password: newPassword })),
} satisfies Entries;

const keys = {
  listKeys: nothing,
  createKey: send({ name: 'Another' }),
  rotateKey: about(({ key }) => key(), {}),
  revokeKey: about(({ key }) => key()),
} satisfies Entries;

const events = {
  listAudit: nothing,
  exportAudit: nothing,
  streamEvents: ask('?follow=false'),
} satisfies Entries;

/** A browser's request for an authenticator that has not signed the challenge. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const attestation = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };
const assertion = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };

const waysIn = {
  // The tests use an IP address, not a host name.
  beginPasskey: send({ password: PASSWORD }, { status: 409 }),
  addPasskey: send({ response: { ...credential, response: attestation } }, { status: 409 }),
  listPasskeys: nothing,
  updatePasskey: about(({ passkey }) => passkey(), { name: 'New' }),
  deletePasskey: about(({ passkey }) => passkey()),
  beginPasskeySignIn: { ...nothing, status: 409 },
  signInWithPasskey: send({ response: { ...credential, response: assertion } }, { status: 401 }),
  listWaysIn: nothing,
  goToOpenId: nothing,
  beginOpenId: send({}, { status: 409 }),
  finishOpenId: nothing,
  listIdentities: nothing,
  beginIdentity: send({ password: PASSWORD }, { status: 409 }),
  deleteIdentity: about(({ identity }) => identity()),
} satisfies Entries;

const webhooks = {
  listWebhooks: nothing,
  createWebhook: send({ url: 'https://127.0.0.1/', kinds: ['*'] }, { status: 422 }),
  getWebhook: about(({ webhook }) => webhook()),
  updateWebhook: about(({ webhook }) => webhook(), { description: 'New' }),
  deleteWebhook: about(({ webhook }) => webhook()),
  rotateWebhook: about(({ webhook }) => webhook(), {}),
  testWebhook: about(({ webhook }) => webhook()),
  replayWebhook: about(({ webhook }) => webhook(), { after: 0 }),
  listDeliveries: about(({ webhook }) => webhook()),
  redeliver: about(({ delivery }) => delivery()),
} satisfies Entries;

const notices = {
  listNotices: nothing,
  readNotices: send({}),
  getNoticeSettings: nothing,
  updateNoticeSettings: send({ settings: [] }),
  unsubscribe: send({ token: 'no token' }, { status: 410 }),
  updateProfile: send({ name: 'New' }),
  getAttention: nothing,
  listComments: about(post),
  createComment: about(post, { text: 'Fine.' }),
  // No comment has this id.
  updateComment: { ...about(() => Promise.resolve(2 ** 31 - 1), { text: 'Fine.' }), status: 404 },
  deleteComment: { ...about(() => Promise.resolve(2 ** 31 - 1)), status: 404 },
  readComments: about(post, { until: '2026-11-21T08:00:00Z' }),
} satisfies Entries;

const data = {
  createExport: { make: async ({ export: begin }) => ({ id: await begin('queued'), body: {} }), status: 409 },
  listExports: nothing,
  getExport: about(({ export: begin }) => begin('failed')),
  getExportFile: { ...about(({ export: begin }) => begin('failed')), status: 409 },
  deleteExport: about(({ export: begin }) => begin('failed')),
  deleteWorkspace: send({ name: 'not its name' }, { status: 422 }),
  getErasure: about(({ erasure }) => erasure()),
} satisfies Entries;

type Entries = Partial<Record<RouteName, Entry>>;

const examples: Record<RouteName, Entry> = {
  ...posts,
  ...channels,
  ...media,
  ...sessions,
  ...workspaces,
  ...keys,
  ...events,
  ...waysIn,
  ...webhooks,
  ...notices,
  ...data,
};

/** An endpoint with its example. */
export interface Endpoint {
  name: RouteName;
  route: Route;
  example: Entry;
}

/** All endpoints of the contract. Throws when one has no example. */
export function listEndpoints(): Endpoint[] {
  const names = Object.keys(routes) as RouteName[];
  const missing = names.filter((name) => !Object.hasOwn(examples, name));
  if (missing.length > 0) {
    const advice = 'add a request that would succeed to server/test/support/examples.ts';
    throw new Error(`No test asks who may use ${missing.join(', ')}: ${advice}.`);
  }
  return names.map((name) => ({ name, route: routes[name], example: examples[name] }));
}
