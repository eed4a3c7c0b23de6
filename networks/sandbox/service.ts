/** The sandbox itself: a small social network over HTTP, with pages that show its posts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostedRequest, HostedResponse, HostedService, ServiceHost } from '../core/service.ts';
import { type Answer, answerJson, Refusal } from './answers.ts';
import { connectAccount, countPosts, createPost, deletePost, uploadMedia } from './api.ts';
import type { Pause } from './behaviours.ts';
import { answerPage, renderNotice, renderPermalink, renderTimeline } from './page.ts';
import { answerBytes } from './parts.ts';
import { findMedia, findPost, hasAccount, listPosts, readMediaBytes } from './store.ts';
import { showPost } from './view.ts';

type Route = [method: 'GET' | 'POST' | 'DELETE', path: RegExp, answer: Answer];

const timelineLength = 50;

/** Slow answers wait with `pause`. */
export function createSandboxService(pause: Pause): HostedService {
  const routes: Route[] = [
    ['POST', /^\/api\/accounts$/, connectAccount],
    ['POST', /^\/api\/media$/, uploadMedia],
    ['POST', /^\/api\/posts$/, (request, host) => createPost(request, host, pause)],
    ['GET', /^\/api\/posts$/, countPosts],
    ['DELETE', /^\/api\/posts\/([0-9a-f]{32})$/, deletePost],
    ['GET', /^\/@(\w{1,30})$/, answerTimeline],
    ['GET', /^\/@(\w{1,30})\/([0-9a-f]{32})$/, answerPermalink],
    ['GET', /^\/media\/([0-9a-f]{32})$/, answerMedia],
  ];
  return {
    async handle(request, host) {
      try {
        return await dispatch(routes, request, host);
      } catch (error) {
        if (error instanceof Refusal) return explain(error, request);
        throw error;
      }
    },
  };
}

async function dispatch(routes: Route[], request: HostedRequest, host: ServiceHost): Promise<HostedResponse> {
  if (request.path.startsWith('/api/') && !request.isOwn)
    throw new Refusal(403, 'forbidden', 'Only the Belfry that hosts this sandbox can post here.');
  const asked = request.method === 'HEAD' ? 'GET' : request.method;
  for (const [method, path, answer] of routes) {
    const match = method === asked ? path.exec(request.path) : null;
    const params = match?.slice(1).map((part) => part.toLowerCase());
    if (params) return answer(request, host, params);
  }
  throw new Refusal(404, 'not_found', 'There is no page at this address.');
}

const answerTimeline: Answer = async (request, { records, publicUrl }, [username = '']) => {
  if (!(await hasAccount(records, username)))
    throw new Refusal(404, 'not_found', `This sandbox has no account @${username}.`);
  const posts = await listPosts(records, username, timelineLength);
  const data = posts.map((post) => showPost(post, publicUrl));
  if (wantsJson(request)) return answerJson(200, { data }, { vary: 'accept' });
  return answerPage(200, `@${username} · Sandbox`, renderTimeline(username, data));
};

const answerPermalink: Answer = async (request, { records, publicUrl }, [username = '', id = '']) => {
  const post = await findPost(records, username, id);
  if (!post) throw new Refusal(404, 'not_found', `@${username} has no such post.`);
  const data = showPost(post, publicUrl);
  if (wantsJson(request)) return answerJson(200, { data }, { vary: 'accept' });
  return answerPage(200, `Post by @${username} · Sandbox`, renderPermalink(username, data));
};

/** The database contains only types in the rules, and captions, so a browser never runs a file as a page. */
const answerMedia: Answer = async ({ headers }, { records }, [id = '']) => {
  const info = await findMedia(records, id);
  if (!info) throw new Refusal(404, 'not_found', 'There is no such file.');
  return answerBytes(await readMediaBytes(records, id), headers.range, {
    'content-type': info.mime_type,
    'content-security-policy': `default-src 'none'`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
};

function explain({ status, code, message, headers }: Refusal, request: HostedRequest): HostedResponse {
  const error = { code, message };
  if (wantsJson(request)) return answerJson(status, { error }, { vary: 'accept', ...headers });
  return answerPage(status, 'Not found · Sandbox', renderNotice('Not found', message));
}

function wantsJson({ path, headers }: HostedRequest): boolean {
  return path.startsWith('/api/') || (headers.accept ?? '').includes('application/json');
}

export const sandboxService = createSandboxService(sleep);
