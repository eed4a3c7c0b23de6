import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Figure, figure, type Measurement, percentile, preciseNow } from '../figures.ts';
import {
  type Attack,
  hostileTexts,
  hugeBodies,
  indexedDrafts,
  largestCaptions,
  largestDrafts,
  largestPosts,
  linksBeyondMeasure,
  shapelessBodies,
} from './attacks.ts';
import { type Battlefield, hostileFiles, prepare } from './ground.ts';

export const hostile: Measurement = {
  title: 'another user’s due post while one caller sends the most expensive known requests',
  measure,
};

/** Milliseconds of CPU time that one turn of the event loop may take, and maximum delay of a canary. */
const MAX_TURN = 50;
const MAX_DELAY = 100;
/** Milliseconds between two canaries, and until the first is due. */
const GAP = 60;
const AHEAD = 1200;
/** A canary that does not arrive within so many milliseconds counts as this late. */
const LATEST = 120_000;
/** Milliseconds after which an attacker stops waiting for an answer. */
const TIMEOUT = 60_000;

let round = 0;

interface Result {
  name: string;
  /** Milliseconds of CPU time. */
  turn: number;
  /** The canaries' p99 in milliseconds. */
  late: number;
  quiet: number;
  /** The longest wait of an idle Node during the attack, in milliseconds. */
  idle: number;
  answers: string;
}

/** `BENCH_ATTACK` selects the attacks whose name contains this text. */
async function measure(): Promise<Figure[]> {
  await using field = await prepare();
  const only = process.env['BENCH_ATTACK'] ?? '';
  const results: Result[] = [];
  for (const attack of attacksOn(field).filter(({ name }) => name.includes(only))) {
    const result = await measureAttack(field, attack);
    results.push(result);
    print(result);
  }
  const worst = (pick: (result: Result) => number) => Math.max(...results.map(pick));
  const added = worst(({ late, quiet }) => late - quiet);
  const longest = results.toSorted((a, b) => b.turn - a.turn)[0];
  return [
    figure(`longest turn (${longest?.name})`, longest?.turn ?? 0, 'ms', MAX_TURN),
    figure('added delay of a canary, p99, worst attack', added, 'ms', MAX_DELAY),
    { name: 'canary without an attack, p99', reached: worst(({ quiet }) => quiet), unit: 'ms' },
    { name: 'an idle Node, longest wait', reached: worst(({ idle }) => idle), unit: 'ms' },
  ];
}

function attacksOn({ ground, channels, draft, video, page, unmeasured }: Battlefield): Attack[] {
  const withVideo: Attack = {
    name: 'a video whose index is two million boxes',
    method: 'POST',
    path: '/api/public/v1/media/from-url',
    body: () => JSON.stringify({ url: video.url }),
  };
  const withPage: Attack = {
    name: 'the card of a page that is one tag of 100,000 attributes',
    method: 'GET',
    path: `/api/v1/link-cards?url=${encodeURIComponent(page.url)}`,
  };
  return [
    ...shapelessBodies(ground),
    ...hugeBodies(),
    ...hostileTexts(ground),
    ...indexedDrafts(channels),
    ...largestCaptions(),
    ...largestPosts(ground, channels),
    ...largestDrafts(channels, draft),
    ...hostileFiles(),
    withVideo,
    withPage,
    ...linksBeyondMeasure(unmeasured),
  ];
}

/** Runs the canaries without the attack, then with it. */
async function measureAttack(field: Battlefield, attack: Attack): Promise<Result> {
  const quiet = await flyCanaries(field);
  const statuses = new Map<number | string, number>();
  const body = attack.body?.();
  await field.measured.readTurns();
  await field.measured.readIdle();
  const late = await flyCanaries(field, async (over) => {
    const agent = new Agent({ headersTimeout: TIMEOUT, bodyTimeout: TIMEOUT });
    const attackers = Array.from({ length: attack.concurrency ?? 1 }, async () => {
      while (!over.aborted) {
        const answer = await send(field, attack, body, agent);
        statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
      }
    });
    await Promise.all(attackers);
    await agent.close();
  });
  const [turns, idle] = await Promise.all([field.measured.readTurns(), field.measured.readIdle()]);
  const answers = Array.from(statuses, ([status, count]) => `${count} × ${status}`).join(', ');
  const p99 = (samples: number[]) => percentile(samples, 0.99);
  return { name: attack.name, turn: turns.cpu, late: p99(late), quiet: p99(quiet), idle: idle.wall, answers };
}

async function send(
  { measured, key }: Battlefield,
  { method, path, type = 'application/json', isOpen, idempotencyKey }: Attack,
  body: string | Uint8Array | undefined,
  dispatcher: Agent,
): Promise<number | string> {
  const headers = {
    'content-type': type,
    ...(isOpen ? {} : { authorization: `Bearer ${key}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
  try {
    const answer = await request(measured.service.url + path, {
      method,
      headers,
      dispatcher,
      ...(body !== undefined && { body }),
    });
    await answer.body.dump();
    return answer.statusCode;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'broken off';
  }
}

function print({ name, turn, late, quiet, idle, answers }: Result): void {
  const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(9);
  console.log(`${ms(turn)} turn ${ms(late)} late ${ms(quiet)} quiet ${ms(idle)} idle  ${name}: ${answers}`);
}

/**
 * Schedules canaries, which are posts of another user. Returns how late each was, in milliseconds. `meanwhile` starts when all are scheduled; its signal is aborted when all
 * have arrived.
 */
async function flyCanaries(
  { measured, network, canaryChannels }: Battlefield,
  meanwhile: (over: AbortSignal) => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  round += 1;
  const begin = Math.ceil(preciseNow()) + AHEAD;
  const canaries = canaryChannels.map((channel, n) => ({
    channel,
    text: `${round}.${n}`,
    at: begin + n * GAP,
  }));
  for (const { channel, text, at } of canaries) {
    const post = { scheduled_at: new Date(at).toISOString(), targets: [{ channel_id: channel }] };
    await measured.service.call('createPost', { body: { status: 'scheduled', content: text, ...post } });
  }
  const over = new AbortController();
  const attack = meanwhile(over.signal);
  const end = preciseNow() + LATEST;
  const missing = new Map(canaries.map(({ text, at }) => [text, at]));
  const late: number[] = [];
  while (missing.size > 0 && preciseNow() < end) {
    await sleep(20);
    for (const { body, at } of network.arrivals) {
      const { text = '' } = body;
      const due = missing.get(text);
      if (due === undefined) continue;
      late.push(at - due);
      missing.delete(text);
    }
  }
  over.abort();
  await attack;
  return [...late, ...Array.from(missing, () => LATEST)];
}
