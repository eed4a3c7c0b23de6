/** A fake of Facebook’s hosts with one Page. */
import { createHash } from 'node:crypto';
import { field, type JsonObject } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { answer, readBody, refuse, refuseField, tokenOf } from '../families/meta/fake-graph.ts';
import { answerPageTokens } from '../families/meta/fake-page-tokens.ts';
import { FakeSignIn } from '../families/meta/fake-sign-in.ts';
import { finishUpload, hasOffset, refuseUpload, takeBytes } from '../families/meta/fake-uploads.ts';
import type { Fake } from '../testing/fake.ts';
import { type FakeHead, type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { readMultipart } from '../testing/multipart.ts';
import { FakePage, type FakePhoto, type FakePost, pageId, pick } from './fake-page.ts';
import type { FakeVideo } from './fake-videos.ts';

export const redirectUri = 'https://belfry.example.com/connect/callback';

const app = { facebook_app_id: '100200300', facebook_app_secret: 'facebook-secret-value' };
export const scopes = [
  ...['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'],
  ...['pages_manage_engagement', 'read_insights', 'business_management'],
];
const avatarUrl = 'https://scontent.fbcdn.net/bells.jpg';

export interface FacebookFake extends Fake {
  meta: FakeFacebook;
}

export async function startFake(): Promise<FacebookFake> {
  const meta = new FakeFacebook(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => {
      const { headers, ...rest } = meta.answer(request);
      return { ...rest, headers: { date: server.now().toUTCString(), ...meta.usage, ...headers } };
    },
    stream: (head) => meta.stream(head),
    isVisible: ({ method, path, json }) =>
      method === 'POST' &&
      (/\/(?:feed|photo_stories)$/.test(path) || field(json, 'upload_phase') === 'finish'),
    expire: () => {
      meta.signIn.tokens.clear();
      return refuse(400, '190/460', 'Error validating access token: The session has been invalidated.');
    },
  });
  let access: string | undefined;
  return {
    ...{ server, meta, app, credentials: {} },
    account: { id: pageId, name: 'Town bells', username: 'townbells', avatarUrl },
    // Issued when it is first read, at the time of the test's clock.
    get grant() {
      access ??= meta.signIn.issue('page', scopes);
      return { access, scopes };
    },
    visible: () => meta.page.posts.map(({ id, text }) => ({ id, text })),
    shown: () => meta.page.showAll(),
    leftovers: () => meta.page.leftovers,
    plant: ({ text, media }) => void meta.page.show({ text, photos: media.map(makePhoto) }),
    lag: (seconds) => {
      meta.page.lag = seconds;
    },
  };
}

/** A photo of somebody else. */
function makePhoto({ altText }: Pick<Media, 'altText'>, index: number): FakePhoto {
  return { id: `9${index}`, sha256: 'twin', size: 0, alt: altText, isUsed: true, madeAt: 0 };
}

export class FakeFacebook {
  readonly page: FakePage;
  readonly signIn: FakeSignIn;
  /** What a call of this method and path answers next. */
  readonly refusals = new Map<string, FakeResponse[]>();
  /** Headers of every answer. */
  usage: Record<string, string> = {};
  /** Bytes that the next upload stores before its connection breaks. */
  keeps = Number.POSITIVE_INFINITY;
  /** Seconds since 1970 at which data access ends; 0: never. Default: 90 days from now. */
  dataAccessEnd: number | undefined;
  pages: JsonObject[] = [
    {
      ...{ id: pageId, name: 'Town bells', username: 'townbells' },
      ...{ tasks: ['CREATE_CONTENT', 'MODERATE'], picture: { data: { url: avatarUrl } } },
    },
  ];

  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
    this.page = new FakePage(now);
    this.signIn = new FakeSignIn(scopes, now, { auth_type: 'rerequest' });
    this.signIn.oauth.apps.set(app.facebook_app_id, { secret: app.facebook_app_secret, redirectUri });
  }

  stream(head: FakeHead): ((bytes: Uint8Array) => void) | undefined {
    const upload = this.#uploadOf(head.path);
    if (upload === undefined) return undefined;
    const keeps = this.keeps;
    this.keeps = Number.POSITIVE_INFINITY;
    return hasOffset(upload, head) ? takeBytes(upload, keeps) : () => {};
  }

  #uploadOf(path: string) {
    const [, id = ''] = path.match(/^\/rupload\.facebook\.com\/video-upload\/v25\.0\/(\d+)$/) ?? [];
    return this.page.videos.find(id)?.upload;
  }

  answer(request: FakeRequest): FakeResponse {
    const { method, path } = request;
    const name = `${method} ${path}`;
    const [refusal] = this.refusals.get(name)?.splice(0, 1) ?? [];
    if (refusal !== undefined) return refusal;
    const [, host = '', version = '', ...rest] = path.split('/');
    if (host === 'rupload.facebook.com') return this.#upload(request);
    const signIn = answerPageTokens(name, request, this.signIn);
    if (signIn !== undefined) return signIn;
    const isVideo = `${method} /${rest.join('/')}` === `POST /${pageId}/videos`;
    const wanted = isVideo ? 'graph-video.facebook.com' : 'graph.facebook.com';
    if (host !== wanted || version !== 'v25.0') return refuse(400, '2500', 'Unknown path components');
    return this.#graph(`${method} /${rest.join('/')}`, request);
  }

  #upload(request: FakeRequest): FakeResponse {
    const upload = this.#uploadOf(request.path);
    const isSignedIn = this.signIn.find(tokenOf(request))?.kind === 'page';
    if (!isSignedIn || !request.headers.authorization?.startsWith('OAuth '))
      return refuseUpload('NotAuthorizedError', 'Not authorized.');
    if (upload === undefined) return refuseUpload('ProcessingFailedError', 'Request processing failed');
    if (upload.sha256 !== undefined || Number(request.headers.offset) > upload.offset)
      return refuseUpload('OffsetInvalidError', 'The offset is invalid.');
    return finishUpload(upload, request);
  }

  #graph(name: string, request: FakeRequest): FakeResponse {
    if (name === 'GET /debug_token') return this.#debugToken(request);
    const signed = this.signIn.find(tokenOf(request));
    if (signed === undefined || !request.headers.authorization?.startsWith('Bearer '))
      return refuse(400, '190', 'Invalid OAuth access token.');
    if (/^GET \/me(?:\/|$)/.test(name)) return this.#me(name, request, signed.scopes);
    if (signed.kind !== 'page') return refuse(403, '200', 'This needs a token of the Page.');
    return this.#ofPage(name, request) ?? this.#ofObject(name, request, signed.scopes);
  }

  #debugToken({ query, headers }: FakeRequest): FakeResponse {
    const isApp = headers.authorization === `Bearer ${app.facebook_app_id}|${app.facebook_app_secret}`;
    if (!isApp) return refuse(400, '190', 'This needs a token of the app.');
    const isValid = this.signIn.find(query.get('input_token') ?? '') !== undefined;
    const { dataAccessEnd = Math.floor(this.#now().getTime() / 1000) + 90 * 86_400 } = this;
    return answer({ data: { is_valid: isValid, expires_at: 0, data_access_expires_at: dataAccessEnd } });
  }

  #me(name: string, { query }: FakeRequest, granted: string[]): FakeResponse {
    if (name === 'GET /me/permissions')
      return answer({
        data: scopes.map((permission) => ({
          permission,
          status: granted.includes(permission) ? 'granted' : 'declined',
        })),
      });
    if (name === 'GET /me') return answer({ id: '700' });
    if (name !== 'GET /me/accounts') return refuseField('Unknown path.');
    const start = Number(query.get('after') ?? 0);
    const access_token = this.signIn.issue('page', granted);
    const data = this.pages.slice(start, start + 1).map((page) => ({ access_token, ...page }));
    const next = start + 1 < this.pages.length && { next: 'https://graph.facebook.com/next' };
    return answer({ data, paging: { cursors: { after: String(start + 1) }, ...next } });
  }

  #ofPage(name: string, request: FakeRequest): FakeResponse | undefined {
    const { page } = this;
    const [, edge] = name.split(`/${pageId}`);
    if (edge === undefined || !/^(?:\/\w+)?$/.test(edge)) return undefined;
    switch (`${request.method} ${edge}`) {
      case 'POST /feed':
        return page.feed(request);
      case 'POST /photos':
        return page.photo(request);
      case 'POST /photo_stories':
        return page.photoStory(request);
      case 'POST /videos':
      case 'POST /video_reels':
      case 'POST /video_stories':
        return page.video(edge.slice(1) as 'videos', request);
      case 'GET /published_posts':
      case 'GET /stories':
        return page.list(edge.slice(1) as 'stories', request);
      case 'GET ':
        return pick({ ...this.pages[0], is_published: page.isPublished }, request.query.get('fields'));
      default:
        return refuseField('Unknown path.');
    }
  }

  #ofObject(name: string, request: FakeRequest, granted: string[]): FakeResponse {
    const [method = '', path = ''] = name.split(' ');
    const [, id = '', edge = ''] = path.split('/');
    const post = this.page.posts.find((each) => each.id === id);
    const video = this.page.videos.find(id);
    const call = `${method} ${edge}`;
    if (call === 'GET ' && video !== undefined && request.query.get('fields') === 'status')
      return answer({ id, status: this.page.videos.describe(video) });
    if (post === undefined) return refuse(400, '100/33', 'Unsupported request. Object does not exist.');
    if (call === 'POST thumbnails' && video !== undefined) return this.#cover(request, video);
    if (edge === 'captions' && video !== undefined && post.kind !== 'story')
      return this.#captions(request, video);
    if (call === 'GET ') return this.#describe(post, request);
    if (call === 'GET insights' || call === 'GET video_insights') return this.#insights(request, post);
    if (call === 'DELETE ') {
      this.page.posts.splice(this.page.posts.indexOf(post), 1);
      return answer({ success: true });
    }
    if (edge !== 'comments' || !granted.includes('pages_manage_engagement'))
      return refuse(403, '200', 'Permission denied.');
    return this.#comments(request, post);
  }

  #describe(post: FakePost, request: FakeRequest): FakeResponse {
    const whole = this.page.describe(post);
    if (post.kind === 'post') return pick(whole, request.query.get('fields'));
    // Videos have no shares, and tell their page without its host.
    const { shares: _, permalink_url, ...video } = whole;
    const path = typeof permalink_url === 'string' ? new URL(permalink_url).pathname : null;
    return pick({ ...video, permalink_url: path }, request.query.get('fields'));
  }

  #cover({ body, headers }: FakeRequest, video: FakeVideo): FakeResponse {
    const parts = readMultipart(body, headers['content-type'] ?? '');
    const source = parts.find(({ name, filename }) => name === 'source' && filename !== undefined);
    const isPreferred = parts.some(
      ({ name, content }) => name === 'is_preferred' && String(content) === 'true',
    );
    if (source === undefined || !isPreferred) return refuseField('The parameters are missing.');
    video.cover = createHash('sha256').update(source.content).digest('hex');
    return answer({ success: true });
  }

  #captions({ method, query, body, headers }: FakeRequest, video: FakeVideo): FakeResponse {
    if (method === 'POST')
      return this.page.videos.addCaptions(video, readMultipart(body, headers['content-type'] ?? ''));
    const listed = video.captions.map(({ locale }) =>
      pick({ locale, is_default: locale === video.usualLocale }, query.get('fields')),
    );
    const refusal = listed.find(({ status }) => status !== 200);
    return refusal ?? answer({ data: listed.map(({ body }) => body), paging: {} });
  }

  #comments(request: FakeRequest, post: FakePost): FakeResponse {
    if (request.method === 'GET') return answer({ data: post.comments });
    const read = readBody(request, ['message']);
    if ('refusal' in read) return read.refusal;
    const id = `${post.id}_${post.comments.length + 1}`;
    post.comments.push({ id, message: String(read.body.message) });
    return answer({ id });
  }

  #insights({ query, path }: FakeRequest, { kind }: FakePost): FakeResponse {
    const known = ['post_media_view', 'post_total_media_view_unique', 'post_clicks'];
    const ofVideos = ['blue_reels_play_count', 'post_impressions_unique'];
    const isPost = kind === 'post';
    if (isPost === path.endsWith('video_insights')) return refuseField('Tried accessing nonexisting field');
    const names = isPost ? (query.get('metric')?.split(',') ?? []) : ofVideos;
    if (names.some((name) => isPost && !known.includes(name)))
      return refuseField('The value must be a valid insights metric');
    return answer({ data: names.map((name, at) => ({ name, values: [{ value: at + 10 }] })) });
  }
}
