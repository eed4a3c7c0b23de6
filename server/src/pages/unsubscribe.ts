/** The page behind the link that stops mail. Mail programs may also POST to it themselves (RFC 8058). */
import { readFile } from 'node:fs/promises';
import type { Language } from '@belfry/contract/profile.ts';
import { FALLBACK, messages } from '@belfry/messages/languages.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import { openMailStop, unsubscribe } from '../notices/index.ts';
import { escapeHtml } from '../text/html.ts';

type Ctx = Pick<Context, 'db' | 'vault'>;
type State = 'stop' | 'stopped' | 'link_over';

const PATH = '/unsubscribe';
/** Bytes. The body is ignored, since the token is in the URL. */
const MAX_BODY = 16 * 1024;

/** `headers` are sent with every page. */
export async function addUnsubscribe(
  app: FastifyInstance,
  ctx: Ctx,
  { template, headers }: { template: string; headers: Record<string, string> },
): Promise<void> {
  const page = await readFile(template, 'utf8');
  const show = (reply: FastifyReply, state: State, language = FALLBACK, workspaces = '') =>
    reply
      .code(state === 'link_over' ? 410 : 200)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(fill(page, state, language, workspaces));
  // GET changes nothing, since programs follow the links of a mail before a person reads it.
  app.get(PATH, async ({ query }, reply) => {
    const stop = await orExpired(async () => openMailStop(ctx, tokenOf(query)));
    return show(reply, stop === undefined ? 'link_over' : 'stop', stop?.language, stop?.workspaces);
  });
  await app.register(async (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, _body, done) =>
      done(null),
    );
    scope.post(PATH, async ({ query }, reply) => {
      const stop = await orExpired(() => unsubscribe(ctx, tokenOf(query)));
      const state = stop === undefined ? 'link_over' : 'stopped';
      return show(reply, state, stop?.language, stop?.workspaces);
    });
  });
}

function tokenOf(query: unknown): string {
  const { token } = query as { token?: unknown };
  return typeof token === 'string' ? token : '';
}

async function orExpired<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.code === 'link_over') return undefined;
    throw error;
  }
}

function fill(page: string, state: State, language: Language, workspaces: string): string {
  const { stopping, digest } = messages[language];
  const { title, body } = stopping[state];
  const button = `<form method="post"><button>${escapeHtml(digest.stop())}</button></form>`;
  const values: Record<string, string> = {
    language,
    title: escapeHtml(title()),
    body: escapeHtml(body({ workspaces })),
    form: state === 'stop' ? button : '',
  };
  return page.replaceAll(/<!-- (\w+) -->/g, (_, name: string) => values[name] ?? '');
}
