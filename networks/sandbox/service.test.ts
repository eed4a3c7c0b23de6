import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { field } from '../core/json.ts';
import { maxMediaBytes } from './rules.ts';
import { asJson, errorOf, idOf, png, publicUrl, read, startSandbox, vtt } from './testing/sandbox.ts';

test('the timeline lists posts as JSON, newest first', async () => {
  const { get, post } = await startSandbox();
  const image = idOf(await post('/api/media', Buffer.from('pixels'), png));
  const first = idOf(await post('/api/posts', { text: 'First', media: [{ id: image, alt_text: 'A bell' }] }));
  const second = idOf(await post('/api/posts', { text: 'Second' }));

  expect(read(await get('/@ADA', asJson))).toStrictEqual({
    data: [
      {
        id: second,
        text: 'Second',
        media: [],
        created_at: '2026-11-21T03:00:00.000000Z',
        url: `${publicUrl}/@ada/${second}`,
      },
      {
        id: first,
        text: 'First',
        media: [
          { kind: 'image', mime_type: 'image/png', alt_text: 'A bell', url: `${publicUrl}/media/${image}` },
        ],
        created_at: '2026-11-21T03:00:00.000000Z',
        url: `${publicUrl}/@ada/${first}`,
      },
    ],
  });
});

test('a permalink opens without signing in, as a page and as JSON', async () => {
  const { get, post } = await startSandbox();
  const id = idOf(await post('/api/posts', { text: 'Look at me' }));
  expect((await get(`/@ada/${id}`)).body).toContain('Look at me');
  expect(read(await get(`/@ada/${id}`, asJson))).toHaveProperty('data.text', 'Look at me');
});

test('a page shows links, and a colour for each name', async () => {
  const { get, post } = await startSandbox();
  await post('/api/posts', { text: 'See https://a.example/b. And <http://c.example>' });
  const ada = String((await get('/@ada')).body);
  const link = (to: string) => `<a href="${to}" rel="nofollow noopener">${to}</a>`;
  expect(ada).toContain(`See ${link('https://a.example/b')}. And &#60;${link('http://c.example')}&#62;`);
  expect(ada).toContain('<span class="avatar hue-0" aria-hidden="true">A</span>');
  expect(ada).not.toContain('<div class="media">');
  await post('/api/accounts', { username: 'adb' });
  expect((await get('/@adb')).body).toContain('<span class="avatar hue-1" aria-hidden="true">A</span>');
});

test('user text never becomes markup', async () => {
  const { get, post } = await startSandbox();
  const image = idOf(await post('/api/media', Buffer.from('pixels'), png));
  const hostile = `"><script>alert('x')</script> https://a.test/"onmouseover="alert(1)`;
  await post('/api/posts', { text: hostile, media: [{ id: image, alt_text: hostile }] });
  const page = String((await get('/@ada')).body);
  expect(page).not.toMatch(/<script|"onmouseover/);
  expect(page).toContain('&#60;script&#62;');
});

test('a page runs no script and loads only its own style and media', async () => {
  const { get } = await startSandbox();
  const { headers, body } = await get('/@ada');
  const style = String(body).match(/<style>(.*)<\/style>/s)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers?.['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers?.['content-security-policy']).toContain(`'sha256-${hash}'`);
  expect(headers?.['x-content-type-options']).toBe('nosniff');
  expect(body).toContain('No posts yet');
});

test('unknown accounts and unknown posts are a 404, as a page and as JSON', async () => {
  const { get } = await startSandbox();
  for (const path of ['/@nobody', `/@ada/${'0'.repeat(32)}`, `/media/${'0'.repeat(32)}`, '/', '/@ada/../x']) {
    expect((await get(path)).status).toBe(404);
    expect((await get(path)).body).toContain('<h1>Not found</h1>');
    expect(errorOf(await get(path, asJson))).toEqual([404, 'not_found']);
  }
});

test('one idempotency key makes one post, even if later requests differ', async () => {
  const { get, post } = await startSandbox();
  const key = { 'idempotency-key': 'one' };
  const answers = await Promise.all([1, 2, 3].map(() => post('/api/posts', { text: 'Once' }, key)));
  const changed = await post('/api/posts', { text: 'Changed', wish: { id: 'w', behaviour: 'reject' } }, key);
  expect(new Set([...answers, changed].map(idOf)).size).toBe(1);
  expect(read(await get('/@ada', asJson))).toHaveProperty('data.length', 1);
});

test('the same key of another account makes another post', async () => {
  const { post } = await startSandbox();
  const key = { 'idempotency-key': 'one' };
  const connected = await post('/api/accounts', { username: 'grace' });
  const authorization = `Bearer ${field(read(connected), 'data', 'token')}`;
  const hers = await post('/api/posts', { text: 'Mine' }, key);
  const other = await post('/api/posts', { text: 'Mine' }, { ...key, authorization });
  expect(idOf(other)).not.toBe(idOf(hers));
});

test('media is served with its type and the uploaded bytes', async () => {
  const { get, post } = await startSandbox();
  const bytes = Buffer.from([0, 255, 128, 10, 13]);
  const { status, headers, body } = await get(`/media/${idOf(await post('/api/media', bytes, png))}`);
  expect([status, headers?.['content-type'], headers?.['x-content-type-options']]).toEqual([
    200,
    'image/png',
    'nosniff',
  ]);
  expect(body).toEqual(bytes);
});

test('the page shows images and videos, each with its description', async () => {
  const { get, post } = await startSandbox();
  const image = idOf(await post('/api/media', Buffer.from('pixels'), png));
  const video = idOf(await post('/api/media', Buffer.from('film'), { 'content-type': 'video/mp4' }));
  await post('/api/posts', { text: '', media: [{ id: image, alt_text: 'A bell' }] });
  await post('/api/posts', { text: '', media: [{ id: video, alt_text: 'It rings' }] });
  const { body } = await get('/@ada');
  expect(body).toMatch(new RegExp(`<img src="/sandbox/media/${image}" alt="A bell"`));
  expect(body).toMatch(new RegExp(`<video src="/sandbox/media/${video}" aria-label="It rings".* controls`));
});

test('a video plays with its captions, which are served as text that no browser runs', async () => {
  const { get, post } = await startSandbox();
  const video = idOf(await post('/api/media', Buffer.from('film'), { 'content-type': 'video/mp4' }));
  const id = idOf(await post('/api/media', Buffer.from('WEBVTT\n<script>'), vtt));
  const captions = ['de', 'pt-BR'].map((language) => ({ id, language }));
  await post('/api/posts', { text: '', media: [{ id: video, captions }] });
  const track = (language: string, name: string) =>
    `<track kind="captions" src="/sandbox/media/${id}" srclang="${language}" label="${name}">`;
  const { body } = await get('/@ada');
  expect(body).toContain(`${track('de', 'Deutsch')}${track('pt-BR', 'português (Brasil)')}</video>`);
  expect(read(await get('/@ada', asJson))).toMatchObject({
    data: [{ media: [{ captions: [{ language: 'de', url: `${publicUrl}/media/${id}` }, {}] }] }],
  });
  expect((await get(`/media/${id}`)).headers).toMatchObject({
    'content-type': 'text/vtt',
    'content-security-policy': `default-src 'none'`,
    'x-content-type-options': 'nosniff',
  });
});

test('captions belong to videos, and are captions', async () => {
  const { post } = await startSandbox();
  const image = idOf(await post('/api/media', Buffer.from('pixels'), png));
  const video = idOf(await post('/api/media', Buffer.from('film'), { 'content-type': 'video/mp4' }));
  const track = idOf(await post('/api/media', Buffer.from('WEBVTT'), vtt));
  const refused = async (id: string, captions: unknown) =>
    errorOf(await post('/api/posts', { text: '', media: [{ id, captions }] }));
  expect(await refused(image, [{ id: track, language: 'en' }])).toEqual([422, 'captions']);
  expect(await refused(video, [{ id: image, language: 'en' }])).toEqual([422, 'unknown_media']);
  expect(await refused(video, [{ id: 'unknown', language: 'en' }])).toEqual([422, 'unknown_media']);
  expect(await refused(track, [])).toEqual([422, 'video.types']);
  for (const captions of [
    {},
    Array(21).fill({ id: track, language: 'en' }),
    [{ id: track, language: '"><script>' }],
    [{ id: track, language: 'EN' }],
    [{ id: track }],
    [{ language: 'en' }],
    [null],
  ])
    expect(await refused(video, captions)).toEqual([400, 'malformed']);
});

test.each([
  ['bytes=0-1', 206, 'bytes 0-1/5', 'he'],
  ['bytes=3-', 206, 'bytes 3-4/5', 'lo'],
  ['bytes=3-99', 206, 'bytes 3-4/5', 'lo'],
  ['bytes=-2', 206, 'bytes 3-4/5', 'lo'],
  ['bytes=-99', 206, 'bytes 0-4/5', 'hello'],
  ['bytes=5-', 416, 'bytes */5', ''],
  ['bytes=-0', 416, 'bytes */5', ''],
  ['bytes=2-1', 200, undefined, 'hello'],
  ['bytes=0-0,2-2', 200, undefined, 'hello'],
  ['lines=1-2', 200, undefined, 'hello'],
])(
  'a file is served in ranges, as browsers request videos: %s',
  async (range, status, contentRange, text) => {
    const { get, post } = await startSandbox();
    const id = idOf(await post('/api/media', Buffer.from('hello'), png));
    const answer = await get(`/media/${id}`, { range });
    expect([answer.status, Buffer.from(answer.body ?? '').toString()]).toEqual([status, text]);
    expect(answer.headers).toMatchObject({ 'accept-ranges': 'bytes' });
    expect(answer.headers?.['content-range']).toBe(contentRange);
  },
);

test('the service applies its published rules', async () => {
  const { post } = await startSandbox();
  const files = await Promise.all(
    [...'12345'].map((name) => post('/api/media', Buffer.from(name), png).then(idOf)),
  );
  const video = idOf(await post('/api/media', Buffer.from('film'), { 'content-type': 'video/mp4' }));
  const refused = async (body: object) => errorOf(await post('/api/posts', body));
  const withMedia = (...ids: (string | undefined)[]) => ({ text: '', media: ids.map((id) => ({ id })) });

  expect(await refused({ text: 'x'.repeat(501) })).toEqual([422, 'text.max']);
  expect(await refused({ text: ' ' })).toEqual([422, 'empty']);
  expect(await refused(withMedia(...files))).toEqual([422, 'media.max']);
  expect(await refused(withMedia(video, video))).toEqual([422, 'videos.max']);
  expect(await refused(withMedia(files[0], video))).toEqual([422, 'media.mixed']);
  expect(await refused(withMedia('unknown'))).toEqual([422, 'unknown_media']);
  expect(await refused({ text: '', media: [{ id: files[0], alt_text: 'x'.repeat(1001) }] })).toEqual([
    422,
    'alt.max',
  ]);
  const family = '👨‍👩‍👧‍👦'.repeat(500);
  expect((await post('/api/posts', { text: family })).status).toBe(201);
});

test('hostile input is refused with a sentence', async () => {
  const { post } = await startSandbox();
  const refused = async (path: string, body: unknown, headers = {}) =>
    errorOf(await post(path, body, headers));
  for (const username of ['', 'a b', '../x', 'ä', 'x'.repeat(31), null, { length: 3 }]) {
    expect(await refused('/api/accounts', { username })).toEqual([422, 'invalid_username']);
  }
  const bodies = [
    Buffer.from('{'),
    { text: 'NUL \0' },
    { text: '\ud800' },
    { text: 1 },
    { text: 'x', media: {} },
    { text: 'x', media: Array(21).fill({ id: 'x' }) },
    { text: 'x', media: [{ id: 'x', alt_text: '\0' }] },
    { text: 'x', wish: { id: 'w', behaviour: 'constructor' } },
  ];
  for (const body of bodies) expect(await refused('/api/posts', body)).toEqual([400, 'malformed']);
  expect(await refused('/api/posts', { text: 'x'.repeat(300_000) })).toEqual([413, 'too_large']);
  expect(await refused('/api/posts', {}, { authorization: 'Bearer guess' })).toEqual([401, 'unauthorized']);
  expect(await refused('/api/media', {}, { authorization: '' })).toEqual([401, 'unauthorized']);
  expect(await refused('/api/media', {}, { 'content-type': 'image/svg+xml' })).toEqual([422, 'media_type']);
  expect(await refused('/api/media', Buffer.alloc(maxMediaBytes + 1), png)).toEqual([413, 'too_large']);
});

test('files are small enough to be read without blocking the event loop', () => {
  expect(maxMediaBytes).toBeLessThanOrEqual(2 ** 20);
});

test('the token is stored as a hash only', async () => {
  const { post, records } = await startSandbox();
  const connected = await post('/api/accounts', { username: 'grace' });
  const token = String(field(read(connected), 'data', 'token'));
  expect(token.length).toBeGreaterThan(30);
  expect(await records.get('tokens', token)).toBeUndefined();
});

test.each([
  ['lose_reply', { status: 201, drop: true }],
  ['server_error', { status: 500 }],
])('%s publishes the post before the answer fails, and answers the repetition', async (behaviour, answer) => {
  const { get, post } = await startSandbox();
  const publish = () =>
    post('/api/posts', { text: 'Taken', wish: { id: 'w', behaviour } }, { 'idempotency-key': 'one' });
  expect(await publish()).toMatchObject(answer);
  expect(read(await get('/@ada', asJson))).toHaveProperty('data.length', 1);
  expect(await publish()).not.toHaveProperty('drop');
  expect((await publish()).status).toBe(201);
});

test('of two simultaneous calls only the one that created the post waits three seconds', async () => {
  const { post, pauses } = await startSandbox();
  const slow = { text: 'Patience', wish: { id: 'w', behaviour: 'slow' } };
  await Promise.all([1, 2].map(() => post('/api/posts', slow, { 'idempotency-key': 'one' })));
  expect(pauses).toEqual([3000]);
});

test('strangers can read, but not post', async () => {
  const { send } = await startSandbox();
  const body = Buffer.from(JSON.stringify({ username: 'mallory' }));
  expect(await send({ path: '/@ada', isOwn: false })).toMatchObject({ status: 200 });
  expect(await send({ method: 'POST', path: '/api/accounts', body, isOwn: false })).toMatchObject({
    status: 403,
  });
});
