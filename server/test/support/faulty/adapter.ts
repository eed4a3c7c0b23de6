/** Networks of the three kinds, reduced to what faults can hit: a token, an upload, waiting, and the visible call. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { HttpRequest, HttpResponse } from '@belfry/networks/core/http.ts';
import { jsonRequest, retryAfter, serverError, withBearer } from '@belfry/networks/core/http.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { field, textField } from '@belfry/networks/core/json.ts';
import type { Joined, Network, Session } from '@belfry/networks/core/network.ts';
import type { CommitOptions } from '@belfry/networks/core/run.ts';

/** `key` honours ours, `ask` shows what it has, `neither` does neither. */
export const kinds = ['key', 'ask', 'neither'] as const;
export type Kind = (typeof kinds)[number];

type Sent = { id: string };

/** Seconds after which absence from a list proves something. */
export const VISIBLE_AFTER = 30;
/** Seconds for which a file may be in processing. */
export const PROCESSED_WITHIN = 60;

export function platformOf(kind: Kind): string {
  return `faulty-${kind}`;
}

export function faultyNetwork(kind: Kind): Network {
  return {
    rules: {
      platform: platformOf(kind),
      name: `Faulty (${kind})`,
      limits: {
        'text.max': { value: 500, unit: 'characters', source: 'this file', checked: '2026-11-21' },
        'media.max': { value: 0, source: 'this file', checked: '2026-11-21' },
      },
      settings: { type: 'object', additionalProperties: false, properties: {} },
    },
    form: {
      credentials: {
        type: 'object',
        properties: { username: { type: 'string' } },
        required: ['username'],
        additionalProperties: false,
      },
      join: async ({ username }) => [joinedAs(String(username))],
    },
    async refresh(session) {
      const { username, refresh } = session.grant;
      const response = await session.http(
        jsonRequest('POST', `${session.endpoint}/token`, { username, refresh: refresh ?? 0 }),
      );
      if (response.status === 400) throw new NetworkFault({ kind: 'reconnect', message: 'Sign in again.' });
      return { grant: answerOf(response, session) as JsonObject };
    },
    async publish({ text }, session, run) {
      // What kills its worker wherever it is begun.
      if (text === 'poison') process.kill(process.pid, 'SIGKILL');
      const call = async (method: HttpRequest['method'], url: string, body?: unknown) => {
        const request = body === undefined ? { method, url } : jsonRequest(method, url, body);
        const token = `${session.grant.username}:${session.grant.access ?? 0}`;
        return answerOf(await session.http({ ...withBearer(request, token), signal: run.signal }), session);
      };
      const upload = await run.step('upload', async () => {
        return textOf(await call('POST', `${session.endpoint}/uploads`, {}), 'id');
      });
      const look = async () => {
        const state = textOf(await call('GET', `${session.endpoint}/uploads/${upload}`), 'state');
        return state === 'ready' ? state : null;
      };
      await run.until('processed', look, { within: PROCESSED_WITHIN });
      const to = textOf(await call('GET', `${session.endpoint}/home`), 'post_to');
      const send = async (key: string): Promise<Sent> => {
        return { id: textOf(await call('POST', `${to}/posts`, { text, key, upload }), 'id') };
      };
      const list = async () => field(await call('GET', `${session.endpoint}/posts`), 'posts');
      const { id } = await run.commit('post', send, optionsOf(kind, list));
      return { id, url: `${session.endpoint}/posts/${id}` };
    },
  };
}

function joinedAs(username: string): Joined {
  return {
    account: { id: username, name: username, username, avatarUrl: null },
    grant: { username, access: 0, refresh: 0 },
  };
}

function optionsOf(kind: Kind, list: () => Promise<unknown>): CommitOptions<Sent> {
  if (kind === 'key') return { repeatableFor: Number.POSITIVE_INFINITY };
  if (kind === 'neither') return {};
  return {
    visibleAfter: VISIBLE_AFTER,
    async reconcile({ key }) {
      const posts = (await list()) as { id: string; key: string }[];
      const post = posts.find((each) => each.key === key);
      return post === undefined ? 'absent' : { found: { id: post.id } };
    },
  };
}

/** A missing text proves nothing, and is no fault that has a name. */
function textOf(body: unknown, name: string): string {
  const text = textField(body, name);
  if (text === undefined) throw new Error(`an answer without ${name}`);
  return text;
}

function answerOf(response: HttpResponse, session: Session): unknown {
  const { status } = response;
  const code = textField(response.json, 'error');
  if (status === 401 || code === 'InvalidToken' || code === 'ExpiredToken') {
    throw new NetworkFault({ kind: 'expired', message: 'The token is not taken.' });
  }
  if (status === 429) {
    const wait = retryAfter(response.headers, session.now());
    throw new NetworkFault({ kind: 'throttled', message: 'Too many.', retryAfter: wait, scope: 'channel' });
  }
  if (status === 422) throw new NetworkFault({ kind: 'rejected', message: code ?? 'Refused.' });
  if (status >= 500) throw serverError(response, 'The network');
  return response.json;
}
