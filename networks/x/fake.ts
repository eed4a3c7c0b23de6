/** A fake X with one account, and its sign-in. */
import type { JsonObject } from '../core/json.ts';
import type { Fake } from '../testing/fake.ts';
import { FakeOAuth } from '../testing/fake-oauth.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { findBreaches } from './fake-contract.ts';
import { FakeMedia } from './fake-media.ts';
import { FakePosts } from './fake-posts.ts';
import { invalid, problem } from './fake-refusals.ts';

const accountId = '2244994945';
export const redirectUri = 'https://belfry.example.com/connect/callback';
const app = { client_id: 'belfry-at-x', client_secret: 'secret-of-belfry' };
const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];

export interface XFake extends Fake {
  account: Fake['account'];
  x: FakeX;
  app: typeof app;
}

export async function startFake(): Promise<XFake> {
  const x = new FakeX(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    contract: findBreaches,
    handle: (request) => dated(x.answer(request), server.now()),
    stream: (head) => (/\/append$/.test(head.path) ? x.media.stream(head) : undefined),
    isVisible: ({ method, path }) => method === 'POST' && path === '/api.x.com/2/tweets',
    expire: () => {
      x.oauth.expireAccess();
      return problem(401, 'Unauthorized', undefined, 'Unauthorized');
    },
  });
  x.oauth.apps.set(app.client_id, { secret: app.client_secret, redirectUri });
  let issued: ReturnType<FakeOAuth['issue']> | undefined;
  return {
    server,
    x,
    app,
    credentials: {},
    account: { id: accountId, name: 'Ada', username: 'ada', avatarUrl: 'https://pbs.twimg.com/ada.jpg' },
    // Issued when it is first read, at the time of the test's clock.
    get grant() {
      issued ??= x.oauth.issue(app.client_id);
      const { access_token, refresh_token = '' } = issued;
      return { access: access_token, refresh: refresh_token };
    },
    visible: () => x.posts.own.map(({ id, text }) => ({ id, text })),
    shown: () => x.posts.shown(),
    leftovers: () => [...x.media.uploads.values()].filter(({ isUsed }) => !isUsed).length,
    plant: (post) => x.posts.plant(post),
    lag: (seconds) => {
      x.posts.lag = seconds;
    },
  };
}

/** Every answer of X carries its time. */
function dated(response: FakeResponse, now: Date): FakeResponse {
  return { ...response, headers: { date: now.toUTCString(), ...response.headers } };
}

export class FakeX {
  readonly oauth: FakeOAuth;
  readonly media: FakeMedia;
  readonly posts: FakePosts;
  /** What X says of the account. */
  user: JsonObject = {
    id: accountId,
    name: 'Ada',
    username: 'ada',
    profile_image_url: 'https://pbs.twimg.com/ada.jpg',
    subscription_type: 'None',
  };
  /** The answers to the next calls of the API, by "METHOD /path". */
  readonly refusals = new Map<string, FakeResponse[]>();

  constructor(now: () => Date) {
    this.oauth = new FakeOAuth({
      clientAuth: 'basic',
      scopes,
      needsPkce: true,
      codeSeconds: 30,
      accessSeconds: 7200,
      refresh: 'rotated',
      now,
    });
    this.media = new FakeMedia(now);
    this.posts = new FakePosts(this.media, now);
  }

  answer(request: FakeRequest): FakeResponse {
    const { method, path, query } = request;
    if (`${method} ${path}` === 'GET /x.com/i/oauth2/authorize') return this.oauth.authorize(query);
    const [, host, ...rest] = path.split('/');
    const name = `${method} /${rest.join('/')}`;
    if (host !== 'api.x.com') return problem(404, 'Not Found', undefined, 'Not Found');
    if (name === 'POST /2/oauth2/token') return asX(this.oauth.token(request));
    if (name === 'POST /2/oauth2/revoke') return this.oauth.revoke(request);
    if (!this.oauth.isSignedIn(request)) return problem(401, 'Unauthorized', undefined, 'Unauthorized');
    return this.refusals.get(name)?.shift() ?? this.#api(name, request);
  }

  #api(name: string, request: FakeRequest): FakeResponse {
    const [, id = ''] = /[a-z]\/(\d{1,19})(?:\/|$)/.exec(name) ?? [];
    const route = name.replace(/(?<=[a-z]\/)\d{1,19}(?=\/|$)/, ':id');
    const { breaches, limits } = findBreaches(request);
    const [wrong] = [...breaches, ...limits];
    if (wrong !== undefined) return invalid(wrong);
    if (route === 'GET /2/users/me') return { status: 200, body: { data: this.user } };
    if (route === 'POST /2/media/upload/initialize') return this.media.initialize(request);
    if (route === 'POST /2/media/upload/:id/append') return this.media.append(id, request);
    if (route === 'POST /2/media/upload/:id/finalize') return this.media.finalize(id);
    if (route === 'GET /2/media/upload') return this.media.status(request);
    if (route === 'POST /2/media/upload') return this.media.upload(request);
    if (route === 'POST /2/media/subtitles') return this.media.addCaptions(request);
    if (route === 'POST /2/media/metadata') return this.media.describe(request);
    if (route === 'POST /2/tweets') return this.posts.create(request);
    if (route === 'GET /2/tweets') return this.posts.lookUp(request);
    if (route === 'DELETE /2/tweets/:id') return this.posts.remove(id);
    if (route === 'GET /2/users/:id/tweets' && id === accountId) return this.posts.list(request);
    return problem(404, 'Not Found', undefined, 'Not Found');
  }
}

/** X has a code of its own for a token that is no longer valid. */
function asX(response: FakeResponse): FakeResponse {
  const { error } = response.body as { error?: string };
  if (error !== 'invalid_grant') return response;
  const error_description = 'Value passed for the token was invalid.';
  return { status: 400, body: { error: 'invalid_request', error_description } };
}
