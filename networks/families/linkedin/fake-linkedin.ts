/** A fake LinkedIn with one author, its sign-in, its uploads and its posts. */
import { type JsonObject, textField } from '../../core/json.ts';
import type { Account } from '../../core/network.ts';
import type { Fake } from '../../testing/fake.ts';
import { FakeOAuth } from '../../testing/fake-oauth.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../../testing/fake-server.ts';
import { FakePosts } from './fake-posts.ts';
import { refuse } from './fake-refusal.ts';
import { FakeUploads } from './fake-uploads.ts';

export const redirectUri = 'https://belfry.example.com/connect/callback';

interface Options {
  account: Account;
  /** What LinkedIn granted the app, and the scopes of that. */
  products: string[];
  scopes: readonly string[];
  /** Only some apps get refresh tokens. */
  hasRefresh?: true;
  /** The parts of the API that only one of the networks uses, by method and path. */
  more?: (name: string, request: FakeRequest) => FakeResponse | undefined;
}

export interface LinkedinFake extends Fake {
  linkedin: FakeLinkedin;
}

export async function startLinkedin(options: Options): Promise<LinkedinFake> {
  const { account, scopes, products } = options;
  const linkedin = new FakeLinkedin(options, () => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => dated(linkedin.answer(request, server.url), server.now()),
    stream: (head) => (head.path.includes('/dms-uploads/') ? linkedin.uploads.stream(head) : undefined),
    isVisible: ({ method, path }) => method === 'POST' && path === '/api.linkedin.com/rest/posts',
    expire: () => {
      linkedin.oauth.expireAccess();
      return refuse(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired');
    },
  });
  const app = { client_id: '86bells', client_secret: 'WPL_AP1.secret', products };
  linkedin.oauth.apps.set(app.client_id, { secret: app.client_secret, redirectUri, scopes });
  const sign = () => {
    const { access_token, refresh_token } = linkedin.oauth.issue(app.client_id, scopes.join(' '));
    return { access: access_token, ...(refresh_token && { refresh: refresh_token }), scopes: [...scopes] };
  };
  let grant: ReturnType<typeof sign> | undefined;
  return {
    server,
    linkedin,
    app,
    credentials: {},
    account,
    /** Issued when it is first read, because tests set the fake's clock after they have started it. */
    get grant() {
      grant ??= sign();
      return grant;
    },
    visible: () => linkedin.posts.visible(),
    shown: () => linkedin.posts.shown(),
    leftovers: () => linkedin.posts.leftovers(),
    plant: (post) => linkedin.posts.plant(post),
    lag: (seconds) => {
      linkedin.posts.lag = seconds;
    },
  };
}

/** Every answer of LinkedIn carries its time. */
function dated(response: FakeResponse, now: Date): FakeResponse {
  return { ...response, headers: { date: now.toUTCString(), ...response.headers } };
}

export class FakeLinkedin {
  readonly oauth: FakeOAuth;
  readonly uploads: FakeUploads;
  readonly posts: FakePosts;
  /** Versions of the API that are neither ended nor to come. */
  readonly versions = ['202608', '202609'];
  /** The scopes of every token. */
  scopes: readonly string[];
  /** Seconds for which the refresh token is still valid. Undefined: LinkedIn does not say. */
  refreshSeconds: number | undefined = 365 * 86_400;
  /** Answers to the next calls of the API, instead of the true ones. */
  readonly refusals: FakeResponse[] = [];
  #more: Options['more'];
  #hasRefresh: boolean;

  constructor({ account, scopes, hasRefresh, more }: Options, now: () => Date) {
    this.scopes = scopes;
    this.#more = more;
    this.#hasRefresh = hasRefresh === true;
    this.uploads = new FakeUploads(account.id);
    this.posts = new FakePosts(account.id, this.uploads, now);
    this.oauth = new FakeOAuth({
      clientAuth: 'body',
      scopes,
      accessSeconds: 60 * 86_400,
      ...(hasRefresh && { refresh: 'kept' }),
      now,
    });
  }

  answer(request: FakeRequest, url: string): FakeResponse {
    const { method, path, query } = request;
    const [, host = '', ...rest] = path.split('/');
    const name = `${method} /${rest.join('/')}`;
    if (host === 'www.linkedin.com') {
      if (name === 'GET /oauth/v2/authorization') return this.oauth.authorize(query);
      if (name === 'POST /oauth/v2/accessToken') return this.#sign(request);
      if (rest[0] === 'dms-uploads') return this.#upload(request);
    }
    if (host !== 'api.linkedin.com') return refuse(404, 'NOT_FOUND');
    if (!this.oauth.isSignedIn(request)) return refuse(401, 'INVALID_ACCESS_TOKEN');
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return refusal;
    if (rest[0] === 'rest') {
      const wrong = checkHeaders(request, this.versions);
      if (wrong !== undefined) return wrong;
    }
    return (
      this.#api(name, request, `${url}/www.linkedin.com`) ?? refuse(404, 'NOT_FOUND', 'No such resource')
    );
  }

  #sign(request: FakeRequest): FakeResponse {
    const { body, ...answer } = this.oauth.token(request);
    const { refreshSeconds: left } = this;
    const isSigned = textField(body, 'access_token') !== undefined && this.#hasRefresh;
    const more = isSigned && left !== undefined && { refresh_token_expires_in: left };
    return { ...answer, body: { ...(body as JsonObject), ...more } };
  }

  #upload(request: FakeRequest): FakeResponse {
    const isSignedIn = this.oauth.isSignedIn(request);
    if (request.method === 'PUT') return this.uploads.put(request, isSignedIn);
    return request.method === 'POST'
      ? this.uploads.addCaptions(request, isSignedIn)
      : refuse(404, 'NOT_FOUND');
  }

  #api(name: string, request: FakeRequest, web: string): FakeResponse | undefined {
    const action = request.query.get('action') ?? '';
    const [, call = '', urn = '', rest = ''] =
      /^(\w+ \/rest\/\w+)\/(urn%3A[\w%-]+)(\/comments)?$/.exec(name) ?? [];
    const id = decodeURIComponent(urn);
    const calls: Record<string, () => FakeResponse> = {
      'POST /rest/posts': () => this.posts.create(request),
      'GET /rest/posts': () => this.#list(request),
      'GET /rest/posts/{urn}': () => this.#read(id),
      'DELETE /rest/posts/{urn}': () => this.#remove(id, request),
      'POST /rest/images initializeUpload': () => this.uploads.open('image', request, web),
      'POST /rest/documents initializeUpload': () => this.uploads.open('document', request, web),
      'GET /rest/documents/{urn}': () => this.#readDocument(id),
      'POST /rest/videos initializeUpload': () => this.uploads.open('video', request, web),
      'POST /rest/videos finalizeUpload': () => this.uploads.finish(request),
      'GET /rest/videos/{urn}': () => this.uploads.read(id),
      'POST /rest/socialActions/{urn}/comments': () => this.#comment(id, request),
    };
    const key = urn === '' ? `${name} ${action}`.trim() : `${call}/{urn}${rest}`;
    return calls[key]?.() ?? this.#more?.(name, request);
  }

  #list(request: FakeRequest): FakeResponse {
    if (!this.scopes.includes('r_organization_social')) return denied();
    const isFinder = request.headers['x-restli-method'] === 'FINDER';
    return isFinder ? this.posts.list(request) : refuse(400, 'ILLEGAL_ARGUMENT');
  }

  #read(id: string): FakeResponse {
    return this.scopes.includes('r_organization_social') ? this.posts.read(id) : denied();
  }

  #readDocument(id: string): FakeResponse {
    return this.scopes.includes('r_organization_social') ? this.uploads.read(id) : denied();
  }

  #remove(id: string, request: FakeRequest): FakeResponse {
    return request.headers['x-restli-method'] === 'DELETE'
      ? this.posts.remove(id)
      : refuse(400, 'ILLEGAL_ARGUMENT');
  }

  #comment(id: string, request: FakeRequest): FakeResponse {
    return this.scopes.some((scope) => scope.endsWith('_feed')) ? this.posts.comment(id, request) : denied();
  }
}

export function denied(): FakeResponse {
  return refuse(403, 'ACCESS_DENIED', 'Not enough permissions to access this resource');
}

function checkHeaders(
  { method, headers, body }: FakeRequest,
  versions: readonly string[],
): FakeResponse | undefined {
  const version = headers['linkedin-version'];
  if (version === undefined) return refuse(400, 'VERSION_MISSING', 'A version must be present.');
  if (!versions.includes(version))
    return refuse(426, 'NONEXISTENT_VERSION', `Version ${version} is not active`);
  if (headers['x-restli-protocol-version'] !== '2.0.0') return refuse(400, 'ILLEGAL_ARGUMENT');
  const isJson = headers['content-type'] === 'application/json';
  return method === 'POST' && (!isJson || body.length === 0)
    ? refuse(415, 'UNSUPPORTED_MEDIA_TYPE')
    : undefined;
}

/** A list as LinkedIn answers it. */
export function listOf(elements: JsonObject[]): FakeResponse {
  return { status: 200, body: { paging: { start: 0, count: elements.length, links: [] }, elements } };
}
