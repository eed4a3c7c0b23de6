/** The sandbox's own API. Only the adapter of the Belfry that hosts it uses this API. */
import { randomUUID } from 'node:crypto';
import { checkVersion } from '../core/check.ts';
import type { MediaFacts } from '../core/limits.ts';
import type { HostedRequest, HostedResponse, Records, ServiceHost } from '../core/service.ts';
import { type Answer, answerJson, Refusal } from './answers.ts';
import { answerAsRequested, type Pause, refuseAsRequested } from './behaviours.ts';
import { type Draft, readDraft, readUsername } from './input.ts';
import { captionsType, imageTypes, maxMediaBytes, sandboxRules, videoTypes } from './rules.ts';
import * as store from './store.ts';
import { showPost } from './view.ts';

const mostCounted = 20;

/** `POST /api/accounts {username}`: returns a token for the account, which is created if it is new. */
export const connectAccount: Answer = async ({ body }, { records }) => {
  const username = readUsername(body);
  await store.addAccount(records, username);
  return answerJson(201, { data: { username, token: await store.issueToken(records, username) } });
};

/** `POST /api/media`: the bytes as the body, their type in `Content-Type`. */
export const uploadMedia: Answer = async (request, { records }) => {
  await authenticate(request, records);
  const mimeType = request.headers['content-type'] ?? '';
  if (![...imageTypes, ...videoTypes, captionsType].includes(mimeType))
    throw new Refusal(422, 'media_type', `The sandbox does not accept files of type "${mimeType}".`);
  if (request.body.length > maxMediaBytes)
    throw new Refusal(413, 'too_large', `The sandbox allows files of at most ${maxMediaBytes} bytes.`);
  return answerJson(201, { data: { id: await store.addMedia(records, mimeType, request.body) } });
};

/** `POST /api/posts {text, media: [{id, alt_text, captions: [{id, language}]}], wish: {id, behaviour}}`: one post per key, for ever. */
export async function createPost(
  request: HostedRequest,
  host: ServiceHost,
  pause: Pause,
): Promise<HostedResponse> {
  const { records } = host;
  const caller = await authenticate(request, records);
  const { username } = caller;
  const id = store.postId(username, request.headers['idempotency-key'] ?? randomUUID());
  const stored = await store.findPost(records, username, id);
  if (stored) return answerPost(stored, host);

  const draft = readDraft(request.body);
  const media = await attachMedia(draft, records);
  await refuseAsRequested(draft.behaviour, caller, records);
  const created_at = host.now().toISOString().replace('Z', '000Z');
  const drafted = { id, username, text: draft.text, media, created_at };
  const { post, created } = await store.addPost(records, drafted);
  const answer = answerPost(post, host);
  return created ? answerAsRequested(draft.behaviour, answer, pause) : answer;
}

/** `GET /api/posts?ids=…`: invented numbers of the account's posts among these, the same each time. */
export const countPosts: Answer = async (request, { records }) => {
  const { username } = await authenticate(request, records);
  const ids = request.query.ids?.split(',') ?? [];
  if (ids.length > mostCounted)
    throw new Refusal(422, 'too_many', `The sandbox counts at most ${mostCounted} posts at once.`);
  const posts = await Promise.all(ids.map((id) => store.findPost(records, username, id)));
  const data = posts.flatMap((post) => (post ? [{ id: post.id, numbers: inventNumbers(post.id) }] : []));
  return answerJson(200, { data });
};

/** Nobody reads the sandbox, so the id of a post stands for its readers. */
function inventNumbers(id: string) {
  const views = Number.parseInt(id.slice(0, 4), 16) % 1000;
  const share = (part: number) => Math.floor(views / part);
  return { views, likes: share(10), comments: share(50), shares: share(100) };
}

/** `DELETE /api/posts/{id}`. The key of a deleted post makes no other post. */
export const deletePost: Answer = async (request, { records }, [id = '']) => {
  const { username } = await authenticate(request, records);
  const post = await store.findPost(records, username, id);
  if (!post) throw new Refusal(404, 'not_found', `@${username} has no such post.`);
  await store.removePost(records, post);
  return answerJson(200, { data: { id } });
};

function answerPost(post: store.Post, { publicUrl }: ServiceHost): HostedResponse {
  return answerJson(201, { data: showPost(post, publicUrl) });
}

async function authenticate({ headers }: HostedRequest, records: Records) {
  const token = headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? '';
  const username = await store.findTokenOwner(records, token);
  if (username !== undefined) return { username, token };
  const message = 'The sandbox does not know this token. Connect the channel again.';
  throw new Refusal(401, 'unauthorized', message, { 'www-authenticate': 'Bearer' });
}

/** The draft's files in the form the post stores. First checks the whole draft against the published rules. */
async function attachMedia({ text, media }: Draft, records: Records): Promise<store.Attachment[]> {
  const facts: MediaFacts[] = [];
  const attachments: store.Attachment[] = [];
  const unknown = { id: 0, width: null, height: null, duration: null, animated: false };
  for (const { id, altText, captions } of media) {
    const info = await store.findMedia(records, id);
    if (!info) throw new Refusal(422, 'unknown_media', 'A file of this post was never uploaded.');
    const { mime_type, size } = info;
    const kind = imageTypes.includes(mime_type) ? 'image' : 'video';
    facts.push({ ...unknown, kind, mimeType: mime_type, size, altText });
    await requireCaptions(kind, captions, records);
    const tracks = captions.length > 0 && { captions };
    attachments.push({ id, kind, mime_type, alt_text: altText, ...tracks });
  }
  if (text.trim() === '' && facts.length === 0)
    throw new Refusal(422, 'empty', 'A post needs a text or a file.');
  const [violation] = checkVersion(sandboxRules, {}, { text, settings: {}, media: facts });
  if (violation) throw new Refusal(422, violation.rule, `The sandbox ${violation.message}.`);
  return attachments;
}

async function requireCaptions(
  kind: 'image' | 'video',
  captions: Draft['media'][number]['captions'],
  records: Records,
): Promise<void> {
  if (captions.length > 0 && kind !== 'video')
    throw new Refusal(422, 'captions', 'Only a video has captions.');
  for (const { id } of captions) {
    const info = await store.findMedia(records, id);
    if (info?.mime_type !== captionsType)
      throw new Refusal(422, 'unknown_media', 'Captions of this post were never uploaded.');
  }
}
