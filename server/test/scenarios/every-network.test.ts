/** One post goes to a channel of every network at once through the public API. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Channel } from '@belfry/contract/channels.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/browser.ts';
import { type EveryNetwork, openEveryNetwork, specsOfNetworks } from '../support/every-network.ts';
import { addFromLink, CAPTIONS, makePicture, upload } from '../support/media.ts';
import { createPost, getPost } from '../support/posts.ts';
import { makeVideos } from '../support/videos.ts';

let every: EveryNetwork;
let service: TestApp;
let files: Awaited<ReturnType<typeof addFiles>>;
const channels = new Map<string, Channel>();

beforeAll(async () => {
  every = await openEveryNetwork();
  service = await app(every.options);
  every.follow(service);
  const admin = await signInAs(service, 'admin');
  for (const platform of specsOfNetworks.keys())
    channels.set(platform, await every.connect(service, admin, platform));
  files = await addFiles();
});

afterAll(async () => {
  await service.close();
  await every.close();
});

const getsVideo = ({ rules }: Network) =>
  rules.limits['images.max']?.value === 0 || rules.platform === 'tiktok';

test('one post with its own text, files and settings reaches every network', async () => {
  const ended = await publish('Bells for');
  const problems = ended.filter((each) => each.status !== 'published');
  expect(
    problems.map(({ channel, error, warnings }) => [channel.platform, error?.message, warnings]),
  ).toEqual([]);
  for (const { channel, external_url } of ended) {
    const all = (await every.places.get(channel.platform)?.readShown(external_url)) ?? [];
    const [shown] = all;
    // An album of Telegram is several messages.
    const media = all.flatMap((each) => each.media);
    const { network } = specsOfNetworks.get(channel.platform) as { network: Network };
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
    // Every network takes these files as they are.
    expect([channel.platform, media.map(({ sha256 }) => sha256)]).toEqual([
      channel.platform,
      getsVideo(network) ? [files.video.sha256] : files.pictures.map(({ sha256 }) => sha256),
    ]);
  }
});

test('a network that refuses stops no other, and its own words stand at its target', async () => {
  every.answerNext('mastodon', { status: 422, body: { error: 'Validation failed: The bell is cracked' } });
  const ended = await publish('New bells for');
  const [refused, ...others] = ended.toSorted(({ status }) => (status === 'failed' ? -1 : 1));
  expect(refused).toMatchObject({
    channel: { platform: 'mastodon' },
    status: 'failed',
    external_url: null,
    error: { code: 'rejected', message: expect.stringContaining('The bell is cracked') },
  });
  expect(others.map(({ status, error }) => [status, error])).toEqual(others.map(() => ['published', null]));
  expect(others).toHaveLength(specsOfNetworks.size - 1);
  expect(await every.places.get('mastodon')?.readShown(null)).toHaveLength(1);
});

test('a video takes its captions along to each network that takes captions', async () => {
  for (const language of ['en', 'de']) {
    const body = { text: CAPTIONS.replace('Hear', `In ${language}:`) };
    await service.call('setCaptions', { params: { id: files.video.id, language }, body });
  }
  const takers = [...specsOfNetworks.values()].filter(
    // The real server here has no service for videos. It gets captions in a test of its own.
    ({ network: { rules } }) => rules.captions !== undefined && rules.platform !== 'bluesky',
  );
  const ended = await publish('Listen to', takers, () => files.video.id);
  expect(ended.map(({ status, error, warnings }) => [status, error, warnings])).toEqual(
    ended.map(() => ['published', null, []]),
  );
  const got = await Promise.all(
    ended.map(async ({ channel: { platform }, external_url }) => {
      const shown = await every.places.get(platform)?.readShown(external_url);
      const captions = shown?.at(-1)?.media[0]?.captions ?? [];
      return [platform, captions.map(({ language, text }) => [language, /In (\w+):/.exec(text)?.[1]])];
    }),
  );
  const both = [
    ['en', 'en'],
    ['de', 'de'],
  ];
  expect(Object.fromEntries(got)).toEqual({
    ...{ x: both, facebook: both, youtube: both, sandbox: both },
    ...{ linkedin: both.slice(0, 1), linkedin_page: both.slice(0, 1) },
  });
});

/** One post to a channel of these networks, with a text of its own each. Its targets in the end. */
async function publish(
  words: string,
  specs = [...specsOfNetworks.values()],
  videoFor = (network: Network) => (getsVideo(network) ? files.video.id : undefined),
) {
  const targets = specs.map(({ network, settings = {} }) => {
    const video = videoFor(network);
    return {
      channel_id: channels.get(network.rules.platform)?.id ?? 0,
      content: `${words} ${network.rules.name}`,
      settings,
      ...(video !== undefined && { media_ids: [video] }),
    };
  });
  const post = await createPost(service, {
    status: 'scheduled',
    scheduled_at: '2020-01-01T00:00:00Z',
    content: 'Bells',
    media_ids: files.pictures.map(({ id }) => id),
    targets,
  } as never);
  for (let round = 0; round < 40; round += 1) {
    await service.publishDue();
    if ((await getPost(service, post)).status !== 'publishing') break;
    await service.clock.advance('31 seconds');
  }
  return (await getPost(service, post)).targets;
}

/** Uploads two pictures and a video. */
async function addFiles() {
  const videos = await makeVideos('tall.mp4');
  const bytes = await readFile(videos.path('tall.mp4'));
  const video = { ...(await addFromLink(service, bytes, 'bells.mp4')), sha256: sha256Of(bytes) };
  await videos.remove();
  const pictures = await Promise.all(
    ['First bell', 'Second bell'].map(async (altText, index) => {
      const picture = await makePicture('jpeg', 1080, 1080 - index);
      return { id: (await upload(service, { bytes: picture, altText })).data.id, sha256: sha256Of(picture) };
    }),
  );
  return { video, pictures };
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('every network takes part', () => {
  const platforms = allNetworks.map(({ rules }) => rules.platform);
  expect([...every.places.keys()].toSorted()).toEqual(platforms.toSorted());
});
