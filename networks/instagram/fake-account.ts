/** The posts of a fake Instagram account, and the calls that make and read them. */
import type { JsonObject } from '../core/json.ts';
import type { Media } from '../core/network.ts';
import { type FakeContainer, FakeContainers } from '../families/meta/fake-containers.ts';
import { answer, pick, readBody, refuse, refuseField } from '../families/meta/fake-graph.ts';
import { openUpload } from '../families/meta/fake-uploads.ts';
import type { Shown } from '../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { checkContainer, containerFields } from './fake-checks.ts';
import { downloads, fetchFiles } from './fake-downloads.ts';

export interface FakePost {
  id: string;
  container: FakeContainer;
  timestamp: string;
  permalink: string;
  comments: { id: string; text: string }[];
  hasComments: boolean;
}

const dayMs = 86_400_000;
const productOf: Record<string, string> = { REELS: 'REELS', STORIES: 'STORY' };

export class FakeAccount {
  readonly containers: FakeContainers;
  readonly posts: FakePost[] = [];
  /** Posts in 24 hours. */
  most = 100;
  /** The newest posts that no list shows yet. */
  lagging = 0;
  /** The permalink of a post is not told. */
  hidesPages = false;
  readonly #downloads = downloads();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
    this.containers = new FakeContainers(now);
  }

  get used(): number {
    const since = this.#now().getTime() - dayMs;
    return this.posts.filter(({ timestamp }) => Date.parse(timestamp) > since).length;
  }

  host(files: readonly Media[]): void {
    this.#downloads.host(files);
  }

  /** `canUpload`: only where people sign in by Facebook. */
  async create(request: FakeRequest, canUpload: boolean): Promise<FakeResponse> {
    const read = readBody(request, containerFields);
    if ('refusal' in read) return read.refusal;
    const { body } = read;
    const refusal = checkContainer(body, canUpload) ?? this.#checkChildren(body);
    if (refusal !== undefined) return refusal;
    const files = await fetchFiles(body, this.#downloads);
    if ('refusal' in files) return files.refusal;
    const { sha256, cover } = files;
    const isVideo = body.video_url !== undefined || body.upload_type !== undefined;
    const upload = body.upload_type === undefined ? undefined : openUpload();
    const { id } = this.containers.create({
      body: { ...body, ...cover },
      sha256,
      upload,
      delays: isVideo ? 1 : 0,
    });
    return answer({ id });
  }

  #checkChildren({ children }: JsonObject): FakeResponse | undefined {
    if (children === undefined) return undefined;
    if (!Array.isArray(children) || children.length < 2 || children.length > 10)
      return refuse(400, '100/2207028', 'A carousel needs 2 to 10 items.');
    const found = children.map((id) => this.containers.find(String(id)));
    if (found.some((each) => each === undefined || this.containers.stateOf(each) === 'EXPIRED'))
      return refuse(400, '24/2207006', 'The media was not found.');
    if (found.some((each) => each && this.containers.stateOf(each) !== 'FINISHED'))
      return refuse(400, '9007/2207027', 'The media is not ready.');
    const isStranger = found.some((each) => each?.body.is_carousel_item !== true);
    return isStranger ? refuseField('param children has other containers') : undefined;
  }

  publish(request: FakeRequest): FakeResponse {
    const read = readBody(request, ['creation_id']);
    if ('refusal' in read) return read.refusal;
    const container = this.containers.find(String(read.body.creation_id));
    const state = container && this.containers.stateOf(container);
    if (container === undefined || state === 'PUBLISHED' || state === 'EXPIRED')
      return refuse(400, '24/2207008', 'The media with this id cannot be found.');
    if (state !== 'FINISHED' || container.body.is_carousel_item === true)
      return refuse(400, '9007/2207027', 'The media is not ready to be published. Please wait a moment.');
    if (this.used >= this.most) return refuse(400, '9/2207042', 'Application request limit reached.');
    container.isPublished = true;
    return answer({ id: this.show(container).id });
  }

  /** Makes a container visible, also one of somebody else. */
  show(container: FakeContainer): FakePost {
    const id = String(18_000_000_000_000_000n + BigInt(this.posts.length));
    const at = this.#now()
      .toISOString()
      .replace(/\.\d+Z$/, '+0000');
    const kind = productOf[String(container.body.media_type)] === 'REELS' ? 'reel' : 'p';
    const permalink = `https://www.instagram.com/${kind}/B${id}/`;
    const post = { id, container, timestamp: at, permalink, comments: [], hasComments: true };
    this.posts.push(post);
    return post;
  }

  /** A post that a person made in the app. */
  post(body: JsonObject): FakePost {
    return this.show({
      ...{ id: 'app', body, sha256: 'app', upload: undefined, delays: 0, failure: undefined },
      ...{ isPublished: true, createdAt: this.#now().getTime() },
    });
  }

  list(edge: 'media' | 'stories', query: URLSearchParams): FakeResponse {
    const visible = this.posts.slice(0, this.posts.length - this.lagging).toReversed();
    const own = visible.filter(
      ({ container }) => (container.body.media_type === 'STORIES') === (edge === 'stories'),
    );
    const picked = own
      .slice(0, Number(query.get('limit') ?? 25))
      .map((post) => pick(this.describe(post), query.get('fields')));
    const refusal = picked.find(({ status }) => status !== 200);
    return refusal ?? answer({ data: picked.map(({ body }) => body) });
  }

  describe({ id, container, timestamp, permalink }: FakePost): JsonObject {
    const { media_type, caption = null, video_url, upload_type } = container.body;
    const isVideo = video_url !== undefined || upload_type !== undefined;
    return {
      ...{ id, caption, timestamp, permalink: this.hidesPages ? null : permalink },
      media_type: media_type === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : isVideo ? 'VIDEO' : 'IMAGE',
      media_product_type: productOf[String(media_type)] ?? 'FEED',
    };
  }

  /** With the settings as Instagram got them. */
  showAll(): Shown[] {
    return this.posts.map(({ id, permalink, container, comments, hasComments }) => {
      const {
        caption = '',
        children,
        alt_text: _,
        image_url: __,
        video_url: ___,
        cover_url: ____,
        ...settings
      } = container.body;
      const files = Array.isArray(children)
        ? children.map((child) => this.containers.find(String(child)) as FakeContainer)
        : [container];
      return {
        ...{ id, url: permalink, text: String(caption) },
        media: files.map(({ sha256, upload, body }) => ({
          sha256: sha256 ?? upload?.sha256 ?? '',
          alt: typeof body.alt_text === 'string' ? body.alt_text : null,
        })),
        settings: {
          ...settings,
          tags: files.map(({ body }) => body.user_tags ?? []),
          comments: comments.map(({ text }) => text),
          hasComments,
        },
      };
    });
  }
}
