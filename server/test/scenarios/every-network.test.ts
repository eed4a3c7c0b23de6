/**
 * One post goes to a channel of every network at once through the public API: each at a strict fake, Bluesky at a real
 * server, and the sandbox in the service itself.
 */
import { readFile } from 'node:fs/promises';
import type { Channel } from '@belfry/contract/channels.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Media, Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { allSpecs } from '@belfry/networks/specs.ts';
import type { Fake } from '@belfry/networks/testing/fake.ts';
import type { NetworkSpec } from '@belfry/networks/testing/kit.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalPds, startPds } from '../../../networks/bluesky/testing/pds.ts';
import { familyOf } from '../../src/network-apps/index.ts';
import { app, type TestApp } from '../support/app.ts';
import { type Browser, signInAs } from '../support/browser.ts';
import { addFromLink, makePicture, upload } from '../support/media.ts';
import { agree, returnToBelfry } from '../support/network-sign-in.ts';
import { atFake, atPds, atSandbox, type Place } from '../support/places.ts';
import { createPost, getPost } from '../support/posts.ts';
import { makeVideos } from '../support/videos.ts';

const specs = new Map(allSpecs.map((spec) => [spec.network.rules.platform, spec] as const).toReversed());
const hasFake = ({ rules }: Network) => !['bluesky', 'sandbox'].includes(rules.platform);
/** The usual redirect address of the fakes' apps. */
const registeredUri = 'https://belfry.example/connect/callback';
const networks = [...specs.values()].map(({ network }) => network);
const fakes = new Map<string, Fake>();
const places = new Map<string, Place>();
let pds: LocalPds;
let service: TestApp;
let admin: Browser;

/**
 * The networks, as they are called from an installation at the address that the fakes' apps have registered. Belfry
 * refuses to connect networks that fetch files to an installation on loopback.
 */
const reachable = allNetworks.map((network): Network => {
  const { needs: _, oauth, ...others } = network;
  const rest: Network = {
    ...others,
    publish: (post, session, run) => {
      const media = fakes.get(network.rules.platform)?.host ? post.media.map(atTestAddress) : post.media;
      fakes.get(network.rules.platform)?.host?.(media);
      return network.publish({ ...post, media }, session, run);
    },
  };
  if (oauth === undefined) return rest;
  const redirectUri = specs.get(network.rules.platform)?.redirectUri ?? registeredUri;
  return {
    ...rest,
    oauth: {
      ...oauth,
      begin: (input, caller) => oauth.begin(input, { ...caller, redirectUri }),
      finish: (params, secret, caller) => oauth.finish(params, secret, { ...caller, redirectUri }),
    },
  };
});

/** The fakes that fetch files know those at this address, which they read without a call. */
function atTestAddress(file: Media): Media {
  return { ...file, link: () => `https://belfry.test/files/${file.id}` };
}

beforeAll(async () => {
  for (const [platform, { network, startFake }] of specs) {
    if (hasFake(network)) fakes.set(platform, await startFake());
  }
  pds = await startPds();
  for (const [platform, fake] of fakes) places.set(platform, atFake(fake));
  places.set('bluesky', atPds(pds)).set('sandbox', atSandbox('ada'));
  const appOf = ({ rules }: Network) => fakes.get(rules.platform)?.app;
  const apps = networks.flatMap((network) => {
    const values = appOf(network);
    return network.app === undefined || values === undefined ? [] : [[familyOf(network), values] as const];
  });
  const merged = [...Map.groupBy(apps, ([family]) => family)].map(
    ([family, all]) => [family, Object.assign({}, ...all.map(([, values]) => values)) as JsonObject] as const,
  );
  service = await app({
    networks: reachable,
    outboundAllow: [{ range: '127.0.0.0/8' }, { host: 'localhost' }],
    networkEndpoints: Object.fromEntries([...fakes].map(([platform, { server }]) => [platform, server.url])),
    networkApps: Object.fromEntries(merged.map(([family, values]) => [String(family), values])),
  });
  for (const fake of fakes.values()) fake.server.now = () => service.ctx.clock.now();
  admin = await signInAs(service, 'admin');
}, 60_000);

afterAll(async () => {
  await service.close();
  for (const fake of fakes.values()) await fake.server.close();
  await pds.close();
});

/** By its form if it has one, otherwise by its page, where the fake's own account is chosen if there are several. */
async function connect({ network, signIn }: NetworkSpec, place: Place): Promise<Channel> {
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

test('one post with its own text, files and settings reaches every network', async () => {
  const videos = await makeVideos('tall.mp4');
  const video = await addFromLink(service, await readFile(videos.path('tall.mp4')), 'bells.mp4');
  await videos.remove();
  const pictures = await Promise.all(
    ['First bell', 'Second bell'].map(
      async (altText, index) =>
        (await upload(service, { bytes: await makePicture('jpeg', 1080, 1080 - index), altText })).data.id,
    ),
  );
  const channels = new Map<string, Channel>();
  for (const spec of specs.values()) {
    const { platform } = spec.network.rules;
    channels.set(platform, await connect(spec, places.get(platform) as Place));
  }
  const getsVideo = ({ rules }: Network) =>
    rules.limits['images.max']?.value === 0 || rules.platform === 'tiktok';
  const targets = [...specs.values()].map(({ network, settings = {} }) => ({
    channel_id: channels.get(network.rules.platform)?.id ?? 0,
    content: `Bells for ${network.rules.name}`,
    settings,
    ...(getsVideo(network) && { media_ids: [video.id] }),
  }));
  const post = await createPost(service, {
    status: 'scheduled',
    scheduled_at: '2020-01-01T00:00:00Z',
    content: 'Bells',
    media_ids: pictures,
    targets,
  } as never);
  for (let round = 0; round < 40; round += 1) {
    await service.publishDue();
    if ((await getPost(service, post)).status !== 'publishing') break;
    await service.clock.advance('31 seconds');
  }
  const { status, targets: ended } = await getPost(service, post);
  const problems = ended.filter((each) => each.status !== 'published');
  expect(
    problems.map(({ channel, error, warnings }) => [channel.platform, error?.message, warnings]),
  ).toEqual([]);
  expect(status).toBe('published');
  for (const { channel, external_url } of ended) {
    const all = (await places.get(channel.platform)?.readShown(external_url)) ?? [];
    const [shown] = all;
    // An album of Telegram is several messages.
    const media = all.flatMap((each) => each.media);
    const network = networks.find(({ rules }) => rules.platform === channel.platform) as Network;
    const expected = getsVideo(network) ? 1 : 2;
    expect([channel.platform, media.length]).toEqual([channel.platform, expected]);
    expect([channel.platform, shown?.text]).toEqual([
      channel.platform,
      expect.stringContaining(`Bells for ${network.rules.name}`),
    ]);
    expect([channel.platform, external_url]).toEqual([channel.platform, shown?.url ?? null]);
    if (network.rules.limits['alt.max'] !== undefined && !getsVideo(network)) {
      // Some networks have one description for all files.
      const alts = media.map(({ alt }) => alt);
      expect([channel.platform, alts]).toEqual([
        channel.platform,
        ['First bell', alts[1] === null ? null : 'Second bell'],
      ]);
    }
    expect([channel.platform, new Set(media.map(({ sha256 }) => sha256)).size]).toEqual([
      channel.platform,
      expected,
    ]);
  }
}, 120_000);

test('every network takes part', () => {
  const platforms = allNetworks.map(({ rules }) => rules.platform);
  expect([...places.keys()].toSorted()).toEqual(platforms.toSorted());
});
