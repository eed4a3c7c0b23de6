/** The whole journey with the client of openapi-typescript and openapi-fetch. `clients.test.ts` generates `schema.ts`. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

type Post = components['schemas']['Post'];
type Platform = components['schemas']['KnownPlatform'];

const [baseUrl = '', token = '', receiver = '', picture = ''] = process.argv.slice(2);
const nobody = createClient<paths>({ baseUrl });
const use = (key: string) => createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

interface Result<Data> {
  data?: Data;
  error?: components['schemas']['Error'];
  response: Response;
}

/** Returns the data. Throws for an error. */
async function need<Data>(asked: Promise<Result<{ data: Data }>>): Promise<Data> {
  const { data, error } = await asked;
  assert.ok(data, error && `${error.code}: ${error.message}`);
  return data.data;
}

const { api_key, workspace } = await need(
  nobody.POST('/api/setup', {
    body: { token, name: 'Ada', email: 'ada@example.org', password: 'a long password', workspace: 'Tower' },
  }),
);
assert.ok(api_key);
const ada = use(api_key);
const params = (id: number) => ({ params: { path: { id } } });

// A channel, a picture and a post.
const platform: Platform = 'sandbox';
const channel = await need(
  ada.POST('/api/public/v1/channels', { body: { platform, credentials: { username: 'ada' } } }),
);
const media = await need(
  ada.POST('/api/public/v1/media', {
    body: { file: await openAsBlob(picture), alt_text: 'A bell' },
    bodySerializer(body) {
      const form = new FormData();
      form.set('file', body.file, 'bell.png');
      form.set('alt_text', body.alt_text ?? '');
      return form;
    },
  }),
);
const draft = await need(
  ada.POST('/api/public/v1/posts', {
    params: { header: { 'Idempotency-Key': 'first' } },
    body: { status: 'draft', content: 'The bell rings.', media_ids: [media.id] },
  }),
);
const { data: list } = await ada.GET('/api/public/v1/posts', { params: { query: { status: 'draft' } } });
assert.deepEqual(
  list?.data.map((post: Post) => post.id),
  [draft.id],
);
const read = await ada.GET('/api/public/v1/posts/{id}', params(draft.id));
const etag = read.response.headers.get('etag') ?? '';

// A refusal has a code and names its fields.
const refused = await ada.PUT('/api/public/v1/posts/{id}', {
  ...params(draft.id),
  body: { status: 'scheduled' },
});
assert.equal(refused.error?.code, 'invalid');
assert.ok(refused.error.errors?.['targets']);
const update = {
  status: 'scheduled' as const,
  scheduled_at: '2020-01-01T00:00:00Z',
  content: 'The bell rang.',
  media_ids: [media.id],
  targets: [{ channel_id: channel.id }],
};
const path = { id: draft.id };
await need(
  ada.PUT('/api/public/v1/posts/{id}', { params: { path, header: { 'If-Match': etag } }, body: update }),
);
const late = await ada.PUT('/api/public/v1/posts/{id}', {
  params: { path, header: { 'If-Match': etag } },
  body: update,
});
assert.equal(late.response.status, 409);

// The stream shows that it is published.
const stream = await ada.GET('/api/v1/stream', { params: { query: { after: 0 } }, parseAs: 'stream' });
const text = stream.data as unknown as ReadableStream<Uint8Array>;
let received = '';
for await (const piece of text.pipeThrough(
  new TextDecoderStream() as never,
) as unknown as AsyncIterable<string>) {
  received += piece;
  if (received.includes('"kind":"post.published"')) break;
}
const published = await need(ada.GET('/api/public/v1/posts/{id}', params(draft.id)));
assert.equal(published.status, 'published');
assert.ok(published.targets[0]?.external_url);

// A post that waits for approval.
await need(ada.PATCH('/api/v1/workspace', { body: { requires_approval: true, allow_self_review: true } }));
const scopes: components['schemas']['Permission'][] = ['post.read', 'post.write', 'channel.read'];
const author = await need(ada.POST('/api/v1/keys', { body: { name: 'Author', scopes } }));
const waiting = await need(
  use(author.key).POST('/api/public/v1/posts', {
    body: { ...update, scheduled_at: '2100-01-01T00:00:00Z', media_ids: [] },
  }),
);
assert.equal(waiting.status, 'pending_approval');
const review = await need(
  ada.POST('/api/public/v1/posts/{id}/reviews', { ...params(waiting.id), body: { decision: 'approve' } }),
);
assert.deepEqual([review.decision, workspace.name], ['approved', 'Tower']);
const gone = await ada.DELETE('/api/public/v1/posts/{id}', params(waiting.id));
assert.equal(gone.response.status, 204);

// A webhook, a file, and the audit log.
const webhook = await need(ada.POST('/api/v1/webhooks', { body: { url: receiver, kinds: ['post.*'] } }));
const delivery = await need(ada.POST('/api/v1/webhooks/{id}/test', params(webhook.id)));
assert.deepEqual([delivery.delivered, delivery.status], [true, 204]);
const file = await ada.GET('/api/v1/media/{id}/file', { ...params(media.id), parseAs: 'blob' });
assert.equal(file.data?.size, media.size);
const audit = await ada.GET('/api/v1/audit', { params: { query: { kind: 'post.published' } } });
assert.equal(audit.data?.data[0]?.post_id, draft.id);
