import { NetworkFault, refuse } from '../core/fault.ts';
import { digitsField } from '../core/json.ts';
import type { Media, Outgoing, Published, PublishedPart } from '../core/network.ts';
import { type CommitOptions, type EarlierSends, Ended, type Run } from '../core/run.ts';
import { listThreadFiles, threadOf } from '../core/thread.ts';
import { postApi, type XSession } from './api.ts';
import { faultOf } from './faults.ts';
import { type Upload, uploadFiles } from './media.ts';
import { type Draft, encodePost, type Posted } from './post.ts';
import { findPost } from './reconcile.ts';
import type { Settings } from './settings.ts';

/** Seconds. Reports say that the list lags by less than a minute. */
const visibleAfter = 120;

/** All files are uploaded before the first post, so that a bad file leaves no part of a thread behind. */
export async function publish(post: Outgoing<Settings>, session: XSession, run: Run): Promise<Published> {
  const { text, settings } = post;
  const [own = [], ...replies] = listUploads(post);
  const uploaded = await uploadFiles([own, ...replies].flat(), session, run);
  const take = (uploads: readonly Upload[]) => ({ uploads, media: uploaded.splice(0, uploads.length) });
  const first = await commitPost('post', { text, settings, inReplyTo: null, ...take(own) }, session, run);
  const ids = [first.id];
  for (const [index, reply] of threadOf(settings).entries()) {
    const inReplyTo = ids.at(-1) ?? null;
    const part = { text: reply, settings: {}, inReplyTo, ...take(replies[index] ?? []) };
    ids.push((await commitPost(`reply ${index}`, part, session, run)).id);
  }
  await addComment(settings.first_comment, first.id, session, run);
  const parts = ids.map((id): PublishedPart => ({ id, url: urlOf(id, session) }));
  const [whole = { id: first.id, url: null }] = parts;
  return parts.length === 1 ? whole : { ...whole, parts };
}

/** The files of the post, and of each part of its thread. */
function listUploads({ media, settings, files }: Outgoing<Settings>): Upload[][] {
  const ofThread = listThreadFiles(settings).map((ids) => ids.map((id) => requireFile(files?.get(id))));
  return [media, ...ofThread].map((part, index) =>
    part.map((file, at) => ({ name: index === 0 ? `media ${at}` : `reply ${index - 1} media ${at}`, file })),
  );
}

function requireFile(file: Media | undefined): Media {
  if (file === undefined) throw refuse('A file of the thread is missing.');
  return file;
}

interface Part extends Draft {
  uploads: readonly Upload[];
}

function commitPost(name: string, part: Part, session: XSession, run: Run): Promise<Posted> {
  return run.commit(name, (_key, sent) => send(part, sent, session, run.signal), settle(part, session));
}

async function addComment(
  text: string | undefined,
  inReplyTo: string,
  session: XSession,
  run: Run,
): Promise<void> {
  if (text === undefined) return;
  const part: Part = { text, settings: {}, media: [], uploads: [], inReplyTo };
  await run.after('comment', (_key, sent) => send(part, sent, session, run.signal), settle(part, session));
}

function settle(draft: Draft, session: XSession): CommitOptions<Posted> {
  return { reconcile: ({ since }) => findPost(draft, since, session), visibleAfter };
}

const lostMedia = /media ids? (?:is|are) invalid/i;

async function send(part: Part, sent: EarlierSends, session: XSession, signal: AbortSignal): Promise<Posted> {
  const response = await postApi(session, '/2/tweets', encodePost(part), signal);
  const id = digitsField(response.json, 'data', 'id');
  if (response.status === 201 && id !== undefined) return { id };
  const { fault } = faultOf(response, session.now());
  const [upload] = part.uploads;
  const isLost = fault.kind === 'rejected' && upload !== undefined && lostMedia.test(fault.message);
  if (!isLost) throw new NetworkFault(fault);
  // A file can be in one post only: an earlier send may have made it.
  throw sent.times > 0 ? new NetworkFault({ ...fault, duplicate: true }) : new Ended(upload.name);
}

function urlOf(id: string, { account }: XSession): string {
  return `https://x.com/${encodeURIComponent(account.username)}/status/${id}`;
}
