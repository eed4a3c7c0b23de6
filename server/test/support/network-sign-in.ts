/** A person who signs in at a network, and whose browser the network sends back to Belfry. */
import type { ConnectedAccount, Network } from '@belfry/networks/core/network.ts';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import type { Client } from './client.ts';

/** Lets the person agree at the network. Returns the address to which the network sends their browser back. */
export async function agree(authorizeUrl: string): Promise<string> {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** A browser that follows the network's redirect sends no Origin, and sends the cookie, because it is Lax. */
export async function returnToBelfry(address: string, visitor?: Client | Browser) {
  const cookie = visitor !== undefined && isBrowser(visitor) ? visitor.cookie() : '';
  const headers = { cookie, 'sec-fetch-site': 'cross-site' };
  const answer = await fetch(address, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const isBrowser = (client: Client | Browser): client is Browser => 'cookie' in client;

/** Lets sign-ins at the network open the accounts that `list` makes of its one account. Disposal ends this. */
export function changeAccounts(
  { ctx }: Pick<TestApp, 'ctx'>,
  platform: string,
  list: (own: ConnectedAccount) => ConnectedAccount[],
): Disposable {
  const networks = ctx.networks as Map<string, Network>;
  const network = networks.get(platform);
  if (network?.oauth === undefined) throw new Error(`${platform} has no sign-in page.`);
  const { oauth } = network;
  const finish: typeof oauth.finish = async (...args) => (await oauth.finish(...args)).flatMap(list);
  networks.set(platform, { ...network, oauth: { ...oauth, finish } });
  return { [Symbol.dispose]: () => void networks.set(platform, network) };
}
