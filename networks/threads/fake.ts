/** A fake of Threads’ hosts with one profile. */
import type { JsonObject } from '../core/json.ts';
import { answer, pick, refuse, refuseField, tokenOf } from '../families/meta/fake-graph.ts';
import { FakeSignIn } from '../families/meta/fake-sign-in.ts';
import type { Fake } from '../testing/fake.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { FakeProfile, notFound } from './fake-profile.ts';

export const accountId = '24851679424468533';
export const redirectUri = 'https://belfry.example.com/connect/callback';

const app = {
  threads_app_id: '700800900',
  threads_app_secret: 'threads-secret-value',
  products: ['comments', 'insights', 'removal', 'locations'],
};

const scopes = [
  ...['threads_basic', 'threads_content_publish', 'threads_manage_replies', 'threads_read_replies'],
  ...['threads_manage_insights', 'threads_delete', 'threads_location_tagging'],
];

export interface ThreadsFake extends Fake {
  meta: FakeThreads;
}

export async function startFake(): Promise<ThreadsFake> {
  const meta = new FakeThreads(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: async (request) => {
      const { headers, ...rest } = await meta.answer(request);
      return { ...rest, headers: { date: server.now().toUTCString(), ...headers } };
    },
    isVisible: ({ method, path }) => method === 'POST' && path.endsWith('/threads_publish'),
    expire: () => {
      meta.signIn.tokens.clear();
      return refuse(400, '190/460', 'Error validating access token: The session has been invalidated.');
    },
  });
  let access: string | undefined;
  return {
    ...{ server, meta, app, credentials: {} },
    account: {
      id: accountId,
      name: 'Town bells',
      username: 'townbells',
      avatarUrl: 'https://scontent.cdninstagram.com/bells.jpg',
    },
    // Issued when it is first read, at the time of the test's clock.
    get grant() {
      access ??= meta.signIn.issue('long', scopes);
      return { access, scopes };
    },
    visible: () =>
      meta.profile.own.map(({ id, container }) => ({ id, text: String(container.body.text ?? '') })),
    shown: () => meta.profile.showAll(),
    leftovers: () => meta.profile.containers.leftovers,
    host: (files) => meta.profile.host(files),
    spend: (left) => {
      meta.profile.most.posts = meta.profile.used('posts') + left;
    },
    plant: (post) => meta.profile.plant(post),
    lag: (seconds) => {
      meta.profile.lag = seconds;
    },
  };
}

export class FakeThreads {
  readonly profile: FakeProfile;
  readonly signIn: FakeSignIn;
  /** What a call of this method and path answers next. */
  readonly refusals = new Map<string, FakeResponse[]>();
  /** As `/me` shows them. */
  own: JsonObject = {
    id: accountId,
    username: 'townbells',
    name: 'Town bells',
    threads_profile_picture_url: 'https://scontent.cdninstagram.com/bells.jpg',
  };

  constructor(now: () => Date) {
    this.profile = new FakeProfile(now);
    this.signIn = new FakeSignIn(scopes, now);
    this.signIn.oauth.apps.set(app.threads_app_id, { secret: app.threads_app_secret, redirectUri });
  }

  async answer(request: FakeRequest): Promise<FakeResponse> {
    const name = `${request.method} ${request.path}`;
    const [refusal] = this.refusals.get(name)?.splice(0, 1) ?? [];
    if (refusal !== undefined) return refusal;
    const isSignIn = this.#answerTokens(name, request);
    if (isSignIn !== undefined) return isSignIn;
    const [, host, version, ...rest] = request.path.split('/');
    if (host !== 'graph.threads.net' || version !== 'v1.0')
      return refuse(400, '2500', 'Unknown path components');
    const signed = this.signIn.find(tokenOf(request));
    if (signed?.kind !== 'long') return refuse(400, '190', 'Invalid OAuth access token.');
    const call = `${request.method} /${rest.join('/')}`;
    return (
      (await this.#ofProfile(call, request, signed.scopes)) ??
      placeOf(call, signed.scopes) ??
      this.#ofObject(call, request, signed.scopes)
    );
  }

  #answerTokens(name: string, request: FakeRequest): FakeResponse | undefined {
    const { query } = request;
    if (name === 'GET /threads.net/oauth/authorize') return this.signIn.oauth.authorize(query);
    if (name === 'POST /graph.threads.net/oauth/access_token') return this.#exchange(request);
    const token = query.get('access_token') ?? '';
    if (name === 'GET /graph.threads.net/refresh_access_token') {
      const renewed = query.get('grant_type') === 'th_refresh_token' && this.signIn.renew(token);
      return renewed ? this.signIn.describe(renewed) : refuse(400, '190', 'Error validating access token.');
    }
    if (name !== 'GET /graph.threads.net/access_token') return undefined;
    const isApp = query.get('client_secret') === app.threads_app_secret;
    if (query.get('grant_type') !== 'th_exchange_token' || !isApp)
      return refuse(400, '1', 'Error validating client secret.');
    const long = this.signIn.lengthen(token);
    return long ? this.signIn.describe(long) : refuse(400, '190', 'Error validating access token.');
  }

  #exchange(request: FakeRequest): FakeResponse {
    const exchanged = this.signIn.exchangeCode(request);
    if ('token' in exchanged) {
      // The id is a number that JSON.parse cannot read exactly.
      const body = `{"access_token":"${exchanged.token}","user_id":${accountId}}`;
      return { status: 200, headers: { 'content-type': 'application/json' }, body };
    }
    return exchanged.error === 'invalid_client'
      ? refuse(400, '1', 'Error validating client secret.')
      : refuse(400, '100', 'This authorization code has been used.');
  }

  async #ofProfile(call: string, request: FakeRequest, granted: string[]): Promise<FakeResponse | undefined> {
    const { query } = request;
    const { profile } = this;
    const base = `/${accountId}`;
    if (call === 'GET /me') return pick(this.own, query.get('fields'));
    if (call === 'GET /location_search') return this.#places(query, granted);
    if (call === `POST ${base}/threads`) return profile.create(request);
    if (call === `POST ${base}/threads_publish`) return profile.publish(request);
    if (call === `GET ${base}/threads`) return profile.list('threads', query);
    if (call === `GET ${base}/replies`)
      return granted.includes('threads_read_replies') ? profile.list('replies', query) : denied();
    if (call === `GET ${base}/threads_publishing_limit`) return this.#limits(query, granted);
    return undefined;
  }

  #limits(query: URLSearchParams, granted: string[]): FakeResponse {
    const { most, deletions } = this.profile;
    const fields = query.get('fields') ?? '';
    if (fields.includes('reply_') && !granted.includes('threads_manage_replies')) return denied();
    if (fields.includes('delete_') && !granted.includes('threads_delete')) return denied();
    const config = (quota_total: number) => ({ quota_total, quota_duration: 86_400 });
    const { body, status } = pick(
      {
        ...{ quota_usage: this.profile.used('posts'), config: config(most.posts) },
        ...{ reply_quota_usage: this.profile.used('replies'), reply_config: config(most.replies) },
        ...{ delete_quota_usage: deletions, delete_config: config(most.deletions) },
      },
      fields,
    );
    return status === 200 ? answer({ data: [body] }) : { status, body };
  }

  /** Those of whose names the query has a word. */
  #places(query: URLSearchParams, granted: string[]): FakeResponse {
    if (!granted.includes('threads_location_tagging')) return denied();
    const words = query.get('q')?.toLowerCase().match(/\w+/g);
    if (!words) return refuseField('param q is required');
    const found = places.filter(([, name]) => words.some((word) => name.includes(word)));
    return ofPlaces(`{"data":[${[...found.map(([, , place]) => place), '{"id":3}'].join()}]}`);
  }

  #ofObject(call: string, { query }: FakeRequest, granted: string[]): FakeResponse {
    const [method, path = ''] = call.split(' ');
    const [, id = '', edge] = path.split('/');
    if (method === 'GET' && edge === undefined && this.profile.containers.find(id) !== undefined)
      return this.#container(id, query);
    const post = this.profile.posts.find((each) => each.id === id);
    if (post === undefined) return notFound(id);
    if (method === 'GET' && edge === undefined) return pick(this.profile.describe(post), query.get('fields'));
    if (method === 'GET' && edge === 'insights')
      return granted.includes('threads_manage_insights') ? this.#insights(query) : denied();
    if (method !== 'DELETE' || edge !== undefined) return refuseField('Unknown path.');
    if (!granted.includes('threads_delete')) return denied();
    this.profile.deletions += 1;
    this.profile.posts.splice(this.profile.posts.indexOf(post), 1);
    return answer({ success: true, deleted_id: id });
  }

  #container(id: string, query: URLSearchParams): FakeResponse {
    const { containers } = this.profile;
    const container = containers.find(id);
    if (container === undefined || containers.isForgetful)
      return refuse(400, '100/33', 'Unsupported get request. Object does not exist.');
    const status = containers.poll(container);
    return pick({ id, status, error_message: container.failure ?? null }, query.get('fields'));
  }

  #insights(query: URLSearchParams): FakeResponse {
    const names = query.get('metric')?.split(',') ?? [];
    const known = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'];
    if (names.some((name) => !known.includes(name))) return refuseField('metric is not supported');
    return answer({
      data: names.map((name, at) => ({ name, period: 'lifetime', values: [{ value: at + 10 }] })),
    });
  }
}

/** The ids are numbers, one of which JSON.parse cannot read exactly. */
const places = [
  [
    '12345',
    'town hall',
    '{"id":12345,"name":"Town hall","address":"1 Square","city":"Bellton","country":"USA"}',
  ],
  ['24851679424468534', 'tower', '{"id": 24851679424468534,"name":"Tower \\"id\\": 7"}'],
] as const;

function placeOf(call: string, granted: string[]): FakeResponse | undefined {
  const place = places.find(([id]) => call === `GET /${id}`);
  if (place === undefined) return undefined;
  return granted.includes('threads_location_tagging') ? ofPlaces(place[2]) : denied();
}

function ofPlaces(body: string): FakeResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

function denied(): FakeResponse {
  return refuse(403, '10', '(#10) Application does not have permission for this action');
}
