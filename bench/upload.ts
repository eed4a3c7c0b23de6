import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { openDatabase } from '../server/src/db/database.ts';
import { type Figure, type Measurement, median, percentile, time } from './figures.ts';
import { type BenchService, makeFolder, readCpu, startService } from './service.ts';

export const upload: Measurement = {
  title: 'upload of a JPEG of 12 MB, against a bare server that stores the same body as safely',
  measure,
};

const WARM_UP = 5;
const SAMPLES = 60;

async function measure(): Promise<Figure[]> {
  await using directory = await makeFolder();
  await using service = await startService();
  await using sink = await startBareSink(directory.path, service.database);
  const photo = await makePhoto();
  const form = await makeForm(photo);
  const agent = new Agent({ keepAlive: true });
  const upload = () => post(`${service.url}/api/public/v1/media`, form, agent, service.key);
  const pipe = () => post(sink.url, form, agent);
  const sample = async (count: number): Promise<Samples> => {
    const samples: Samples = { served: [], bare: [], decoded: [] };
    for (let n = 0; n < count; n += 1) {
      samples.served.push(await time(upload));
      samples.bare.push(await time(pipe));
      samples.decoded.push(await time(() => decode(photo)));
    }
    return samples;
  };
  await sample(WARM_UP);
  const before = { ours: await readCpu(service.pid), bare: await readCpu(sink.pid) };
  const samples = await sample(SAMPLES);
  const cpuOf = async (pid: number, { all }: { all: number }) => (await readCpu(pid)).all - all;
  const cpu = { ours: await cpuOf(service.pid, before.ours), bare: await cpuOf(sink.pid, before.bare) };
  agent.destroy();
  return [
    ...describe(samples),
    { name: 'CPU of an upload, of all processes', reached: (cpu.ours * 1000) / SAMPLES, unit: 'ms' },
    { name: 'CPU of the bare server', reached: (cpu.bare * 1000) / SAMPLES, unit: 'ms' },
  ];
}

type Samples = Record<'served' | 'bare' | 'decoded', number[]>;

function describe({ served, bare, decoded }: Samples): Figure[] {
  const [rate, bareRate] = [rateOf(served), rateOf(bare)];
  const both = rateOf(bare.map((ms, n) => ms + (decoded[n] ?? 0)));
  return [
    { name: 'uploads, one after another', reached: rate, unit: '/s' },
    { name: 'p50', reached: median(served), unit: 'ms' },
    { name: 'p99', reached: percentile(served, 0.99), unit: 'ms' },
    { name: 'the bare server', reached: bareRate, unit: '/s' },
    { name: 'ratio', reached: (rate / bareRate) * 100, unit: '%', goal: { least: 50 } },
    { name: 'decoding it alone, p50', reached: median(decoded), unit: 'ms' },
    { name: 'ratio to storing and decoding', reached: (rate / both) * 100, unit: '%' },
  ];
}

/** Calls per second, from the milliseconds of each call. */
function rateOf(samples: readonly number[]): number {
  return (samples.length / samples.reduce((sum, ms) => sum + ms, 0)) * 1000;
}

interface Form {
  type: string;
  body: Buffer<ArrayBuffer>;
}

export async function makeForm(photo: Buffer): Promise<Form> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  form.append('alt_text', 'The bell tower at dawn');
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { type, body: Buffer.from(await encoded.arrayBuffer()) };
}

/** Noise like a sensor's, in the 24 megapixels of a camera that saves at high quality. */
export async function makePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 11 } as const;
  const photo = sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#888', noise } });
  return photo.jpeg({ quality: 95 }).toBuffer();
}

/** Decodes just enough to know that the photo is complete. */
async function decode(photo: Buffer): Promise<void> {
  await sharp(photo, { failOn: 'warning' }).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
}

async function post(url: string, { type, body }: Form, agent: Agent, key?: string): Promise<void> {
  const headers = { 'content-type': type, 'content-length': body.length, authorization: `Bearer ${key}` };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request(url, { method: 'POST', headers, agent }, (answer) => {
    answer.resume().on('end', () => {
      if (answer.statusCode === 201) resolve();
      else reject(new Error(`${url} answered ${answer.statusCode}`));
    });
  })
    .on('error', reject)
    .end(body);
  return promise;
}

interface BareSink extends AsyncDisposable {
  url: string;
  pid: number;
}

/**
 * The minimum work of an upload server that loses no file: it pipes the body into a file, gives the file its name, and
 * inserts a row. It answers when all three are durable. It does not look at a byte.
 */
async function startBareSink(directory: string, database: BenchService['database']): Promise<BareSink> {
  const child = fork(import.meta.filename, [directory, JSON.stringify(database)]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid as number,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function serve(directory: string, database: BenchService['database']): Promise<void> {
  const db = openDatabase(database, { statementTimeout: 0 });
  await db.rows('create table bare_uploads (name text primary key)');
  const stored = join(directory, 'stored');
  await mkdir(stored);
  const server = createServer(async (request, response) => {
    const name = randomUUID();
    const draft = join(directory, name);
    await pipeline(request, createWriteStream(draft, { flush: true }));
    await rename(draft, join(stored, name));
    await using folder = await open(stored);
    await folder.sync();
    await db.rows('insert into bare_uploads values ($1)', [name]);
    response.writeHead(201).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
}

if (process.argv[1] === import.meta.filename) {
  const [directory = '', database = ''] = process.argv.slice(2);
  await serve(directory, JSON.parse(database));
}
