/** The sandbox's own API. Only the adapter of the Belfry that hosts it uses this API. */
import { randomUUID } from 'node:crypto';
import { checkVersion } from '../core/check.ts';
import type { MediaFacts } from '../core/limits.ts';
import type { HostedRequest, HostedResponse, Records, ServiceHost } from '../core/service.ts';
import { answerJson, Refusal } from './answers.ts';
import { answerAsRequested, type Caller, type Pause, refuseAsRequested } from './behaviours.ts';
import { type Draft, readDraft, readUsername } from './input.ts';
import { imageTypes, maxMediaBytes, sandboxRules, videoTypes } from './rules.ts';
import type { Attachment, MediaInfo, Post } from './store.ts';
import {
  addAccount,
  addMedia,
  addPost,
  findMedia,
  findPost,
  findTokenOwner,
  issueToken,
  postId,
  removePost,
} from './store.ts';
import { showPost } from './view.ts';

const mostCounted = 20;

/** `POST /api/accounts {username}`: returns a token for the account, which is created if it is new. */
export async function connectAccount(
  request: HostedRequest,
  { records }: ServiceHost,
): Promise<HostedResponse> {
  const username = readUsername(request.body);
  await addAccount(records, username);
  return answerJson(201, { data: { username, token: await issueToken(records, username) } });
}

/** `POST /api/media`: the bytes as the body, their type in `Content-Type`. */
export async function uploadMedia(request: HostedRequest, { records }: ServiceHost): Promise<HostedResponse> {
  await authenticate(request, records);
  const mimeType = request.headers['content-type'] ?? '';
  if (![...imageTypes, ...videoTypes].includes(mimeType)) {
    throw new Refusal(422, 'media_type', `The sandbox does not accept files of type "${mimeType}".`);
  }
  if (request.body.length > maxMediaBytes) {
    throw new Refusal(413, 'too_large', `The sandbox allows files of at most ${maxMediaBytes} bytes.`);
  }
  return answerJson(201, { data: { id: await addMedia(records, mimeType, request.body) } });
}

/** `POST /api/posts {text, media: [{id, alt_text}], wish: {id, behaviour}}`: one post per key, for ever. */
export async function createPost(
  request: HostedRequest,
  host: ServiceHost,
  pause: Pause,
): Promise<HostedResponse> {
  const { records } = host;
  const caller = await authenticate(request, records);
  const id = postId(caller.username, request.headers['idempotency-key'] ?? randomUUID());
  const stored = await findPost(records, caller.username, id);
  if (stored) return answerPost(stored, host);

  const draft = readDraft(request.body);
  const media = await attachMedia(draft, records);
  await refuseAsRequested(draft.behaviour, caller, records);
  const { post, created } = await addPost(records, {
    id,
    username: caller.username,
    text: draft.text,
    media,
    created_at: host.now().toISOString().replace('Z', '000Z'),
  });
  const answer = answerPost(post, host);
  return created ? answerAsRequested(draft.behaviour, answer, pause) : answer;
}

/** `GET /api/posts?ids=…`: invented numbers of the account's posts among these, the same each time. */
export async function countPosts(request: HostedRequest, { records }: ServiceHost): Promise<HostedResponse> {
  const { username } = await authenticate(request, records);
  const ids = request.query.ids?.split(',') ?? [];
  if (ids.length > mostCounted)
    throw new Refusal(422, 'too_many', `The sandbox counts at most ${mostCounted} posts at once.`);
  const posts = await Promise.all(ids.map((id) => findPost(records, username, id)));
  const data = posts.flatMap((post) => (post ? [{ id: post.id, numbers: inventNumbers(post) }] : []));
  return answerJson(200, { data });
}

/** Nobody reads the sandbox, so the id of a post stands for its readers. */
function inventNumbers({ id }: Post): Record<string, number> {
  const views = Number.parseInt(id.slice(0, 4), 16) % 1000;
  const share = (part: number) => Math.floor(views / part);
  return { views, likes: share(10), comments: share(50), shares: share(100) };
}

/** `DELETE /api/posts/{id}`. The key of a deleted post makes no other post. */
export async function deletePost(
  request: HostedRequest,
  { records }: ServiceHost,
  [id = '']: string[],
): Promise<HostedResponse> {
  const { username } = await authenticate(request, records);
  const post = await findPost(records, username, id);
  if (!post) throw new Refusal(404, 'not_found', `@${username} has no such post.`);
  await removePost(records, post);
  return answerJson(200, { data: { id } });
}

function answerPost(post: Post, host: ServiceHost): HostedResponse {
  return answerJson(201, { data: showPost(post, host.publicUrl) });
}

async function authenticate(request: HostedRequest, records: Records): Promise<Caller> {
  const token = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? '';
  const username = await findTokenOwner(records, token);
  if (username !== undefined) return { username, token };
  throw new Refusal(401, 'unauthorized', 'The sandbox does not know this token. Connect the channel again.', {
    'www-authenticate': 'Bearer',
  });
}

/** The draft's files in the form the post stores. First checks the whole draft against the published rules. */
async function attachMedia(draft: Draft, records: Records): Promise<Attachment[]> {
  const facts: MediaFacts[] = [];
  const attachments: Attachment[] = [];
  for (const { id, altText } of draft.media) {
    const info = await findMedia(records, id);
    if (!info) throw new Refusal(422, 'unknown_media', 'A file of this post was never uploaded.');
    const kind = imageTypes.includes(info.mime_type) ? 'image' : 'video';
    facts.push(describeMedia(info, kind, altText));
    attachments.push({ id, kind, mime_type: info.mime_type, alt_text: altText });
  }
  if (draft.text.trim() === '' && facts.length === 0) {
    throw new Refusal(422, 'empty', 'A post needs a text or a file.');
  }
  const [violation] = checkVersion(sandboxRules, {}, { text: draft.text, settings: {}, media: facts });
  if (violation) throw new Refusal(422, violation.rule, `The sandbox ${violation.message}.`);
  return attachments;
}

function describeMedia(info: MediaInfo, kind: Attachment['kind'], altText: string | null): MediaFacts {
  const { mime_type: mimeType, size } = info;
  return { id: 0, kind, mimeType, size, altText, width: null, height: null, duration: null, animated: false };
}
