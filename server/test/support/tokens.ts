/** A network whose access tokens expire, and whose refresh tokens work once. */
import type { Channel } from '@belfry/contract/channels.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Version } from '@belfry/networks/core/limits.ts';
import type { FreshGrant, Network } from '@belfry/networks/core/network.ts';
import type { TestApp } from './app.ts';
import { connectByForm } from './sandbox.ts';

/** The results of the next refreshes. `lost`: the network rotates the token, but its answer is lost. */
export type Mishap = 'refused' | 'unreachable' | 'throttled' | 'lost' | Error;

export interface TokenNetwork {
  /** Refreshes that reached the network. */
  refreshes: number;
  mishaps: Mishap[];
  /** Published texts, each with the generation of its access token. */
  published: { text: string; generation: number }[];
  /** A refresh is answered when this resolves. */
  gate: Promise<unknown>;
  /** The result of reading an account. */
  check: () => Promise<string[]>;
  /** The result of asking about one post. */
  checkPost: (post: Version) => Promise<string[]>;
  connect(username: string): Promise<Channel>;
}

const TWO_HOURS = 2 * 3_600_000;

export function addTokenNetwork(service: TestApp): TokenNetwork {
  const generations = new Map<string, number>();
  const state = makeState();
  const base = service.ctx.networks.get('sandbox') as Network;
  const grantOf = (name: string): FreshGrant => ({
    grant: { name, generation: generations.get(name) ?? 0 },
    expiresAt: new Date(service.clock.now().getTime() + TWO_HOURS),
    reconnectBy: new Date(service.clock.now().getTime() + 60 * 86_400_000),
  });
  const rotate = (name: string) => generations.set(name, (generations.get(name) ?? 0) + 1);
  const network: Network = {
    rules: { ...base.rules, platform: 'tokens', name: 'Tokens' },
    grant: { type: 'object' },
    form: {
      credentials: base.form?.credentials ?? {},
      async connect({ username }) {
        const name = String(username);
        rotate(name);
        return [{ account: { id: name, name, username: name, avatarUrl: null }, ...grantOf(name) }];
      },
    },
    async refresh({ grant }) {
      const name = String(grant['name']);
      state.refreshes += 1;
      const next = state.mishaps.shift();
      const mishap = grant['generation'] === generations.get(name) ? next : 'refused';
      await state.gate;
      applyMishap(mishap);
      rotate(name);
      if (mishap === 'lost') throw lost;
      return grantOf(name);
    },
    check: () => state.check(),
    checkPost: (post) => state.checkPost(post),
    async publish({ text }, { grant }, run) {
      return run.commit('post', async () => {
        state.published.push({ text, generation: Number(grant['generation']) });
        return { id: String(state.published.length), url: null };
      });
    },
  };
  (service.ctx.networks as Map<string, Network>).set('tokens', network);
  return Object.assign(state, {
    connect: (username: string) => connectByForm(service, 'tokens', { username }),
  });
}

function makeState(): Omit<TokenNetwork, 'connect'> {
  return {
    refreshes: 0,
    mishaps: [],
    published: [],
    gate: Promise.resolve(),
    check: async () => [],
    checkPost: async () => [],
  };
}

const lost = new NetworkFault({ kind: 'unavailable', message: 'Lost.', sent: true });

function applyMishap(mishap: Mishap | undefined): void {
  if (mishap instanceof Error) throw mishap;
  if (mishap === 'unreachable')
    throw new NetworkFault({ kind: 'unavailable', message: 'Unreachable.', sent: true });
  if (mishap === 'throttled') {
    throw new NetworkFault({ kind: 'throttled', message: 'Wait.', retryAfter: 7200, scope: 'app' });
  }
  if (mishap === 'refused') {
    throw new NetworkFault({ kind: 'reconnect', message: 'This refresh token was used before.' });
  }
}
