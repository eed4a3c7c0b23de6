/** The way of a post to LinkedIn, the same for members and Pages. */
import { aheadOf } from '../../core/clocks.ts';
import { refuse } from '../../core/fault.ts';
import { field, textField } from '../../core/json.ts';
import type { Outgoing, Published } from '../../core/network.ts';
import type { EarlierSends, Found, Run } from '../../core/run.ts';
import { ask, type LinkedinSession, send, type Work } from './api.ts';
import { faultOf } from './faults.ts';
import { type PostBody, preparePost } from './post.ts';
import type { Settings } from './settings.ts';
import { isSameLittle } from './text.ts';
import { pageOfPost, readPostUrn, timeOfPost } from './urn.ts';

export type Posted = { id: string; url: string };

/** Looks in the account's own list for the post. Members' posts have no list that an app may read. */
export type FindPost = (body: PostBody, since: Date, session: LinkedinSession) => Promise<Found<Posted>>;

/** Milliseconds by which a post may be older than the intent on LinkedIn's own clock. Its answers state whole seconds. */
export const toleranceMs = 5000;
/** Milliseconds from the intent to the end of the first send: it begins within 5 s, and takes at most 30 s. */
const firstSendMs = 35_000;
/**
 * Seconds until a post that the list does not show was not accepted. No page states how far the list lags. If it lags
 * further, LinkedIn refuses the repetition as a duplicate.
 */
const visibleAfter = 300;

export async function publish(
  post: Outgoing<Settings>,
  session: LinkedinSession,
  run: Run,
  findPost?: FindPost,
): Promise<Published> {
  const work = { session, run };
  const { body, warnings } = await preparePost(post, work);
  const posted = await run.commit(
    'post',
    (_key, sent) => sendPost(body, sent, work),
    findPost && { reconcile: ({ since }) => findPost(body, since, session), visibleAfter },
  );
  const hasFiles = ['media', 'multiImage'].some((kind) => field(body.content, kind) !== undefined);
  if (findPost !== undefined && hasFiles) await requirePublished(posted.id, work);
  const { first_comment } = post.settings;
  if (first_comment !== undefined)
    await run.after('comment', () => sendComment(posted.id, first_comment, work));
  return { ...posted, ...(warnings.length > 0 && { warnings }) };
}

async function sendPost(body: PostBody, { firstAt }: EarlierSends, { session }: Work): Promise<Posted> {
  const response = await send(session, { path: '/rest/posts', json: body });
  const id = response.status === 201 ? readPostUrn(response.headers['x-restli-id']) : undefined;
  if (id !== undefined) return { id, url: pageOfPost(id) };
  const error = faultOf(response, session.now());
  const { fault } = error;
  const twin =
    fault.kind === 'rejected' && typeof fault.duplicate === 'object' ? fault.duplicate.id : undefined;
  const first = firstAt && new Date(firstAt.getTime() + aheadOf(response, session.now()));
  if (twin !== undefined && first !== null && (await isOurs(twin, body, first, session)))
    return { id: twin, url: pageOfPost(twin) };
  throw error;
}

/**
 * Whether the post that LinkedIn names as the twin of this one came from our first send. LinkedIn also names older
 * posts, posts that the author wrote elsewhere, and, for a day or two, posts that do not exist, with a new id for each
 * try: https://github.com/ComposioHQ/composio/issues/2710 (2026-02-22). The engine repeats a send only much later, so
 * the time in the id decides, and the post must exist. `first`: when our first send began, on LinkedIn's clock.
 */
async function isOurs(id: string, body: PostBody, first: Date, session: LinkedinSession): Promise<boolean> {
  const after = timeOfPost(id) - first.getTime();
  if (after < -toleranceMs || after > firstSendMs) return false;
  const path = `/rest/posts/${encodeURIComponent(id)}?viewContext=AUTHOR`;
  // The refusal stays a refusal of a duplicate, also if this question fails: nothing else keeps the doubt open.
  const response = await send(session, { path }).catch(() => undefined);
  return (
    response?.status === 200 &&
    textField(response.json, 'author') === body.author &&
    isSameLittle(textField(response.json, 'commentary') ?? '', body.commentary)
  );
}

/**
 * LinkedIn may accept a post with files, and say later that it could not publish it. What it does not say changes nothing.
 * The names contain the id: if the post is sent anew, they are other waits.
 */
async function requirePublished(id: string, { session, run }: Work): Promise<void> {
  const options = { every: 20, within: 600, otherwise: 'PUBLISHED' };
  const state = await run.until(`state of ${id}`, () => readState(id, session), options);
  const fail = () => Promise.reject(refuse('LinkedIn accepted this post, but then could not publish it.'));
  if (state === 'PUBLISH_FAILED') await run.until(`end of ${id}`, fail, { of: 'post' });
}

/** Null: LinkedIn is still publishing it. */
async function readState(id: string, session: LinkedinSession): Promise<string | null> {
  const response = await send(session, { path: `/rest/posts/${encodeURIComponent(id)}?viewContext=AUTHOR` });
  const state = response.status === 200 ? textField(response.json, 'lifecycleState') : undefined;
  return state === 'PUBLISH_REQUESTED' ? null : (state ?? 'PUBLISHED');
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api (2026-11-22) */
function sendComment(id: string, text: string, { session }: Work): Promise<true> {
  const path = `/rest/socialActions/${encodeURIComponent(id)}/comments`;
  const json = { actor: session.account.id, object: id, message: { text } };
  return ask(session, { path, json, accepts: [201] }, () => true);
}

/** Deletes a post. LinkedIn answers 204 for one that is gone, too. */
export async function removePost({ id }: { id: string }, session: LinkedinSession): Promise<void> {
  const call = { method: 'DELETE', restliMethod: 'DELETE', accepts: [204, 404] } as const;
  await ask(session, { ...call, path: `/rest/posts/${encodeURIComponent(id)}` }, () => true);
}
