import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { digestPosts } from '../support/digest.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, wishing } from '../support/posts.ts';
import { joinSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const stranger = await service.inWorkspace();
const own = [await joinSandbox(service), await joinSandbox(service)];
const foreign = await joinSandbox(stranger);
const media = [
  await makeMedia(service.db, service.workspaceId),
  await makeMedia(service.db, service.workspaceId),
];

/** Milliseconds for each property; the number of runs follows from the machine. */
const TIME = 5000;
const settings = { numRuns: 400, interruptAfterTimeLimit: TIME, markInterruptAsFailure: false };

/** Mostly what is wanted; sometimes anything that JSON can say. */
const mostly = <T>(wanted: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 12, arbitrary: wanted },
    { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
  );

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', 'Hello', 'x'.repeat(501), 'x'.repeat(10_001), '\u0000', '\ud800', '👨‍👩‍👧‍👦'),
);
const moment = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    '2027-02-01T10:00',
    '2027-02-01T10:00:00+02:00',
    'tomorrow',
    '2027-02-30T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ),
);
const id = (...known: number[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 53, 999_999, '1', null) },
  );
const channelId = id(...own.map((channel) => channel.id), foreign.id);
const target = fc.record(
  {
    channel_id: mostly(channelId),
    content: mostly(fc.option(text)),
    settings: mostly(
      fc.oneof(
        fc.constantFrom({}, { behaviour: 'ok' }, { behaviour: 'explode' }),
        fc.dictionary(text, fc.jsonValue()),
      ),
    ),
  },
  { requiredKeys: ['channel_id'] },
);
const body = fc.record(
  {
    status: mostly(fc.constantFrom('draft', 'scheduled')),
    scheduled_at: mostly(fc.option(moment, { freq: 5 })),
    queue: mostly(fc.boolean()),
    content: mostly(fc.option(text)),
    targets: mostly(fc.array(mostly(target), { maxLength: 3 })),
    media_ids: mostly(fc.array(id(...media), { maxLength: 3 })),
    confirm_resend: mostly(fc.array(id(1, 2), { maxLength: 2 })),
    unknown: fc.jsonValue(),
  },
  { requiredKeys: ['status'] },
);
/** Most have no key that is not known. */
const request = fc.oneof(
  { weight: 6, arbitrary: body.map(({ unknown: _, ...known }) => known) },
  { weight: 1, arbitrary: body },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const send = (method: string, path: string, json?: unknown) =>
  service.request(method, path, json === undefined ? {} : { body: json });

/** Answers are checked against the contract by the client: this adds what no schema says. */
async function changesNothingIfRefused(ask: () => Promise<{ status: number }>): Promise<number> {
  const before = await digestPosts(service.db);
  const { status } = await ask();
  expect(status).toBeLessThan(500);
  if (status >= 400) expect(await digestPosts(service.db)).toBe(before);
  return status;
}

test('whatever is created is either kept whole or changes nothing', async () => {
  const statuses = new Set<number>();
  const property = fc.asyncProperty(request, async (json) => {
    statuses.add(await changesNothingIfRefused(() => send('POST', '/posts', json)));
  });
  await fc.assert(property, settings);
  expect(statuses).toEqual(new Set([201, 422]));
});

test('whatever is changed or deleted is either done or changes nothing, in every state', async () => {
  const publishing = await createPost(service, wishing('throttle', own.slice(0, 1)));
  const failed = await createPost(service, wishing('reject', own.slice(1)));
  await service.publishDue();
  const draft = await createPost(service, { status: 'draft' });
  const put = fc.tuple(
    fc.constant('PUT'),
    fc.constantFrom(publishing.id, failed.id, draft.id, 999_999, 'x'),
    request,
  );
  const remove = fc.tuple(
    fc.constant('DELETE'),
    fc.constantFrom(publishing.id, failed.id, 999_999),
    fc.constant(undefined),
  );
  const statuses = new Set<number>();
  const property = fc.asyncProperty(
    fc.oneof({ weight: 9, arbitrary: put }, { weight: 1, arbitrary: remove }),
    async (asked) => {
      const [method, id, json] = asked;
      statuses.add(await changesNothingIfRefused(() => send(method, `/posts/${id}`, json)));
    },
  );
  await fc.assert(property, settings);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 404, 409, 422]));
});

test('whatever is asked of the list is answered, and every post fits the question', async () => {
  const query = fc.record(
    {
      from: moment,
      to: moment,
      status: fc.constantFrom('draft', 'scheduled', 'published', 'failed', 'lost', ''),
      'channel_ids[]': channelId.map(String),
      unknown: text,
    },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(query, async (asked) => {
    const search = new URLSearchParams(asked as Record<string, string>);
    const { status, body: answered } = await send('GET', `/posts?${search}`);
    expect([200, 422]).toContain(status);
    const posts = (answered as { data?: { scheduled_at: string | null; status: string }[] }).data ?? [];
    const times = posts.map((post) => post.scheduled_at ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    if (asked.status !== undefined) expect(posts.filter((post) => post.status !== asked.status)).toEqual([]);
  });
  await fc.assert(property, { ...settings, numRuns: 150 });
});

test('what is sent twice with one Idempotency-Key is answered twice alike', async () => {
  let number = 0;
  const property = fc.asyncProperty(
    body.map(({ unknown: _, ...known }) => known),
    async (json) => {
      number += 1;
      const options = { body: json, headers: { 'idempotency-key': `property ${number}` } };
      const first = await service.request('POST', '/posts', options);
      const again = await service.request('POST', '/posts', options);
      expect(again.status).toBe(first.status);
      if (first.status === 201) expect(again.body).toEqual(first.body);
    },
  );
  await fc.assert(property, { ...settings, numRuns: 100 });
});
