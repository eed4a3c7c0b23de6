/** The adapters of the simulated networks: right ones, so that whatever goes wrong is the engine's. */
import { NetworkFault } from '../../networks/core/fault.ts';
import type { HttpRequest, HttpResponse } from '../../networks/core/http.ts';
import { jsonRequest, retryAfter, serverError, withBearer } from '../../networks/core/http.ts';
import { field, textField } from '../../networks/core/json.ts';
import type { Caller, Joined, Media, Network, Session } from '../../networks/core/network.ts';
import type { CommitOptions } from '../../networks/core/run.ts';

/**
 * How doubt is settled: `key` keeps our key for ever, `while` for a minute and can be asked, `ask` can only be asked,
 * `neither` does neither.
 */
export const kinds = ['key', 'while', 'ask', 'neither'] as const;
export type Kind = (typeof kinds)[number];

/** Seconds for which `while` promises to know a key. */
export const REPEATABLE = 60;
/** Seconds after which a post that is not in the list is not there: a call's way and the list's delay fit in. */
const VISIBLE_AFTER = 30;

type Sent = { id: string };

const own = { source: 'this file', checked: '2026-11-21' };
const isTrue = { type: 'boolean' };
// Not made afresh for each world: a schema is compiled once.
const settings = {
  type: 'object',
  additionalProperties: false,
  properties: { upload: isTrue, process: isTrue, thread: isTrue, comment: isTrue },
};
const credentials = { type: 'object', properties: { username: { type: 'string' } } };

/** `signIn` is what a person does at the network. */
export function adapterOf(
  kind: Kind,
  signIn: (username: string, caller: Caller) => Joined | Promise<Joined>,
  visibleAfter: number = VISIBLE_AFTER,
): Network {
  return {
    rules: {
      platform: kind,
      name: `Network (${kind})`,
      limits: { 'text.max': { ...own, value: 500, unit: 'characters' }, 'media.max': { ...own, value: 0 } },
      settings,
    },
    form: {
      credentials,
      join: async (credentials, caller) => [await signIn(textField(credentials, 'username') ?? '', caller)],
    },
    async publish({ text, settings: wishes, media: files }, session, run) {
      const media: string[] = [];
      for (const [index, file] of files.entries())
        media.push(await run.step(`media ${index}`, () => upload(session, file)));
      if (wishes['upload'] === true) {
        await run.step('upload', async () => {
          await call(session, jsonRequest('POST', '/uploads', { text }));
          return null;
        });
      }
      if (wishes['process'] === true) {
        await run.until('processed', async () => {
          const body = await call(session, { method: 'GET', url: '/uploads' });
          return field(body, 'ready') === true || null;
        });
      }
      const send = (part: string) => (key: string) => sendPart(session, { text, part, key, media });
      const options = optionsOf(kind, session, visibleAfter);
      const { id } = await run.commit('post', send('post'), options);
      if (wishes['thread'] === true) await run.commit('second', send('second'), options);
      if (wishes['comment'] === true) await run.after('comment', send('comment'), options);
      return { id, url: `https://${kind}.example/${id}` };
    },
    async refresh(session) {
      const body = await call(session, jsonRequest('POST', '/tokens', session.grant));
      const access = textField(body, 'access');
      const refresh = textField(body, 'refresh');
      if (access === undefined || refresh === undefined) throw new Error('an answer without tokens');
      const seconds = Number(field(body, 'seconds'));
      return { grant: { access, refresh }, expiresAt: new Date(session.now().getTime() + seconds * 1000) };
    },
  };
}

/** Its id there. */
async function upload(session: Session, file: Media): Promise<string> {
  const headers = { 'content-type': file.mimeType };
  const request = { method: 'POST', url: '/uploads', headers, body: file.open() } as const;
  return idIn(await call(session, request));
}

async function sendPart(
  session: Session,
  post: { text: string; part: string; key: string; media: string[] },
): Promise<Sent> {
  return { id: idIn(await call(session, jsonRequest('POST', '/posts', post))) };
}

function idIn(body: unknown): string {
  const id = textField(body, 'id');
  if (id === undefined) throw new Error('an answer without an id');
  return id;
}

function optionsOf(kind: Kind, session: Session, visibleAfter: number): CommitOptions<Sent> {
  if (kind === 'key') return { repeatableFor: Number.POSITIVE_INFINITY };
  if (kind === 'neither') return {};
  return {
    ...(kind === 'while' && { repeatableFor: REPEATABLE }),
    visibleAfter,
    async reconcile({ key }) {
      const body = await call(session, { method: 'GET', url: '/posts' });
      const posts = field(body, 'posts');
      if (!Array.isArray(posts)) return 'unknown';
      const post = posts.find((each) => field(each, 'key') === key);
      return post === undefined ? 'absent' : { found: { id: String(field(post, 'id')) } };
    },
  };
}

async function call(session: Session, request: HttpRequest): Promise<unknown> {
  const { endpoint, account } = session;
  const base = endpoint === undefined ? `https://${account.id}.example` : `${endpoint}/${account.id}`;
  const token = String(session.grant['access']);
  return bodyOf(await session.http(withBearer({ ...request, url: base + request.url }, token)), session);
}

function bodyOf(response: HttpResponse, session: Session): unknown {
  const { status, headers, json } = response;
  if (status >= 500) throw serverError(response, 'The network');
  switch (status) {
    case 429: {
      const wait = retryAfter(headers, session.now());
      throw new NetworkFault({ kind: 'throttled', message: 'Too many.', retryAfter: wait, scope: 'channel' });
    }
    case 401:
      throw new NetworkFault({ kind: 'expired', message: 'The token is no longer taken.' });
    case 400:
      throw new NetworkFault({ kind: 'reconnect', message: 'Sign in again.' });
    case 422:
      throw new NetworkFault({ kind: 'rejected', message: 'This network does not take it.' });
  }
  return json;
}
