/** The addresses to which networks post that a person ended a sign-in, and the page about a deletion. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import { count } from '../text/format.ts';
import { acceptWithdrawal, findDeletion, type WithdrawalKind } from '../withdrawals/index.ts';

/** Bytes. A message of Meta has some 200. */
const MAX_BODY = 8 * 1024;

/** `headers` are sent with the page. */
export async function addWithdrawals(
  app: FastifyInstance,
  ctx: Context,
  { template, headers }: { template: string; headers: Record<string, string> },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const accept = (kind: WithdrawalKind, family: string, form: unknown) =>
      acceptWithdrawal(ctx, family, kind, (form ?? {}) as Record<string, string>);
    scope.post<Family>('/network-apps/:family/deauthorize', async ({ params, body }) => {
      await accept('deauthorize', params.family, body);
      return {};
    });
    scope.post<Family>('/network-apps/:family/delete', async ({ params, body }) => {
      const { url, code } = await accept('delete', params.family, body);
      return { url, confirmation_code: code };
    });
  });
  const page = await readFile(template, 'utf8');
  app.get<{ Params: { code: string } }>('/data-deletions/:code', async ({ params }, reply) => {
    const deletion = await findDeletion(ctx.db, params.code);
    if (deletion === undefined) return reply.callNotFound();
    const values: Record<string, string> = {
      time: `${deletion.received_at.slice(0, 16).replace('T', ' ')} UTC`,
      channels: count(deletion.channels, 'account'),
    };
    const html = page.replaceAll(/<!-- (\w+) -->/g, (_, name: string) => values[name] ?? '');
    return reply.headers(headers).type('text/html; charset=utf-8').send(html);
  });
}

interface Family {
  Params: { family: string };
}
