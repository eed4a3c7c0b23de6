/** Mounts the services that adapters of networks bring along, each at `/{platform}`. */
import type { HostedService } from '@belfry/networks/core/service.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { hasReadingMethod } from '../../http/index.ts';
import { isOwn } from './own.ts';
import { openRecords } from './store.ts';

const BODY_LIMIT = 17 * 1024 * 1024;

export async function mountServices(
  app: FastifyInstance,
  ctx: Pick<Context, 'db' | 'networks' | 'config' | 'clock' | 'vault'>,
): Promise<void> {
  for (const { rules, service } of ctx.networks.values()) {
    if (service !== undefined) await mount(app, ctx, rules.platform, service);
  }
}

async function mount(
  app: FastifyInstance,
  ctx: Pick<Context, 'db' | 'config' | 'clock' | 'vault'>,
  platform: string,
  service: HostedService,
): Promise<void> {
  const host = {
    records: openRecords(ctx.db, platform),
    publicUrl: `${ctx.config.publicUrl}/${platform}`,
    now: () => ctx.clock.now(),
  };
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
        done(null, body),
      );
      const answer = async (request: FastifyRequest, reply: FastifyReply, body: Buffer) => {
        const url = new URL(request.raw.url ?? '/', 'http://service');
        const headers = joinHeaders(request.headers);
        const { status, drop, ...answered } = await service.handle(
          {
            method: request.method,
            path: url.pathname.slice(platform.length + 1),
            query: Object.fromEntries(url.searchParams),
            headers,
            isOwn: isOwn(headers, ctx.vault, platform),
            body,
          },
          host,
        );
        if (drop === true) {
          request.raw.socket.destroy();
          return reply.hijack();
        }
        return reply
          .code(status)
          .headers(answered.headers ?? {})
          .send(answered.body ?? '');
      };
      // Answers other callers before their body is read, because they may only read.
      scope.addHook('onRequest', async (request, reply) => {
        if (hasReadingMethod(request) || isOwn(joinHeaders(request.headers), ctx.vault, platform)) return;
        return answer(request, reply, Buffer.alloc(0));
      });
      scope.all('/*', { config: { rateLimit: false }, bodyLimit: BODY_LIMIT }, (request, reply) =>
        answer(request, reply, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
      );
    },
    { prefix: `/${platform}` },
  );
}

function joinHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));
}
