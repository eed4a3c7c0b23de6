/**
 * The proof with real processes: posts go through the public API to networks that misbehave, while the service
 * and its database are killed. The networks' own log decides what was published.
 */
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { noise } from '../../server/test/support/images.ts';
import { Child } from '../process.ts';
import { randomOf } from '../random.ts';
import { kinds } from '../simulation/adapter.ts';
import type { mutants } from '../simulation/mutants.ts';
import { check } from './check.ts';
import { ApiClient } from './client.ts';
import { Fleet } from './fleet.ts';
import { Killer } from './killer.ts';
import type { NetworksInput, NetworksLog, NetworksOrder, NetworksReady } from './networks-process.ts';
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
  /** Seconds; a broken engine need not be waited for. */
  settleWithin?: number;
  /** Breaks the engine on purpose. */
  mutant?: keyof typeof mutants;
}

const SETUP_TOKEN = 'proof-proof-proof-proof';
/** Seconds for which what has not settled is waited for, once nothing goes wrong any more. */
const SETTLE_WITHIN = 240;
/** Milliseconds after the last post was written: it has become due by then, and met what it was to meet. */
const CALM_AFTER = 8000;
/** Seconds after which the list of a network is sure to show a post: its delay, and the longest call. */
const VISIBLE_AFTER = 9;
/** Kills by which the posts may be ahead, so that there is something to do while the next one waits for its point. */
const FARTHEST_AHEAD = 3;
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
    return await prove(input, fleet, networks);
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
    BELFRY_SETUP_TOKEN: SETUP_TOKEN,
    PROOF_MUTANT: mutant,
    PROOF_VISIBLE_AFTER: String(VISIBLE_AFTER),
  };
}

async function prove(input: ProcessesInput, fleet: Fleet, networks: Child): Promise<ProcessesReport> {
  const order = (wish: NetworksOrder): void => networks.send(wish);
  const api = new ApiClient(fleet.bases);
  await api.setUp(SETUP_TOKEN);
  const channels = await joinAll(api, input.channels);
  const mediaId = await api.upload(new Uint8Array(await noise().png().toBuffer()));
  const begun = performance.now();
  const people = new People(api, { seed: input.seed, channels, mediaId });
  const killer = new Killer(fleet, input, order);
  const signingIn = keepSignedIn(api);
  const lives = await writeAndKill(input, people, killer);
  await killer.finish();
  await Promise.race([Promise.all(lives), sleep(CALM_AFTER)]);
  order('calm');
  people.deadline = Date.now() + (input.settleWithin ?? SETTLE_WITHIN) * 1000;
  await Promise.all(lives);
  await signingIn.end();
  order('log');
  const log = await networks.message<NetworksLog>();
  return reportOf(check(people, log), fleet.outages, {
    input: { ...input, databaseUrl: input.databaseUrl === undefined ? 'embedded' : 'given' },
    seconds: Math.round((performance.now() - begun) / 1000),
    posts: people.told.length,
    kills: killer.report,
    faults: log.faults,
  });
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

/** The kills are spread over the posts, however long either takes. */
async function writeAndKill(
  { seed, posts, kills, rate }: ProcessesInput,
  people: People,
  killer: Killer,
): Promise<Promise<void>[]> {
  const random = randomOf(seed, 'pace');
  const lives: Promise<void>[] = [];
  const killsBy = (written: number) => Math.floor((written * kills) / posts);
  const write = async () => {
    for (let number = 1; number <= posts; number += 1) {
      lives.push(people.live(number));
      await sleep((random() * 2000) / rate);
      while (killsBy(number) > killer.report.total + FARTHEST_AHEAD) await sleep(20);
    }
  };
  const kill = async () => {
    while (killer.report.total < kills) {
      if (killer.report.total < killsBy(lives.length)) await killer.next();
      else await sleep(10);
    }
  };
  await Promise.all([write(), kill()]);
  return lives;
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
