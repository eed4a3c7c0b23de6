import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { digestPosts } from '../support/digest.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const channel = await connectSandbox(service);
const post = await createPost(service, scheduledFor([channel], { scheduled_at: '2027-02-01T10:00:00Z' }));

let before: string;
beforeEach(async () => {
  before = await digestPosts(service.db);
});
afterEach(async () => {
  expect(await digestPosts(service.db), 'a refused request changed something').toBe(before);
});

const both = [
  ['POST', '/posts'],
  ['PUT', `/posts/${post.id}`],
  ['POST', '/posts/validate'],
] as const;

/** The answers of creating, updating and validating to these bytes, which must be equal. */
async function refused(raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const answers = await Promise.all(
    both.map(([method, path]) => service.request(method, path, { raw, headers })),
  );
  const refusals = answers.map((answer) => [answer.status, ...refusalOf(answer)]);
  expect(refusals).toEqual(Array(both.length).fill(refusals[0]));
  return refusals[0];
}

const draft = (fields: string) => `{"status":"draft",${fields}}`;

describe('a body that is not JSON', () => {
  test.each([
    ['{'],
    ['{"status":"draft",}'],
    ["{'status':'draft'}"],
    ['{"status":"draft"} {}'],
    ['NaN'],
    ['\u0000'],
    ['{"status":"dra\u0000ft"}'],
  ])('is refused with 400: %j', async (raw) => {
    expect(await refused(raw)).toEqual([400, 'bad_json']);
  });

  test('is refused with 400 when it is missing', async () => {
    for (const [method, path] of both) {
      for (const headers of [{}, { 'content-type': 'application/json' }]) {
        expect(refusalOf(await service.request(method, path, { headers }))).toEqual(['bad_json']);
      }
    }
  });

  test('is refused as a whole if its bytes are not UTF-8', async () => {
    const raw = new Uint8Array([
      ...Buffer.from('{"status":"draft","content":"'),
      0xff,
      0xc0,
      ...Buffer.from('"}'),
    ]);
    expect(await refused(raw)).toEqual([400, 'bad_json']);
  });
});

describe('JSON that is not a post', () => {
  test.each(['null', '[]', '"draft"', '5', 'true', '[{"status":"draft"}]'])(
    'is refused with 422: %s',
    async (raw) => {
      expect(await refused(raw)).toEqual([422, 'invalid', 'body']);
    },
  );

  test.each([
    ['an id as text', draft('"media_ids":["1"]'), 'media_ids.0'],
    ['an id of zero', draft('"media_ids":[0]'), 'media_ids.0'],
    ['a negative id', draft('"media_ids":[-1]'), 'media_ids.0'],
    ['a fractional id', draft('"media_ids":[1.5]'), 'media_ids.0'],
    ['an id beyond 2^53', draft('"media_ids":[9007199254740993]'), 'media_ids.0'],
    ['an id beyond any number', draft('"media_ids":[1e400]'), 'media_ids.0'],
    ['an id of null', draft('"targets":[{"channel_id":null}]'), 'targets.0.channel_id'],
    ['a list in place of an object', draft('"targets":[[]]'), 'targets.0'],
    ['an object in place of a list', draft('"targets":{"0":{}}'), 'targets'],
    ['a number in place of a text', draft('"content":1'), 'content'],
    ['a list in place of a text', draft('"content":["a"]'), 'content'],
    ['text in place of a flag', draft('"queue":"true"'), 'queue'],
    ['a number in place of a time', draft('"scheduled_at":1800000000'), 'scheduled_at'],
  ])('is refused with the name of the field: %s', async (_, raw, field) => {
    expect(await refused(raw)).toEqual([422, 'invalid', field]);
  });

  test('is refused for a list in place of settings, unless it is empty', async () => {
    const raw = draft(`"targets":[{"channel_id":${channel.id},"settings":[1]}]`);
    const { error } = await service.request('POST', '/posts', { raw });
    expect(error.errors).toEqual({ 'targets.0.settings': ['targets.0.settings must be an object.'] });
  });

  test('is refused for a key without a name, in the body and in a query', async () => {
    const sentence = { '""': ['"" is not a known field.'] };
    expect((await service.request('POST', '/posts', { raw: draft('"":1') })).error.errors).toEqual(sentence);
    expect((await service.request('GET', '/posts?=')).error.errors).toEqual(sentence);
  });

  test('is refused with the names of all wrong fields', async () => {
    const raw =
      '{"status":1,"content":2,"targets":[{"channel_id":"x","settings":3}],"media_ids":[null],"extra":4}';
    const fields = [
      'content',
      'extra',
      'media_ids.0',
      'status',
      'targets.0.channel_id',
      'targets.0.settings',
    ];
    expect(await refused(raw)).toEqual([422, 'invalid', ...fields]);
  });
});

describe('a text that cannot be stored', () => {
  const target = (fields: string) => draft(`"targets":[{"channel_id":${channel.id},${fields}}]`);
  const places: [string, (text: string) => string, string][] = [
    ['content', (text) => draft(`"content":"${text}"`), 'content'],
    ['a target’s content', (text) => target(`"content":"${text}"`), 'targets.0.content'],
    ['a setting', (text) => target(`"settings":{"a":[{"b":"${text}"}]}`), 'targets.0.settings'],
    ['the name of a setting', (text) => target(`"settings":{"a":{"${text}":1}}`), 'targets.0.settings'],
  ];
  const texts = [
    ['NUL', 'a\\u0000b'],
    ['the first half of a pair', 'a\\ud83d'],
    ['the second half of a pair', '\\udc4da'],
    ['halves in the wrong order', '\\udc4d\\ud83d'],
  ] as const;
  const cases = places.flatMap(([place, make, field]) =>
    texts.map(([name, text]) => [name, place, make(text), field] as const),
  );

  test.each(cases)('is refused: %s in %s', async (_name, _place, raw, field) => {
    expect(await refused(raw)).toEqual([422, 'invalid', field]);
  });

  test('is refused in a key of the body, and the key’s name cannot break a header', async () => {
    const answer = await service.request('POST', '/posts', { raw: draft('"a\\u0000\\ud83d\\r\\nb":1') });
    expect([answer.status, answer.error.code]).toEqual([422, 'invalid']);
  });

  test('is refused in a path, a query and a header', async () => {
    expect((await service.request('GET', '/posts/%00')).status).toBe(404);
    expect((await service.request('GET', '/posts/%ff')).status).toBe(404);
    expect(refusalOf(await service.request('GET', '/posts?status=%00'))).toEqual(['invalid', 'status']);
    const headers = { 'idempotency-key': 'x'.repeat(256) };
    const answer = await service.request('POST', '/posts', { body: { status: 'draft' }, headers });
    expect(refusalOf(answer)).toEqual(['invalid', 'Idempotency-Key']);
  });
});

describe('a number in settings that no program would read back as it was sent', () => {
  test.each(['1e999', '-1e999', '12345678901234567890', '-9007199254740992'])(
    'is refused: %s',
    async (number) => {
      const raw = draft(`"targets":[{"channel_id":${channel.id},"settings":{"a":[{"n":${number}}]}}]`);
      expect(await refused(raw)).toEqual([422, 'invalid', 'targets.0.settings']);
      const { error } = await service.request('POST', '/posts', { raw });
      expect(error.message).toContain('numbers up to 9007199254740991');
    },
  );
});

describe('a parameter of a query that is sent twice', () => {
  test.each([
    ['/posts?from=2027-02-01&from=2027-02-02', 'from'],
    ['/posts?status=draft&limit=1&status=draft', 'status'],
    ['/media?page=1&page=2', 'page'],
  ])('is refused, unless it is a list: %s', async (path, field) => {
    const { status, error } = await service.request('GET', path);
    expect([status, error.errors]).toEqual([422, { [field]: [`${field} was sent more than once.`] }]);
  });

  test('is read as one list, if it is one', async () => {
    const path = '/posts?status[]=draft&status[]=scheduled&channel_ids=1&channel_ids=2';
    expect((await service.request('GET', path)).status).toBe(200);
  });
});

describe('a time', () => {
  test.each([
    'tomorrow',
    '',
    '2027-02-01',
    '20270201',
    '2027-02-01T10:0000Z',
    '2027-366T10:00:00Z',
    '2027-W53-1T10:00:00Z',
    '2027-02-30T10:00:00Z',
    '2027-13-01T10:00:00Z',
    '2027-00-10T10:00:00Z',
    '2027-02-01T24:00:01Z',
    '2027-02-01T25:00:00Z',
    '2027-02-01T23:59:60Z',
    '2027-02-01T10:60:00Z',
    '2027-02-01T10:00:00+25:00',
    '2027-02-01T10:00:00+01:60',
    '+12027-02-01T10:00:00Z',
    '-0001-02-01T10:00:00Z',
    '0000-01-01T00:00:00Z',
    '2027-02-01T10:00:00Z ',
    '٢٠٢٧-02-01T10:00:00Z',
    `2027-02-01T10:00:00.${'0'.repeat(300)}Z`,
    '9999-12-31T23:59:59-14:00',
  ])('that is invalid is refused: %j', async (scheduled_at) => {
    const raw = JSON.stringify(scheduledFor([channel], { scheduled_at }));
    expect(await refused(raw)).toEqual([422, 'invalid', 'scheduled_at']);
  });

  test.each(['tomorrow', '2027-02-30', '2027-02', '9999-99-99T00:00:00Z'])(
    'is parsed as strictly in a filter: %s',
    async (from) => {
      expect(refusalOf(await service.request('GET', `/posts?from=${from}`))).toEqual(['invalid', 'from']);
    },
  );

  test('at either end of the calendar can be a filter', async () => {
    const answer = await service.request(
      'GET',
      '/posts?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59.999999Z',
    );
    expect(answer.data).toHaveLength(1);
  });
});

test('a name has one line', async () => {
  for (const name of ['a\r\nBcc: x@people.example', 'a\u2028b', 'a\u0007']) {
    const answer = await service.call('updateWorkspace', { body: { name } });
    expect([answer.status, answer.error.errors]).toEqual([
      422,
      { name: [expect.stringContaining('line break')] },
    ]);
  }
});
