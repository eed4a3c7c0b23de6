import { Agent, request } from 'undici';
import { type Figure, percentile } from '../figures.ts';
import { type Attack, hugeBodies, shapelessBodies } from './bodies.ts';
import { flyCanaries } from './canary.ts';
import { hostileFiles } from './files.ts';
import { type Battlefield, prepare } from './ground.ts';
import { hostileTexts, largestDrafts, largestPosts, linksBeyondMeasure } from './texts.ts';

export const title = 'another user’s due post while one caller sends the most expensive known requests';

/** Milliseconds of CPU time that one turn of the event loop may take, and maximum delay of a canary. */
const MAX_TURN = 50;
const MAX_DELAY = 100;
/** Milliseconds after which an attacker stops waiting for an answer. */
const TIMEOUT = 60_000;

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
export async function measure(): Promise<Figure[]> {
  await using field = await prepare();
  const only = process.env['BENCH_ATTACK'] ?? '';
  const results: Result[] = [];
  for (const attack of attacksOn(field).filter(({ name }) => name.includes(only))) {
    const result = await measureAttack(field, attack);
    results.push(result);
    print(result);
  }
  const worst = (pick: (result: Result) => number) => Math.max(...results.map(pick));
  const longest = results.toSorted((a, b) => b.turn - a.turn)[0];
  return [
    {
      name: `longest turn (${longest?.name})`,
      reached: worst(({ turn }) => turn),
      unit: 'ms',
      goal: { most: MAX_TURN },
    },
    {
      name: 'added delay of a canary, p99, worst attack',
      reached: worst(({ late, quiet }) => late - quiet),
      unit: 'ms',
      goal: { most: MAX_DELAY },
    },
    { name: 'canary without an attack, p99', reached: worst(({ quiet }) => quiet), unit: 'ms' },
    { name: 'an idle Node, longest wait', reached: worst(({ idle }) => idle), unit: 'ms' },
  ];
}

function attacksOn({ ground, channels, draft, files, unmeasured }: Battlefield): Attack[] {
  const video: Attack = {
    name: 'a video whose index is two million boxes',
    method: 'POST',
    path: '/api/public/v1/media/from-url',
    body: () => JSON.stringify({ url: files.url }),
  };
  return [
    ...shapelessBodies(ground),
    ...hugeBodies(),
    ...hostileTexts(ground),
    ...largestPosts(ground, channels),
    ...largestDrafts(channels, draft),
    ...hostileFiles(),
    video,
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
