/**
 * Makes notices from the sealed log. The position in the log moves in the same transaction, so each event counts once.
 */
import type { NoticeKind } from '@belfry/contract/notices.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Context } from '../../base/context.ts';
import type { Tx } from '../../db/database.ts';
import { oneLine } from '../../mail/index.ts';
import { announceNotices } from '../announced.ts';
import { cut } from '../cut.ts';
import { defaultOf, isOfPerson, type Kind, kinds, kindsOf, noticeEvents, rolesOf } from '../kinds.ts';
import type { EventRow, NoticeDraft } from './store.ts';
import * as store from './store.ts';

/** Events per transaction. */
const BATCH = 1000;
/** Workspaces per query. */
const MAX_WORKSPACES = 200;
/** Characters of a sentence or a name from an event. */
const MAX_NOTE = 300;

type Ctx = Pick<Context, 'db' | 'log'>;

/** Runs until no event is left or `signal` aborts. Several processes may run it: one of them handles each workspace. */
export async function makeNotices(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  while (await readRound(ctx, signal)) {
    // Another round, since more events may have been sealed meanwhile.
  }
}

/** True when events were read. */
async function readRound(ctx: Ctx, signal: AbortSignal | undefined): Promise<boolean> {
  let hasProgress = false;
  for (const workspaceId of await store.listBehind(ctx.db, MAX_WORKSPACES)) {
    if (signal?.aborted === true) return false;
    if (await readWorkspace(ctx, workspaceId)) hasProgress = true;
  }
  return hasProgress;
}

/** After an error, the position stays, and the other workspaces are still read. */
async function readWorkspace({ db, log }: Ctx, workspaceId: number): Promise<boolean> {
  try {
    return await db.transaction((tx) => readBatch(tx, workspaceId));
  } catch (error) {
    log.error({ err: error, workspace: workspaceId }, 'making notices failed');
    return false;
  }
}

/** False when another process reads this workspace, or no event is left. */
async function readBatch(tx: Tx, workspaceId: number): Promise<boolean> {
  const position = await store.lockPosition(tx, workspaceId);
  if (position === undefined || position.head <= position.seq) return false;
  // The numbers have no gaps, so they count the events.
  const until = Math.min(position.head, position.seq + BATCH);
  const events = await store.listEvents(tx, workspaceId, { after: position.seq, until, kinds: noticeEvents });
  const drafts = events.flatMap((event) =>
    kindsOf(event.kind, event.data).map((kind) => draftNotice(event, kind)),
  );
  const [account = [], others = []] = [true, false].map((wanted) =>
    drafts.filter(({ kind }) => isOfPerson(kind) === wanted),
  );
  const written = others.length > 0 ? await store.writeNotices(tx, workspaceId, others) : [];
  const ofPeople = account.length > 0 ? await store.writeAccountNotices(tx, account) : [];
  await announceNotices(tx, [...written, ...ofPeople]);
  await store.advance(tx, workspaceId, until);
  return true;
}

function draftNotice(event: EventRow, kind: NoticeKind): NoticeDraft {
  const { recipients, isUrgent = false } = kinds[kind];
  const persons = {
    author: event.author_id,
    actor: event.user_id,
    member: 'member_id' in event.data ? event.data.member_id : undefined,
  };
  const people = recipients.filter((one) => one === 'author' || one === 'actor' || one === 'member');
  const mentions = 'mentions' in event.data ? event.data.mentions : undefined;
  const mentioned = recipients.includes('mentioned') && Array.isArray(mentions) ? mentions : [];
  return {
    seq: event.seq,
    kind,
    topic: topicOf(event, kinds[kind]),
    post_id: event.post_id,
    channel_id: event.channel_id,
    item: toItem(event, kinds[kind]),
    user_ids: [...people.map((one) => persons[one]), ...mentioned].filter((id) => typeof id === 'number'),
    roles: rolesOf(kind),
    except_id: recipients.includes('actor') ? null : event.user_id,
    ...defaultOf(kind),
    is_urgent: isUrgent,
  };
}

function topicOf(event: EventRow, { topic }: Kind): string {
  switch (topic) {
    case 'workspace':
      return '';
    case 'channel':
      return `channel ${event.channel_id}`;
    case 'login':
      return loginOf(event) ?? `channel ${event.channel_id}`;
    case 'post':
      return `post ${event.post_id}`;
    // The logs of several workspaces contain the same event of one person.
    case 'person':
      return event.at;
    case 'event':
      return `event ${event.seq}`;
  }
}

function loginOf({ data }: EventRow): string | undefined {
  return 'login_id' in data && typeof data.login_id === 'number' ? `login ${data.login_id}` : undefined;
}

function toItem({ data, at, user_id, post_id, channel_id }: EventRow, { note, moment }: Kind): JsonObject {
  const noteText = note?.(data);
  const when = moment?.(data);
  return {
    at,
    user_id,
    post_id,
    channel_id,
    note: typeof noteText === 'string' ? cut(oneLine(noteText), MAX_NOTE) : null,
    moment: typeof when === 'string' && !Number.isNaN(Date.parse(when)) ? when : null,
  };
}
