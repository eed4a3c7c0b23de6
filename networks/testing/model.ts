/**
 * The three kinds of network, reduced to what matters: one honours our key, one can be asked, one does neither.
 * The suite proves itself on them, and on a liar.
 */

import { NetworkFault } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';
import { jsonRequest, retryAfter, serverError, withBearer } from '../core/http.ts';
import { field, textField } from '../core/json.ts';
import type { Network, Session } from '../core/network.ts';
import type { CommitOptions } from '../core/run.ts';
import type { Fake } from './fake.ts';
import { FakeServer } from './fake-server.ts';

/**
 * `liar`: says that it honours our key, and does not. `hasty`: validates before it looks at the key, and refuses what it
 * has; `hasty, askable` can be asked as well.
 */
export type ModelKind = 'key' | 'ask' | 'neither' | 'liar' | 'hasty' | 'hasty, askable';

type Sent = { id: string };

export function modelNetwork(kind: ModelKind): Network {
  return {
    rules: {
      platform: `model-${kind}`,
      name: `Model (${kind})`,
      limits: {
        'text.max': { value: 500, unit: 'characters', source: 'this file', checked: '2026-11-21' },
        'media.max': { value: 0, source: 'this file', checked: '2026-11-21' },
      },
      settings: { type: 'object', additionalProperties: false, properties: {} },
    },
    ...(kind.endsWith('ask') || kind.endsWith('askable') ? { reconciles: true } : {}),
    async publish({ text }, session, run) {
      await run.step('upload', async () => {
        answerOf(
          await session.http(withBearer(jsonRequest('POST', `${session.endpoint}/uploads`, {}), 'token')),
          session,
        );
        return null;
      });
      const send = async (key: string): Promise<Sent> => {
        const request = jsonRequest('POST', `${session.endpoint}/posts`, { text, key });
        const body = answerOf(await session.http(request), session);
        const id = textField(body, 'id');
        if (id === undefined) throw new Error('an answer without an id');
        return { id };
      };
      const { id } = await run.commit('post', send, optionsOf(kind, session));
      return { id, url: `${session.endpoint}/posts/${id}` };
    },
  };
}

function optionsOf(kind: ModelKind, session: Session): CommitOptions<Sent> {
  if (kind === 'key' || kind === 'liar' || kind === 'hasty')
    return { repeatableFor: Number.POSITIVE_INFINITY };
  if (kind === 'neither') return {};
  return {
    ...(kind === 'hasty, askable' && { repeatableFor: Number.POSITIVE_INFINITY }),
    visibleAfter: 30,
    async reconcile({ key }) {
      const body = answerOf(await session.http({ method: 'GET', url: `${session.endpoint}/posts` }), session);
      const list = field(body, 'posts') as { id: string; key: string }[];
      const post = list.find((each) => each.key === key);
      return post === undefined ? 'absent' : { found: { id: post.id } };
    },
  };
}

function answerOf(response: HttpResponse, session: Session): unknown {
  if (response.status === 429) {
    const wait = retryAfter(response.headers, session.now());
    throw new NetworkFault({ kind: 'throttled', message: 'Too many.', retryAfter: wait, scope: 'channel' });
  }
  if (response.status === 401) throw new NetworkFault({ kind: 'reconnect', message: 'Sign in again.' });
  if (response.status === 422) throw new NetworkFault({ kind: 'rejected', message: 'A duplicate.' });
  if (response.status >= 500) throw serverError(response, 'The model');
  return response.json;
}

export async function startModelFake(kind: ModelKind): Promise<Fake> {
  const posts: { id: string; text: string; key: string }[] = [];
  const server = await FakeServer.listen({
    isVisible: ({ method, path }) => method === 'POST' && path === '/posts',
    expire: () => ({ status: 401, body: {} }),
    handle({ method, path, json }) {
      if (path === '/uploads') return { status: 200, body: {} };
      if (method === 'GET') return { status: 200, body: { posts } };
      const { text, key } = json as { text: string; key: string };
      const isDuplicate = posts.some((post) => post.text === text);
      if (kind.startsWith('hasty') && isDuplicate) return { status: 422, body: {} };
      const known = kind === 'key' ? posts.find((post) => post.key === key) : undefined;
      if (known === undefined) posts.push({ id: String(posts.length + 1), text, key });
      return { status: 201, body: known ?? { id: String(posts.length) } };
    },
  });
  return {
    server,
    credentials: {},
    account: { id: 'model', name: 'Model', username: 'model', avatarUrl: null },
    grant: {},
    visible: () => posts,
  };
}
