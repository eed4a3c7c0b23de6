/** Looks for a post in the list of the Page's own posts. */
import { aheadOf } from '../core/clocks.ts';
import { field, listField, textField } from '../core/json.ts';
import { findPage } from '../families/linkedin/api.ts';
import type { PostBody } from '../families/linkedin/post.ts';
import { type FindPost, toleranceMs } from '../families/linkedin/publish.ts';
import { isLikeLittle, isSameLittle } from '../families/linkedin/text.ts';
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
  const compared = recent.map((post) => ({ post, likeness: compare(post, body) }));
  const [same, ...others] = compared.filter(({ likeness }) => likeness === 'same');
  if (same !== undefined) {
    const id = readPostUrn(textField(same.post, 'id'));
    return others.length === 0 && id !== undefined ? { found: { id, url: pageOfPost(id) } } : 'unknown';
  }
  if (compared.some(({ likeness }) => likeness === 'unclear')) return 'unknown';
  // The list begins with the newest post. If all of its posts are recent, there may be more.
  const isComplete = recent.length < elements.length || elements.length < count;
  return isComplete && !elements.some((each) => Number.isNaN(createdAt(each))) ? 'absent' : 'unknown';
};

function createdAt(element: unknown): number {
  const time = field(element, 'createdAt');
  return typeof time === 'number' ? time : Number.NaN;
}

type Likeness = 'same' | 'different' | 'unclear';

/** Each upload has an id of its own, so known files decide without the text. */
function compare(element: unknown, { commentary, content }: PostBody): Likeness {
  const listed = field(element, 'content');
  const hasFailed = textField(element, 'lifecycleState') === 'PUBLISH_FAILED';
  if (hasFailed || kindOf(listed) !== kindOf(content)) return 'different';
  const text = textField(element, 'commentary') ?? '';
  const [theirs, ours] = [filesOf(listed), filesOf(content)];
  const isOurs = theirs === ours && (ours !== '' || isSameLittle(text, commentary));
  if (isOurs) return 'same';
  return isLikeLittle(text, commentary) ? 'unclear' : 'different';
}

/** What a post shows below its text. */
function kindOf(content: unknown): string | undefined {
  return ['media', 'multiImage', 'article', 'poll'].find((kind) => field(content, kind) !== undefined);
}

function filesOf(content: unknown): string {
  const ids = listField(content, 'multiImage', 'images').map((image) => textField(image, 'id'));
  return [textField(content, 'media', 'id'), ...ids].filter(Boolean).join();
}
