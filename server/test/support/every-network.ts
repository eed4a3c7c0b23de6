/**
 * Every network, each at a strict fake, Bluesky at a real server, and the sandbox in the service itself. Channels are
 * connected through the public API, by a form or by the page of the network.
 */
import type { Channel } from '@belfry/contract/channels.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Media, Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { allSpecs } from '@belfry/networks/specs.ts';
import type { Fake } from '@belfry/networks/testing/fake.ts';
import type { FakeResponse } from '@belfry/networks/testing/fake-server.ts';
import type { NetworkSpec } from '@belfry/networks/testing/kit.ts';
import { startPds } from '../../../networks/bluesky/testing/pds.ts';
import { familyOf } from '../../src/network-apps/index.ts';
import type { AppOptions, TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { agree, returnToBelfry } from './network-sign-in.ts';
import { atFake, atPds, atSandbox, type Place } from './places.ts';

/** By platform. */
export const specsOfNetworks: ReadonlyMap<string, NetworkSpec> = new Map(
  allSpecs.map((spec) => [spec.network.rules.platform, spec] as const).toReversed(),
);

const hasFake = ({ rules }: Network) => !['bluesky', 'sandbox'].includes(rules.platform);
/** The usual redirect address of the fakes' apps. */
const registeredUri = 'https://belfry.example.com/connect/callback';

export interface EveryNetwork {
  /** For the service that publishes there. */
  options: AppOptions;
  places: ReadonlyMap<string, Place>;
  /** The next call that would make something visible there gets this answer, and nothing else happens. */
  answerNext(platform: string, answer: FakeResponse): void;
  /** The fakes' clocks become the service's. */
  follow(service: TestApp): void;
  /** `admin`: who signs in at networks that have a page instead of a form. */
  connect(service: TestApp, admin: Browser, platform: string): Promise<Channel>;
  close(): Promise<void>;
}

export async function openEveryNetwork(): Promise<EveryNetwork> {
  const fakes = new Map<string, Fake>();
  for (const [platform, { network, startFake }] of specsOfNetworks) {
    if (hasFake(network)) fakes.set(platform, await startFake());
  }
  const pds = await startPds();
  const places = new Map([...fakes].map(([platform, fake]) => [platform, atFake(fake)] as const));
  places.set('bluesky', atPds(pds)).set('sandbox', atSandbox('ada'));
  return {
    options: optionsFor(fakes),
    places,
    answerNext(platform, answer) {
      fakes.get(platform)?.server.faults.push(answer);
    },
    follow(service) {
      for (const fake of fakes.values()) fake.server.now = () => service.ctx.clock.now();
    },
    connect: (service, admin, platform) =>
      connect(service, admin, specsOfNetworks.get(platform) as NetworkSpec, places.get(platform) as Place),
    async close() {
      for (const fake of fakes.values()) await fake.server.close();
      await pds.close();
    },
  };
}

function optionsFor(fakes: ReadonlyMap<string, Fake>): AppOptions {
  const apps = [...specsOfNetworks.values()].flatMap(({ network }) => {
    const values = fakes.get(network.rules.platform)?.app;
    return network.app === undefined || values === undefined ? [] : [[familyOf(network), values] as const];
  });
  const merged = [...Map.groupBy(apps, ([family]) => family)].map(
    ([family, all]) => [family, Object.assign({}, ...all.map(([, values]) => values)) as JsonObject] as const,
  );
  return {
    networks: allNetworks.map((network) => reachable(network, fakes.get(network.rules.platform))),
    outboundAllow: [{ range: '127.0.0.0/8' }, { host: 'localhost' }],
    networkEndpoints: Object.fromEntries([...fakes].map(([platform, { server }]) => [platform, server.url])),
    networkApps: Object.fromEntries(merged.map(([family, values]) => [String(family), values])),
  };
}

/**
 * The network, as it is called from an installation at the address that the fakes' apps have registered. Belfry refuses
 * to connect networks that fetch files to an installation on loopback.
 */
function reachable(network: Network, fake: Fake | undefined): Network {
  const { needs: _needs, needsFor: _needsFor, oauth, ...others } = network;
  const rest: Network = {
    ...others,
    publish: (post, session, run) => {
      const media = fake?.host ? post.media.map(atTestAddress) : post.media;
      fake?.host?.(media);
      return network.publish({ ...post, media }, session, run);
    },
  };
  if (oauth === undefined) return rest;
  const redirectUri = specsOfNetworks.get(network.rules.platform)?.redirectUri ?? registeredUri;
  return {
    ...rest,
    oauth: {
      ...oauth,
      begin: (input, caller) => oauth.begin(input, { ...caller, redirectUri }),
      finish: (params, secret, caller) => oauth.finish(params, secret, { ...caller, redirectUri }),
    },
  };
}

/** The fakes that fetch files know those at this address, which they read without a call. */
function atTestAddress(file: Media): Media {
  return { ...file, link: () => `https://belfry.test/files/${file.id}` };
}

/** By its form if it has one, otherwise by its page, where the fake's own account is chosen if there are several. */
async function connect(
  service: TestApp,
  admin: Browser,
  { network, signIn }: NetworkSpec,
  place: Place,
): Promise<Channel> {
  const { platform } = network.rules;
  if (network.form !== undefined) {
    const body = { platform, credentials: place.credentials, account_id: place.accountId };
    return (await service.call('createChannel', { body: body as never })).data;
  }
  const begun = await admin.call('beginConnect', { body: { platform, ...signIn } as never });
  const { id, authorize_url } = begun.data;
  const back = new URL(await agree(authorize_url));
  await returnToBelfry(`${service.origin}/connect/callback${back.search}`, admin);
  const before = (await service.call('listChannels', {})).data.find((each) => each.platform === platform);
  if (before !== undefined) return before;
  const chosen = { params: { id }, body: { account_ids: [place.accountId] } };
  const [channel] = (await admin.call('connectAccounts', chosen)).data;
  if (channel === undefined) throw new Error(`${platform} connected no channel`);
  return channel;
}
