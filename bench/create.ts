import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { allNetworks } from '@belfry/networks/index.ts';
import { systemHost } from '../server/src/base/host.ts';
import { Slices } from '../server/src/base/slices.ts';
import { readConfig } from '../server/src/config/index.ts';
import type { Database, Db } from '../server/src/db/database.ts';
import { Callers } from '../server/src/keys/callers.ts';
import { hashKey } from '../server/src/keys/key.ts';
import { createPost } from '../server/src/posts/posts.ts';
import { openDisposable } from '../server/test/support/temporary-postgres.ts';
import type { Comparison, Side } from './against.ts';
import { type Figure, type Measurement, median, percentile } from './figures.ts';
import { type LoadInput, load } from './load.ts';
import { connectChannels } from './receivers.ts';
import { addMembers, type BenchService, makeFolder, readCpu, startService } from './service.ts';

export const create: Measurement = {
  title: 'POST /posts over 16 connections of two people, against pgbench with the same statements',
  measure,
};

export const createAgainst: Comparison = {
  title: 'POST /posts over 16 connections',
  rounds: 5,
  open,
};

const CLIENTS = 16;
const SECONDS = 5;
const ROUNDS = 5;
/** Milliseconds until the work that follows a creation is done, such as the seals of events. */
const REST = 2000;

async function measure(): Promise<Figure[]> {
  await using service = await startService();
  const post = await preparePost(service);
  const statements = await record(service, post);
  const http = requestOf(service, post);
  http.keys = [service.key, ...(await addMembers(service, 1))];
  await load(http);
  const rates: number[] = [];
  const bare: number[] = [];
  const latencies: number[] = [];
  // Alternate, so that other load on the machine affects both equally.
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await load(http);
    rates.push(result.rate);
    latencies.push(...result.latencies);
    bare.push(await pgbench(service.database, statements));
  }
  return [
    { name: 'service', reached: median(rates), unit: '/s' },
    { name: 'pgbench', reached: median(bare), unit: '/s' },
    { name: 'ratio', reached: (100 * median(rates)) / median(bare), unit: '%', goal: { least: 35 } },
    { name: 'p50', reached: percentile(latencies, 0.5), unit: 'ms' },
    { name: 'p99', reached: percentile(latencies, 0.99), unit: 'ms', goal: { most: 50 } },
  ];
}

/** A post on a new channel of the sandbox. */
async function preparePost(service: BenchService) {
  const [channel_id = 0] = await connectChannels(service, 1);
  return {
    status: 'scheduled' as const,
    scheduled_at: '2035-01-01T09:00:00Z',
    content: 'The bells ring at nine.',
    targets: [{ channel_id }],
  };
}

function requestOf({ url, key }: BenchService, post: object): LoadInput {
  return {
    method: 'POST',
    url: `${url}/api/public/v1/posts`,
    keys: [key],
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(post),
    connections: CLIENTS,
    seconds: SECONDS,
  };
}

/** The load of this comparison, on a new channel. */
export async function prepareCreation(service: BenchService): Promise<LoadInput> {
  return requestOf(service, await preparePost(service));
}

async function open({ start }: Side) {
  const service = await start();
  const one = await prepareCreation(service);
  const two = { ...one, keys: [...one.keys, ...(await addMembers(service, 1))] };
  await load(one);
  await sleep(REST);
  // Of one person, only eight requests run at once. The others wait, and their rights are checked again.
  return async () => [
    ...(await measureCreation(service, one, 'one person')),
    ...(await measureCreation(service, two, 'two people')),
  ];
}

async function measureCreation({ pid }: BenchService, http: LoadInput, who: string): Promise<Figure[]> {
  const before = await readCpu(pid);
  const { rate, latencies } = await load(http);
  await sleep(REST);
  const cpu = (await readCpu(pid)).all - before.all;
  return [
    { name: `${who}: CPU of a post, of all processes`, reached: (cpu * 1000) / latencies.length, unit: 'ms' },
    { name: `${who}: posts`, reached: rate, unit: '/s' },
    { name: `${who}: p50`, reached: percentile(latencies, 0.5), unit: 'ms' },
    { name: `${who}: p99`, reached: percentile(latencies, 0.99), unit: 'ms' },
  ];
}

/** The statements of one request, recorded from the use case itself. */
async function record(service: BenchService, post: Parameters<typeof createPost>[2]): Promise<Statement[]> {
  await using db = openDisposable(service.database, { statementTimeout: 0 });
  const networks = new Map(allNetworks.map((each) => [each.rules.platform, each]));
  return await recordStatements(db, async (recorded) => {
    const caller = await new Callers(recorded).find(hashKey(service.key) as Buffer);
    if (caller === undefined) throw new Error('the key has no owner');
    const ctx = { config: readConfig({}, []), db: recorded, networks, slices: new Slices(systemHost) };
    await createPost(ctx, caller, post, undefined);
  });
}

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Runs `use` on the database and returns the statements that it sent. */
async function recordStatements(db: Database, use: (db: Database) => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const recorded = (inner: Db): Db => {
    const rows: Db['rows'] = (text, values = []) => {
      sent.push({ text, values });
      return inner.rows(text, values);
    };
    return { rows, row: async (text, values) => (await rows<never>(text, values))[0] };
  };
  await use({
    ...db,
    ...recorded(db),
    transaction: (work) =>
      db.transaction(async (tx) => {
        sent.push({ text: 'begin', values: [] });
        const result = await work({ ...tx, ...recorded(tx), last: recorded(tx) });
        sent.push({ text: 'commit', values: [] });
        return result;
      }),
  });
  return sent;
}

/** Transactions per second. */
async function pgbench(
  { host, port, user, database }: BenchService['database'],
  statements: readonly Statement[],
): Promise<number> {
  await using directory = await makeFolder();
  const script = join(directory.path, 'script.sql');
  await writeFile(script, statements.map((one, index) => `${toScript(one.text, index)};\n`).join(''));
  const place = ['-h', host, '-p', String(port), '-U', String(user), String(database)];
  const load = ['-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS)];
  const values = statements.flatMap(toVariables);
  const args = ['-n', '-M', 'prepared', '-f', script, ...load, ...values, ...place];
  const { stdout } = await promisify(execFile)('pgbench', args);
  return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
}

/** pgbench reads `:name` as a parameter, even inside a literal, so colons in literals are escaped. */
function toScript(text: string, index: number): string {
  return text
    .replaceAll(/'[^']*'/g, (literal) =>
      literal.includes(':') ? `E${literal.replaceAll(':', String.raw`\x3a`)}` : literal,
    )
    .replaceAll(/\$(\d+)/g, `:s${index}p$1`);
}

/** A parameter without a variable is null. */
function toVariables({ values }: Statement, index: number): string[] {
  return values.flatMap((value, at) =>
    value === null ? [] : ['-D', `s${index}p${at + 1}=${toText(value)}`],
  );
}

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  // A backslash in a list begins an escape.
  return Array.isArray(value)
    ? `{${value.map((item) => toText(item).replaceAll('\\', '\\\\')).join(',')}}`
    : String(value);
}
