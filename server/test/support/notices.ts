/** Creates and mails notices, and reads the mail. */
import type { MailMode, Notice, NoticeKind } from '@belfry/contract/notices.ts';
import { sendDueMails } from '../../src/mail/sending.ts';
import { mailNotices } from '../../src/notices/mailing/mailing.ts';
import { makeNotices } from '../../src/notices/reading/reader.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { sealAll } from './events.ts';
import type { Letter, Mailbox } from './mailbox.ts';

/** Creates the notices of all events so far. */
export async function createNotices({ db, ctx }: Pick<TestApp, 'db' | 'ctx'>): Promise<void> {
  await sealAll(db);
  await makeNotices(ctx);
}

/** Mails all due notices, and returns the letters. */
export async function collect({ ctx }: Pick<TestApp, 'ctx'>, mailbox: Mailbox): Promise<Letter[]> {
  await mailNotices(ctx);
  await sendDueMails(ctx);
  return mailbox.letters.splice(0);
}

export async function noticesOf(client: Client, query: { unread?: boolean } = {}): Promise<Notice[]> {
  return (await client.call('listNotices', { query })).data as unknown as Notice[];
}

/** Sets one kind. The others keep their defaults. */
export async function choose(client: Client, kind: NoticeKind, mail: MailMode, in_app = true): Promise<void> {
  const { data } = await client.call('updateNoticeSettings', {
    body: { settings: [{ kind, in_app, mail }] },
  });
  if (!data.some((one) => one.kind === kind && one.mail === mail))
    throw new Error('the setting was not saved');
}

/** The e-mail address of a user that {@link makeMember} created. */
export async function addressOf({ db }: Pick<TestApp, 'db'>, { userId }: Pick<Client, 'userId'>) {
  const row = await db.row<{ email: string }>('select email from users where id = $1', [userId]);
  return row?.email ?? '';
}

/** Creates failed posts of an author. `createNotices` then creates their notices. Returns the ids in order. */
export async function failPosts(
  { db }: Pick<TestApp, 'db'>,
  { userId, workspaceId }: Pick<Client, 'userId' | 'workspaceId'>,
  count = 1,
  content = 'Bell',
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `with failed as (
       insert into posts (workspace_id, author_id, status, content)
       select $1, $2, 'failed', $4 || ' ' || n from generate_series(1, $3::int) n returning id),
     inserted as (
       insert into events (workspace_id, post_id, kind, data)
       select $1, id, 'post.failed', '{"targets": []}' from failed order by id)
     select id from failed order by id`,
    [workspaceId, userId, count, content],
  );
  return rows.map(({ id }) => id);
}
