/** A fake TikTok with one account, and its sign-in. */
import type { JsonObject } from '../core/json.ts';
import { field, textField } from '../core/json.ts';
import type { Fake } from '../testing/fake.ts';
import { FakeOAuth } from '../testing/fake-oauth.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { FakePosts } from './fake-posts.ts';
import { accept, checkRequest, refuse } from './fake-requests.ts';

const openId = '723f24d7-e717-40f8-a2b6-cb8464cd23b4';
export const redirectUri = 'https://belfry.example.com/connect/callback';
const app = { client_key: 'aw-belfry', client_secret: 'secret-of-belfry', audited: true };
export const scopes = ['user.info.basic', 'user.info.profile', 'video.publish', 'video.upload', 'video.list'];

export interface TiktokFake extends Fake {
  account: Fake['account'];
  tiktok: FakeTiktok;
  app: typeof app;
}

export async function startFake(): Promise<TiktokFake> {
  const tiktok = new FakeTiktok(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => tiktok.answer(request, server.url),
    stream: (head) => (head.method === 'PUT' ? tiktok.posts.stream(head) : undefined),
    isVisible: ({ method, path, headers }) =>
      (method === 'PUT' && isLastChunk(headers['content-range'])) || path.endsWith('/content/init/'),
    expire: ({ method, query }) => {
      tiktok.oauth.expireAccess();
      // The address of an upload needs no token, and has an end of its own.
      if (method === 'PUT') tiktok.posts.endUpload(query);
      return method === 'PUT' ? { status: 403 } : refuse(401, 'access_token_invalid', 'It is invalid.');
    },
  });
  tiktok.oauth.apps.set(app.client_key, { secret: app.client_secret, redirectUri });
  let issued: ReturnType<FakeOAuth['issue']> | undefined;
  return {
    server,
    tiktok,
    app,
    credentials: {},
    account: { id: openId, name: 'Ada', username: 'ada', avatarUrl: 'https://p16.tiktokcdn.com/ada.jpg' },
    // Issued when it is first read, at the time of the test's clock.
    get grant() {
      issued ??= tiktok.oauth.issue(app.client_key);
      const { access_token, refresh_token = '' } = issued;
      return { access: access_token, refresh: refresh_token, scopes };
    },
    visible: () => tiktok.posts.shown().map(({ id, text }) => ({ id, text })),
    shown: () => tiktok.posts.shown(),
    leftovers: () => tiktok.posts.countUnfinished(),
    host: (files) => tiktok.posts.downloads.host(files),
    plant: (post) => tiktok.posts.plant(post),
    lag: (seconds) => {
      tiktok.posts.lag = seconds;
    },
  };
}

function isLastChunk(range = ''): boolean {
  const [, last, total] = /^bytes \d+-(\d+)\/(\d+)$/.exec(range)?.map(Number) ?? [];
  return last !== undefined && last + 1 === total;
}

export class FakeTiktok {
  readonly oauth: FakeOAuth;
  readonly posts: FakePosts;
  isAudited = true;
  user: JsonObject = {
    open_id: openId,
    display_name: 'Ada',
    username: 'ada',
    avatar_url: 'https://p16.tiktokcdn.com/ada.jpg',
  };
  creator: JsonObject = {
    creator_avatar_url: 'https://p16.tiktokcdn.com/ada.jpg',
    creator_username: 'ada',
    creator_nickname: 'Ada',
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: false,
    max_video_post_duration_sec: 300,
  };
  /** Answers of the next calls, by path. */
  readonly refusals = new Map<string, FakeResponse[]>();

  constructor(now: () => Date) {
    this.oauth = new FakeOAuth({
      clientAuth: 'body',
      scopes,
      separator: ',',
      accessSeconds: 7200,
      refresh: 'rotated',
      now,
    });
    this.posts = new FakePosts(now);
  }

  answer(request: FakeRequest, base: string): FakeResponse | Promise<FakeResponse> {
    const { method, path, query } = request;
    if (`${method} ${path}` === 'GET /www.tiktok.com/v2/auth/authorize/')
      return this.oauth.authorize(standard(query));
    const [, host, ...rest] = path.split('/');
    const name = `/${rest.join('/')}`;
    const next = this.refusals.get(name)?.shift();
    if (next !== undefined) return next;
    if (method === 'PUT' && host === 'open-upload.tiktokapis.com') return this.posts.put(request);
    if (host !== 'open.tiktokapis.com') return { status: 404 };
    if (name === '/v2/oauth/token/') return asTiktok(this.oauth.token(standardForm(request)));
    if (!this.oauth.isSignedIn(request)) return refuse(401, 'access_token_invalid', 'It is invalid.');
    if (`${method} ${name}` === 'GET /v2/user/info/') return this.#readUser(query);
    return method === 'POST'
      ? (checkRequest(name, request) ?? this.#post(name, request, base))
      : refuse(405, 'invalid_params', 'The method is wrong.');
  }

  #readUser(query: URLSearchParams): FakeResponse {
    const fields = query.get('fields')?.split(',') ?? [];
    return accept({
      user: Object.fromEntries(Object.entries(this.user).filter(([name]) => fields.includes(name))),
    });
  }

  #post(name: string, request: FakeRequest, base: string): FakeResponse | Promise<FakeResponse> {
    const { json } = request;
    if (name === '/v2/post/publish/creator_info/query/') return accept(this.creator);
    if (name === '/v2/post/publish/status/fetch/') return this.posts.status(request);
    if (name === '/v2/video/query/') return this.posts.measure(request);
    const refusal = this.#checkPrivacy(textField(json, 'post_info', 'privacy_level'));
    if (refusal !== undefined) return refusal;
    if (name === '/v2/post/publish/content/init/') return this.posts.openPhotos(json);
    return this.posts.openVideo(json, name.includes('/inbox/'), base);
  }

  #checkPrivacy(level: string | undefined): FakeResponse | undefined {
    if (level === undefined) return undefined;
    const offered = field(this.creator, 'privacy_level_options') as string[];
    // Only a private account may publish then: https://developers.tiktok.com/doc/content-sharing-guidelines (2026-11-28).
    if (!this.isAudited && (level !== 'SELF_ONLY' || offered.includes('PUBLIC_TO_EVERYONE')))
      return refuse(
        403,
        'unaudited_client_can_only_post_to_private_accounts',
        'Please review our guidelines.',
      );
    return offered.includes(level)
      ? undefined
      : refuse(403, 'privacy_level_option_mismatch', 'The privacy level is not an option.');
  }
}

/** TikTok calls the client's id a key. */
function standard(given: URLSearchParams): URLSearchParams {
  const renamed = new URLSearchParams(given);
  renamed.delete('client_id');
  for (const key of given.getAll('client_key')) renamed.append('client_id', key);
  renamed.delete('client_key');
  return renamed;
}

function standardForm(request: FakeRequest): FakeRequest {
  return { ...request, body: Buffer.from(String(standard(new URLSearchParams(request.body.toString())))) };
}

function asTiktok({ body, ...response }: FakeResponse): FakeResponse {
  const own =
    response.status === 200 ? { open_id: openId, refresh_expires_in: 15_552_000 } : { log_id: '20261122' };
  return { ...response, body: { ...(body as object), ...own } };
}
