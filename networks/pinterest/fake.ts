/** A fake Pinterest with one account, and its sign-in. */
import type { JsonObject } from '../core/json.ts';
import type { Fake } from '../testing/fake.ts';
import { FakeOAuth } from '../testing/fake-oauth.ts';
import { type FakeHead, type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { JsonBody } from './fake-bodies.ts';
import { openPinterestContract } from './fake-contract.ts';
import { FakePins } from './fake-pins.ts';
import { refuse } from './fake-refusals.ts';
import { FakeVideos, storage } from './fake-videos.ts';

export const redirectUri = 'https://belfry.example.com/connect/callback';
const app = { client_id: '1500000', client_secret: 'secret-of-belfry', tier: 'standard' as const };
const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
const hosts = ['api.pinterest.com', 'api-sandbox.pinterest.com'];

export interface PinterestFake extends Fake {
  pinterest: FakePinterest;
  app: typeof app;
}

export async function startFake(): Promise<PinterestFake> {
  const pinterest = new FakePinterest(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    contract: pinterest.contract,
    handle: (request) => dated(pinterest.answer(request, server.url), server.now()),
    stream: (head) => pinterest.stream(head),
    isVisible: ({ method, path }) =>
      method === 'POST' && /^\/api[a-z-]*\.pinterest\.com\/v5\/pins$/.test(path),
    expire: () => {
      pinterest.oauth.expireAccess();
      return refuse(401, 2, 'Authentication failed.');
    },
  });
  pinterest.oauth.apps.set(app.client_id, { secret: app.client_secret, redirectUri });
  let issued: ReturnType<FakeOAuth['issue']> | undefined;
  return {
    server,
    pinterest,
    app,
    credentials: {},
    account: {
      id: '2783136121146311751',
      name: 'Town bells',
      username: 'townbells',
      avatarUrl: 'https://i.pinimg.com/bells.jpg',
    },
    // Issued when it is first read, at the time of the test's clock.
    get grant() {
      issued ??= pinterest.oauth.issue(app.client_id);
      const { access_token, refresh_token = '' } = issued;
      return { access: access_token, refresh: refresh_token };
    },
    visible: () => pinterest.pins.all.map(({ id, body }) => ({ id, text: String(body.description ?? '') })),
    shown: () => pinterest.pins.shown(),
    leftovers: () => [...pinterest.videos.all.values()].filter(({ isUsed }) => !isUsed).length,
    plant: (post) => pinterest.pins.plant(post),
    lag: (seconds) => {
      pinterest.pins.lag = seconds;
    },
  };
}

/** Every answer carries Pinterest's time. */
function dated(response: FakeResponse, now: Date): FakeResponse {
  return { ...response, headers: { date: now.toUTCString(), ...response.headers } };
}

export class FakePinterest {
  readonly oauth: FakeOAuth;
  readonly videos = new FakeVideos();
  readonly pins: FakePins;
  /** What Pinterest says of the account. */
  user: JsonObject = {
    id: '2783136121146311751',
    username: 'townbells',
    business_name: 'Town bells',
    profile_image: 'https://i.pinimg.com/bells.jpg',
    account_type: 'BUSINESS',
  };
  /** For which a refresh token is valid. Undefined: the answer does not say. */
  refreshSeconds: number | undefined = 60 * 86_400;
  /** The app has only Trial access. */
  isTrial = false;
  /** The answers to the next calls of the API, by "METHOD /path". */
  readonly refusals = new Map<string, FakeResponse[]>();
  readonly contract = openPinterestContract(() => this.#pin?.finish());
  #pin: JsonBody | undefined;

  constructor(now: () => Date) {
    const separator = ',';
    const life = { accessSeconds: 30 * 86_400, refresh: 'rotated' as const };
    this.oauth = new FakeOAuth({ clientAuth: 'basic', scopes, separator, ...life, now });
    this.pins = new FakePins(this.videos, now);
  }

  stream(head: FakeHead): ((bytes: Uint8Array) => void) | undefined {
    if (head.path === `/${storage}/`) return this.videos.stream(head);
    if (head.method !== 'POST' || !head.path.endsWith('/v5/pins')) return undefined;
    const body = new JsonBody();
    this.#pin = body;
    return (bytes) => body.take(bytes);
  }

  answer(request: FakeRequest, base: string): FakeResponse {
    const { method, path, query } = request;
    const [, host = '', version, ...rest] = path.split('/');
    const name = `${method} /${rest.join('/')}`;
    if (`${method} ${path}` === 'GET /www.pinterest.com/oauth/') return this.oauth.authorize(query);
    if (`${method} ${path}` === `POST /${storage}/`) return this.videos.store(request);
    if (!hosts.includes(host) || version !== 'v5') return refuse(404, 0, 'Not found');
    if (name === 'POST /oauth/token') return this.#token(request);
    if (!this.oauth.isSignedIn(request)) return refuse(401, 2, 'Authentication failed.');
    const refusal = this.refusals.get(name)?.shift();
    if (refusal !== undefined) return refusal;
    if (name === 'POST /pins') return this.#createPin(request, host);
    return this.#refuse(request) ?? this.#api(name, request, base);
  }

  /** Pinterest has numbers in place of the standard's codes. */
  #token(request: FakeRequest): FakeResponse {
    const form = new URLSearchParams(request.body.toString());
    const response = this.oauth.token(request);
    const { error } = response.body as { error?: string };
    if (error === 'invalid_client') return refuse(401, 2, 'Authentication failed.');
    if (error === 'invalid_grant') return refuse(401, 283, 'The authorization grant is invalid');
    const isOld =
      form.get('grant_type') === 'authorization_code' && form.get('continuous_refresh') !== 'true';
    if (isOld) return refuse(400, 1, 'The legacy refresh token is no longer supported.');
    const refresh_token_expires_in = this.refreshSeconds;
    return { ...response, body: { ...(response.body as JsonObject), refresh_token_expires_in } };
  }

  #createPin(request: FakeRequest, host: string): FakeResponse {
    const json = this.#pin?.finish();
    const hasLength = request.headers['content-length'] === String(this.#pin?.length);
    if (!hasLength) return refuse(411, 1, 'Length required');
    if (this.isTrial && host === 'api.pinterest.com')
      return refuse(403, 29, 'Apps with Trial access may not create Pins in production');
    return this.#refuse(request) ?? this.pins.create(json);
  }

  #refuse(request: FakeRequest): FakeResponse | undefined {
    const { breaches, limits } = this.contract(request);
    const [wrong] = [...breaches, ...limits];
    return wrong === undefined ? undefined : refuse(400, 1, `Invalid request: ${wrong}`);
  }

  #api(name: string, request: FakeRequest, base: string): FakeResponse {
    const [, id = ''] = /\/(\d+)(?:\/|$)/.exec(name) ?? [];
    const route = name.replace(/\/\d+(?=\/|$)/, '/:id');
    if (route === 'GET /user_account') return { status: 200, body: this.user };
    if (route === 'POST /media') return this.videos.register(base);
    if (route === 'GET /media/:id') return this.videos.status(id);
    if (route === 'GET /pins') return this.pins.list(request);
    if (route === 'DELETE /pins/:id') return this.pins.remove(id);
    if (route === 'GET /pins/:id/analytics') return this.pins.analytics(id);
    if (route === 'GET /boards') return this.pins.listBoards(request);
    if (route === 'GET /boards/:id') return this.pins.board(id);
    if (route === 'GET /boards/:id/sections') return this.pins.listSections(id, request);
    return refuse(404, 0, 'Not found');
  }
}
