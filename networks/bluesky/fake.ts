/**
 * A fake server with one account. It implements only the calls of the adapter, and answers like @atproto/pds 0.5.35.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Outgoing } from '../core/network.ts';
import type { Fake, Shown } from '../testing/fake.ts';
import { type FakeRequest, type FakeResponse, FakeServer } from '../testing/fake-server.ts';
import { cidOf } from './cid.ts';
import { answer, refuse } from './fake-answers.ts';
import { FakeOthers, mediaOf, quotedIn } from './fake-others.ts';
import { findProblem, listBlobs, listFiles } from './fake-records.ts';
import { FakeVideoService } from './fake-video.ts';
import { postType, type Write } from './records.ts';

const did = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';
const handle = 'alice.test';
const appPassword = 'abcd-efgh-ijkl-mnop';
const blobUploadLimit = 1_000_000;

export async function startFake(): Promise<Fake & { pds: FakePds }> {
  const pds = new FakePds(() => server.now());
  const server: FakeServer = await FakeServer.listen({
    handle: (request) => pds.answer(request),
    isVisible: ({ path }) => path === '/xrpc/com.atproto.repo.applyWrites',
    expire: () => pds.expire(),
  });
  let given: JsonObject | undefined;
  return {
    pds,
    server,
    credentials: { service: server.url, identifier: handle, app_password: appPassword },
    account: { id: did, name: 'Alice', username: handle, avatarUrl: null },
    get grant() {
      return given ?? { service: server.url, ...pds.session() };
    },
    set grant(grant: JsonObject) {
      given = grant;
    },
    visible: () => pds.listPosts(),
    shown: () => pds.show(),
    leftovers: () => pds.countUnused(),
    plant: (post) => pds.plant(post),
  };
}

class FakePds {
  /** What the app's server counts of every post. */
  counts: JsonObject = { likeCount: 3, repostCount: 2, quoteCount: 4, replyCount: 1 };
  /** Posts of other people. */
  readonly others = new FakeOthers();
  /** By `collection/rkey`, in the order of creation. */
  readonly records = new Map<string, JsonObject>();
  readonly blobs = new Map<string, JsonObject>();
  /** Of the blobs' bytes. */
  readonly #digests = new Map<string, string>();
  /** The captions among the blobs. */
  readonly #texts = new Map<string, string>();
  readonly videos = new FakeVideoService({
    did,
    now: () => this.#now(),
    store: (request) => this.#store(request),
  });
  readonly #now: () => Date;
  #generation = 0;
  #isExpired = false;
  /** Unix seconds at which the current tokens were first asked for. */
  #signedAt: number | undefined;

  constructor(now: () => Date) {
    this.#now = now;
  }

  #handlers: Record<string, (request: FakeRequest) => FakeResponse> = {
    'com.atproto.server.createSession': ({ json }) => this.#signIn(json),
    'com.atproto.server.refreshSession': (request) => this.#refresh(request),
    'com.atproto.server.getSession': (request) =>
      this.#asAccount(request, () => answer({ did, handle, active: true })),
    'com.atproto.server.describeServer': () => answer({ did: 'did:web:fake', blobUploadLimit }),
    'com.atproto.server.getServiceAuth': (request) =>
      this.#asAccount(request, () => this.videos.delegate(request)),
    'com.atproto.identity.resolveHandle': ({ query }) => this.#resolve(query.get('handle') ?? ''),
    'com.atproto.repo.uploadBlob': (request) => this.#asAccount(request, () => this.#upload(request)),
    'com.atproto.repo.applyWrites': (request) => this.#asAccount(request, () => this.#create(request)),
    'com.atproto.repo.deleteRecord': (request) => this.#asAccount(request, () => this.#delete(request)),
    'app.bsky.feed.getPosts': (request) => this.#asAccount(request, () => this.#count(request)),
    'com.atproto.repo.getRecord': ({ query }) =>
      this.#read(String(query.get('repo')), `${query.get('collection')}/${query.get('rkey')}`),
    'app.bsky.actor.getProfile': () => answer({ did, handle, displayName: 'Alice' }),
    'app.bsky.video.uploadVideo': (request) => this.videos.take(request),
    'app.bsky.video.getJobStatus': () => this.videos.describeJob(),
    'app.bsky.video.getUploadLimits': (request) => this.videos.describeLimits(request),
  };

  answer(request: FakeRequest): FakeResponse {
    const handler = this.#handlers[request.path.replace('/xrpc/', '')];
    return handler?.(request) ?? refuse('MethodNotImplemented', 'Method Not Implemented', 501);
  }

  /** The answer to a sign-in; its tokens are valid until the next refresh. */
  session(): { did: string; handle: string; accessJwt: string; refreshJwt: string } {
    return {
      did,
      handle,
      accessJwt: this.#sign('access', 7200),
      refreshJwt: this.#sign('refresh', 7_776_000),
    };
  }

  expire(): FakeResponse {
    this.#isExpired = true;
    return refuse('ExpiredToken', 'Token has expired');
  }

  listPosts(): { id: string; text: string }[] {
    const posts = [...this.records].filter(([key]) => key.startsWith(`${postType}/`));
    return posts.map(([key, { text }]) => ({ id: `at://${did}/${key}`, text: String(text) }));
  }

  show(): Shown[] {
    return [...this.records]
      .filter(([key]) => key.startsWith(`${postType}/`))
      .map(([key, record]) => this.#showPost(key.split('/')[1] ?? '', record));
  }

  #showPost(rkey: string, { text, embed, langs, labels, tags }: JsonObject): Shown {
    const gate = (name: string, detail: string) =>
      field(this.records.get(`app.bsky.feed.${name}/${rkey}`), detail) ?? null;
    const settings = {
      ...{ langs, labels, tags, card: field(mediaOf(embed), 'external'), quote: quotedIn(embed) },
      ...{ replies: gate('threadgate', 'allow'), quotes: gate('postgate', 'embeddingRules') },
    };
    return {
      id: `at://${did}/${postType}/${rkey}`,
      url: `https://bsky.app/profile/${did}/post/${rkey}`,
      text: String(text),
      media: listFiles(embed).map(({ blob, alt, captions }) => ({
        sha256: this.#digests.get(linkOf(blob)) ?? '',
        alt: alt ?? null,
        captions: captions.map((each) => ({
          language: textField(each, 'lang') ?? '',
          text: this.#texts.get(linkOf(field(each, 'file'))) ?? '',
        })),
      })),
      settings: JSON.parse(JSON.stringify(settings)) as JsonObject,
    };
  }

  /** Blobs that no record names. */
  countUnused(): number {
    const used = JSON.stringify([...this.records.values()]);
    return [...this.blobs.keys()].filter((link) => !used.includes(link)).length;
  }

  /** Another app publishes the same text. */
  plant({ text }: Outgoing): void {
    const value = { $type: postType, text, createdAt: this.#now().toISOString() };
    this.records.set(`${postType}/3twin${this.records.size}`, value);
  }

  #signIn(input: unknown): FakeResponse {
    const isRight = field(input, 'identifier') === handle && field(input, 'password') === appPassword;
    if (isRight) return answer({ active: true, ...this.session() });
    return refuse('AuthenticationRequired', 'Invalid identifier or password', 401);
  }

  /** A refresh token works once. A real PDS allows two more hours; the fake is stricter. */
  #refresh({ headers }: FakeRequest): FakeResponse {
    const isCurrent = headers.authorization === `Bearer ${this.session().refreshJwt}`;
    if (!isCurrent) return refuse('ExpiredToken', 'Token has been revoked');
    this.#generation += 1;
    this.#signedAt = undefined;
    this.#isExpired = false;
    return answer(this.session());
  }

  #asAccount({ headers }: FakeRequest, act: () => FakeResponse): FakeResponse {
    const isCurrent = headers.authorization === `Bearer ${this.session().accessJwt}`;
    if (!isCurrent) return refuse('InvalidToken', 'Token could not be verified');
    return this.#isExpired ? this.expire() : act();
  }

  #upload(request: FakeRequest): FakeResponse {
    if (request.body.length > blobUploadLimit)
      return refuse('PayloadTooLarge', 'request entity too large', 413);
    return answer({ blob: this.#store(request) });
  }

  #store({ body, headers }: FakeRequest): JsonObject {
    const $link = cidOf(body.toString('base64'));
    const mimeType = headers['content-type'] ?? '';
    const blob = { $type: 'blob', ref: { $link }, mimeType, size: body.length };
    this.blobs.set($link, blob);
    this.#digests.set($link, createHash('sha256').update(body).digest('hex'));
    if (mimeType === 'text/vtt') this.#texts.set($link, body.toString());
    return blob;
  }

  #create({ json }: FakeRequest): FakeResponse {
    const writes = field(json, 'writes') as Write[];
    const records = writes.map(({ collection, rkey, value }) => [`${collection}/${rkey}`, value] as const);
    if (records.some(([key]) => this.records.has(key)))
      return refuse('InternalServerError', 'Internal Server Error', 500);
    const problem = writes.map(findProblem).find((each) => each !== undefined);
    if (problem !== undefined) return refuse('InvalidRequest', problem);
    const blobs = writes.flatMap(listBlobs).map((blob) => [blob, this.blobs.get(linkOf(blob))] as const);
    if (blobs.some(([, stored]) => stored === undefined))
      return refuse('BlobNotFound', 'Could not find blob');
    if (blobs.some(([blob, stored]) => !isDeepStrictEqual(blob, stored)))
      return refuse('InvalidMimeType', 'Referenced Mimetype does not match stored blob');
    for (const [key, value] of records) this.records.set(key, value);
    return answer({ results: records.map(describeRecord) });
  }

  #resolve(name: string): FakeResponse {
    const found = name === handle ? did : this.others.resolve(name);
    return found === undefined
      ? refuse('HandleNotFound', 'Unable to resolve handle')
      : answer({ did: found });
  }

  #read(repo: string, key: string): FakeResponse {
    const uri = `at://${repo}/${key}`;
    const foreign = this.others.read(uri);
    if (foreign !== undefined) return answer(foreign);
    const value = repo === did ? this.records.get(key) : undefined;
    if (value === undefined) return refuse('RecordNotFound', `Could not locate record: ${uri}`);
    return answer({ ...describeRecord([key, value]), value });
  }

  /** “Delete a repository record, or ensure it doesn't exist”: https://docs.bsky.app/docs/api/com-atproto-repo-delete-record */
  #delete({ method, json }: FakeRequest): FakeResponse {
    const { repo, collection, rkey, ...others } = json as JsonObject;
    if (method !== 'POST' || repo !== did || Object.keys(others).length > 0)
      return refuse('InvalidRequest', 'Could not delete the record');
    this.records.delete(`${collection}/${rkey}`);
    return answer({ commit: { cid: cidOf({ rkey: String(rkey) }), rev: '3twin' } });
  }

  #count({ method, query }: FakeRequest): FakeResponse {
    const uris = query.getAll('uris');
    if (method !== 'GET' || uris.length === 0 || uris.length > 25)
      return refuse('InvalidRequest', 'Error: Params must have the property "uris" of 1 to 25 items');
    const known = this.listPosts().filter(({ id }) => uris.includes(id));
    const own = known.map(({ id }) => ({ uri: id, ...this.counts }));
    return answer({ posts: [...own, ...uris.flatMap((uri) => this.others.describe(uri))] });
  }

  #sign(scope: string, seconds: number): string {
    this.#signedAt ??= Math.floor(this.#now().getTime() / 1000);
    const claims = { scope, sub: did, jti: this.#generation, exp: this.#signedAt + seconds };
    return `fake.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${scope}`;
  }
}

function describeRecord([key, value]: readonly [string, JsonObject]) {
  return { uri: `at://${did}/${key}`, cid: cidOf(value) };
}

function linkOf(blob: unknown): string {
  return textField(blob, 'ref', '$link') ?? '';
}
