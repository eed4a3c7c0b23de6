/**
 * The proof with real processes. Posts go through the public API to networks that fail, while the service and its
 * database are killed. The networks' own log decides what was published.
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
import { ApiClient, type ApiEvent } from './client.ts';
import { Fleet } from './fleet.ts';
import { Killer } from './killer.ts';
import { Library } from './library.ts';
import type { NetworksInput, NetworksLog, NetworksOrder, NetworksReady } from './networks-process.ts';
import { writeAndKill } from './pace.ts';
import { People } from './people.ts';
import { type ProcessesReport, reportOf } from './report.ts';

export interface ProcessesInput {
  seed: number;
  posts: number;
  channels: number;
  kills: number;
  processes: number;
  /** Share of the visible calls that fail. */
  faultRate: number;
  /** Posts per second. */
  rate: number;
  databaseUrl?: string | undefined;
  /** Seconds after which writing and killing stop; default: more than enough. */
  within?: number | undefined;
  /** Seconds; tests of broken engines need not wait longer. */
  settleWithin?: number;
  /** Milliseconds: new posts are due within this time. */
  ahead?: number;
  /** Breaks the engine in this way. */
  mutant?: keyof typeof mutants;
  /** Receives lines of progress. */
  log?: (line: string) => void;
}

const SETUP_TOKEN = 'proof-proof-proof-proof';
const AHEAD = 2500;
/** Seconds to wait for unsettled posts after all faults have ended. */
const SETTLE_WITHIN = 420;
/** Milliseconds after the last post was written. By then it is due, and its faults have happened. */
const CALM_AFTER = 8000;
/** Seconds after which a network's list certainly shows a post: the list's delay, and the longest call. */
const VISIBLE_AFTER = 9;
/** Milliseconds in which requests in progress at the deadline get their answers. */
const LAST_ANSWERS = 90_000;
const PROGRESS_EVERY = 10_000;
/** Events about a post's outcome. */
const settlements = ['post.published', 'post.failed'] as const;
/** Runs of at most so many posts have no faults that take a minute. */
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
  const order = (message: NetworksOrder): void => networks.send(message);
  const { api, people, library } = await setUp(input, fleet, url);
  const killer = new Killer(fleet, input, order);
  const signIns = keepSignedIn(api);
  const progress = logProgress(input, people, killer);
  const deadline = Date.now() + (input.within ?? withinOf(input)) * 1000;
  const { lives, mishaps } = await writeAndKill({ ...input, deadline }, people, killer);
  await killer.finish();
  await Promise.race([Promise.all(lives), sleep(CALM_AFTER)]);
  order('calm');
  const timeout = (input.settleWithin ?? SETTLE_WITHIN) * 1000;
  people.deadline = Date.now() + timeout;
  const areOver = await within(timeout + LAST_ANSWERS, Promise.all(lives));
  if (!areOver) mishaps.push(`${lives.length - people.settled} posts were still unsettled`);
  await signIns.end();
  const events = await awaitWebhooks(api, people.deadline);
  order('log');
  const log = await networks.message<NetworksLog>();
  progress.end();
  const checked = check(people, { log, kills: killer.notes, givenUp: fleet.givenUp, events, mishaps });
  return reportOf(checked, fleet.outages, {
    input: { ...input, databaseUrl: input.databaseUrl === undefined ? 'embedded' : 'given' },
    begunAt: begunAt.toISOString(),
    seconds: Math.round((Date.now() - begunAt.getTime()) / 1000),
    machine: describeMachine(),
    posts: people.posts.length,
    people: { ...people.counts, uploaded: library.uploaded },
    kills: killer.report,
    faults: log.faults,
    webhooks: { events: events.length, messages: log.webhooks.received.length, failed: log.webhooks.failed },
  });
}

/** Creates two people, a webhook and the channels. */
async function setUp(input: ProcessesInput, fleet: Fleet, url: string) {
  const api = new ApiClient(fleet.bases);
  await api.setUp(SETUP_TOKEN);
  await api.requireApproval();
  const author = await api.addAuthor();
  const channels = await connectAll(api, input.channels);
  await api.addWebhook(`${url}/webhook`, settlements);
  const library = new Library(api);
  return {
    api,
    library,
    people: new People(api, { seed: input.seed, channels, author, library, ahead: input.ahead ?? AHEAD }),
  };
}

/** Waits until webhooks have delivered everything, or the deadline has passed. Returns the events of the log. */
async function awaitWebhooks(api: ApiClient, deadline: number): Promise<ApiEvent[]> {
  const read = async () => {
    while (Date.now() < deadline && (await api.webhookLag()) > 0) await sleep(200);
    return (await Promise.all(settlements.map((kind) => api.listEvents(kind)))).flat();
  };
  // If the API no longer answers, the missing events become findings.
  return read().catch(() => []);
}

/** Seconds: twice the time that the posts need, and more than all kills take. */
function withinOf({ posts, rate, kills }: ProcessesInput): number {
  return 120 + (2 * posts) / rate + 10 * kills;
}

/** Returns whether the work ended within so many milliseconds. */
async function within(timeout: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(timeout, false, { signal: over.signal }).catch(() => false);
  return Promise.race([work.then(() => true), late]).finally(() => over.abort());
}

function logProgress(
  { posts, kills, log = () => undefined }: ProcessesInput,
  people: People,
  killer: Killer,
): { end(): void } {
  const begun = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    log(
      `${seconds} s: ${people.posts.length} of ${posts} posts written, ${people.settled} settled, ${killer.report.total} of ${kills} kills`,
    );
  }, PROGRESS_EVERY);
  return { end: () => clearInterval(timer) };
}

function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${cpu?.model ?? process.arch}), ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}

async function connectAll(api: ApiClient, count: number): Promise<Map<string, number>> {
  const channels = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index % kinds.length] as string;
    const name = `${kind}-${index}`;
    channels.set(name, await api.connect(kind, name));
  }
  return channels;
}

/**
 * Signs in again on every channel that asks for it. This happens when a refreshed token was lost before it was stored.
 */
function keepSignedIn(api: ApiClient): { end(): Promise<void> } {
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      // Failed sign-ins during kills are repeated.
      await reconnectHeld(api).catch(() => undefined);
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

async function reconnectHeld(api: ApiClient): Promise<void> {
  for (const { platform, username } of await api.listHeld()) await api.connect(platform, username);
}
