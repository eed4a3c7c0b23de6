import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { digestPosts } from '../support/digest.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const stranger = await service.inWorkspace();
const own = [await connectSandbox(service), await connectSandbox(service)];
const foreign = await connectSandbox(stranger);
const media = [
  await makeMedia(service.db, service.workspaceId),
  await makeMedia(service.db, service.workspaceId),
];

/** Milliseconds for each property; the number of runs follows from the machine. */
const TIME = 5000;
const settings = { numRuns: 400, interruptAfterTimeLimit: TIME, markInterruptAsFailure: false };

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', 'x'.repeat(501), 'x'.repeat(10_001), '\u0000', '\ud800', '👨‍👩‍👧‍👦'),
);
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((rest) => `Text ${rest}`);
const moment = fc
  .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2036-01-01') })
  .map((date) => date.toISOString());
const anyMoment = fc.oneof(
  moment,
  fc.constantFrom('2027-02-01T10:00', 'tomorrow', '2027-02-30T00:00:00Z', '9999-12-31T23:59:59Z', ''),
);
const target = fc.record(
  {
    channel_id: fc.constantFrom(...own.map(({ id }) => id)),
    content: fc.option(text),
    settings: fc.constantFrom({}, { behaviour: 'ok' }),
  },
  { requiredKeys: ['channel_id'] },
);
const targets = (minLength: number) =>
  fc.uniqueArray(target, { minLength, maxLength: 2, selector: ({ channel_id }) => channel_id });
const optional = {
  content: fc.option(text),
  media_ids: fc.uniqueArray(fc.constantFrom(...media)),
  confirm_resend: fc.array(fc.nat(), { maxLength: 2 }),
};
const draft = fc.record(
  { status: fc.constant('draft'), scheduled_at: fc.option(moment), targets: targets(0), ...optional },
  { requiredKeys: ['status'] },
);
const time = fc.oneof(
  moment.map((scheduled_at) => ({ scheduled_at })),
  fc.constant({ queue: true }),
);
const scheduled = fc
  .tuple(
    fc.record({ status: fc.constant('scheduled'), targets: targets(1), ...optional, content: text }),
    time,
  )
  .map(([rest, when]) => ({ ...rest, ...when }));
const right = fc.oneof(draft, scheduled);

/** Invalid requests: a field with a wrong value. */
const ids = fc.constantFrom<unknown>(0, -1, 1.5, 2 ** 53, 999_999, foreign.id, '1', null);
const flaw = fc.oneof(
  fc.record({ status: fc.jsonValue() }),
  fc.record({ scheduled_at: fc.oneof(anyMoment, fc.jsonValue()) }),
  fc.record({ queue: fc.oneof(fc.boolean(), fc.jsonValue()) }),
  fc.record({ content: fc.oneof(anyText, fc.jsonValue()) }),
  fc.record({ targets: fc.oneof(fc.array(fc.record({ channel_id: ids })), fc.jsonValue()) }),
  fc.record({ targets: fc.array(fc.record({ channel_id: fc.constant(own[0]?.id), content: anyText })) }),
  fc.record({
    targets: fc.array(fc.record({ channel_id: fc.constant(own[1]?.id), settings: fc.jsonValue() })),
  }),
  fc.record({ media_ids: fc.oneof(fc.array(ids), fc.jsonValue()) }),
  fc.record({ confirm_resend: fc.jsonValue() }),
  fc.dictionary(anyText, fc.jsonValue(), { minKeys: 1 }),
);
const request = fc.oneof(
  { weight: 10, arbitrary: right },
  { weight: 10, arbitrary: fc.tuple(right, flaw).map(([all, wrong]): unknown => ({ ...all, ...wrong })) },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);

const send = (method: string, path: string, json?: unknown) =>
  service.request(method, path, json === undefined ? {} : { body: json });

/** The client checks answers against the contract. This checks more than a schema can. */
async function changesNothingIfRefused(ask: () => Promise<{ status: number }>): Promise<number> {
  const before = await digestPosts(service.db);
  const { status } = await ask();
  expect(status).toBeLessThan(500);
  if (status >= 400) expect(await digestPosts(service.db)).toBe(before);
  return status;
}

test('a random create either stores the post or changes nothing', async () => {
  const statuses = new Set<number>();
  const property = fc.asyncProperty(request, async (json) => {
    statuses.add(await changesNothingIfRefused(() => send('POST', '/posts', json)));
  });
  await fc.assert(property, settings);
  expect([...statuses]).toEqual(expect.arrayContaining([201, 422]));
});

test('a random update or delete either succeeds or changes nothing, in every state', async () => {
  const publishing = await createPost(
    service,
    scheduledToBehave('throttle', [await connectSandbox(service)]),
  );
  const failed = await createPost(service, scheduledToBehave('reject', [await connectSandbox(service)]));
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

test('a random list request is answered, and every post matches it', async () => {
  const query = fc.record(
    {
      from: anyMoment,
      to: anyMoment,
      status: fc.constantFrom('draft', 'scheduled', 'published', 'failed', 'lost', ''),
      'channel_ids[]': fc.oneof(ids, fc.constant(own[0]?.id)).map(String),
      unknown: anyText,
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
    if (asked.status) expect(posts.filter((post) => post.status !== asked.status)).toEqual([]);
  });
  await fc.assert(property, { ...settings, numRuns: 150 });
});

test('a request that is sent twice with one Idempotency-Key gets the same answer twice', async () => {
  let number = 0;
  const property = fc.asyncProperty(request, async (json) => {
    number += 1;
    const options = { body: json, headers: { 'idempotency-key': `property ${number}` } };
    const first = await service.request('POST', '/posts', options);
    const again = await service.request('POST', '/posts', options);
    expect(again.status).toBe(first.status);
    if (first.status === 201) expect(again.body).toEqual(first.body);
  });
  await fc.assert(property, { ...settings, numRuns: 100 });
});
