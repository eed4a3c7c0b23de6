/** A workspace has at most 1,000 channels, however accounts are connected. */
import { startFake } from '@belfry/networks/mastodon/fake.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { choose, openChooser, refusal } from '../support/account-choices.ts';
import { app } from '../support/app.ts';
import { type Browser, signInAs } from '../support/browser.ts';
import { agree, returnToBelfry } from '../support/network-sign-in.ts';

const mastodon = await startFake();
const service = await app({ outboundAllow: [{ range: '127.0.0.0/8' }] });
const chooser = openChooser(service, mastodon);
const admin: Browser = await signInAs(service, 'admin');
afterAll(async () => {
  await service.close();
  await mastodon.server.close();
});
beforeEach(() => chooser.reset());

const fill = (count: number) =>
  service.db.rows(
    `insert into channels (workspace_id, platform, account_id, name, username)
     select $1, 'sandbox', 'old' || n, 'Old', 'old' || n from generate_series(1, $2) n`,
    [service.workspaceId, count],
  );
const join = (username: string, client: Pick<typeof service, 'call'> = service) =>
  client.call('createChannel', { body: { platform: 'sandbox', credentials: { username } } });
const signIn = async (more: object = {}) => {
  const body = { platform: 'mastodon', instance: mastodon.server.url, return_to: '/channels', ...more };
  const { authorize_url } = (await admin.call('beginConnect', { body })).data;
  return (await returnToBelfry(await agree(authorize_url), admin)).headers.get('location');
};

test('of two accounts that are connected at once by a form, only the last that there is room for', async () => {
  await fill(999);
  const both = await Promise.all(['one', 'two'].map((name) => join(name)));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(refusal(await join('three'))).toEqual([409, 'too_many_channels']);
  expect((await service.call('listChannels', {})).data).toHaveLength(1000);
  expect((await join('three', await service.inWorkspace())).status).toBe(201);
});

test('an account is connected again without room, but not if its channel was removed', async () => {
  const { id } = (await join('kept')).data;
  const { id: removed } = (await join('gone')).data;
  await service.call('deleteChannel', { params: { id: removed } });
  await fill(999);
  const again = await join('kept');
  expect([again.status, again.data.id]).toEqual([200, id]);
  expect(refusal(await join('gone'))).toEqual([409, 'too_many_channels']);
  await service.call('deleteChannel', { params: { id } });
  expect((await join('gone')).data.id).toBe(removed);
});

test('of several accounts of a sign-in, all or none, and fewer can be chosen after a refusal', async () => {
  await fill(998);
  await service.db.rows("update channels set account_id = 'a' where account_id = 'old1'");
  const { id } = await chooser.reach(admin);
  expect(refusal(await choose(admin, id, 'a', 'b', 'c'))).toEqual([409, 'too_many_channels']);
  expect((await choose(admin, id, 'a', 'b')).status).toBe(201);
});

test('a sign-in that opens one account leads back with the reason, or connects its channel again', async () => {
  chooser.offer((own) => [own]);
  await signIn();
  const [{ id } = { id: 0 }] = (await admin.call('listChannels', {})).data;
  await fill(999);
  expect(await signIn({ channel_id: id })).toBe(`${service.origin}/channels?connected=${id}`);
  await service.call('deleteChannel', { params: { id } });
  await join('last');
  expect(await signIn()).toBe(`${service.origin}/channels?error=too_many_channels`);
});
