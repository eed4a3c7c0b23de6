/** Files at the root of our address: rules for robots, and those by which networks check who owns the address. */
import { FILE_NAME } from '@belfry/contract/verification-files.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../base/context.ts';
import { findFile } from '../verification-files/index.ts';

/** Only the robots of networks may fetch files. */
function listRobots(networks: Iterable<Network>): string {
  const robots = new Set([...networks].flatMap(({ robot }) => robot ?? []));
  const allowed = [...robots].map((robot) => `User-agent: ${robot}\nAllow: /files/\nDisallow: /\n\n`);
  return `${allowed.join('')}User-agent: *\nDisallow: /\n`;
}

/** A verification file may be HTML. It must not run as a page of ours. */
const headers = { 'content-security-policy': "default-src 'none'; sandbox" };

export function addPublicFiles(app: FastifyInstance, ctx: Pick<Context, 'db' | 'networks'>): void {
  const robots = listRobots(ctx.networks.values());
  const send = (reply: FastifyReply, text: string) =>
    reply.headers(headers).type('text/plain; charset=utf-8').send(text);
  app.get('/robots.txt', (_request, reply) => send(reply, robots));
  // The router prefers every path that is fixed, so a file hides none.
  app.get<{ Params: { name: string } }>(`/:name(${FILE_NAME})`, async ({ params }, reply) => {
    const file = await findFile(ctx.db, params.name);
    return file === undefined ? reply.callNotFound() : send(reply, file.content);
  });
}
