/** The posts of a fake profile at Threads, and the calls that make and read them. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../core/json.ts';
import { type FakeContainer, FakeContainers } from '../families/meta/fake-containers.ts';
import { answer, pick, refuse, refuseField } from '../families/meta/fake-graph.ts';
import type { Shown } from '../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { makeMedia } from '../testing/media.ts';
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
  /** The newest posts that no list shows yet. */
  lagging = 0;
  /** The permalink of a post is not told. */
  hidesPages = false;
  /** Requests for a reply that do not find the post to which they reply. */
  unknownParents = 0;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
    this.containers = new FakeContainers(now);
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
    const address = form.image_url ?? form.video_url;
    const sha256 = address === undefined ? undefined : await download(address);
    if (address !== undefined && sha256 === undefined)
      return refuse(400, '1', 'The media could not be fetched from this URI.');
    const body: JsonObject = { ...form, ...(items && { children: items }) };
    const delays = form.video_url === undefined ? 0 : 1;
    return answer({ id: this.containers.create({ body, sha256, upload: undefined, delays }).id });
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

  list(edge: 'threads' | 'replies', query: URLSearchParams): FakeResponse {
    const visible = this.posts.slice(0, this.posts.length - this.lagging).toReversed();
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
    return this.posts.map(({ id, permalink, container }) => {
      const { text = '', children, alt_text: _, image_url: __, video_url: ___, ...settings } = container.body;
      const files = Array.isArray(children)
        ? children.map((child) => this.containers.find(String(child)) as FakeContainer)
        : container.sha256 === undefined
          ? []
          : [container];
      return {
        ...{ id, url: permalink, text: String(text), settings },
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

/** Threads fetches files itself. Those of tests are at belfry.test, where each has the bytes of `makeMedia`. */
async function download(address: string): Promise<string | undefined> {
  if (!/^https:\/\/belfry\.test\/files\/[\x21-\x7e]+$/.test(address)) return undefined;
  const hash = createHash('sha256');
  for await (const bytes of makeMedia().open()) hash.update(bytes);
  return hash.digest('hex');
}
