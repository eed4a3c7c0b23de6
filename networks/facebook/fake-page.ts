/** The posts of a fake Page, and the calls that make and read them. */
import { createHash } from 'node:crypto';
import { field, type JsonObject } from '../core/json.ts';
import { answer, pick as pickFrom, readBody, refuse, refuseField } from '../families/meta/fake-graph.ts';
import type { Shown } from '../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { readMultipart } from '../testing/multipart.ts';
import { type FakeVideo, FakeVideos, type VideoEdge } from './fake-videos.ts';

export interface FakePhoto {
  id: string;
  sha256: string;
  size: number;
  alt: string | null;
  isUsed: boolean;
  /** Milliseconds. */
  madeAt: number;
}

export interface FakePost {
  id: string;
  kind: 'post' | 'video' | 'reel' | 'story';
  url: string;
  text: string;
  settings: JsonObject;
  photos: FakePhoto[];
  video: FakeVideo | undefined;
  /** Milliseconds. */
  madeAt: number;
  comments: { id: string; message: string }[];
}

export const pageId = '111222333444555';
const dayMs = 86_400_000;
const mostText = 63_206;
const mostAlt = 1000;
const mostStoryBytes = 4_000_000;
const mostPhotos = 10;
const photoTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'];

export class FakePage {
  readonly posts: FakePost[] = [];
  readonly photos: FakePhoto[] = [];
  readonly videos = new FakeVideos();
  /** The newest posts that no list shows yet. */
  lagging = 0;
  /** Seconds after which a list shows a post. */
  lag = 0;
  /** The address of a post is not told. */
  hidesPages = false;
  isPublished = true;
  /** The story archive, without which the list of stories is empty. */
  hasArchive = true;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  photo(request: FakeRequest): FakeResponse {
    const parts = readMultipart(request.body, request.headers['content-type'] ?? '');
    const known = ['published', 'alt_text_custom', 'source'];
    const stranger = parts.find(({ name }) => !known.includes(name));
    if (stranger !== undefined) return refuseField(`param ${stranger.name} is not allowed`);
    const value = (name: string) => parts.find((each) => each.name === name)?.content;
    const source = parts.find(({ name, filename }) => name === 'source' && filename !== undefined);
    if (source === undefined || value('published')?.toString() !== 'false')
      return refuse(400, '324', 'Missing or invalid image file');
    if (!photoTypes.includes(source.mimeType ?? ''))
      return refuse(400, '324/1366046', 'Your photos could not be uploaded.');
    const id = String(8_100_000_000_000_000 + this.photos.length);
    const sha256 = createHash('sha256').update(source.content).digest('hex');
    const alt = value('alt_text_custom')?.toString() ?? null;
    if (alt !== null && alt.length > mostAlt) return refuseField('param alt_text_custom is too long');
    this.photos.push({
      id,
      sha256,
      size: source.content.length,
      alt,
      isUsed: false,
      madeAt: this.#now().getTime(),
    });
    return answer({ id });
  }

  /** The photo, while nobody sees it; it ends after a day. */
  #unused(id: unknown): FakePhoto | FakeResponse {
    const found = this.photos.find((each) => each.id === id);
    if (found === undefined || this.#now().getTime() - found.madeAt >= dayMs)
      return refuse(400, '100', '(#100) The photo does not exist.');
    return found.isUsed ? refuse(400, '100/1366051', 'These photos were already posted.') : found;
  }

  feed(request: FakeRequest): FakeResponse {
    const read = readBody(request, ['message', 'link', 'place', 'attached_media']);
    if ('refusal' in read) return read.refusal;
    const { message = '', attached_media = [], ...settings } = read.body;
    if (typeof message !== 'string' || message.length > mostText || !Array.isArray(attached_media))
      return refuseField('A parameter is invalid.');
    if (attached_media.length > mostPhotos) return refuseField('Too many photos.');
    if (message === '' && settings.link === undefined && attached_media.length === 0)
      return refuse(400, '100', '(#100) Missing message or attachment');
    const photos = attached_media.map((each) => this.#unused(field(each, 'media_fbid')));
    const refusal = photos.find((each): each is FakeResponse => 'status' in each);
    if (refusal !== undefined) return refusal;
    const own = photos as FakePhoto[];
    const last = this.posts.findLast(({ kind }) => kind === 'post');
    if (own.length === 0 && last?.text === message && last.settings.link === settings.link)
      return refuse(400, '506', 'Duplicate status message');
    const { id } = this.show({ kind: 'post', text: message, settings, photos: own });
    return pick(this.describe(this.posts.at(-1) as FakePost), request.query.get('fields') ?? id);
  }

  /** Makes something visible, also something of somebody else. */
  show(own: Partial<FakePost>): FakePost {
    const { kind = 'post', photos = [], video } = own;
    const number = String(6_100_000_000_000_000 + this.posts.length);
    const id = kind === 'post' ? `${pageId}_${number}` : kind === 'story' ? number : (video?.id ?? number);
    const paths = { post: 'posts', video: 'townbells/videos', reel: 'reel', story: 'stories' };
    const url = `https://www.facebook.com/${paths[kind]}/${id}/`;
    for (const photo of photos) photo.isUsed = true;
    const madeAt = this.#now().getTime();
    const post = { id, kind, url, text: '', settings: {}, photos, video, madeAt, comments: [], ...own };
    this.posts.push(post);
    return post;
  }

  photoStory(request: FakeRequest): FakeResponse {
    const read = readBody(request, ['photo_id']);
    if ('refusal' in read) return read.refusal;
    const photo = this.#unused(read.body.photo_id);
    if ('status' in photo) return photo;
    if (photo.size > mostStoryBytes) return refuse(400, '324', 'The photo is too large.');
    return answer({ success: true, post_id: this.show({ kind: 'story', photos: [photo] }).id });
  }

  /** `start` and `finish`; of videos in the feed also `transfer`. */
  video(edge: VideoEdge, request: FakeRequest): FakeResponse {
    const parts = readMultipart(request.body, request.headers['content-type'] ?? '');
    if (edge === 'videos' && parts.length > 0) return this.videos.transfer(parts);
    const read = readBody(request, fieldsOf[edge]);
    if ('refusal' in read) return read.refusal;
    const { body } = read;
    if (body.upload_phase === 'start') return this.#start(edge, body);
    const video =
      edge === 'videos'
        ? this.videos.all.find(({ session }) => session === body.upload_session_id)
        : this.videos.find(body.video_id);
    if (body.upload_phase !== 'finish' || video === undefined || video.edge !== edge)
      return refuseField('The parameters are missing.');
    if (video.isFinished || video.isExpired)
      return refuse(400, '100', '(#100) The video was finished already.');
    if (video.upload.sha256 === undefined) return refuse(400, '6000/1363033', 'The upload is not complete.');
    if (edge === 'video_reels' && body.video_state !== 'PUBLISHED')
      return refuseField('param video_state is missing');
    return this.#finish(video, body);
  }

  #start(edge: VideoEdge, body: JsonObject): FakeResponse {
    const size = Number(body.file_size ?? 0);
    if ((edge === 'videos') !== size > 0) return refuseField('param file_size is wrong');
    const video = this.videos.start(edge, size);
    if (edge !== 'videos')
      return answer({ video_id: video.id, upload_url: 'https://rupload.facebook.com/x' });
    const ids = { video_id: video.id, upload_session_id: video.session };
    return answer({ ...ids, ...this.videos.nextOf(video) });
  }

  #finish(video: FakeVideo, body: JsonObject): FakeResponse {
    const { description = '', title, place } = body;
    if (String(description).length > mostText) return refuseField('param description is too long');
    video.isFinished = true;
    const kinds = { videos: 'video', video_reels: 'reel', video_stories: 'story' } as const;
    const settings = { ...(title !== undefined && { title }), ...(place !== undefined && { place }) };
    const post = this.show({ kind: kinds[video.edge], text: String(description), settings, video });
    // Nobody sees a video that Facebook cannot process.
    if (video.failure !== undefined) this.posts.pop();
    return answer({ success: true, ...(video.edge === 'video_stories' && { post_id: post.id }) });
  }

  list(edge: 'published_posts' | 'stories', { query }: FakeRequest): FakeResponse {
    const until = this.#now().getTime() - this.lag * 1000;
    const visible = this.posts
      .slice(0, this.posts.length - this.lagging)
      .filter(({ madeAt }) => madeAt <= until)
      .toReversed();
    const isStories = edge === 'stories';
    const own = visible
      .filter(({ kind }) => (kind === 'story') === isStories)
      .map((post) => (isStories ? describeStory(post) : this.describe(post)));
    const all = !isStories ? own : this.hasArchive ? [...own, archived] : [];
    const limit = Number(query.get('limit') ?? 25);
    const paging = all.length > limit ? { paging: { next: 'https://graph.facebook.com/next' } } : {};
    const picked = all.slice(0, limit).map((each) => pick(each, query.get('fields')));
    const refusal = picked.find(({ status }) => status !== 200);
    return refusal ?? answer({ data: picked.map(({ body }) => body), ...paging });
  }

  describe(post: FakePost): JsonObject {
    const { id, text, url, madeAt, photos, settings } = post;
    const targets = photos.map((photo) => ({ target: { id: photo.id } }));
    const link = settings.link === undefined ? [] : [{ unshimmed_url: settings.link }];
    const many = targets.length > 1 ? [{ subattachments: { data: targets } }] : targets;
    const count = { summary: { total_count: 3 } };
    return {
      ...{ id, message: text === '' ? null : text, permalink_url: this.hidesPages ? null : url },
      created_time: new Date(madeAt).toISOString().replace(/\.\d+Z$/, '+0000'),
      attachments: { data: [...many, ...link] },
      ...{ comments: count, reactions: count, shares: { count: 2 } },
    };
  }

  /** With the settings as Facebook got them. */
  showAll(): Shown[] {
    return this.posts.map(({ id, kind, url, text, photos, video, settings, comments }) => ({
      ...{ id, url, text },
      media: [...photos.map(({ sha256, alt }) => ({ sha256, alt })), ...(video ? [showVideo(video)] : [])],
      settings: {
        kind,
        ...settings,
        ...(video?.cover !== undefined && { cover: video.cover }),
        comments: comments.map(({ message }) => message),
      },
    }));
  }

  get leftovers(): number {
    const photos = this.photos.filter(({ isUsed }) => !isUsed).length;
    return photos + this.videos.all.filter(({ isFinished }) => !isFinished).length;
  }
}

/** As `pick` of the family, with fields inside fields. */
export function pick(object: JsonObject, fields: string | null): FakeResponse {
  let plain = (fields ?? 'id').replace(/(?:\.\w+\(\w+\))+/g, '');
  while (plain.includes('{')) plain = plain.replace(/\{[^{}]*\}/g, '');
  return pickFrom(object, plain);
}

function showVideo({ upload, captions }: FakeVideo): Shown['media'][number] {
  const shown = captions.map(({ locale, text }) => {
    return { language: new Intl.Locale(locale.replace('_', '-')).minimize().toString(), text };
  });
  return { sha256: upload.sha256 ?? '', alt: null, captions: shown };
}

const fieldsOf: Record<VideoEdge, readonly string[]> = {
  videos: ['upload_phase', 'file_size', 'upload_session_id', 'description', 'title'],
  video_reels: ['upload_phase', 'video_id', 'video_state', 'description', 'title', 'place'],
  video_stories: ['upload_phase', 'video_id'],
};

/** A story of an earlier day. */
const archived: JsonObject = {
  ...{ post_id: '6000000000000001', media_id: '8000000000000001', status: 'ARCHIVED' },
  ...{ url: 'https://www.facebook.com/stories/6000000000000001/', creation_time: Date.UTC(2026, 0) / 1000 },
};

function describeStory({ id, url, photos: [photo], video, madeAt }: FakePost): JsonObject {
  const creation_time = Math.floor(madeAt / 1000);
  return { post_id: id, media_id: photo?.id ?? video?.id ?? null, url, status: 'PUBLISHED', creation_time };
}
