/** The posts of the fake: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { field, type JsonObject, textField } from '../../core/json.ts';
import type { Outgoing } from '../../core/network.ts';
import type { Shown } from '../../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../../testing/fake-server.ts';
import { checkPost } from './fake-checks.ts';
import { rewriteLittle, showLittle } from './fake-little.ts';
import { refuse } from './fake-refusal.ts';
import type { FakeUploads } from './fake-uploads.ts';
import { encodeLittle } from './text.ts';

export interface FakePost {
  id: string;
  body: JsonObject;
  createdAt: number;
  comments: string[];
}

export class FakePosts {
  readonly all: FakePost[] = [];
  /** Seconds after which the list shows a post. */
  lag = 0;
  /** The URN that a refused duplicate names, instead of that of the twin. */
  nameTwin: (() => string) | undefined;
  #author: string;
  #uploads: FakeUploads;
  #now: () => Date;

  constructor(author: string, uploads: FakeUploads, now: () => Date) {
    this.#author = author;
    this.#uploads = uploads;
    this.#now = now;
  }

  /** The id that LinkedIn would give now. */
  makeId(at = this.#now().getTime(), kind = 'share'): string {
    return `urn:li:${kind}:${(BigInt(at) << 22n) + BigInt(this.all.length)}`;
  }

  create({ json }: FakeRequest): FakeResponse {
    const body = json as JsonObject;
    const wrong = checkPost(body, this.#author, (urn) => this.#uploads.statusOf(urn));
    if (wrong !== undefined) return wrong;
    const { commentary, content } = body;
    const twin = this.all.find(
      (post) => post.body.commentary === commentary && isDeepStrictEqual(post.body.content, content),
    );
    if (twin !== undefined) return this.#refuseTwin(this.nameTwin?.() ?? twin.id);
    const post = this.add(body);
    return { status: 201, headers: { 'x-restli-id': post.id } };
  }

  add(body: JsonObject, createdAt = this.#now().getTime()): FakePost {
    const isVideo = String(field(body, 'content', 'media', 'id')).startsWith('urn:li:video:');
    const id = this.makeId(createdAt, isVideo ? 'ugcPost' : 'share');
    const post = { id, body, createdAt, comments: [] };
    this.all.push(post);
    return post;
  }

  /** Another tool publishes a text with images. */
  async plant({ text, media }: Outgoing): Promise<void> {
    const images = await Promise.all(
      media.map(async (file) => ({ id: await this.#uploads.plant(file), altText: file.altText })),
    );
    const [only] = images;
    const content = images.length > 1 ? { multiImage: { images } } : only && { media: only };
    const commentary = encodeLittle(text);
    this.add({ author: this.#author, commentary, lifecycleState: 'PUBLISHED', ...(content && { content }) });
  }

  read(id: string): FakeResponse {
    const post = this.all.find((each) => each.id === id);
    return post === undefined ? refuse(404, 'NOT_FOUND') : { status: 200, body: elementOf(post) };
  }

  list({ query }: FakeRequest): FakeResponse {
    if (query.get('author') !== this.#author || query.get('sortBy') !== 'CREATED')
      return refuse(400, 'INVALID_VALUE_FOR_FIELD');
    const newest = this.#now().getTime() - this.lag * 1000;
    const known = this.all.filter(({ createdAt }) => this.lag === 0 || createdAt <= newest);
    const listed = known.toReversed().slice(0, Number(query.get('count')));
    return { status: 200, body: { elements: listed.map(elementOf) } };
  }

  remove(id: string): FakeResponse {
    const at = this.all.findIndex((post) => post.id === id);
    if (at !== -1) this.all.splice(at, 1);
    return { status: 204 };
  }

  comment(id: string, { json }: FakeRequest): FakeResponse {
    const post = this.all.find((each) => each.id === id);
    const text = textField(json, 'message', 'text');
    if (post === undefined) return refuse(404, 'NOT_FOUND');
    if (field(json, 'actor') !== this.#author || field(json, 'object') !== id || text === undefined)
      return refuse(400, 'INVALID_URN_ID');
    post.comments.push(text);
    return { status: 201, headers: { 'x-restli-id': '6636062862760562688' } };
  }

  visible(): { id: string; text: string }[] {
    return this.all.map(({ id, body }) => ({ id, text: showLittle(String(body.commentary)) }));
  }

  shown(): Shown[] {
    return this.all.map((post) => ({
      id: post.id,
      url: `https://www.linkedin.com/feed/update/${post.id}/`,
      text: showLittle(String(post.body.commentary)),
      media: this.#mediaOf(post).flatMap((file) => this.#filesOf(file)),
      settings: this.#settingsOf(post),
    }));
  }

  /** Uploads that no post shows. */
  leftovers(): number {
    const used = JSON.stringify(this.all);
    return [...this.#uploads.assets.keys()].filter((urn) => !used.includes(`"${urn}"`)).length;
  }

  #mediaOf({ body }: FakePost): { id: string; altText?: string }[] {
    const images = field(body, 'content', 'multiImage', 'images');
    const one = field(body, 'content', 'media');
    return (Array.isArray(images) ? images : [one].filter(Boolean)) as { id: string; altText?: string }[];
  }

  /** Each page of a document is a file of its own. */
  #filesOf({ id, altText = null }: { id: string; altText?: string | null }): Shown['media'] {
    const captions = this.#uploads.assets.get(id)?.captions;
    if (!id.startsWith('urn:li:document:'))
      return [
        { sha256: this.#uploads.sha256Of(id), alt: altText, ...(captions && { captions: [captions] }) },
      ];
    const pages = this.#uploads.pagesOf(id);
    return pages.map((page) => ({ sha256: createHash('sha256').update(page).digest('hex'), alt: null }));
  }

  #settingsOf({ body, comments }: FakePost): JsonObject {
    const { article = null, poll = null } = (body.content ?? {}) as JsonObject;
    const video = this.#uploads.assets.get(textField(body, 'content', 'media', 'id') ?? '');
    return {
      visibility: body.visibility ?? null,
      isReshareDisabledByAuthor: body.isReshareDisabledByAuthor ?? null,
      kind: textField(body, 'content', 'media', 'id')?.split(':')[2] ?? null,
      title: textField(body, 'content', 'media', 'title') ?? null,
      cover: video?.cover ?? null,
      article,
      thumbnail: this.#uploads.sha256Of(textField(article, 'thumbnail') ?? ''),
      poll,
      comments,
    };
  }

  #refuseTwin(urn: string): FakeResponse {
    const inputErrors = [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }];
    const errorDetailType = 'com.linkedin.common.error.BadRequest';
    const message = `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${urn}`;
    return { status: 422, body: { errorDetailType, message, errorDetails: { inputErrors }, status: 422 } };
  }
}

function elementOf({ id, body, createdAt }: FakePost): JsonObject {
  return {
    ...body,
    id,
    createdAt,
    publishedAt: createdAt,
    commentary: rewriteLittle(String(body.commentary)),
  };
}
