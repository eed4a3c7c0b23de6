/** The posts of a fake profile at Threads, and the calls that make and read them. */
import type { JsonObject } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import { type FakeContainer, FakeContainers } from '../families/meta/fake-containers.ts';
import { FakeDownloads } from '../families/meta/fake-downloads.ts';
import { answer, pick, refuse, refuseField } from '../families/meta/fake-graph.ts';
import type { Shown } from '../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { checkContainer, readForm } from './fake-checks.ts';

export interface FakePost {
  id: string;
  container: FakeContainer;
  timestamp: string;
  permalink: string;
}

const dayMs = 86_400_000;
const typeOf: Record<string, string> = { TEXT: 'TEXT_POST', CAROUSEL: 'CAROUSEL_ALBUM' };

export class FakeProfile {
  readonly containers: FakeContainers;
  readonly posts: FakePost[] = [];
  /** Posts, replies and deletions in 24 hours. */
  readonly most = { posts: 250, replies: 1000, deletions: 100 };
  deletions = 0;
  /** Seconds until a list shows a new post. */
  lag = 0;
  /** The permalink of a post is not told. */
  hidesPages = false;
  /** Requests for a reply that do not find the post to which they reply. */
  unknownParents = 0;
  readonly #downloads = new FakeDownloads({
    image: ['image/png', 'image/jpeg'],
    video: ['video/mp4', 'video/quicktime'],
  });
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
    this.containers = new FakeContainers(now);
  }

  host(files: readonly Media[]): void {
    this.#downloads.host(files);
  }

  used(kind: 'posts' | 'replies'): number {
    const since = this.#now().getTime() - dayMs;
    return this.posts.filter(
      ({ timestamp, container: { body } }) =>
        Date.parse(timestamp) > since && (body.reply_to_id !== undefined) === (kind === 'replies'),
    ).length;
  }

  async create(request: FakeRequest): Promise<FakeResponse> {
    const read = readForm(request);
    if ('refusal' in read) return read.refusal;
    const { children, ...form } = read.form;
    const items = children?.split(',');
    const refusal = checkContainer(read.form) ?? this.#checkChildren(items) ?? this.#checkParent(form);
    if (refusal !== undefined) return refusal;
    const file = await this.#fetch(form);
    if ('refusal' in file) return file.refusal;
    const body: JsonObject = { ...form, ...(items && { children: items }) };
    const delays = form.video_url === undefined ? 0 : 1;
    return answer({ id: this.containers.create({ body, ...file, upload: undefined, delays }).id });
  }

  async #fetch({
    image_url,
    video_url,
  }: Record<string, string>): Promise<{ sha256: string | undefined } | { refusal: FakeResponse }> {
    const address = image_url ?? video_url;
    if (address === undefined) return { sha256: undefined };
    const file = await this.#downloads.fetch(address, video_url === undefined ? 'image' : 'video');
    if ('sha256' in file) return file;
    if (file.refused === 'unsupported') return { refusal: refuseField('The format is not supported.') };
    return { refusal: refuse(400, '1', 'The media could not be fetched from this URI.') };
  }

  #checkChildren(items: string[] | undefined): FakeResponse | undefined {
    if (items === undefined) return undefined;
    if (items.length < 2 || items.length > 20) return refuseField('param children needs 2 to 20 items');
    const found = items.map((id) => this.containers.find(id));
    if (found.some((each) => each === undefined || this.containers.stateOf(each) !== 'FINISHED'))
      return notFound(String(items));
    const isStranger = found.some((each) => each?.body.is_carousel_item !== 'true');
    return isStranger ? refuseField('param children has other containers') : undefined;
  }

  #checkParent({ reply_to_id }: Record<string, string>): FakeResponse | undefined {
    if (reply_to_id === undefined) return undefined;
    const isKnown = this.posts.some(({ id }) => id === reply_to_id);
    if (isKnown && this.unknownParents === 0) return undefined;
    this.unknownParents -= 1;
    return notFound(reply_to_id);
  }

  publish(request: FakeRequest): FakeResponse {
    const read = readForm(request, ['creation_id']);
    if ('refusal' in read) return read.refusal;
    const id = String(read.form.creation_id);
    const container = this.containers.find(id);
    if (container === undefined || this.containers.stateOf(container) !== 'FINISHED') return notFound(id);
    if (container.body.is_carousel_item !== undefined) return notFound(id);
    const kind = container.body.reply_to_id === undefined ? 'posts' : 'replies';
    if (this.used(kind) >= this.most[kind]) return refuse(400, '9', 'Application request limit reached.');
    container.isPublished = true;
    return answer({ id: this.show(container).id });
  }

  /** Makes a container visible, also one of somebody else. */
  show(container: FakeContainer): FakePost {
    const id = String(18_000_000_000_000_000n + BigInt(this.posts.length));
    const timestamp = this.#now()
      .toISOString()
      .replace(/\.\d+Z$/, '+0000');
    const post = { id, container, timestamp, permalink: `https://www.threads.com/@townbells/post/C${id}` };
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

  /** As {@link post}, of another tool that publishes the same. */
  plant({ text, media: [file, ...more] }: Outgoing): void {
    const type = more.length > 0 ? 'CAROUSEL' : (file?.kind.toUpperCase() ?? 'TEXT');
    this.post({ media_type: type, text });
  }

  /**
   * The posts without the comments on them. A thread goes on from its last part, so of two replies to the same post, the
   * second is a comment.
   */
  get own(): FakePost[] {
    return this.posts.filter((post) => !this.#comments.includes(post));
  }

  get #comments(): FakePost[] {
    return this.posts.flatMap(({ id }) => {
      const [, ...later] = this.posts.filter(({ container: { body } }) => body.reply_to_id === id);
      return later;
    });
  }

  list(edge: 'threads' | 'replies', query: URLSearchParams): FakeResponse {
    const newest = this.#now().getTime() - this.lag * 1000;
    const visible = this.posts.filter(({ timestamp }) => Date.parse(timestamp) <= newest).toReversed();
    const picked = visible
      .filter(({ container: { body } }) => (body.reply_to_id !== undefined) === (edge === 'replies'))
      .slice(0, Number(query.get('limit') ?? 25))
      .map((post) => pick(this.describe(post), query.get('fields')));
    const refusal = picked.find(({ status }) => status !== 200);
    return refusal ?? answer({ data: picked.map(({ body }) => body) });
  }

  describe({ id, container: { body }, timestamp, permalink }: FakePost): JsonObject {
    const { media_type, text = null, reply_to_id } = body;
    return {
      ...{ id, text, timestamp, permalink: this.hidesPages ? null : permalink },
      media_type: typeOf[String(media_type)] ?? String(media_type),
      replied_to: reply_to_id === undefined ? null : { id: reply_to_id },
    };
  }

  /** With the settings as Threads got them. */
  showAll(): Shown[] {
    const comments = this.#comments.map(({ container: { body } }) => body);
    return this.own.map(({ id, permalink, container }) => {
      const { text = '', children, alt_text: _, image_url: __, video_url: ___, ...settings } = container.body;
      const files = Array.isArray(children)
        ? children.map((child) => this.containers.find(String(child)) as FakeContainer)
        : container.sha256 === undefined
          ? []
          : [container];
      return {
        ...{ id, url: permalink, text: String(text) },
        settings: {
          ...settings,
          comments: comments.filter(({ reply_to_id }) => reply_to_id === id).map((body) => body.text ?? null),
        },
        media: files.map(({ sha256 = '', body }) => ({
          sha256,
          alt: typeof body.alt_text === 'string' ? body.alt_text : null,
        })),
      };
    });
  }
}

export function notFound(id: string): FakeResponse {
  const { status, body } = refuse(400, '24/4279009', 'The requested resource does not exist');
  const { error } = body as { error: JsonObject };
  const error_user_msg = `The media with id ${id} cannot be found.`;
  return { status, body: { error: { ...error, error_user_title: 'Media Not Found', error_user_msg } } };
}
