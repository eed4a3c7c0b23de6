/** The minimum work of an upload server: pipes the body into a file, and answers when the file is durable. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface BareSink extends AsyncDisposable {
  url: string;
}

/** Runs in a separate process; each body becomes a file in this directory. */
export async function startBareSink(directory: string): Promise<BareSink> {
  const child = fork(import.meta.filename, [directory]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function serve(directory: string): Promise<void> {
  const server = createServer(async (request, response) => {
    await pipeline(request, createWriteStream(join(directory, randomUUID()), { flush: true }));
    response.writeHead(201).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
}

if (process.argv[1] === import.meta.filename) await serve(process.argv[2] as string);
