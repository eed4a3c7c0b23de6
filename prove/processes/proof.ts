/**
 * The proof with real processes: posts go through the public API to networks that misbehave, while the service
 * and its database are killed. The networks' own log decides what was published.
 */
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { kinds } from '../../networks/testing/model.ts';
import { Child } from '../process.ts';
import type { mutants } from '../simulation/mutants.ts';
import { check } from './check.ts';
import type { ApiEvent } from './client.ts';
import { ApiClient } from './client.ts';
import { Fleet } from './fleet.ts';
import { Killer } from './killer.ts';
import { Library } from './library.ts';
import type { NetworksInput, NetworksLog, NetworksOrder, NetworksReady } from './networks-process.ts';
import { writeAndKill } from './pace.ts';
import { People } from './people.ts';
import type { ProcessesReport } from './report.ts';
import { reportOf } from './report.ts';

export interface ProcessesInput {
  seed: number;
  posts: number;
  channels: number;
  kills: number;
  processes: number;
  /** Share of the visible calls that go wrong. */
  faultRate: number;
  /** Posts a second. */
  rate: number;
  databaseUrl?: string | undefined;
  /** Seconds after which no more posts are written and nobody is killed; left out: more than enough. */
  within?: number | undefined;
  /** Seconds; a broken engine need not be waited for. */
  settleWithin?: number;
  /** Breaks the engine on purpose. */
  mutant?: keyof typeof mutants;
  /** Hears how far it is. */
  tell?: (line: string) => void;
}

const SETUP_TOKEN = 'proof-proof-proof-proof';
/** Seconds for which what has not settled is waited for, once nothing goes wrong any more. */
const SETTLE_WITHIN = 420;
/** Milliseconds after the last post was written: it has become due by then, and met what it was to meet. */
const CALM_AFTER = 8000;
/** Seconds after which the list of a network is sure to show a post: its delay, and the longest call. */
const VISIBLE_AFTER = 9;
/** Milliseconds in which what is under way when the time is over has its answer. */
const LAST_ANSWERS = 90_000;
const PROGRESS_EVERY = 10_000;
/** Events that say how a post ended. */
const settlements = ['post.published', 'post.failed'] as const;
/** Posts up to which a run is spared what takes a minute. */
const BRIEF = 500;

export async function proveByProcesses(input: ProcessesInput): Promise<ProcessesReport> {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-proof-'));
  const log = openSync(join(directory, 'log'), 'a');
  const networks = new Child(join(import.meta.dirname, 'networks-process.ts'), {}, log);
  networks.send({
    seed: input.seed,
    faultRate: input.faultRate,
    isBrief: input.posts <= BRIEF,
  } satisfies NetworksInput);
  const { url } = await networks.message<NetworksReady>();
  const fleet = await Fleet.start({ ...input, directory, log, env: environmentOf(url, input) });
  try {
    return await prove(input, fleet, networks, url);
  } finally {
    await fleet.end();
    await networks.kill();
    closeSync(log);
    rmSync(directory, { recursive: true, force: true });
  }
}

function environmentOf(url: string, { mutant = '' }: ProcessesInput): Record<string, string> {
  return {
    NETWORK_ENDPOINTS: JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, url]))),
    OUTBOUND_ALLOW: new URL(url).host,
    BELFRY_SETUP_TOKEN: SETUP_TOKEN,
    PROOF_MUTANT: mutant,
    PROOF_VISIBLE_AFTER: String(VISIBLE_AFTER),
  };
}

async function prove(
  input: ProcessesInput,
  fleet: Fleet,
  networks: Child,
  url: string,
): Promise<ProcessesReport> {
  const begunAt = new Date();
  const order = (wish: NetworksOrder): void => networks.send(wish);
  const { api, people, library } = await settleIn(input, fleet, url);
  const killer = new Killer(fleet, input, order);
  const signingIn = keepSignedIn(api);
  const progress = tellProgress(input, people, killer);
  const deadline = Date.now() + (input.within ?? withinOf(input)) * 1000;
  const { lives, mishaps } = await writeAndKill({ ...input, deadline }, people, killer);
  await killer.finish();
  await Promise.race([Promise.all(lives), sleep(CALM_AFTER)]);
  order('calm');
  const patience = (input.settleWithin ?? SETTLE_WITHIN) * 1000;
  people.deadline = Date.now() + patience;
  const areOver = await within(patience + LAST_ANSWERS, Promise.all(lives));
  if (!areOver) mishaps.push(`${lives.length - people.settled} posts were still waited for`);
  await signingIn.end();
  const events = await hearAll(api, people.deadline);
  order('log');
  const log = await networks.message<NetworksLog>();
  progress.end();
  return reportOf(check(people, { log, kills: killer.notes, events, mishaps }), fleet.outages, {
    input: { ...input, databaseUrl: input.databaseUrl === undefined ? 'embedded' : 'given' },
    begunAt: begunAt.toISOString(),
    seconds: Math.round((Date.now() - begunAt.getTime()) / 1000),
    machine: describeMachine(),
    posts: people.told.length,
    people: { ...people.deeds, uploaded: library.uploaded },
    kills: killer.report,
    faults: log.faults,
    webhooks: { events: events.length, messages: log.webhooks.told.length, failed: log.webhooks.failed },
  });
}

/** Two people, a webhook and the channels. */
async function settleIn(input: ProcessesInput, fleet: Fleet, url: string) {
  const api = new ApiClient(fleet.bases);
  await api.setUp(SETUP_TOKEN);
  await api.requireApproval();
  const author = await api.addAuthor();
  const channels = await joinAll(api, input.channels);
  await api.addWebhook(`${url}/webhook`, settlements);
  const library = new Library(api);
  return { api, library, people: new People(api, { seed: input.seed, channels, author, library }) };
}

/** Once webhooks have told all of it, or the deadline has passed. */
async function hearAll(api: ApiClient, deadline: number): Promise<ApiEvent[]> {
  const hear = async () => {
    while (Date.now() < deadline && (await api.webhookLag()) > 0) await sleep(200);
    return (await Promise.all(settlements.map((kind) => api.listEvents(kind)))).flat();
  };
  // Who cannot be asked any more is found out by what is missing.
  return hear().catch(() => []);
}

/** Seconds: twice as long as the posts take, and longer than any kill. */
function withinOf({ posts, rate, kills }: ProcessesInput): number {
  return 120 + (2 * posts) / rate + 10 * kills;
}

/** Whether it came in time, in milliseconds. */
async function within(patience: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(patience, false, { signal: over.signal }).catch(() => false);
  return Promise.race([work.then(() => true), late]).finally(() => over.abort());
}

function tellProgress(
  { posts, kills, tell = () => undefined }: ProcessesInput,
  people: People,
  killer: Killer,
): { end(): void } {
  const begun = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    tell(
      `${seconds} s: ${people.told.length} of ${posts} posts written, ${people.settled} seen through, ${killer.report.total} of ${kills} kills`,
    );
  }, PROGRESS_EVERY);
  return { end: () => clearInterval(timer) };
}

function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${cpu?.model ?? process.arch}), ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}

async function joinAll(api: ApiClient, count: number): Promise<Map<string, number>> {
  const channels = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index % kinds.length] as string;
    const name = `${kind}-${index}`;
    channels.set(name, await api.join(kind, name));
  }
  return channels;
}

/** A person signs in again wherever a channel asks for it: as after a fresh token that nobody wrote down. */
function keepSignedIn(api: ApiClient): { end(): Promise<void> } {
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      // What does not work out while everything is killed is tried again.
      await joinHeld(api).catch(() => undefined);
      await sleep(1000);
    }
  })();
  return {
    async end() {
      isOver = true;
      await work;
    },
  };
}

async function joinHeld(api: ApiClient): Promise<void> {
  for (const { platform, username } of await api.listHeld()) await api.join(platform, username);
}
