/** The whole journey with the client of @hey-api/openapi-ts. `clients.test.ts` generates `sdk/`. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { createClient, createConfig } from './sdk/client/index.ts';
import type { KnownPlatform, Permission, Post } from './sdk/index.ts';
import {
  createChannel,
  createKey,
  createPost,
  createWebhook,
  deletePost,
  getMediaFile,
  getPost,
  listAudit,
  listPosts,
  reviewPost,
  setUp,
  streamEvents,
  testWebhook,
  updatePost,
  updateWorkspace,
  uploadMedia,
} from './sdk/index.ts';

const [baseUrl = '', token = '', receiver = '', picture = ''] = process.argv.slice(2);
const use = (auth: string) => createClient(createConfig({ baseUrl, auth }));

interface Result<Data> {
  data: Data | undefined;
  error: unknown;
}

/** Returns the data. Throws for an error. */
async function need<Data>(asked: Promise<Result<{ data: Data }>>): Promise<Data> {
  const { data, error } = await asked;
  assert.ok(data, JSON.stringify(error));
  return data.data;
}

const { api_key, workspace } = await need(
  setUp({
    client: use(''),
    body: { token, name: 'Ada', email: 'ada@example.org', password: 'a long password', workspace: 'Tower' },
  }),
);
assert.ok(api_key);
const client = use(api_key);

// A channel, a picture and a post.
const platform: KnownPlatform = 'sandbox';
const channel = await need(createChannel({ client, body: { platform, credentials: { username: 'ada' } } }));
const file = new File([await openAsBlob(picture)], 'bell.png');
const media = await need(uploadMedia({ client, body: { file, alt_text: 'A bell' } }));
const draft = await need(
  createPost({
    client,
    headers: { 'Idempotency-Key': 'first' },
    body: { status: 'draft', content: 'The bell rings.', media_ids: [media.id] },
  }),
);
const list: Post[] = await need(listPosts({ client, query: { status: 'draft' } }));
assert.deepEqual(
  list.map((post) => post.id),
  [draft.id],
);
const path = { id: draft.id };
const read = await getPost({ client, path });
const etag = read.response?.headers.get('etag') ?? '';

// A refusal has a code and names its fields.
const refused = await updatePost({ client, path, body: { status: 'scheduled' } });
assert.equal(refused.error?.code, 'invalid');
assert.ok(refused.error.errors?.['targets']);
const body = {
  status: 'scheduled' as const,
  scheduled_at: '2020-01-01T00:00:00Z',
  content: 'The bell rang.',
  media_ids: [media.id],
  targets: [{ channel_id: channel.id }],
};
await need(updatePost({ client, path, headers: { 'If-Match': etag }, body }));
const late = await updatePost({ client, path, headers: { 'If-Match': etag }, body });
assert.equal(late.response?.status, 409);

// The stream shows that it is published.
const { stream } = await streamEvents({ client, query: { after: 0 } });
for await (const entry of stream) {
  if (entry.kind === 'post.published') break;
}
const published = await need(getPost({ client, path }));
assert.equal(published.status, 'published');
assert.ok(published.targets[0]?.external_url);

// A post that waits for approval.
await need(updateWorkspace({ client, body: { requires_approval: true, allow_self_review: true } }));
const scopes: Permission[] = ['post.read', 'post.write', 'channel.read'];
const author = await need(createKey({ client, body: { name: 'Author', scopes } }));
const waiting = await need(
  createPost({
    client: use(author.key),
    body: { ...body, scheduled_at: '2100-01-01T00:00:00Z', media_ids: [] },
  }),
);
assert.equal(waiting.status, 'pending_approval');
const review = await need(reviewPost({ client, path: { id: waiting.id }, body: { decision: 'approve' } }));
assert.deepEqual([review.decision, workspace.name], ['approved', 'Tower']);
const gone = await deletePost({ client, path: { id: waiting.id } });
assert.equal(gone.response?.status, 204);

// A webhook, a file, and the audit log.
const webhook = await need(createWebhook({ client, body: { url: receiver, kinds: ['post.*'] } }));
const delivery = await need(testWebhook({ client, path: { id: webhook.id } }));
assert.deepEqual([delivery.delivered, delivery.status], [true, 204]);
const bytes = await getMediaFile({ client, path: { id: media.id }, parseAs: 'blob' });
assert.equal(bytes.data?.size, media.size);
const audit = await need(listAudit({ client, query: { kind: 'post.published' } }));
assert.equal(audit[0]?.post_id, draft.id);
process.exit(0);
