import { NetworkFault, refuse } from '../core/fault.ts';
import { digitsField } from '../core/json.ts';
import type { Media, Outgoing, Published } from '../core/network.ts';
import { publishedAs } from '../core/published.ts';
import { type Commit, type CommitOptions, type EarlierSends, Ended, type Run } from '../core/run.ts';
import { listThreadFiles, threadOf } from '../core/thread.ts';
import { send, type XSession } from './api.ts';
import { faultOf } from './faults.ts';
import { type Upload, uploadFiles } from './media.ts';
import { type Draft, encodePost, type Posted, settingsOfReply } from './post.ts';
import { findPost } from './reconcile.ts';
import type { Settings } from './settings.ts';

/** Seconds. Reports say that the list lags by less than a minute. */
const visibleAfter = 120;

/** All files are uploaded before the first post, so that a bad file leaves no part of a thread behind. */
export async function publish(post: Outgoing<Settings>, session: XSession, run: Run): Promise<Published> {
  const { text, settings } = post;
  const [own = [], ...replies] = listUploads(post);
  const { uploaded, warnings } = await uploadFiles([own, ...replies].flat(), session, run);
  const take = (uploads: readonly Upload[]) => ({ uploads, media: uploaded.splice(0, uploads.length) });
  const reply = (text: string, inReplyTo: string, uploads: readonly Upload[] = []) => {
    const own = settingsOfReply(settings, uploads.length > 0);
    return { text, settings: own, inReplyTo, ...take(uploads) };
  };
  const whole = { text, settings, inReplyTo: null, ...take(own) };
  const first = await run.commit('post', ...callsFor(whole, session));
  const further: Posted[] = [];
  for (const [index, text] of threadOf(settings).entries()) {
    const part = reply(text, (further.at(-1) ?? first).id, replies[index]);
    further.push(await run.commit(`reply ${index}`, ...callsFor(part, session)));
  }
  const { first_comment } = settings;
  if (first_comment !== undefined)
    await run.after('comment', ...callsFor(reply(first_comment, first.id), session));
  const pages = `https://x.com/${encodeURIComponent(session.account.username)}/status`;
  const partOf = ({ id }: Posted) => ({ id, url: `${pages}/${id}` });
  const published = publishedAs(partOf(first), ...further.map(partOf));
  return { ...published, ...(warnings.length > 0 && { warnings }) };
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

/** Sends the part, and looks for it in doubt. */
function callsFor(part: Part, session: XSession): [Commit<Posted>, CommitOptions<Posted>] {
  return [
    (_key, sent) => sendPost(part, sent, session),
    { reconcile: ({ since }) => findPost(part, since, session), visibleAfter },
  ];
}

const lostMedia = /media ids? (?:is|are) invalid/i;

async function sendPost(part: Part, sent: EarlierSends, session: XSession) {
  const response = await send(session, { path: '/2/tweets', json: encodePost(part) });
  const id = digitsField(response.json, 'data', 'id');
  if (response.status === 201 && id !== undefined) return { id };
  const { fault } = faultOf(response, session.now());
  const [upload] = part.uploads;
  const isLost = fault.kind === 'rejected' && upload !== undefined && lostMedia.test(fault.message);
  if (!isLost) throw new NetworkFault(fault);
  // A file can be in one post only: an earlier send may have made it.
  throw sent.times > 0 ? new NetworkFault({ ...fault, duplicate: true }) : new Ended(upload.name);
}
