/**
 * The networks of the proof, in a process of their own: they accept posts, misbehave by chance, and keep the log
 * that is the truth. Killing the service never reaches them.
 */
import { createSandboxService } from '../networks/sandbox/service.ts';
import { FakeServer, fakeFaults } from '../networks/testing/fake-server.ts';
import { MemoryRecords } from '../networks/testing/memory-records.ts';
import { pick, seedRandom } from './random.ts';

/** What the driver asks for, and gets. */
export interface NetworksInput {
  seed: number;
  /** Share of the visible calls that go wrong. */
  faultRate: number;
  usernames: string[];
}

export interface NetworksReady {
  url: string;
}

export type NetworksLog = { text: string; at: string }[];

/** What passes by itself, and soon. */
const faults = fakeFaults.filter((fault) => fault !== 'expire' && fault !== 'throttle');

async function serve({ seed, faultRate, usernames }: NetworksInput): Promise<void> {
  const random = seedRandom(seed);
  const records = new MemoryRecords();
  const service = createSandboxService(async () => undefined);
  const server: FakeServer = await FakeServer.listen({
    handle: (request) =>
      service.handle(
        { ...request, query: Object.fromEntries(request.query), isOwn: true },
        { records, publicUrl: server.url, now: () => new Date() },
      ),
    isVisible: ({ method, path }) => method === 'POST' && path === '/api/posts',
    expire: () => ({ status: 401 }),
  });
  server.draw = () => (random() < faultRate ? pick(random, faults) : undefined);
  process.on('message', (wish: 'calm' | 'log') => {
    if (wish === 'calm') server.draw = () => undefined;
    else process.send?.(usernames.flatMap((name) => records.all(`posts:${name}`).map(logged)));
  });
  process.send?.({ url: server.url } satisfies NetworksReady);
}

function logged(post: { [key: string]: unknown }): NetworksLog[number] {
  return { text: String(post.text), at: String(post.created_at) };
}

process.once('message', (input) => void serve(input as NetworksInput));
