/** Looks for a post in the list of the Page's own posts. */
import { aheadOf } from '../core/clocks.ts';
import { field, listField, textField } from '../core/json.ts';
import { findPage } from '../families/linkedin/api.ts';
import type { PostBody } from '../families/linkedin/post.ts';
import { type FindPost, toleranceMs } from '../families/linkedin/publish.ts';
import { isSameLittle } from '../families/linkedin/text.ts';
import { pageOfPost, readPostUrn } from '../families/linkedin/urn.ts';

/** Posts of one answer. */
const count = 50;

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#find-posts-by-authors (2026-09-19) */
export const findPost: FindPost = async (body, since, session) => {
  const author = encodeURIComponent(body.author);
  const path = `/rest/posts?author=${author}&q=author&count=${count}&sortBy=CREATED`;
  const { elements, response } = await findPage(session, path);
  const start = since.getTime() + aheadOf(response, session.now()) - toleranceMs;
  const recent = elements.filter((each) => !(createdAt(each) < start));
  const [one, ...others] = recent.filter((each) => isSame(each, body));
  if (one !== undefined) {
    const id = readPostUrn(textField(one, 'id'));
    return others.length === 0 && id !== undefined ? { found: { id, url: pageOfPost(id) } } : 'unknown';
  }
  // The list begins with the newest post. If all of its posts are recent, there may be more.
  const isComplete = recent.length < elements.length || elements.length < count;
  return isComplete && !elements.some((each) => Number.isNaN(createdAt(each))) ? 'absent' : 'unknown';
};

function createdAt(element: unknown): number {
  const time = field(element, 'createdAt');
  return typeof time === 'number' ? time : Number.NaN;
}

function isSame(element: unknown, { commentary, content }: PostBody): boolean {
  const state = textField(element, 'lifecycleState');
  return (
    state !== 'PUBLISH_FAILED' &&
    isSameLittle(textField(element, 'commentary') ?? '', commentary) &&
    keyOf(field(element, 'content')) === keyOf(content)
  );
}

/** What a post shows below its text. Files are compared by id, because each upload has its own. */
function keyOf(content: unknown): string {
  const ids = listField(content, 'multiImage', 'images').map((image) => textField(image, 'id'));
  const kinds = ['article', 'poll'].filter((kind) => field(content, kind) !== undefined);
  return [textField(content, 'media', 'id'), ...ids, ...kinds].filter(Boolean).join();
}
