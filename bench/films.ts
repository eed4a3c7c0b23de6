import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../networks/core/json.ts';
import { allSpecs } from '../networks/specs.ts';
import { type Browser, signIn } from '../server/test/support/browser.ts';
import { agree, returnToBelfry } from '../server/test/support/network-sign-in.ts';
import { type Figure, figure, type Measurement, percentile } from './figures.ts';
import { startVideoServer } from './links.ts';
import { type BenchService, PERSON, readMemory, readPeak, resetPeak, startService } from './service.ts';

export const films: Measurement = {
  title: 'videos of 300 and 500 MB to the fakes of networks, which run in a process of their own',
  measure,
};

/** The address under which the fakes' apps know Belfry. Meta and TikTok connect no installation without a public name. */
const ADDRESS = 'https://belfry.example.com';
/** Seconds until a post is due that is sent ahead. */
const AHEAD = 120;
/** Milliseconds of rest before memory counts as idle. */
const REST = 10_000;
/** Seconds. */
const TIMEOUT = 300;
/** In bytes. LinkedIn takes 500 MB, X and YouTube 512 MB and more, Instagram 300 MB. */
const sizes = {
  youtube: 500_000_000,
  x: 500_000_000,
  linkedin: 500_000_000,
  tiktok: 500_000_000,
  instagram: 300_000_000,
};
type Platform = keyof typeof sizes;
const platforms = Object.keys(sizes) as Platform[];
const PICTURE = { picture: '720x1280:rate=30', seconds: 100 };

interface FakeFacts {
  url: string;
  app: JsonObject;
  accountId: string;
  signIn: JsonObject;
}

interface Fakes extends AsyncDisposable {
  byPlatform: Record<string, FakeFacts>;
  /** When the last visible call of the platform arrived, in milliseconds since 1970; 0: never. */
  shownAt(platform: string): Promise<number>;
}

async function measure(): Promise<Figure[]> {
  await using fakes = await startFakes();
  await using videos = await startVideoServer(PICTURE);
  const endpoints = Object.entries(fakes.byPlatform).map(([platform, { url }]) => [platform, url]);
  await using service = await startService({
    env: {
      ...videos.allowed,
      PUBLIC_URL: ADDRESS,
      NETWORK_ENDPOINTS: JSON.stringify(Object.fromEntries(endpoints)),
      NETWORK_APPS: JSON.stringify(appsOf(fakes)),
    },
  });
  const person = await signIn({ origin: service.url, pages: ADDRESS }, PERSON.email, PERSON.password);
  const channels = new Map<string, number>();
  for (const platform of platforms) channels.set(platform, await connect(service, person, platform, fakes));
  const stage = { service, fakes, channels };
  const large = (platform: Platform) => videos.sized(sizes[platform]);
  await publish(stage, await add(stage, platforms, () => videos.small), 0);
  return [
    ...(await measureMemory(stage, large)),
    await measureDelay(stage, large, AHEAD),
    await measureDelay(stage, () => videos.small, 5),
  ];
}

interface Stage {
  service: BenchService;
  fakes: Fakes;
  channels: ReadonlyMap<string, number>;
}

type Films = ReadonlyMap<Platform, number>;

/** The address of the film for a network. */
type UrlOf = (platform: Platform) => string;

async function measureMemory(stage: Stage, urlOf: UrlOf): Promise<Figure[]> {
  const { pid } = stage.service;
  const figures: Figure[] = [];
  for (const platform of platforms) {
    const media = await add(stage, [platform], urlOf);
    await sleep(REST);
    const rest = await readMemory([pid], 'Rss');
    await resetPeak(pid);
    await publish(stage, media, 0);
    const beyond = (await readPeak(pid)) - rest;
    figures.push(figure(`memory beyond rest at most, ${platform}`, beyond, 'MB', 40));
  }
  return figures;
}

/** From the time of a post that is planned `seconds` ahead, until the last of its visible calls. */
async function measureDelay(stage: Stage, urlOf: UrlOf, seconds: number): Promise<Figure> {
  const at = await publish(stage, await add(stage, platforms, urlOf), seconds);
  const shown: number[] = [];
  // One after the other, because an answer does not name its question.
  for (const platform of platforms) shown.push(await stage.fakes.shownAt(platform));
  const name = `until it is visible, planned ${seconds} s ahead`;
  return figure(name, (percentile(shown, 1) - at) / 1000, 's', seconds === AHEAD ? 1 : undefined);
}

/** Stores each of the films once. Returns their ids. */
async function add({ service }: Stage, to: readonly Platform[], urlOf: UrlOf): Promise<Films> {
  const stored = new Map<string, number>();
  for (const url of new Set(to.map(urlOf)))
    stored.set(url, (await service.call('addMediaFromUrl', { body: { url } })).data.id);
  return new Map(to.map((platform) => [platform, stored.get(urlOf(platform)) ?? 0]));
}

/** The values of members of a family are merged, since they share the app. */
function appsOf({ byPlatform }: Fakes): JsonObject {
  const apps: Record<string, JsonObject> = {};
  for (const { network } of allSpecs) {
    const facts = byPlatform[network.rules.platform];
    const family = network.app?.family ?? network.rules.platform;
    if (facts !== undefined) apps[family] = { ...apps[family], ...facts.app };
  }
  return apps;
}

async function connect(
  service: BenchService,
  person: Browser,
  platform: string,
  fakes: Fakes,
): Promise<number> {
  const facts = fakes.byPlatform[platform] as FakeFacts;
  const begun = await person.call('beginConnect', { body: { platform, ...facts.signIn } as never });
  const { search } = new URL(await agree(begun.data.authorize_url));
  await returnToBelfry(`${service.url}/connect/callback${search}`, person);
  const find = async () =>
    (await service.call('listChannels', {})).data.find((channel) => channel.platform === platform);
  if ((await find()) === undefined) {
    const body = { account_ids: [facts.accountId] };
    await person.call('connectAccounts', { params: { id: begun.data.id }, body });
  }
  return (await find())?.id ?? 0;
}

/** Publishes to each network its film in `seconds`. Returns that time when it is visible, in milliseconds since 1970. */
async function publish({ service, channels }: Stage, films: Films, seconds: number): Promise<number> {
  const at = Date.now() + seconds * 1000;
  const settingsOf = (platform: string) =>
    allSpecs.find(({ network }) => network.rules.platform === platform)?.settings ?? {};
  const post = {
    status: 'scheduled',
    scheduled_at: new Date(at).toISOString(),
    content: `Bells ${at}`,
    targets: [...films].map(([platform, film]) => ({
      channel_id: channels.get(platform) ?? 0,
      media_ids: [film],
      settings: settingsOf(platform),
    })),
  };
  const { id } = (await service.call('createPost', { body: post as never })).data;
  for (const end = Date.now() + TIMEOUT * 1000; Date.now() < end; ) {
    const { status, targets } = (await service.call('getPost', { params: { id } })).data;
    if (status === 'published') return at;
    if (status === 'failed') throw new Error(JSON.stringify(targets.map(({ error }) => error)));
    await sleep(250);
  }
  const { data } = await service.call('listPostEvents', { params: { id } });
  throw new Error(`The post was not published in time: ${JSON.stringify(data.slice(-5))}`);
}

async function startFakes(): Promise<Fakes> {
  const child = fork(import.meta.filename, ['--fakes']);
  const [byPlatform] = (await once(child, 'message')) as [Fakes['byPlatform']];
  return {
    byPlatform,
    async shownAt(platform) {
      child.send(platform);
      const [at] = (await once(child, 'message')) as [number];
      return at;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function serveFakes(): Promise<void> {
  const started = new Map<string, Awaited<ReturnType<(typeof allSpecs)[number]['startFake']>>>();
  const facts: Fakes['byPlatform'] = {};
  for (const { network, startFake, signIn: input = {} } of allSpecs) {
    const { platform } = network.rules;
    // Of Instagram's ways to sign in, the first one takes bytes.
    if (!(platform in sizes) || platform in facts) continue;
    const fake = await startFake();
    started.set(platform, fake);
    facts[platform] = {
      url: fake.server.url,
      app: fake.app ?? {},
      accountId: fake.account.id,
      signIn: input as JsonObject,
    };
  }
  process.on('message', (platform: string) =>
    process.send?.(started.get(platform)?.server.visibleAt.at(-1)?.getTime() ?? 0),
  );
  process.send?.(facts);
}

if (process.argv[2] === '--fakes') await serveFakes();
