import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { givePassword, signIn } from '../../test/support/browser.ts';
import { belfry, urlOf } from '../../test/support/command.ts';

const service = await app({ workspaces: 'invited', workspacesPerPerson: 1 });
afterAll(() => service.close());
const create = (...args: string[]) =>
  belfry(['workspace', 'create', ...args], { DATABASE_URL: urlOf(service.connection) }, tmpdir());

test('creates a workspace for an existing user, whatever the limits are', async () => {
  const { userId } = await service.as('viewer');
  const email = await givePassword(service.db, userId);
  const made = await create('Wind Mill', '--owner', email.toUpperCase(), '--time-zone', 'Europe/Berlin');
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toBe(`Workspace 2, "Wind Mill", belongs to "Viewer 2" <${email}>.\n`);
  const list = (await (await signIn(service, email)).call('listWorkspaces', {})).data;
  expect(list.map(({ name, role, time_zone }) => [name, role, time_zone]).at(-1)).toEqual([
    'Wind Mill',
    'owner',
    'Europe/Berlin',
  ]);
  const event = "select user_id, data from events where workspace_id = 2 and kind = 'workspace.created'";
  expect(await service.db.row(event)).toEqual({
    user_id: null,
    data: { name: 'Wind Mill', by: 'operator', owner_id: userId },
  });
});

test.each([
  [['Mill', '--owner', 'nobody@people.example'], 1, /^No user has the e-mail address/],
  [['Mill', '--owner', 'owner1@people.example', '--time-zone', 'Mars/Olympus'], 1, /IANA time zone/],
  [['x'.repeat(101), '--owner', 'owner1@people.example'], 1, /^name /],
  [['Mill'], 2, /^workspace create needs --owner EMAIL\./],
  [['--owner', 'owner1@people.example'], 2, /^workspace create needs NAME after its name\./],
] as const)('refuses %j and creates nothing', async (args, code, why) => {
  const before = await service.db.rows('select id from workspaces');
  const refused = await create(...args);
  expect([refused.code, refused.stdout]).toEqual([code, '']);
  expect(refused.stderr).toMatch(why);
  expect(await service.db.rows('select id from workspaces')).toEqual(before);
});
