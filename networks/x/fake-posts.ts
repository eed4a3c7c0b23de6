/** The posts of the fake's account: https://docs.x.com/x-api/posts (2026-11-22). */
import twitterText from 'twitter-text';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Outgoing } from '../core/network.ts';
import type { Shown } from '../testing/fake.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';
import { type FakeMedia, type FakeUpload, hashOf, keyOf } from './fake-media.ts';
import { invalid, problem } from './fake-refusals.ts';

export interface FakePost {
  id: string;
  at: Date;
  body: JsonObject;
  text: string;
  media: FakeUpload[];
  inReplyTo: string | null;
}

const epoch = 1_288_834_974_657;
const recent = 20;

export class FakePosts {
  readonly all: FakePost[] = [];
  readonly deleted: string[] = [];
  /** The ids of the posts that were returned. X charges for each. */
  readonly charged: string[] = [];
  /** Seconds until the list shows a new post. */
  lag = 0;
  /** Posts on one page, if fewer than asked for. */
  pageSize = 100;
  longest = 280;
  /** The names of X's OpenAPI document, in place of those of its pages. */
  hasNewNames = false;
  readonly #media: FakeMedia;
  readonly #now: () => Date;

  constructor(media: FakeMedia, now: () => Date) {
    this.#media = media;
    this.#now = now;
  }

  create({ json }: FakeRequest): FakeResponse {
    const text = textField(json, 'text') ?? '';
    const ids = (field(json, 'media', 'media_ids') as string[] | undefined) ?? [];
    const inReplyTo = textField(json, 'reply', 'in_reply_to_tweet_id') ?? null;
    const media = ids.flatMap((id) => this.#media.usable(id) ?? []);
    const refusal = this.#refuse(text, inReplyTo, media, ids.length) ?? refuseKinds(json, media.length);
    if (refusal !== undefined) return refusal;
    for (const upload of media) upload.isUsed = true;
    const { id } = this.#add({ body: json as JsonObject, text, media, inReplyTo });
    return { status: 201, body: { data: { id, text, edit_history_post_ids: [id] } } };
  }

  /** Publishes the same text and files, as another tool would. */
  async plant({ text, media }: Outgoing): Promise<void> {
    const uploads = await Promise.all(media.map((file) => this.#media.plant(file)));
    this.#add({ body: { text }, text, media: uploads, inReplyTo: null });
  }

  /**
   * The posts without the comments on them. A thread goes on from its last part, so of two replies to the same post, the
   * second is a comment if it has another text.
   */
  get own(): FakePost[] {
    return this.all.filter((post) => !this.#comments.includes(post));
  }

  get #comments(): FakePost[] {
    return this.all.flatMap(({ id }) => {
      const [part, comment] = this.all.filter(({ inReplyTo }) => inReplyTo === id);
      return comment !== undefined && comment.text !== part?.text ? [comment] : [];
    });
  }

  #add(post: Omit<FakePost, 'id' | 'at'>): FakePost {
    const at = this.#now();
    const id = String((BigInt(at.getTime() - epoch) << 22n) + BigInt(this.all.length));
    const added = { id, at, ...post };
    this.all.push(added);
    return added;
  }

  #refuse(
    text: string,
    inReplyTo: string | null,
    media: FakeUpload[],
    asked: number,
  ): FakeResponse | undefined {
    if (media.length !== asked) return invalid('Your media IDs are invalid.');
    if (text.trim() === '' && asked === 0) return invalid('The text is empty.');
    if (twitterText.parseTweet(text).weightedLength > this.longest || /[\ufeff\ufffe\uffff]/.test(text))
      return problem(403, 'You are not permitted to perform this action.');
    if ([...text.matchAll(/\$[a-z]{1,6}\b/gi)].length > 1)
      return problem(403, 'Posts are limited to a maximum of one cashtag.');
    const others = media.filter(({ category }) => category !== 'tweet_image');
    if (others.length > 0 && media.length > 1)
      return invalid('Videos and GIFs cannot be mixed with other files.');
    if (inReplyTo !== null && !this.all.some(({ id }) => id === inReplyTo))
      return problem(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.');
    const isDuplicate = this.all.slice(-recent).some((post) => post.text === text && post.media.length === 0);
    return isDuplicate && asked === 0
      ? problem(403, 'You are not allowed to create a Tweet with duplicate content.')
      : undefined;
  }

  remove(id: string): FakeResponse {
    const index = this.all.findIndex((post) => post.id === id);
    if (index < 0) return problem(404, 'Could not find tweet.', 'resource-not-found', 'Not Found Error');
    this.deleted.push(id);
    this.all.splice(index, 1);
    return { status: 200, body: { data: { deleted: true } } };
  }

  lookUp({ query }: FakeRequest): FakeResponse {
    const wrong = this.#refuseNames(query);
    if (wrong !== undefined) return wrong;
    const ids = query.get('ids')?.split(',') ?? [];
    const data = ids.flatMap((id) => this.all.filter((post) => post.id === id));
    const errors = ids.filter((id) => !data.some((post) => post.id === id));
    const fields = this.#fieldsOf(query);
    return {
      status: 200,
      body: {
        ...(data.length > 0 && { data: data.map((post) => this.#present(post, fields)) }),
        ...(errors.length > 0 && { errors: errors.map((value) => ({ title: 'Not Found Error', value })) }),
      },
    };
  }

  list({ query }: FakeRequest): FakeResponse {
    const wrong = this.#refuseNames(query);
    if (wrong !== undefined) return wrong;
    const from = Date.parse(query.get('start_time') ?? '1970-01-01T00:00:00Z');
    const [since, until] = [query.get('since_id') ?? '0', query.get('until_id') ?? '9'.repeat(19)];
    const skip = Number(query.get('pagination_token') ?? '0');
    const fitting = this.all
      .filter(
        ({ id, at }) => at.getTime() >= from && BigInt(id) > BigInt(since) && BigInt(id) < BigInt(until),
      )
      .toReversed();
    const listedUntil = this.#now().getTime() - this.lag * 1000;
    const shown = fitting.filter(({ at }) => at.getTime() <= listedUntil);
    const size = Math.min(Number(query.get('max_results') ?? '10'), this.pageSize);
    const fields = this.#fieldsOf(query);
    const data = shown.slice(skip, skip + size).map((post) => this.#present(post, fields));
    const next_token = skip + size < shown.length ? { next_token: String(skip + size) } : {};
    const meta = { result_count: data.length, ...next_token };
    return { status: 200, body: data.length === 0 ? { meta } : { data, meta } };
  }

  #refuseNames(query: URLSearchParams): FakeResponse | undefined {
    const [known, other] = this.hasNewNames
      ? ['post.fields', 'tweet.fields']
      : ['tweet.fields', 'post.fields'];
    return query.has(other)
      ? invalid(`The query parameter [${other}] is not one of [id,${known}]`)
      : undefined;
  }

  #fieldsOf(query: URLSearchParams): string[] {
    const asked = ['tweet.fields', 'post.fields', 'expansions'].flatMap(
      (name) => query.get(name)?.split(',') ?? [],
    );
    return asked.map((name) => name.replace('_post', '_tweet'));
  }

  #present(post: FakePost, fields: readonly string[]): JsonObject {
    const { id, at, body, media, inReplyTo } = post;
    this.charged.push(id);
    const { text, urls } = shorten(post);
    const quoted = quotedBy(post);
    const keys = [...media.map((file) => keyOf(file.id, file.category)), ...picturesIn(post.text)];
    const isLong = text.length > 280;
    const whole: JsonObject = {
      created_at: `${at.toISOString().slice(0, 19)}.000Z`,
      entities: { urls: isLong ? [] : urls },
      attachments: {
        ...(keys.length > 0 && { media_keys: keys }),
        ...(body.poll !== undefined && { poll_ids: ['1'] }),
      },
      referenced_tweets: [
        ...(inReplyTo === null ? [] : [{ type: 'replied_to', id: inReplyTo }]),
        ...(quoted === undefined ? [] : [{ type: 'quoted', id: quoted }]),
      ],
      ...(isLong && { note_tweet: { text, entities: { urls } } }),
      public_metrics: {
        like_count: 3,
        retweet_count: 2,
        quote_count: 1,
        reply_count: 4,
        impression_count: 90,
        bookmark_count: 5,
      },
    };
    const own = Object.entries(whole).filter(([name]) => fields.includes(name));
    const presented = {
      id,
      text: isLong ? `${text.slice(0, 270)}…` : text,
      edit_history_tweet_ids: [id],
      ...Object.fromEntries(own),
    };
    return this.hasNewNames ? inNewNames(presented) : presented;
  }

  shown(): Shown[] {
    const comments = this.#comments;
    return this.own.map(({ id, text, media, body, inReplyTo }) => {
      const { text: _, media: __, reply: ___, ...settings } = body;
      const files = media.map((file) => ({ sha256: hashOf(file), alt: file.alt, captions: file.captions }));
      return {
        id,
        url: `https://x.com/ada/status/${id}`,
        text,
        media: files,
        settings: {
          ...settings,
          inReplyTo,
          comments: comments.filter((comment) => comment.inReplyTo === id).map((comment) => comment.text),
        },
      };
    });
  }
}

function inNewNames(post: JsonObject): JsonObject {
  const renamed = JSON.stringify(post)
    .replaceAll('"retweet_count"', '"repost_count"')
    .replace(/"(referenced|note|edit_history)_tweet(s?|_ids)":/g, '"$1_post$2":');
  return JSON.parse(renamed) as JsonObject;
}

function refuseKinds(json: unknown, files: number): FakeResponse | undefined {
  const kinds = [files > 0, field(json, 'poll') !== undefined, field(json, 'quote_tweet_id') !== undefined];
  return kinds.filter(Boolean).length > 1
    ? invalid('$.media, $.poll and $.quote_tweet_id are mutually exclusive.')
    : undefined;
}

/** X quotes a post to which the text has a link: https://github.com/fa0311/twitter-openapi-typescript/issues/85 (2024-01-22) */
function quotedBy({ body, text }: FakePost): string | undefined {
  return textField(body, 'quote_tweet_id') ?? /\/status\/(\d{1,19})(?![\d/])/.exec(text)?.[1];
}

/** The keys of the pictures to which the text has links. X shows them as files of the post, by the same report. */
function picturesIn(text: string): string[] {
  return [...text.matchAll(/\/status\/(\d{1,19})\/photo\/\d/g)].map(([, id]) => `3_${id}`);
}

/** X writes short addresses in place of links, and adds one for files and for a quoted post. */
function shorten({ id, text, media, body }: FakePost): { text: string; urls: JsonObject[] } {
  const urls: JsonObject[] = [];
  const shortOf = (target: string) => {
    const url = `https://t.co/${id.slice(-6)}${urls.length}`;
    urls.push({ url, expanded_url: target });
    return url;
  };
  const found = twitterText.extractUrlsWithIndices(text.normalize());
  const short = found.reduceRight(
    (rest, { url, indices: [start, end] }) =>
      rest.slice(0, start) + shortOf(/^https?:/i.test(url) ? url : `http://${url}`) + rest.slice(end),
    text.normalize().trim(),
  );
  const escaped = short.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quoted = textField(body, 'quote_tweet_id');
  const added = [
    ...(media.length > 0 ? [shortOf(`https://x.com/ada/status/${id}/photo/1`)] : []),
    ...(quoted === undefined ? [] : [shortOf(`https://x.com/bob/status/${quoted}`)]),
  ];
  return { text: [escaped, ...added].filter((part) => part !== '').join(' '), urls };
}
