/** Networks with apps of the operator, that throttle or refuse an app when a test says so, and count their answers. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Rate } from '@belfry/networks/core/limits.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Run } from '@belfry/networks/core/run.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { sandbox } from '@belfry/networks/sandbox/index.ts';
import type { TestApp } from './app.ts';
import { createPost, scheduledFor } from './posts.ts';
import { connectByForm } from './sandbox.ts';

/** Two of one family, another one with an app, and one without. */
const families = { bell: 'bells', chime: 'bells', gong: 'gongs', hum: undefined } as const;
export type AppPlatform = keyof typeof families;

export interface AppNetworks {
  networks: readonly Network[];
  /** Opens the accounts that are connected from now on. */
  login: string | undefined;
  /** As how many posts the network counts a call. */
  counts: (what: string) => number;
  /** Throws the answer to a call in place of a success. */
  answer: (platform: AppPlatform, account: string) => NetworkFault | undefined;
  /** Called in an attempt whose call succeeded. */
  afterwards: (run: Run) => void;
  /** Calls wait for this. */
  hold: Promise<unknown>;
  /** The accounts of the calls that succeeded, in order. */
  accepted: string[];
  /** The number of calls that did not. */
  refused: number;
  /** Calls in flight, now and at most. */
  inFlight: { now: number; most: number };
}

export const keys = { client_id: 'one', client_secret: 'secret of one 0123456789' };

export function appNetworks(): AppNetworks {
  const state: AppNetworks = {
    networks: [],
    login: undefined,
    counts: () => 1,
    answer: () => undefined,
    afterwards: () => undefined,
    hold: Promise.resolve(),
    accepted: [],
    refused: 0,
    inFlight: { now: 0, most: 0 },
  };
  const platforms = Object.keys(families) as AppPlatform[];
  state.networks = [...allNetworks, ...platforms.map((platform) => createNetwork(platform, state))];
  return state;
}

export type StatedRate = Pick<Rate, 'scope' | 'format' | 'most' | 'seconds'>;

/** The same networks, for which this many posts are allowed within these seconds. */
export function withRates({ networks }: AppNetworks, ...rates: readonly StatedRate[]): Network[] {
  const own = { source: 'this file', checked: '2026-11-22' };
  const stated = rates.map((rate): Rate => ({ ...rate, ...own }));
  const isOurs = (network: Network) => Object.hasOwn(families, network.rules.platform);
  return networks.map((network) =>
    isOurs(network) ? { ...network, rules: { ...network.rules, rates: stated } } : network,
  );
}

/** Throttled for a minute. */
export const throttled = (scope: 'channel' | 'app', retryAfter = 60) =>
  new NetworkFault({ kind: 'throttled', message: 'Slow down.', retryAfter, scope });

export const refusedApp = () =>
  new NetworkFault({
    kind: 'throttled',
    message: 'The app has no credits.',
    retryAfter: null,
    scope: 'app',
    cause: 'operator',
  });

function createNetwork(platform: AppPlatform, state: AppNetworks): Network {
  const family = families[platform];
  const registration = { keys: { type: 'object' }, guide: 'Register {redirect}.', family: family ?? '' };
  return {
    grant: { type: 'object' },
    rules: { ...sandbox.rules, platform, name: platform },
    ...(family !== undefined && { app: registration }),
    form: {
      credentials: sandbox.form?.credentials ?? {},
      async connect({ username }) {
        const name = String(username);
        const account = { id: name, name, username: name, avatarUrl: null };
        return [{ account, grant: { name }, ...(state.login !== undefined && { login: state.login }) }];
      },
    },
    async publish(post, { account }, run) {
      const what = `${account.id}: ${post.text}`;
      const { id } = await run.commit('post', () => call(platform, what, state), {
        counts: state.counts(what),
      });
      state.afterwards(run);
      return { id, url: null };
    },
  };
}

async function call(platform: AppPlatform, what: string, state: AppNetworks): Promise<{ id: string }> {
  const { inFlight } = state;
  inFlight.now += 1;
  inFlight.most = Math.max(inFlight.most, inFlight.now);
  await state.hold;
  inFlight.now -= 1;
  const fault = state.answer(platform, what);
  if (fault !== undefined) {
    state.refused += 1;
    throw fault;
  }
  return { id: String(state.accepted.push(what)) };
}

/** Sets the keys of both families. */
export async function setKeys(service: TestApp): Promise<void> {
  for (const family of ['bells', 'gongs'])
    await service.call('setNetworkApp', { params: { family }, body: keys });
}

/** Connects accounts, named by the platform and a number. */
export async function connectAccounts(
  service: TestApp,
  platform: AppPlatform,
  count: number,
): Promise<{ id: number }[]> {
  const channels: { id: number }[] = [];
  for (let n = 1; n <= count; n += 1) {
    channels.push(await connectByForm(service, platform, { username: `${platform}${n}` }));
  }
  return channels;
}

/** Schedules a post of its own for each channel. */
export async function postTo(
  service: TestApp,
  channels: readonly { id: number }[],
  more: { content?: string; scheduled_at?: string } = {},
): Promise<void> {
  for (const channel of channels) await createPost(service, scheduledFor([channel], more));
}
