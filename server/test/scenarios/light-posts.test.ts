/** The border between posts that are checked at once and posts that are checked in slices: 20,000 characters. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { Slices } from '../../src/base/slices.ts';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { scheduledFor } from '../support/posts.ts';

const service = await app();
afterAll(() => service.close());
const channels = await service.db.rows<{ id: number }>(
  `insert into channels (workspace_id, platform, account_id, name, username, limits)
   select $1, 'mastodon', gen_random_uuid(), 'Ada', 'ada@social.example', '{"text.max": 10000}'
   from generate_series(1, 3) returning id`,
  [service.workspaceId],
);
const media_ids = [
  await makeMedia(service.db, service.workspaceId),
  await makeMedia(service.db, service.workspaceId),
];

const text = (length: number) => 'x'.repeat(length);
/** Targets on so many channels, each with the fields from `more`. */
const targets = (count: number, more: (nth: number) => object = () => ({})) =>
  channels.slice(0, count).map(({ id }, nth) => ({ channel_id: id, ...more(nth) }));
/** Settings with so many characters of JSON. */
const settings = (length: number) => ({ thread: [text(length - '{"thread":[""]}'.length)] });

/** Whether the post fits the limits, and whether it was checked in slices. */
async function check(path: string, sent: object) {
  const former = service.ctx.slices;
  let looks = 0;
  service.ctx.slices = new Slices({ elapsed: () => (looks += 1) });
  const body = { ...scheduledFor([]), scheduled_at: '2030-01-01T00:00:00Z', ...sent };
  const { status } = await service.request('POST', path, { body });
  service.ctx.slices = former;
  return { status, isSliced: looks > 0 };
}

// Omitted settings are `{}`: two characters.
describe.each([
  [
    'its content, for each target without content of its own',
    (more: number) => ({
      content: text(9995),
      targets: targets(3, (nth) => (nth < 2 ? {} : { content: text(4 + more) })),
    }),
  ],
  [
    'each target’s own content, and not the shared one',
    (more: number) => ({
      content: text(10_000),
      targets: targets(2, (nth) => ({ content: text(nth === 0 ? 10_000 : 9996 + more) })),
    }),
  ],
  [
    'each target’s settings',
    (more: number) => ({
      content: 'x',
      targets: targets(2, (nth) => ({ settings: settings(nth === 0 ? 9998 : 10_000 + more) })),
    }),
  ],
  [
    'the longest alt text of each file, for each target',
    (more: number) => ({
      media_ids,
      content: '',
      targets: targets(3, (nth) => ({ content: text(nth === 0 ? 10_000 : nth === 1 ? 3993 + more : 1) })),
    }),
  ],
])('of a post is counted: %s', (_, make) => {
  test.each(['/posts/validate', '/posts'])(
    '20,000 characters are checked at once, one more in slices: %s',
    async (path) => {
      const status = path === '/posts' ? 201 : 200;
      expect(await check(path, make(0))).toEqual({ status, isSliced: false });
      expect(await check(path, make(1))).toEqual({ status, isSliced: true });
    },
  );
});

test('the channels of a light post are read only when it is saved, those of a heavy one also before', async () => {
  const countReads = async (length: number) => {
    const rows = vi.spyOn(service.ctx.db, 'rows');
    await check('/posts', { content: text(length), targets: targets(2) });
    const reads = rows.mock.calls.filter(([sql]) => sql.includes('from channels'));
    rows.mockRestore();
    return reads.length;
  };
  expect([await countReads(9998), await countReads(9999)]).toEqual([0, 1]);
});
