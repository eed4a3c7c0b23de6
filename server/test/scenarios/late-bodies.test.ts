/** The service checks permissions again when the whole body has arrived, which may take a minute. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { signInAs } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { fieldPart, filePart, form, formType } from '../support/form.ts';
import { makePicture } from '../support/media.ts';
import { makeWorkspace } from '../support/people.ts';
import { scheduledFor } from '../support/posts.ts';
import { openRaw } from '../support/raw.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const post = Buffer.from(JSON.stringify(scheduledFor([channel])));

beforeEach(() => service.ctx.callers.used.clear());

const countRows = (table: 'posts' | 'media') =>
  service.db.row<{ count: number }>(`select count(*)::int as count from ${table}`);

/** Sends the head and half of the body, runs `change`, and sends the rest. */
async function sendSlowly(
  client: Pick<Client, 'key'>,
  {
    path = 'posts',
    body = post,
    headers = [] as string[],
    isSeen = async () => service.ctx.callers.used.size > 0,
  },
  change: () => Promise<unknown>,
) {
  const half = Math.floor(body.length / 2);
  const own = client.key === '' ? [] : [`Authorization: Bearer ${client.key}`];
  const head = [
    `POST /api/public/v1/${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Content-Length: ${body.length}`,
    ...(headers.some((line) => line.startsWith('Content-Type')) ? [] : ['Content-Type: application/json']),
    ...own,
    ...headers,
  ];
  const request = openRaw(service.origin);
  request.send(`${head.join('\r\n')}\r\n\r\n`);
  request.send(body.subarray(0, half));
  await eventually(async () => expect(await isSeen()).toBe(true));
  await change();
  request.send(body.subarray(half));
  const { status, body: text } = await request.answer();
  const { code, data } = JSON.parse(text) as { code?: string; data?: { status: string } };
  return [status, code ?? data?.status];
}

const update =
  (sql: string, { userId }: Client) =>
  () =>
    service.db.rows(sql, [userId]);

describe('a post whose body is still arriving', () => {
  test.each([
    ['the member is removed', 'delete from members where user_id = $1', [401, 'unauthenticated']],
    [
      'the key is revoked',
      'update api_keys set revoked_at = clock_now() where user_id = $1',
      [401, 'unauthenticated'],
    ],
    ['the role is lowered', "update members set role = 'viewer' where user_id = $1", [403, 'forbidden']],
  ])('is refused when %s meanwhile', async (_, sql, refusal) => {
    const client = await service.as('editor');
    const before = await countRows('posts');
    expect(await sendSlowly(client, {}, update(sql, client))).toEqual(refusal);
    expect(await countRows('posts')).toEqual(before);
  });

  test('is accepted with the role that its author has at the end', async () => {
    const client = await service.as('editor');
    const lower = update("update members set role = 'author' where user_id = $1", client);
    expect(await sendSlowly(client, {}, lower)).toEqual([201, 'pending_approval']);
    expect(await sendSlowly(client, {}, async () => undefined)).toEqual([201, 'pending_approval']);
  });

  test('is not stored in another workspace if its author was removed from this one', async () => {
    const browser = await signInAs(service, 'editor');
    const other = await makeWorkspace(service.db);
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
      other,
      browser.userId,
    ]);
    await service.clock.advance('2 minutes');
    const used = () =>
      service.db.row('select 1 from sessions where user_id = $1 and last_used_at = clock_now()', [
        browser.userId,
      ]);
    const before = await countRows('posts');
    const headers = [`Cookie: ${browser.cookie()}`, `Origin: ${service.origin}`];
    const isSeen = async () => (await used()) !== undefined;
    const remove = () =>
      service.db.rows('delete from members where user_id = $1 and workspace_id = $2', [
        browser.userId,
        service.workspaceId,
      ]);
    expect(await sendSlowly({ key: '' }, { headers, isSeen }, remove)).toEqual([404, 'not_found']);
    expect(await countRows('posts')).toEqual(before);
  });
});

test('a file that is still arriving is refused when its sender is removed meanwhile', async () => {
  const client = await service.as('author');
  const body = form(filePart(await makePicture('png')), fieldPart('alt_text', 'A bell'));
  const upload = { path: 'media', body, headers: [`Content-Type: ${formType}`] };
  expect(await sendSlowly(client, upload, async () => undefined)).toEqual([201, undefined]);
  service.ctx.callers.used.clear();
  const before = await countRows('media');
  const remove = update('delete from members where user_id = $1', client);
  expect(await sendSlowly(client, upload, remove)).toEqual([401, 'unauthenticated']);
  expect(await countRows('media')).toEqual(before);
});
