/** A server that gives prepared answers, one after another. It stands for proxies, and for a service that is silent. */
import { createServer } from 'node:http';
import { listen } from './loopback.ts';

/** Undefined: no answer at all. */
type Prepared = readonly [status: number, headers?: object, body?: string] | undefined;

export async function answerInTurn(...answers: Prepared[]) {
  const asked: { method: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer(({ method, headers }, response) => {
    asked.push({ method, headers });
    const [status, more, body = ''] = answers.shift() ?? [];
    if (status === undefined) return;
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body);
  });
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, asked, server, [Symbol.asyncDispose]: close };
}
