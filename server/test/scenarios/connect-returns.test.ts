/** After a sign-in at a network, the browser goes back to the page of ours where the person began. */
import { startFake } from '@belfry/networks/mastodon/fake.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { choose, openChooser, read } from '../support/account-choices.ts';
import { app } from '../support/app.ts';
import { type Browser, signInAs } from '../support/browser.ts';
import { agree, returnToBelfry } from '../support/network-sign-in.ts';

const mastodon = await startFake();
const service = await app({ outboundAllow: [{ range: '127.0.0.0/8' }] });
const chooser = openChooser(service, mastodon);
afterAll(async () => {
  await service.close();
  await mastodon.server.close();
});
beforeEach(() => chooser.reset());

const begin = async (admin: Browser, return_to: string) => {
  const body = { platform: 'mastodon', instance: mastodon.server.url, return_to };
  return (await admin.call('beginConnect', { body })).data;
};
const goBack = async (admin: Browser, address: string) => {
  const { status, headers } = await returnToBelfry(address, admin);
  return [status, headers.get('location')];
};
const ids = async () =>
  (await service.db.rows<{ id: number }>('select id from channels order by id')).map(({ id }) => id);

describe('a browser that began with return_to', () => {
  test('goes there with the ids of the connected channels, beside the path’s own query', async () => {
    chooser.offer((own) => [own]);
    const admin = await signInAs(service, 'admin');
    const { authorize_url } = await begin(admin, '/channels?new=1&connected=9#list');
    const went = await goBack(admin, await agree(authorize_url));
    expect(went).toEqual([303, `${service.origin}/channels?new=1&connected=${await ids()}#list`]);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'channels',
    '/\t/evil.example',
    '',
  ])('stays here when it names %j', async (return_to) => {
    chooser.offer((own) => [own]);
    const admin = await signInAs(service, 'admin');
    const { authorize_url } = await begin(admin, return_to);
    const went = await goBack(admin, await agree(authorize_url));
    expect(went).toEqual([303, `${service.origin}/?connected=${await ids()}`]);
  });

  test('goes there with a code when the sign-in failed', async () => {
    const admin = await signInAs(service, 'admin');
    const address = new URL(await agree((await begin(admin, '/channels')).authorize_url));
    address.searchParams.delete('code');
    address.searchParams.set('error', 'access_denied');
    expect(await goBack(admin, address.href)).toEqual([
      303,
      `${service.origin}/channels?error=connect_refused`,
    ]);
    expect(await ids()).toEqual([]);
  });

  test('finds the path in the choice, when the sign-in opens several accounts', async () => {
    const admin = await signInAs(service, 'admin');
    const { id, authorize_url } = await begin(admin, '/channels');
    const [status, location] = await goBack(admin, await agree(authorize_url));
    expect([status, location]).toEqual([303, expect.stringContaining(`/connect/choose?id=${id}`)]);
    expect((await read(admin, id)).data.return_to).toBe('/channels');
    expect((await choose(admin, id, 'a')).status).toBe(201);
  });

  test('learns nothing when another browser returns with its address', async () => {
    const [admin, other] = [await signInAs(service, 'admin'), await signInAs(service, 'admin')];
    const address = await agree((await begin(admin, '/channels')).authorize_url);
    expect(await goBack(other, address)).toEqual([422, null]);
  });
});

test('a return_to of more than 500 characters is refused', async () => {
  const admin = await signInAs(service, 'admin');
  const body = { platform: 'mastodon', instance: mastodon.server.url, return_to: `/${'x'.repeat(500)}` };
  expect((await admin.request('POST', '/channels/connect', { body })).status).toBe(422);
});
