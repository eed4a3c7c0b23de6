import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../src/db/database.ts';
import { listDue, lockWaiting } from '../../src/notices/mailing/store.ts';
import type { NoticeDraft } from '../../src/notices/reading/store.ts';
import {
  listEvents,
  lockPosition,
  writeAccountNotices,
  writeNotices,
} from '../../src/notices/reading/store.ts';
import { countUnread, markRead, namePosts, pageNotices } from '../../src/notices/store.ts';
import { app } from '../support/app.ts';
import { explain } from '../support/plans.ts';

const service = await app();
afterAll(() => service.close());

const few = [
  'test_clock',
  'workspaces',
  'users',
  'members',
  'notice_positions',
  'event_heads',
  'notice_settings',
  'targets',
];

const planOf = async (work: (db: Tx) => Promise<unknown>) => {
  const plan = await explain(service.db, work);
  // Tables that are empty here, or have a handful of rows, may be scanned.
  expect(
    [...plan.scanned].filter((table) => !few.includes(table)),
    plan.text,
  ).toEqual([]);
  return [...plan.indexes];
};

describe('statements of notices scan no whole table', () => {
  const viewer = { workspaceId: 7, userId: 7, channelIds: [301], kinds: ['post.failed' as const] };
  const draft: NoticeDraft = {
    seq: 1,
    kind: 'post.failed',
    topic: '',
    post_id: 1,
    channel_id: null,
    item: {},
    user_ids: [7],
    roles: ['owner'],
    except_id: null,
    in_app: true,
    mail: 'at_once',
    is_urgent: false,
  };

  beforeAll(async () => {
    const run = (sql: string) => service.db.rows(sql);
    await run(`insert into workspaces (name) select 'W' || n from generate_series(2, 12) n`);
    await run(`insert into posts (workspace_id, author_id, status)
      select w, 1, 'published' from generate_series(1, 12) w, generate_series(1, 1000) n`);
    await run(
      `insert into events (workspace_id, post_id, kind, data)
     select workspace_id, id, 'post.saved', '{"scheduled_at": null}' from posts`,
    );
    await run(
      `insert into users (email, name, password_hash) select 'n' || n, 'N', '' from generate_series(1, 3000) n`,
    );
    await run(`insert into members (workspace_id, user_id, role)
      select 1 + id % 12, id, case when id % 100 < 12 then 'owner' else 'author' end from users on conflict do nothing`);
    await run(`insert into notices
        (user_id, workspace_id, kind, topic, count, items, in_app, is_open, mail, is_urgent, mail_due_at, read_at)
      select u.id, 1 + u.id % 12, 'post.failed', n, 1, '[]', true, n = 1, 'daily', false,
        case when n = 1 then clock_now() + make_interval(mins => u.id::int) end, case when n > 1 then clock_now() end
      from users u, generate_series(1, 10) n`);
    await run(`update events e set seq = n.seq, hash = '' from (
      select id, row_number() over (partition by workspace_id order by id) as seq from events) n where e.id = n.id`);
    await run(
      'insert into notice_positions (workspace_id, seq) select id, 0 from workspaces on conflict do nothing',
    );
    await run('analyze');
  });
  test('creating them', async () => {
    await planOf((db) => lockPosition(db, 7));
    const range = { after: 10, until: 20, kinds: ['post.saved'] as const };
    expect(await planOf((db) => listEvents(db, 7, range))).toContain('events_chain');
    await planOf((db) => writeNotices(db, 7, [draft]));
    await planOf((db) => writeAccountNotices(db, [draft]));
  });

  test('mailing them', async () => {
    expect(await planOf((db) => listDue(db, 500))).toContain('notices_due');
    expect(await planOf((db) => lockWaiting(db, 77))).toContain('notices_waiting');
  });

  test('a page of them, and reading them', async () => {
    const page = { isUnread: false, before: null, limit: 50 };
    expect(await planOf((db) => pageNotices(db, viewer, page))).toContain('notices_page');
    expect(await planOf((db) => countUnread(db, viewer))).toContain('notices_unread');
    expect(await planOf((db) => markRead(db, viewer, null))).toContain('notices_unread');
    expect(await planOf((db) => namePosts(db, viewer, [6500, 6501]))).toContain('posts_newest');
  });
});
