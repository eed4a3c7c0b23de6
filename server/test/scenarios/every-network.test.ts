/** One post goes to a channel of every network at once through the public API. */
import { readFile } from 'node:fs/promises';
import type { Channel } from '@belfry/contract/channels.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, type TestApp } from '../support/app.ts';
import { type Browser, signInAs } from '../support/browser.ts';
import { type EveryNetwork, openEveryNetwork, specsOfNetworks } from '../support/every-network.ts';
import { addFromLink, makePicture, upload } from '../support/media.ts';
import { createPost, getPost } from '../support/posts.ts';
import { makeVideos } from '../support/videos.ts';

let every: EveryNetwork;
let service: TestApp;
let admin: Browser;

beforeAll(async () => {
  every = await openEveryNetwork();
  service = await app(every.options);
  every.follow(service);
  admin = await signInAs(service, 'admin');
});

afterAll(async () => {
  await service.close();
  await every.close();
});

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
  for (const platform of specsOfNetworks.keys()) {
    channels.set(platform, await every.connect(service, admin, platform));
  }
  const getsVideo = ({ rules }: Network) =>
    rules.limits['images.max']?.value === 0 || rules.platform === 'tiktok';
  const targets = [...specsOfNetworks.values()].map(({ network, settings = {} }) => ({
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
    const all = (await every.places.get(channel.platform)?.readShown(external_url)) ?? [];
    const [shown] = all;
    // An album of Telegram is several messages.
    const media = all.flatMap((each) => each.media);
    const { network } = specsOfNetworks.get(channel.platform) as { network: Network };
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
});

test('every network takes part', () => {
  const platforms = allNetworks.map(({ rules }) => rules.platform);
  expect([...every.places.keys()].toSorted()).toEqual(platforms.toSorted());
});
