/** Makes notices from the sealed log: of each event once, since the place in the log moves on with what it made. */
import type { NoticeKind } from '@belfry/contract/notice-routes.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { oneLine } from '../../mail/one-line.ts';
import { cut } from '../cut.ts';
import type { Kind } from '../kinds.ts';
import { isOfAccount, kinds, kindsOf, noticeEvents, rolesOf } from '../kinds.ts';
import type { NoticeDraft, ReceivedEvent } from './store.ts';
import * as store from './store.ts';

/** Events of one transaction. */
const BATCH = 1000;
/** Workspaces of one look. */
const WORKSPACES = 200;
/** Characters of a sentence or a name that came with an event. */
const LONGEST_NOTE = 300;

type Ctx = Pick<Context, 'db' | 'log'>;

/** Until nothing is left, or `signal` says to stop. Several processes take turns, workspace by workspace. */
export async function makeNotices(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  while (await readRound(ctx, signal)) {
    // More may have happened meanwhile.
  }
}

/** True when something was read. */
async function readRound(ctx: Ctx, signal: AbortSignal | undefined): Promise<boolean> {
  let isMoving = false;
  for (const workspaceId of await store.listBehind(ctx.db, WORKSPACES)) {
    if (signal?.aborted === true) return false;
    if (await readWorkspace(ctx, workspaceId)) isMoving = true;
  }
  return isMoving;
}

/** Its place does not move on when it fails, and the others do not wait for it. */
async function readWorkspace({ db, log }: Ctx, workspaceId: number): Promise<boolean> {
  try {
    return await db.transaction((tx) => readBatch(tx, workspaceId));
  } catch (error) {
    log.error({ err: error, workspace: workspaceId }, 'making notices failed');
    return false;
  }
}

/** False when another process is at it, or has done it. */
async function readBatch(tx: Db, workspaceId: number): Promise<boolean> {
  const position = await store.lockPosition(tx, workspaceId);
  if (position === undefined || position.head <= position.seq) return false;
  // Numbers without a gap: so many events there are.
  const until = Math.min(position.head, position.seq + BATCH);
  const events = await store.listTold(tx, workspaceId, { after: position.seq, until, kinds: noticeEvents });
  const tellings = events.flatMap((event) =>
    kindsOf(event.kind, event.data).map((kind) => tell(event, kind)),
  );
  const [account = [], others = []] = [true, false].map((wanted) =>
    tellings.filter(({ kind }) => isOfAccount(kind) === wanted),
  );
  if (others.length > 0) await store.writeNotices(tx, workspaceId, others);
  if (account.length > 0) await store.writeAccountNotices(tx, account);
  await store.advance(tx, workspaceId, until);
  return true;
}

function tell(event: ReceivedEvent, kind: NoticeKind): NoticeDraft {
  const { concerns, in_app, mail, isUrgent = false } = kinds[kind];
  const persons = {
    author: event.author_id,
    actor: event.user_id,
    member: event.data['member_id'] as number | undefined,
  };
  const named = concerns.filter((one) => one === 'author' || one === 'actor' || one === 'member');
  return {
    seq: event.seq,
    kind,
    topic: topicOf(event, kinds[kind]),
    post_id: event.post_id,
    channel_id: event.channel_id,
    item: toItem(event, kinds[kind]),
    user_ids: named.map((one) => persons[one]).filter((id) => typeof id === 'number'),
    roles: rolesOf(kind),
    except_id: concerns.includes('actor') ? null : event.user_id,
    in_app,
    mail,
    is_urgent: isUrgent,
  };
}

function topicOf(event: ReceivedEvent, { topic }: Kind): string {
  switch (topic) {
    case 'workspace':
      return '';
    case 'channel':
      return `channel ${event.channel_id}`;
    case 'post':
      return `post ${event.post_id}`;
    // The logs of several workspaces have the same of one person.
    case 'person':
      return event.at;
    case 'event':
      return `event ${event.seq}`;
  }
}

function toItem(
  { data, at, user_id, post_id, channel_id }: ReceivedEvent,
  { note, moment }: Kind,
): JsonObject {
  const said = note?.(data);
  const when = moment?.(data);
  return {
    at,
    user_id,
    post_id,
    channel_id,
    note: typeof said === 'string' ? cut(oneLine(said), LONGEST_NOTE) : null,
    moment: typeof when === 'string' && !Number.isNaN(Date.parse(when)) ? when : null,
  };
}
