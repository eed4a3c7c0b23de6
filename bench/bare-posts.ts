/** The minimum work of a webhook sender: the same posts to the same addresses, without storing anything. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { Agent, request } from 'undici';

const CONCURRENCY = 32;

interface Task {
  urls: string[];
  body: string;
  count: number;
}

/** Milliseconds of CPU per post, measured in a separate process. */
export async function measureBarePosts(task: Task): Promise<number> {
  const child = fork(import.meta.filename, ['posts']);
  child.send(task);
  const [milliseconds] = (await once(child, 'message')) as [number];
  child.kill();
  await once(child, 'exit');
  return milliseconds;
}

async function post({ urls, body, count }: Task): Promise<void> {
  const dispatcher = new Agent({ keepAliveTimeout: 4000 });
  const headers = { 'content-type': 'application/json' };
  let sent = 0;
  const work = async () => {
    for (let n = sent++; n < count; n = sent++) {
      const url = urls[n % urls.length] as string;
      const answer = await request(url, { method: 'POST', body, headers, dispatcher });
      await answer.body.dump();
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1000 / count);
}

if (process.argv[2] === 'posts') process.once('message', (task: Task) => void post(task));
