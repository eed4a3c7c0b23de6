/** A network whose logins open several accounts. Each login has one token, which rotates at each refresh. */
import type { Channel } from '@belfry/contract/channels.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { FreshGrant, Network, Session } from '@belfry/networks/core/network.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { connectByForm } from './sandbox.ts';

export interface LoginNetwork {
  /** Replace parts of it at will. */
  network: Network;
  /** The logins of the refreshes that reached the network. */
  refreshed: string[];
  /** Published texts, each with its account. */
  published: string[];
  /** The login may not publish or read numbers there any more. */
  forbidden: string[];
  /** The logins that were ended, each with the number of its last token. */
  revoked: string[];
  /** A refresh is answered when this resolves. */
  gate: Promise<unknown>;
  /** The network accepts no token of this login any more. */
  lose(login: string): void;
  /** Added to each grant. */
  more: Partial<FreshGrant>;
  /** Connects an account of a login, or with null an account that names no login. */
  connect(login: string | null, account: string, client?: Client): Promise<Channel>;
}

const TWO_HOURS = 2 * 3_600_000;
const reconnect = (message = 'This token was used before.') =>
  new NetworkFault({ kind: 'reconnect', message });

export function addLoginNetwork(service: TestApp): LoginNetwork {
  const state: LoginNetwork = {
    network: service.ctx.networks.get('sandbox') as Network,
    refreshed: [],
    published: [],
    forbidden: [],
    revoked: [],
    gate: Promise.resolve(),
    lose: () => undefined,
    more: {},
    async connect(login, account, client = service) {
      return connectByForm(client, 'logins', { account, ...(login !== null && { login }) });
    },
  };
  const { network, lose } = makeNetwork(service, state);
  (service.ctx.networks as Map<string, Network>).set('logins', network);
  return Object.assign(state, { network, lose });
}

function makeNetwork({ clock }: TestApp, state: LoginNetwork): Pick<LoginNetwork, 'network' | 'lose'> {
  const generations = new Map<string, number>();
  const rotate = (login: string) => void generations.set(login, (generations.get(login) ?? 0) + 1);
  const grantOf = (login: string): FreshGrant => ({
    grant: { login, generation: generations.get(login) ?? 0 },
    expiresAt: new Date(clock.now().getTime() + TWO_HOURS),
    ...state.more,
  });
  const requireCurrent = ({ grant }: Pick<Session, 'grant'>) => {
    const login = String(grant['login']);
    if (grant['generation'] !== generations.get(login)) throw reconnect();
    return login;
  };
  const requireAllowed = (session: Session) => {
    const login = requireCurrent(session);
    if (state.forbidden.includes(session.account.id)) throw reconnect('You may not do that there.');
    return login;
  };
  const network: Network = {
    rules: { ...state.network.rules, platform: 'logins', name: 'Logins' },
    grant: { type: 'object' },
    form: connecting(rotate, grantOf),
    async refresh(session) {
      state.refreshed.push(String(session.grant['login']));
      await state.gate;
      const login = requireCurrent(session);
      rotate(login);
      return grantOf(login);
    },
    publish: ({ text }, session, run) =>
      run.commit('post', async () => {
        requireAllowed(session);
        state.published.push(`${session.account.id}: ${text}`);
        return { id: String(state.published.length), url: null };
      }),
    async look(session) {
      requireCurrent(session);
      return {};
    },
    measure: {
      batch: 20,
      async read(posts, session) {
        requireAllowed(session);
        return new Map(posts.map(({ id }) => [id, { likes: 1 }]));
      },
    },
    async revoke({ grant }) {
      state.revoked.push(`${grant['login']} ${grant['generation']}`);
    },
  };
  return { network, lose: rotate };
}

function connecting(
  rotate: (login: string) => void,
  grantOf: (login: string) => FreshGrant,
): NonNullable<Network['form']> {
  return {
    credentials: { type: 'object' },
    async connect({ login, account }) {
      const [owner, id] = [String(login ?? account), String(account)];
      rotate(owner);
      const shown = { id, name: id, username: id, avatarUrl: null };
      return [{ account: shown, ...(typeof login === 'string' && { login }), ...grantOf(owner) }];
    },
  };
}
