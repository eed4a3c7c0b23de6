/** Sign-ins at a fake network that open the accounts a, b and c, unless a test says otherwise. */
import type { ConnectedAccount } from '@belfry/networks/core/network.ts';
import type { MastodonFake } from '@belfry/networks/mastodon/fake.ts';
import type { Answer } from './answer.ts';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import type { Client } from './client.ts';
import { agree, changeAccounts, returnToBelfry } from './network-sign-in.ts';

/** When the grants of {@link named} expire. */
export const EXPIRES = new Date('2030-01-02T03:04:05.678Z');

/** Another account of the same login, with a grant of its own. */
export const named = (
  own: ConnectedAccount,
  id: string,
  more: Partial<ConnectedAccount['account']> = {},
): ConnectedAccount => ({
  ...own,
  account: { id, name: `Page ${id}`, username: id, avatarUrl: null, ...more },
  grant: { ...own.grant, token_of: id },
  expiresAt: EXPIRES,
});

export const refusal = ({ status, error }: Answer<unknown>) => [status, error.code];

export const read = (client: Client, id: number) => client.call('getAccountChoice', { params: { id } });

export const choose = (client: Client, id: number, ...account_ids: string[]) =>
  client.call('connectAccounts', { params: { id }, body: { account_ids } });

export function openChooser(service: TestApp, mastodon: MastodonFake) {
  const three = (own: ConnectedAccount) => ['a', 'b', 'c'].map((id) => named(own, id));
  let change = changeAccounts(service, 'mastodon', three);
  const { db } = service;
  const begin = async (client: Client, more: { channel_id?: number } = {}) => {
    const body = { platform: 'mastodon', instance: mastodon.server.url, ...more };
    return (await client.call('beginConnect', { body })).data;
  };
  return {
    begin,
    /** Other accounts, until {@link reset}. */
    offer(list: (own: ConnectedAccount) => ConnectedAccount[]) {
      change[Symbol.dispose]();
      change = changeAccounts(service, 'mastodon', list);
    },
    async reset() {
      this.offer(three);
      for (const table of ['grants', 'channels', 'account_choices']) await db.rows(`delete from ${table}`);
    },
    /** Signs in at the network. Returns the id of the choice, and the callback's answer. */
    async reach(client: Client | Browser) {
      const { id, authorize_url } = await begin(client);
      return { id, answer: await returnToBelfry(await agree(authorize_url), client) };
    },
    /** The connected accounts. */
    async connected(): Promise<string[]> {
      const sql = 'select account_id from channels where deleted_at is null order by account_id';
      return (await db.rows<{ account_id: string }>(sql)).map(({ account_id }) => account_id);
    },
    /** The choices that still have their grants. */
    async countSealed(): Promise<number> {
      return (await db.rows('select 1 from account_choices where sealed is not null')).length;
    },
  };
}
