/** A fake of Meta’s hosts with one professional account, which a Facebook Page is linked to. */
import { field, type JsonObject } from '../core/json.ts';
import { answer, pick, readBody, refuse, refuseField, tokenOf } from '../families/meta/fake-graph.ts';
import { answerPageTokens } from '../families/meta/fake-page-tokens.ts';
import { FakeSignIn } from '../families/meta/fake-sign-in.ts';
import { finishUpload, hasOffset, refuseUpload, takeBytes } from '../families/meta/fake-uploads.ts';
import type { Fake } from '../testing/fake.ts';
import { type FakeHead, type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { FakeAccount } from './fake-account.ts';
import { answerInstagramTokens } from './fake-tokens.ts';

export const accountId = '17841405793187218';
/** What Instagram’s own sign-in calls the account for this app only. */
const scopedId = '27324875933768806';
/** What Facebook’s sign-in calls the person, for this app only. */
const personId = '10158907361234567';
export const redirectUri = 'https://belfry.example.com/connect/callback';
const version = 'v25.0';

const app = {
  ...{ facebook_app_id: '100200300', facebook_app_secret: 'facebook-secret-value' },
  ...{ instagram_app_id: '400500600', instagram_app_secret: 'instagram-secret-value' },
  products: ['comments', 'insights', 'removal'],
};

const scopes = {
  facebook: [
    ...['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'],
    ...['instagram_manage_comments', 'instagram_manage_insights', 'instagram_manage_contents'],
  ],
  instagram: ['basic', 'content_publish', 'manage_comments', 'manage_insights'].map(
    (name) => `instagram_business_${name}`,
  ),
};

export type FakeVia = 'facebook' | 'instagram';

export interface InstagramFake extends Fake {
  meta: FakeMeta;
}

export async function startFake({ via = 'facebook' }: { via?: FakeVia } = {}): Promise<InstagramFake> {
  const meta = new FakeMeta(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: async (request) => {
      const { headers, ...rest } = await meta.answer(request);
      return { ...rest, headers: { date: server.now().toUTCString(), ...headers } };
    },
    stream: (head) => meta.stream(head),
    isVisible: ({ method, path }) => method === 'POST' && path.endsWith('/media_publish'),
    expire: () => {
      for (const { tokens } of Object.values(meta.signIns)) tokens.clear();
      return refuse(400, '190/460', 'Error validating access token: The session has been invalidated.');
    },
  });
  const kind = via === 'facebook' ? 'page' : 'long';
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
      access ??= meta.signIns[via].issue(kind, scopes[via]);
      return { via, access, scopes: scopes[via] };
    },
    visible: () =>
      meta.account.posts.map(({ id, container }) => ({ id, text: String(container.body.caption ?? '') })),
    shown: () => meta.account.showAll(),
    leftovers: () => meta.account.containers.leftovers,
    host: (files) => meta.account.host(files),
    spend: (left) => {
      meta.account.most = meta.account.used + left;
    },
    plant: ({ text, media: [file], settings: { format } }) => {
      const kind = file?.kind === 'video' ? 'REELS' : undefined;
      const media_type = format === 'story' ? 'STORIES' : kind;
      const source = { [`${file?.kind}_url`]: 'https://belfry.test/files/twin' };
      meta.account.post({ caption: text, ...source, ...(media_type !== undefined && { media_type }) });
    },
  };
}

export class FakeMeta {
  readonly account: FakeAccount;
  readonly signIns: Record<FakeVia, FakeSignIn>;
  /** What a call of this method and path answers next. */
  readonly refusals = new Map<string, FakeResponse[]>();
  /** Bytes that the next upload stores before its connection breaks. */
  keeps = Number.POSITIVE_INFINITY;
  /** Seconds since 1970 at which data access ends; 0: never. Default: 90 days from now. */
  dataAccessEnd: number | undefined;
  /** What the Pages are linked to. */
  pages: JsonObject[] = [
    {
      id: '555',
      name: 'Town bells (Page)',
      tasks: ['CREATE_CONTENT', 'MODERATE'],
      instagram_business_account: {
        id: accountId,
        username: 'townbells',
        name: 'Town bells',
        profile_picture_url: 'https://scontent.cdninstagram.com/bells.jpg',
      },
    },
  ];

  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
    this.account = new FakeAccount(now);
    this.signIns = {
      facebook: new FakeSignIn(scopes.facebook, now, { auth_type: 'rerequest' }),
      instagram: new FakeSignIn(scopes.instagram, now, { enable_fb_login: '0' }),
    };
    for (const via of ['facebook', 'instagram'] as const)
      this.signIns[via].oauth.apps.set(app[`${via}_app_id`], {
        secret: app[`${via}_app_secret`],
        redirectUri,
      });
  }

  stream(head: FakeHead): ((bytes: Uint8Array) => void) | undefined {
    const upload = this.#uploadOf(head.path);
    if (upload === undefined) return undefined;
    const keeps = this.keeps;
    this.keeps = Number.POSITIVE_INFINITY;
    return hasOffset(upload, head) ? takeBytes(upload, keeps) : () => {};
  }

  #uploadOf(path: string) {
    const [, id = ''] = path.match(/^\/rupload\.facebook\.com\/ig-api-upload\/v25\.0\/(\d+)$/) ?? [];
    return this.account.containers.find(id)?.upload;
  }

  async answer(request: FakeRequest): Promise<FakeResponse> {
    const { method, path } = request;
    const name = `${method} ${path}`;
    const [refusal] = this.refusals.get(name)?.splice(0, 1) ?? [];
    if (refusal !== undefined) return refusal;
    const [, host = '', first = '', ...rest] = path.split('/');
    if (host === 'rupload.facebook.com') return this.#upload(request);
    const isSignIn =
      answerPageTokens(name, request, this.signIns.facebook) ??
      answerInstagramTokens(name, request, this.signIns.instagram);
    if (isSignIn !== undefined) return isSignIn;
    const via = { 'graph.facebook.com': 'facebook', 'graph.instagram.com': 'instagram' }[host] as
      | FakeVia
      | undefined;
    if (via === undefined || first !== version) return refuse(400, '2500', 'Unknown path components');
    return this.#graph(`${method} /${rest.join('/')}`, request, via);
  }

  #upload(request: FakeRequest): FakeResponse {
    const upload = this.#uploadOf(request.path);
    const isSignedIn = this.signIns.facebook.find(tokenOf(request)) !== undefined;
    if (!isSignedIn || !request.headers.authorization?.startsWith('OAuth '))
      return refuseUpload('NotAuthorizedError', 'Not authorized.');
    if (upload === undefined) return refuseUpload('ProcessingFailedError', 'Request processing failed');
    const { offset, sha256 } = upload;
    if (sha256 !== undefined || Number(request.headers.offset) > offset)
      return refuseUpload('OffsetInvalidError', 'The offset is invalid.');
    return finishUpload(upload, request);
  }

  async #graph(name: string, request: FakeRequest, via: FakeVia): Promise<FakeResponse> {
    const token = tokenOf(request);
    if (via === 'facebook' && name === 'GET /debug_token') return this.#debugToken(request);
    const signed = this.signIns[via].find(token);
    if (signed === undefined) return refuse(400, '190', 'Invalid OAuth access token.');
    if (name.startsWith('GET /me')) return this.#me(name, request, via, signed.scopes);
    if (via === 'facebook' && signed.kind !== 'page')
      return refuse(400, '200', 'This needs a token of the Page.');
    return (await this.#ofAccount(name, request, via)) ?? this.#ofObject(name, request, via, signed.scopes);
  }

  #debugToken({ query, headers }: FakeRequest): FakeResponse {
    const isApp = headers.authorization === `Bearer ${app.facebook_app_id}|${app.facebook_app_secret}`;
    if (!isApp) return refuse(400, '190', 'This needs a token of the app.');
    const isValid = this.signIns.facebook.find(query.get('input_token') ?? '') !== undefined;
    const { dataAccessEnd = Math.floor(this.#now().getTime() / 1000) + 90 * 86_400 } = this;
    return answer({ data: { is_valid: isValid, expires_at: 0, data_access_expires_at: dataAccessEnd } });
  }

  #me(name: string, { query }: FakeRequest, via: FakeVia, granted: string[]): FakeResponse {
    const own = field(this.pages[0], 'instagram_business_account') as JsonObject;
    if (via === 'instagram' && name === 'GET /me')
      return pick({ ...own, id: scopedId, user_id: accountId }, query.get('fields'));
    if (via === 'facebook' && name === 'GET /me') return pick({ id: personId }, query.get('fields'));
    if (via === 'facebook' && name === 'GET /me/permissions')
      return answer({
        data: scopes.facebook.map((permission) => ({
          permission,
          status: granted.includes(permission) ? 'granted' : 'declined',
        })),
      });
    if (via !== 'facebook' || name !== 'GET /me/accounts') return refuseField('Unknown path.');
    const limit = 1;
    const start = Number(query.get('after') ?? 0);
    const shown = this.pages.slice(start, start + limit).map((page) => ({
      ...page,
      access_token: this.signIns.facebook.issue('page', granted),
    }));
    const next = start + limit < this.pages.length && 'https://graph.facebook.com/next';
    return answer({
      data: shown,
      paging: { cursors: { after: String(start + limit) }, ...(next && { next }) },
    });
  }

  async #ofAccount(name: string, request: FakeRequest, via: FakeVia): Promise<FakeResponse | undefined> {
    const { query } = request;
    const { account } = this;
    const base = `/${accountId}`;
    if (name === `POST ${base}/media`) return account.create(request, via === 'facebook');
    if (name === `POST ${base}/media_publish`) return account.publish(request);
    if (name === `GET ${base}/media`) return account.list('media', query);
    if (name === `GET ${base}/stories`) return account.list('stories', query);
    if (name === `GET ${base}`)
      return pick(field(this.pages[0], 'instagram_business_account') as JsonObject, query.get('fields'));
    if (name !== `GET ${base}/content_publishing_limit`) return undefined;
    const config = { quota_total: account.most, quota_duration: 86_400 };
    const headers = { 'x-app-usage': '{"call_count":28,"total_time":25,"total_cputime":31}' };
    return { ...answer({ data: [{ quota_usage: account.used, config }] }), headers };
  }

  #ofObject(name: string, request: FakeRequest, via: FakeVia, granted: string[]): FakeResponse {
    const [method = '', path = ''] = name.split(' ');
    const [, id = '', edge] = path.split('/');
    const container = this.account.containers.find(id);
    if (container !== undefined && method === 'GET' && edge === undefined)
      return this.#container(id, request);
    const post = this.account.posts.find((each) => each.id === id);
    if (post === undefined) return refuse(400, '100/33', 'Unsupported request. Object does not exist.');
    if (method === 'GET' && edge === undefined)
      return pick(this.account.describe(post), request.query.get('fields'));
    if (method === 'GET' && edge === 'insights') return this.#insights(request, id);
    if (method === 'DELETE' && via === 'facebook') {
      if (!granted.includes('instagram_manage_contents')) return refuse(403, '10', 'Permission denied.');
      this.account.posts.splice(this.account.posts.indexOf(post), 1);
      return answer({ success: true });
    }
    if (!granted.some((scope) => scope.endsWith('_manage_comments')))
      return refuse(403, '10', 'Permission denied.');
    return this.#comments(`${method} ${edge ?? ''}`, request, post);
  }

  #comments(name: string, request: FakeRequest, post: FakeAccount['posts'][number]): FakeResponse {
    if (name === 'GET comments') return answer({ data: post.comments });
    const read = readBody(request, name === 'POST comments' ? ['message'] : ['comment_enabled']);
    if ('refusal' in read) return read.refusal;
    if (name === 'POST ') {
      post.hasComments = read.body.comment_enabled !== false;
      return answer({ success: true });
    }
    if (name !== 'POST comments') return refuseField('Unknown path.');
    const id = `${post.id}_${post.comments.length + 1}`;
    post.comments.push({ id, text: String(read.body.message) });
    return answer({ id });
  }

  #container(id: string, { query }: FakeRequest): FakeResponse {
    const container = this.account.containers.find(id);
    if (container === undefined || this.account.containers.isForgetful)
      return refuse(400, '100/33', 'Unsupported get request. Object does not exist.');
    const isStatus = query.get('fields')?.includes('status_code') === true;
    const status_code = isStatus ? this.account.containers.poll(container) : 'IN_PROGRESS';
    const status = container.failure ?? `${status_code}: of the container`;
    const { offset = 0, sha256 } = container.upload ?? {};
    const phase = { status: sha256 === undefined ? 'in_progress' : 'complete', bytes_transferred: offset };
    return pick({ id, status_code, status, video_status: { uploading_phase: phase } }, query.get('fields'));
  }

  #insights({ query }: FakeRequest, id: string): FakeResponse {
    const names = query.get('metric')?.split(',') ?? [];
    const isStory =
      this.account.posts.find((each) => each.id === id)?.container.body.media_type === 'STORIES';
    const known = isStory
      ? ['views', 'reach', 'shares']
      : ['views', 'reach', 'shares', 'likes', 'comments', 'saved'];
    if (names.some((name) => !known.includes(name))) return refuseField('metric is not supported');
    return answer({
      data: names.map((name, at) => ({ name, period: 'lifetime', values: [{ value: at + 10 }] })),
    });
  }
}
