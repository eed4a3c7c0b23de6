import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { givePassword, signIn, signInAs } from '../support/browser.ts';
import { refusalOf } from '../support/posts.ts';

const service = await app({ workspacesPerPerson: 3 });
afterAll(() => service.close());
const body = { name: 'Mill' };

describe('workspaces of one person', () => {
  test('are created up to a limit, even by many requests at once', async () => {
    const person = await signInAs(service, 'viewer');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => person.call('createWorkspace', { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    const { error } = await person.call('createWorkspace', { body });
    expect([error.code, error.message]).toEqual([
      'too_many_workspaces',
      'You created or own 3 workspaces, the limit for one person here. Delete one, or ask the operator of this installation.',
    ]);
    expect((await (await signInAs(service, 'viewer')).call('createWorkspace', { body })).status).toBe(201);
  });

  test('count when others handed them over, and after they were handed on', async () => {
    const person = await signInAs(service, 'owner');
    const [one, two] = [await service.inWorkspace(), await service.inWorkspace()];
    for (const { workspaceId } of [one, two]) {
      await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
        workspaceId,
        person.userId,
      ]);
    }
    expect(refusalOf(await person.call('createWorkspace', { body }))).toEqual(['too_many_workspaces']);
    await service.db.rows('delete from members where workspace_id = $1 and user_id = $2', [
      one.workspaceId,
      person.userId,
    ]);
    const { data: made } = await person.call('createWorkspace', { body });
    await service.db.rows('update members set user_id = $3 where workspace_id = $1 and user_id = $2', [
      made.id,
      person.userId,
      one.userId,
    ]);
    expect(refusalOf(await person.call('createWorkspace', { body }))).toEqual(['too_many_workspaces']);
  });

  test('do not count once they are deleted', async () => {
    const person = await signInAs(service, 'viewer');
    const made = [];
    for (const _ of [1, 2, 3]) made.push((await person.call('createWorkspace', { body })).data);
    const headers = { 'x-workspace': String(made[0]?.id) };
    expect((await person.call('deleteWorkspace', { body, headers })).status).toBe(202);
    expect((await person.call('createWorkspace', { body })).status).toBe(201);
  });
});

test('with WORKSPACES=invited only the owners of the first workspace create others', async () => {
  await using closed = await app({ workspaces: 'invited' });
  const owner = await signIn(closed, await givePassword(closed.db, closed.userId));
  const made = await owner.call('createWorkspace', { body });
  expect(made.status).toBe(201);
  const admin = await signInAs(closed, 'admin');
  const other = await closed.inWorkspace();
  const stranger = await signIn(closed, await givePassword(closed.db, other.userId));
  for (const person of [admin, stranger]) {
    const { error } = await person.call('createWorkspace', { body });
    expect([error.code, error.message]).toEqual([
      'forbidden',
      'Only the owners of the first workspace and the operator of this installation can create workspaces.',
    ]);
  }
  // The next one does not replace it.
  await closed.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
    made.data.id,
    other.userId,
  ]);
  const headers = { 'x-workspace': String(closed.workspaceId) };
  const { name } = (await closed.call('getWorkspace', {})).data;
  expect((await owner.call('deleteWorkspace', { body: { name }, headers })).status).toBe(202);
  for (const person of [owner, stranger]) {
    expect(refusalOf(await person.call('createWorkspace', { body }))).toEqual(['forbidden']);
  }
});
