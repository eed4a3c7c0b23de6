/** A fake YouTube with one channel, and Google's sign-in before it. */
import { createHash } from 'node:crypto';
import { field, type JsonObject } from '../core/json.ts';
import type { Outgoing } from '../core/network.ts';
import type { Fake, Shown } from '../testing/fake.ts';
import { FakeOAuth } from '../testing/fake-oauth.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { FakeCaptions } from './fake-captions.ts';
import { checkVideo } from './fake-checks.ts';
import { findBreaches } from './fake-contract.ts';
import { list, listCategories } from './fake-lists.ts';
import { refuse } from './fake-refusal.ts';
import { FakeUploads } from './fake-uploads.ts';

const channelId = 'UCbellsbellsbellsbellsbe';
const uploadsList = 'UUbellsbellsbellsbellsbe';
const app = { client_id: 'belfry.apps.googleusercontent.com', client_secret: 'GOCSPX-secret' };
const scopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

export const redirectUri = 'https://belfry.example.com/connect/callback';

export interface FakeVideo {
  id: string;
  resource: JsonObject;
  /** Of the bytes that arrived. */
  sha256: string;
  notifiesSubscribers: string | null;
  publishedAt: string;
}

export interface YoutubeFake extends Fake {
  channel: FakeChannel;
}

export async function startFake(): Promise<YoutubeFake> {
  const channel = new FakeChannel(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => channel.answer(request, server.url),
    stream: (head) => (head.method === 'PUT' ? channel.uploads.stream(head) : undefined),
    isVisible: ({ method, headers }) => method === 'PUT' && isLastPart(headers['content-range']),
    expire: () => {
      channel.oauth.expireAccess();
      return refuse(401, 'authError', 'Invalid Credentials');
    },
  });
  channel.oauth.apps.set(app.client_id, { secret: app.client_secret, redirectUri });
  let issued: ReturnType<FakeOAuth['issue']> | undefined;
  return {
    server,
    channel,
    app,
    credentials: {},
    account: {
      id: channelId,
      name: 'Town bells',
      username: 'townbells',
      avatarUrl: 'https://yt3.ggpht.com/bells.jpg',
    },
    // Issued when it is first read, at the time of the test's clock.
    get grant() {
      issued ??= channel.oauth.issue(app.client_id);
      const { access_token, refresh_token = '' } = issued;
      return { access: access_token, refresh: refresh_token, scopes, uploads: uploadsList };
    },
    visible: () =>
      channel.videos.map(({ id, resource }) => ({
        id,
        text: String(field(resource, 'snippet', 'description')),
      })),
    shown: () => channel.videos.map((video) => channel.show(video)),
    leftovers: () => channel.uploads.countUnfinished(),
    plant: (post) => channel.plant(post),
  };
}

function isLastPart(range = ''): boolean {
  const [, last, total] = range.match(/^bytes \d+-(\d+)\/(\d+)$/)?.map(Number) ?? [];
  return last !== undefined && last + 1 === total;
}

export class FakeChannel {
  readonly oauth: FakeOAuth;
  readonly uploads: FakeUploads;
  readonly captions = new FakeCaptions();
  readonly videos: FakeVideo[] = [];
  readonly inserted: { path: string; id: string; snippet: JsonObject }[] = [];
  /** What Google lists as the channels of this account. */
  channels: JsonObject[] = [
    {
      id: channelId,
      snippet: {
        title: 'Town bells',
        customUrl: '@townbells',
        thumbnails: { default: { url: 'https://yt3.ggpht.com/bells.jpg' } },
      },
      contentDetails: { relatedPlaylists: { uploads: uploadsList } },
      status: { longUploadsStatus: 'allowed' },
    },
  ];
  playlists: JsonObject[] = [];
  /** The sha256 of the cover of a video, by its id. */
  readonly covers = new Map<string, string>();
  /** False: the channel is not verified by telephone. */
  allowsCovers = true;
  /** YouTube processes each video for so long, and takes no cover meanwhile. */
  processingSeconds = 0;
  /** What comes of each video then. */
  outcome: JsonObject = { uploadStatus: 'processed' };
  /** What YouTube counts of every video. */
  statistics: JsonObject = { viewCount: '90', likeCount: '3', favoriteCount: '0', commentCount: '4' };
  /** Every video becomes private, as for some projects before 2026-11-02. */
  makesPrivate = false;
  /** The answer to the next request for an upload or an insertion. */
  refusal: FakeResponse | undefined;
  #notifies: string | null = null;
  #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
    this.oauth = new FakeOAuth({
      clientAuth: 'body',
      scopes,
      extra: { access_type: 'offline', prompt: 'consent' },
      accessSeconds: 3599,
      refresh: 'kept',
      now,
    });
    this.uploads = new FakeUploads((resource, sha256) => this.#publish(resource, sha256));
  }

  show({ id, resource, sha256, notifiesSubscribers }: FakeVideo): Shown {
    const { description, ...snippet } = resource.snippet as JsonObject;
    const others = { status: resource.status, promotion: resource.paidProductPlacementDetails };
    const added = this.inserted.map(({ path, snippet }) => [
      path,
      field(snippet, 'playlistId'),
      commentIn(snippet),
    ]);
    return {
      id,
      url: `https://www.youtube.com/watch?v=${id}`,
      text: String(description),
      media: [{ sha256, alt: null, captions: this.captions.shownFor(id) }],
      settings: JSON.parse(
        JSON.stringify({ snippet, ...others, notifiesSubscribers, added, cover: this.covers.get(id) }),
      ) as JsonObject,
    };
  }

  /** The person uploads a video with the same texts. From now on, YouTube forgets uploads as soon as they are videos. */
  plant({ text }: Outgoing): void {
    this.#publish(
      { snippet: { title: text, description: text }, status: { privacyStatus: 'public' } },
      'twin',
    );
    this.uploads.forgetsVideos = true;
  }

  answer(request: FakeRequest, url: string): FakeResponse {
    const { method, path, query } = request;
    const [, host = '', ...rest] = path.split('/');
    const name = `${method} ${host}/${rest.join('/')}`;
    if (name === 'GET accounts.google.com/o/oauth2/v2/auth') return this.oauth.authorize(query);
    if (name === 'POST oauth2.googleapis.com/token') return this.oauth.token(request);
    if (host !== 'www.googleapis.com') return refuse(404, 'notFound');
    if (!this.oauth.isSignedIn(request)) return refuse(401, 'authError', 'Invalid Credentials');
    return this.#api(`/${rest.join('/')}`, request, `${url}/${host}`);
  }

  #api(path: string, request: FakeRequest, base: string): FakeResponse {
    const { method, query } = request;
    const name = `${method} ${path}`;
    if (name === 'PUT /upload/youtube/v3/videos') return this.uploads.put(request);
    const [breach] = findBreaches(request, path);
    if (breach !== undefined) return refuse(400, 'badRequest', breach);
    if (name === 'GET /youtube/v3/videoCategories') return listCategories(path, query);
    if (method === 'GET') return this.#list(path, query);
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal !== undefined) return refusal;
    if (name === 'POST /upload/youtube/v3/videos') return this.#open(request, base);
    if (name === 'POST /upload/youtube/v3/thumbnails/set') return this.#setCover(request);
    if (name === 'POST /upload/youtube/v3/captions')
      return this.captions.insert(request, (id) => this.#has(id));
    if (name === 'DELETE /youtube/v3/videos') return this.#delete(query);
    return this.#insert(path, request);
  }

  #list(path: string, query: URLSearchParams): FakeResponse {
    const own = query.get('mine') === 'true';
    if (path === '/youtube/v3/channels') return list(own ? this.channels : [], path, query);
    if (path === '/youtube/v3/playlists') return list(own ? this.playlists : [], path, query);
    if (path === '/youtube/v3/captions')
      return list(this.captions.list(query.get('videoId') ?? ''), path, query);
    if (path === '/youtube/v3/videos') return this.#listVideos(path, query);
    const isOfUploads = query.get('playlistId') === uploadsList;
    return list(isOfUploads ? this.#listUploads() : this.#listInserted(path, query), path, query);
  }

  #open(request: FakeRequest, base: string): FakeResponse {
    const { query, json } = request;
    this.#notifies = query.get('notifySubscribers');
    return checkVideo(json, query.get('part') ?? '') ?? this.uploads.open(request, base);
  }

  /** https://developers.google.com/youtube/data/reference/rest/v3/thumbnails/set (2026-11-22) */
  #setCover({ query, body }: FakeRequest): FakeResponse {
    const id = query.get('videoId') ?? '';
    if (!this.allowsCovers) return refuse(403, 'forbidden');
    if (!this.#has(id)) return refuse(404, 'videoNotFound');
    if (!this.#isProcessed(id)) return refuse(400, 'badRequest', 'The video is not processed yet.');
    if (body.length > 50_000_000) return refuse(400, 'invalidImage');
    this.covers.set(id, createHash('sha256').update(body).digest('hex'));
    return { status: 200, body: { kind: 'youtube#thumbnailSetResponse', items: [{}] } };
  }

  /** YouTube lists at most 50 videos by their ids. */
  #listVideos(path: string, query: URLSearchParams): FakeResponse {
    const ids = query.get('id')?.split(',') ?? [];
    if (ids.length > 50) return refuse(400, 'invalidFilters');
    const found = this.videos.filter(({ id }) => ids.includes(id));
    return list(
      found.map(({ id }) => ({
        id,
        statistics: { ...this.statistics },
        status: this.#isProcessed(id) ? this.outcome : { uploadStatus: 'uploaded' },
      })),
      path,
      new URLSearchParams({ ...Object.fromEntries(query), maxResults: '50' }),
    );
  }

  #delete(query: URLSearchParams): FakeResponse {
    const at = this.videos.findIndex(({ id }) => id === query.get('id'));
    if (at < 0) return refuse(404, 'videoNotFound');
    this.videos.splice(at, 1);
    this.captions.forget(query.get('id') ?? '');
    return { status: 204 };
  }

  #has(id: string): boolean {
    return this.videos.some((video) => video.id === id);
  }

  #isProcessed(id: string): boolean {
    const { publishedAt = '' } = this.videos.find((video) => video.id === id) ?? {};
    return this.#now().getTime() >= Date.parse(publishedAt) + this.processingSeconds * 1000;
  }

  #publish(resource: JsonObject, sha256: string): FakeResponse {
    const id = `bell_video-${this.videos.length + 1}`;
    const publishedAt = this.#now().toISOString();
    this.videos.push({ id, resource, sha256, notifiesSubscribers: this.#notifies, publishedAt });
    const status = field(resource, 'status') as JsonObject;
    const privacyStatus = this.makesPrivate ? 'private' : status.privacyStatus;
    return { status: 200, body: { kind: 'youtube#video', id, status: { ...status, privacyStatus } } };
  }

  #insert(path: string, { json }: FakeRequest): FakeResponse {
    const id = `inserted-${this.inserted.length + 1}`;
    const snippet = field(json, 'snippet') as JsonObject;
    this.inserted.push({ path, id, snippet });
    return { status: 200, body: { id, snippet } };
  }

  /** Items of a playlist, or comments, of one video. */
  #listInserted(path: string, query: URLSearchParams): JsonObject[] {
    const [video, playlist] = [query.get('videoId'), query.get('playlistId')];
    return this.inserted.flatMap(({ id, snippet, ...each }) => {
      const videoId = field(snippet, 'videoId') ?? field(snippet, 'resourceId', 'videoId');
      const isOf = videoId === video && (playlist ?? undefined) === field(snippet, 'playlistId');
      return isOf && each.path === path ? [{ id, snippet }] : [];
    });
  }

  #listUploads(): JsonObject[] {
    return this.videos.toReversed().map(({ id, resource, publishedAt }) => ({
      id: `item-${id}`,
      snippet: { title: String(field(resource, 'snippet', 'title')), publishedAt },
      contentDetails: { videoId: id },
      status: { privacyStatus: String(field(resource, 'status', 'privacyStatus')) },
    }));
  }
}

function commentIn(snippet: unknown): unknown {
  return field(snippet, 'topLevelComment', 'snippet', 'textOriginal');
}
