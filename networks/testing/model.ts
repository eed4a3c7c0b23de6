/**
 * A network's adapter, reduced to the parts that crashes and faults can hit: sign-in, a token, uploads, waiting, and
 * the visible calls. It is correct, so every error found is the engine's. `model-service.ts` is its server.
 */
import { type FaultTable, readFault } from '../core/faults.ts';
import { type HttpRequest, jsonRequest, withBearer } from '../core/http.ts';
import { field, type Json, textField } from '../core/json.ts';
import type {
  Caller,
  ConnectedAccount,
  FreshGrant,
  Network,
  Outgoing,
  Published,
  Session,
} from '../core/network.ts';
import type { CommitOptions, Run } from '../core/run.ts';

/**
 * How doubt is settled: `key` stores our key for ever; `while` stores it for a minute and can be asked; `ask` can only
 * be asked; `neither` can do neither.
 */
export const kinds = ['key', 'while', 'ask', 'neither'] as const;
export type Kind = (typeof kinds)[number];

/** Actions of a post besides being posted. `home`: it asks for the address of posts. */
type Action = 'upload' | 'process' | 'home' | 'thread' | 'comment';

export interface ModelOptions {
  /** Default: the kind. */
  platform?: string;
  /** Actions of every post. The settings of a post may add others. */
  always?: readonly Action[];
  /**
   * Seconds after which a post that is not in the list does not exist. Includes the duration of a call and the list's
   * delay.
   */
  visibleAfter?: number;
  /** Maximum seconds for which a file is in processing. */
  processedWithin?: number;
}

/** Seconds for which `while` promises to remember a key. */
export const REPEATABLE = 60;
/** The default of `visibleAfter`. */
export const VISIBLE_AFTER = 30;

type Sent = { id: string };

const own = { source: 'this file', checked: '2026-11-21' };
const isTrue = { type: 'boolean' };
// Created once, not for each world, because each schema object is compiled once.
const settings = {
  type: 'object',
  additionalProperties: false,
  properties: { upload: isTrue, process: isTrue, thread: isTrue, comment: isTrue },
};
const credentials = {
  type: 'object',
  properties: { username: { type: 'string' } },
  required: ['username'],
  additionalProperties: false,
};

export const modelFaults: FaultTable = {
  name: 'The network',
  rows: [
    { status: 429, means: 'throttled' },
    { code: ['InvalidToken', 'ExpiredToken'], means: 'expired' },
    { status: 400, code: 'invalid_grant', means: 'reconnect' },
    { status: 401, means: 'expired' },
    { status: 422, means: 'rejected' },
  ],
  code: ({ json }) => textField(json, 'error'),
  words: ({ json }) => textField(json, 'error'),
};

export function modelNetwork(
  kind: Kind,
  options: ModelOptions = {},
): Network & Required<Pick<Network, 'refresh'>> {
  const { platform = kind, always = [] } = options;
  return {
    rules: {
      platform,
      name: `Model (${platform})`,
      limits: { 'text.max': { ...own, value: 500, unit: 'characters' }, 'media.max': { ...own, value: 2 } },
      settings,
    },
    grant: {
      type: 'object',
      properties: {
        access: { type: 'string', writeOnly: true },
        refresh: { type: 'string', writeOnly: true },
      },
    },
    ...((kind === 'ask' || kind === 'while') && { reconciles: true }),
    form: {
      credentials,
      connect: async ({ username }, caller) => {
        const connected = await send(caller, String(username), jsonRequest('POST', '/sign-in', {}));
        return [connected as unknown as ConnectedAccount];
      },
    },
    refresh,
    async publish(post, session, run) {
      const actions = new Set<string>(always);
      for (const [name, value] of Object.entries(post.settings)) if (value === true) actions.add(name);
      return publish(post, session, run, { kind, actions, ...options });
    },
  };
}

async function refresh(session: Session): Promise<FreshGrant> {
  const body = await send(session, session.account.id, jsonRequest('POST', '/token', session.grant));
  const [access, refresh] = [textOf(body, 'access'), textOf(body, 'refresh')];
  const seconds = field(body, 'seconds');
  const expiresAt = typeof seconds === 'number' ? new Date(session.now().getTime() + seconds * 1000) : null;
  return { grant: { access, refresh }, expiresAt };
}

async function publish(
  { text, media: files }: Outgoing,
  session: Session,
  run: Run,
  {
    kind,
    actions,
    visibleAfter = VISIBLE_AFTER,
    processedWithin,
  }: ModelOptions & { kind: Kind; actions: Set<string> },
): Promise<Published> {
  const call = (request: HttpRequest) =>
    send(session, session.account.id, withBearer(request, String(session.grant['access'])));
  const media: string[] = [];
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.mimeType };
    const upload = async () =>
      textOf(await call({ method: 'POST', url: '/uploads', headers, body: file.open() }), 'id');
    media.push(await run.step(`media ${index}`, upload));
  }
  if (actions.has('upload')) {
    await run.step('upload', async () => {
      await call(jsonRequest('POST', '/uploads', { text }));
      return null;
    });
  }
  if (actions.has('process')) {
    const poll = async () => field(await call({ method: 'GET', url: '/uploads' }), 'ready') === true || null;
    await run.until('processed', poll, processedWithin === undefined ? {} : { within: processedWithin });
  }
  const home = actions.has('home') ? textOf(await call({ method: 'GET', url: '/home' }), 'post_to') : '';
  const sendPart =
    (part: string) =>
    async (key: string): Promise<Sent> => {
      return {
        id: textOf(await call(jsonRequest('POST', `${home}/posts`, { text, part, key, media })), 'id'),
      };
    };
  const list = () => call({ method: 'GET', url: '/posts' });
  const options = optionsOf(kind, visibleAfter, list);
  const { id } = await run.commit('post', sendPart('post'), options);
  if (actions.has('thread')) await run.commit('second', sendPart('second'), options);
  if (actions.has('comment')) await run.after('comment', sendPart('comment'), options);
  return { id, url: `https://${session.account.id}.example/${id}` };
}

function optionsOf(kind: Kind, visibleAfter: number, list: () => Promise<unknown>): CommitOptions<Sent> {
  if (kind === 'key') return { repeatableFor: Number.POSITIVE_INFINITY };
  if (kind === 'neither') return {};
  return {
    ...(kind === 'while' && { repeatableFor: REPEATABLE }),
    visibleAfter,
    async reconcile({ key }) {
      const posts = field(await list(), 'posts');
      if (!Array.isArray(posts)) return 'unknown';
      const post = posts.find((each) => field(each, 'key') === key);
      return post === undefined ? 'absent' : { found: { id: textOf(post, 'id') } };
    },
  };
}

/** `url` of the request: a path below the account's address, or a whole address. */
async function send(caller: Caller, account: string, request: HttpRequest): Promise<Json> {
  const { endpoint } = caller;
  const base = endpoint === undefined ? `https://${account}.example` : `${endpoint}/${account}`;
  const url = request.url.startsWith('/') ? base + request.url : request.url;
  const response = await caller.http({ ...request, url });
  if (response.status >= 300) throw readFault(modelFaults, response, caller.now());
  return response.json as Json;
}

/** A missing text proves nothing, so this throws an unclassified error. */
function textOf(body: unknown, name: string): string {
  const text = textField(body, name);
  if (text === undefined) throw new Error(`an answer without ${name}`);
  return text;
}
