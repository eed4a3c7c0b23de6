/** Reads that browsers make without headers of ours name their workspace in the query. */
import { afterAll, describe, expect, test } from 'vitest';

import { app } from '../support/app.ts';
import { type Browser, givePassword, signIn, whoAmI } from '../support/browser.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { makePicture, upload } from '../support/media.ts';
import { makeWorkspace } from '../support/people.ts';

const service = await app();
afterAll(() => service.close());

/** An owner of two workspaces who selected the first one last. The second has a file and an export. */
async function signInToTwo() {
  const away = await service.inWorkspace();
  const picture = (await upload(away, { bytes: await makePicture('png') })).data;
  const { userId } = await service.as('owner');
  await service.db.rows(
    "insert into members (workspace_id, user_id, role, created_at) values ($1, $2, 'owner', clock_now() + interval '1 s')",
    [away.workspaceId, userId],
  );
  const person = await signIn(service, await givePassword(service.db, userId));
  return { person, second: away.workspaceId, picture };
}

const pathsOf = (id: number) => [
  `/api/v1/media/${id}/file`,
  `/api/v1/media/${id}/thumbnail`,
  '/api/v1/audit/export',
  '/api/v1/stream?follow=false',
];
const naming = (path: string, id: number | string) =>
  `${path}${path.includes('?') ? '&' : '?'}workspace=${id}`;

/** The status and the bytes of an answer. */
async function get(person: Browser, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, service.origin), {
    headers: { cookie: person.cookie(), ...headers },
  });
  return `${answer.status} ${await answer.text()}`;
}

test('a request that only reads does not select the workspace that it names', async () => {
  const { person, second } = await signInToTwo();
  const headers = { 'x-workspace': String(second) };
  expect((await whoAmI(person, headers)).data.workspace_id).toBe(second);
  expect((await person.call('validatePost', { body: { status: 'draft' }, headers })).status).toBe(200);
  expect((await whoAmI(person)).data.workspace_id).toBe(service.workspaceId);
  await person.call('createPost', { body: { status: 'draft' }, headers });
  expect((await whoAmI(person)).data.workspace_id).toBe(second);
});

describe('a workspace in the query', () => {
  test('is used like the one in X-Workspace, and not remembered', async () => {
    const { person, second, picture } = await signInToTwo();
    await makeEvents(service.db, second, { kind: 'post.old' }, 50);
    await sealAll(service.db);
    for (const path of pathsOf(picture.id)) {
      const byHeader = await get(person, path, { 'x-workspace': `${second}` });
      expect(byHeader).toMatch(/^200 /);
      expect(await get(person, naming(path, second))).toBe(byHeader);
      expect(await get(person, path)).not.toBe(byHeader);
    }
    expect((await whoAmI(person)).data.workspace_id).toBe(service.workspaceId);
  });

  test('opens the file of an export', async () => {
    const { person, second } = await signInToTwo();
    const headers = { 'x-workspace': `${second}` };
    const { id } = (await person.call('createExport', { body: {}, headers })).data;
    const path = `/api/v1/exports/${id}/file`;
    expect(await get(person, naming(path, service.workspaceId))).toMatch(/not_found/);
    expect(await get(person, naming(path, second))).toMatch(/export_not_done/);
  });

  test('is overridden by the header', async () => {
    const { person, second, picture } = await signInToTwo();
    const path = naming(`/api/v1/media/${picture.id}/file`, service.workspaceId);
    expect(await get(person, path, { 'x-workspace': `${second}` })).toMatch(/^200 /);
    expect(await get(person, path)).toMatch(/^404 /);
  });

  test('of other people is answered like an unknown one, and a malformed one too', async () => {
    const { person, picture } = await signInToTwo();
    const foreign = await makeWorkspace(service.db);
    for (const path of pathsOf(picture.id)) {
      for (const id of [foreign, 999999, 0, '-1', 'x', '', '1e3', `1&workspace=${foreign}`]) {
        const answer = await get(person, naming(path, id));
        expect(answer).toMatch(/^404 .*None of your workspaces has the id in “workspace”/);
      }
    }
  });

  test('is refused for an API key of another one', async () => {
    const { second, picture } = await signInToTwo();
    const ask = (id: number) => service.request('GET', naming(`/api/v1/media/${picture.id}/file`, id));
    expect((await ask(second)).status).toBe(404);
    const own = (await upload(service, { bytes: await makePicture('png') })).data;
    const path = `/api/v1/media/${own.id}/file`;
    const opened = await fetch(new URL(naming(path, service.workspaceId), service.origin), {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(opened.status).toBe(200);
    await opened.arrayBuffer();
  });

  test('is an unknown field elsewhere', async () => {
    const { person, second } = await signInToTwo();
    const { status, error } = await person.request('GET', `/posts?workspace=${second}`);
    expect([status, error.message]).toEqual([422, 'workspace is not a known field.']);
  });
});
