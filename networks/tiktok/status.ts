/**
 * What became of a post: https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (2026-11-22).
 * TikTok names the page of a public post only after moderation, which may take hours, and never names that of another one.
 */
import { makesNoSense } from '../core/api.ts';
import type { NetworkFault } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Published, PublishedPart } from '../core/network.ts';
import { Ended } from '../core/run.ts';
import { isOk, postTo, send, type TiktokSession } from './api.ts';
import { failureOf, faultOf, isPassing } from './faults.ts';

/** `bytes`: what TikTok has of the file; null if it does not say. `gone`: TikTok does not know the post. */
export type Status =
  | { state: 'processing'; bytes: number | null }
  | { state: 'published'; postId: string | null }
  | { state: 'draft' }
  | { state: 'failed'; reason: string }
  | { state: 'gone' };

/** `id` is that of the publication. */
export async function readStatus(id: string, session: TiktokSession): Promise<Status> {
  const call = postTo('/v2/post/publish/status/fetch/', { publish_id: id });
  const response = await send(session, call);
  const { json, text } = response;
  if (!isOk(response)) return explainRefusal(faultOf(response, session.now()));
  const [data, stated] = [field(json, 'data'), textField(json, 'data', 'status') ?? ''];
  if (stated === 'PUBLISH_COMPLETE') return { state: 'published', postId: postIdIn(text) };
  if (stated === 'SEND_TO_USER_INBOX') return { state: 'draft' };
  if (stated === 'FAILED') return { state: 'failed', reason: textField(data, 'fail_reason') ?? 'no reason' };
  if (!stated.startsWith('PROCESSING_')) throw makesNoSense('TikTok did not say what became of the post.');
  const bytes = field(data, 'uploaded_bytes');
  return { state: 'processing', bytes: typeof bytes === 'number' ? bytes : null };
}

/** A refused question says nothing about the post. */
function explainRefusal(refusal: NetworkFault): Status {
  const { kind, message, networkCode } = refusal.fault;
  if (networkCode === 'invalid_publish_id') return { state: 'gone' };
  throw kind === 'rejected' ? makesNoSense(message) : refusal;
}

/** The id has 19 digits, more than a number in JSON can have. The name in TikTok's answers is misspelt. */
function postIdIn(text: string): string | null {
  return /"publica?ly_available_post_id"\s{0,9}:\s{0,9}\[\s{0,9}"?(\d{1,20})/.exec(text)?.[1] ?? null;
}

export type Kind = 'video' | 'photo';

/** The step with which a post begins. */
const beginnings = { video: 'upload', photo: 'photos' } as const;

/** Null: TikTok has not finished. Throws `rejected` if TikTok published nothing, and `Ended` if another try may help. */
export async function probe(id: string, kind: Kind, session: TiktokSession) {
  const status = await readStatus(id, session);
  if (status.state === 'failed') {
    const failure = failureOf(status.reason);
    throw isPassing(status.reason) ? new Ended(beginnings[kind], failure.message) : failure;
  }
  if (status.state === 'draft') return { isDraft: true, postId: null };
  return status.state === 'published' ? { isDraft: false, postId: status.postId } : null;
}

/** Not confirmed: that the pages of photos are below "photo". */
export function partOf(id: string, postId: string | null, kind: Kind, session: TiktokSession): PublishedPart {
  if (postId === null) return { id, url: null };
  const author = encodeURIComponent(session.account.username);
  return { id: postId, url: `https://www.tiktok.com/@${author}/${kind}/${postId}` };
}

/** The id of a post without a page is TikTok's id of the publication, whose first letter tells the kind. */
export async function revisit({ id }: PublishedPart, session: TiktokSession): Promise<Published | null> {
  const status = await readStatus(id, session);
  if (status.state !== 'published' || status.postId === null) return null;
  return partOf(id, status.postId, id.startsWith('p') ? 'photo' : 'video', session);
}
