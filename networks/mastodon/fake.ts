/** A fake server with one account. It implements only the calls of the adapter, and behaves like one software. */
import type { Fake } from '../testing/fake.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { answer, refuse } from './fake-answers.ts';
import { descriptions, limitsOf } from './fake-descriptions.ts';
import { FakeMedia } from './fake-media.ts';
import { FakeSignIn } from './fake-sign-in.ts';
import { FakeStatuses } from './fake-statuses.ts';
import type { KnownSoftware } from './software.ts';

type Handler = (request: FakeRequest) => FakeResponse;

const accountId = '109302436954721982';

export interface MastodonFake extends Fake {
  instance: FakeInstance;
}

export async function startFake(options: { software?: KnownSoftware } = {}): Promise<MastodonFake> {
  const instance = new FakeInstance(options.software ?? 'mastodon');
  const { software, signIn, statuses, media } = instance;
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => dated(instance.answer(request, server.url), server.now()),
    isVisible: ({ method, path }) => method === 'POST' && path === '/api/v1/statuses',
    expire: () => signIn.revoke(),
  });
  statuses.now = () => server.now();
  media.now = statuses.now;
  const { url } = server;
  return {
    instance,
    server,
    get credentials() {
      return { instance: url, access_token: signIn.token };
    },
    get grant() {
      return { instance: url, software, account_id: accountId, access_token: signIn.token };
    },
    account: {
      id: `${accountId}@${new URL(url).host}`,
      name: 'Ada',
      username: 'ada@fake.example',
      avatarUrl: null,
    },
    visible: () => statuses.all.map(({ id, text }) => ({ id, text })),
    shown: () => statuses.show(),
    leftovers: () => statuses.countUnused(),
    plant: (post) => statuses.plant(post),
    lag: (seconds) => {
      statuses.lag = seconds;
    },
  };
}

/** Every answer of a server carries its time. */
function dated(response: FakeResponse, now: Date): FakeResponse {
  return { ...response, headers: { date: now.toUTCString(), ...response.headers } };
}

export class FakeInstance {
  readonly software: KnownSoftware;
  readonly signIn = new FakeSignIn();
  readonly media: FakeMedia;
  readonly statuses: FakeStatuses;

  constructor(software: KnownSoftware) {
    this.software = software;
    this.media = new FakeMedia(limitsOf(software));
    this.statuses = new FakeStatuses(software, this.media);
  }

  answer(request: FakeRequest, base: string): FakeResponse {
    const name = `${request.method} ${request.path}`;
    const open = { ...this.#describe(base), ...this.signIn.routes }[name];
    if (open !== undefined) return open(request);
    const handler = this.#routes[name] ?? this.#routeById(request);
    if (handler === undefined) return refuse(404, 'Record not found');
    // Pixelfed's framework redirects browsers to its pages.
    const wantsJson = request.headers.accept === 'application/json';
    if (this.software === 'pixelfed' && !wantsJson) return { status: 302, headers: { location: '/login' } };
    return this.signIn.isSignedIn(request) ? handler(request) : refuse(401, 'The access token is invalid');
  }

  #describe(base: string): Record<string, Handler> {
    const path = this.software === 'pixelfed' ? '/api/nodeinfo/2.0.json' : '/nodeinfo/2.0';
    const { version, body } = descriptions[this.software];
    const rel = 'http://nodeinfo.diaspora.software/ns/schema/2.0';
    return {
      'GET /.well-known/nodeinfo': () => answer({ links: [{ rel, href: base + path }] }),
      [`GET ${path}`]: () => answer({ version: '2.0', software: { name: this.software, version: '1' } }),
      'GET /api/v1/instance': () => answer({ uri: 'fake.example' }),
      'GET /api/v2/instance': () => refuse(404, 'Record not found'),
      [`GET /api/${version}/instance`]: () => answer(body),
    };
  }

  #routes: Record<string, Handler> = {
    'GET /api/v1/accounts/verify_credentials': () =>
      answer({ id: accountId, username: 'ada', acct: 'ada', display_name: 'Ada', avatar: null }),
    [`GET /api/v1/accounts/${accountId}/statuses`]: (request) => this.statuses.list(request),
    'GET /api/v2/search': (request) => this.statuses.others.search(request),
    'POST /api/v1/statuses': (request) => this.statuses.create(request),
    'GET /api/v1/statuses': (request) => this.statuses.read(request),
    'POST /api/v1/media': (request) => this.media.upload(request),
    'POST /api/v2/media': (request) => this.media.upload(request),
  };

  #routeById({ method, path }: FakeRequest): Handler | undefined {
    const [, kind, id = '', detail] = path.match(/^\/api\/v1\/(media|statuses)\/(\w+)(\/source)?$/) ?? [];
    const name = `${method} ${kind}${detail ?? ''}`;
    const handlers: Record<string, Handler> = {
      'GET media': () => this.media.poll(id),
      'GET statuses': () => this.statuses.others.read(id) ?? this.statuses.readOne(id),
      'GET statuses/source': () => this.statuses.source(id),
      'DELETE statuses': () => this.statuses.delete(id),
    };
    return handlers[name];
  }
}
