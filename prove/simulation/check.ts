/** Compares the networks' own log with the API's promises to people. */
import type { Accepted } from '../../networks/testing/model-service.ts';
import type { Db } from '../../server/src/db/database.ts';
import { aboutOf } from './networks.ts';
import { lastOf, type People, type Planned } from './people.ts';
import type { World } from './world.ts';

export interface Violation {
  /** The target, if the violation is about one. */
  about?: string;
  message: string;
}

export interface Findings {
  violations: Violation[];
  targets: number;
  published: number;
  unconfirmed: number;
  failed: number;
  accepted: number;
}

interface TargetRow {
  post_id: number;
  post_status: string;
  channel: string;
  kind: string;
  status: string;
  code: string | null;
  message: string;
  external_id: string | null;
  settings: Record<string, boolean>;
}

/** True if no target of these posts can still be published. */
export async function isSettled(db: Db, posts: readonly Planned[]): Promise<boolean> {
  const open = await db.row(
    "select from targets where post_id = any($1) and status in ('pending', 'publishing') limit 1",
    [posts.map(({ id }) => id)],
  );
  return open === undefined;
}

/** Seconds. Workers look for due lanes at least so often, also when nobody notifies them. */
const MAX_IDLE = 20;

/** What is wrong with the lanes now, whatever workers are doing. `isCalm`: all workers run, and meet no faults. */
export async function checkLanes(db: Db, workspaceId: number, isCalm: boolean): Promise<string[]> {
  const rows = await db.rows<{ name: string; busy: boolean; late: boolean; idle: boolean }>(
    `select * from (
       select c.username as name,
         c.busy_until > clock_now() and not exists (
           select from targets t where t.channel_id = c.id and t.held_by is not null) as busy,
         not c.needs_reconnect and exists (
           select from targets t where t.channel_id = c.id and t.wake_at is not null
             and coalesce(c.next_due_at, 'infinity') > greatest(t.wake_at, clock_now())) as late,
         not c.needs_reconnect
           and greatest(c.next_due_at, c.busy_until, c.paused_until) < clock_now() - make_interval(secs => $2)
           and exists (select from targets t where t.channel_id = c.id and t.wake_at is not null) as idle
       from channels c where c.workspace_id = $1) as lanes
     where busy or late or idle order by name`,
    [workspaceId, MAX_IDLE],
  );
  return rows.flatMap(({ name, busy, late, idle }) => [
    ...(busy ? [`BUSY: the lane ${name} is busy without an attempt`] : []),
    ...(late ? [`FORGOTTEN: the lane ${name} is due later than one of its targets`] : []),
    ...(idle && isCalm ? [`IDLE: no worker takes the lane ${name}, which is due`] : []),
  ]);
}

export async function check(world: World, people: People): Promise<Findings> {
  const rows = await world.ground.db.rows<TargetRow>(
    `select t.post_id, p.status as post_status, c.username as channel, c.platform as kind, t.status,
       t.error->>'code' as code,
       coalesce(t.error->>'message', '') as message, t.external_id, t.settings
     from targets t join posts p on p.id = t.post_id join channels c on c.id = t.channel_id
     where t.post_id = any($1) order by t.id`,
    [people.posts.map(({ id }) => id)],
  );
  const { accepted } = world.networks;
  const violations: Violation[] = [
    ...people.violations.map((message) => ({ message })),
    ...world.violations,
    ...world.leases.violations,
    ...people.posts.flatMap((post) => checkDoubled(post, accepted)),
    ...accepted.flatMap((entry) => checkAllowed(entry, people.posts)),
    ...people.posts.flatMap((post) => checkPost(world, post, rows)),
    ...checkOrder(world, people.posts),
    ...(world.chaos.isNone ? checkPeaceful(world, rows) : []),
  ];
  const count = (holds: (row: TargetRow) => boolean) => rows.filter(holds).length;
  return {
    violations,
    targets: rows.length,
    published: count(({ status }) => status === 'published'),
    unconfirmed: count(({ code }) => code === 'outcome_unknown'),
    failed: count(({ status, code }) => status === 'failed' && code !== 'outcome_unknown'),
    accepted: accepted.length,
  };
}

/** No part is accepted twice, except a resend that a person confirmed. */
function checkDoubled(post: Planned, accepted: readonly Accepted[]): Violation[] {
  const own = accepted.filter(({ text }) => isOf(post, text));
  return [...Map.groupBy(own, ({ account, part }) => `${account} ${part}`).values()].flatMap((entries) => {
    const [{ account, part }] = entries as [Accepted];
    const most = 1 + (post.resends.get(account) ?? 0);
    if (entries.length <= most) return [];
    const about = aboutOf(lastOf(post).text, account);
    return [
      {
        about,
        message: `DOUBLED: the ${part} was accepted ${entries.length} times, but at most ${most} are correct`,
      },
    ];
  });
}

/** Every sent version was the saved one at that time. It was not sent early, and not after the post's deletion. */
function checkAllowed({ text, account, sentAt, part }: Accepted, posts: readonly Planned[]): Violation[] {
  const about = aboutOf(text, account);
  const post = posts.find((each) => isOf(each, text));
  const index = post?.saves.findIndex((save) => save.text === text) ?? -1;
  const save = post?.saves[index];
  if (post === undefined || save === undefined)
    return [{ about, message: `UNKNOWN: no person wrote ${text}` }];
  const violations: Violation[] = [];
  const report = (message: string) =>
    violations.push({ about, message: `${message} (${text}, the ${part})` });
  if (sentAt < save.due) report(`EARLY: sent ${save.due - sentAt} ms before its time`);
  if (!save.channels.includes(account)) report('MISDIRECTED: the post has no target on this channel');
  const next = post.saves[index + 1];
  if (next !== undefined && next.at < sentAt)
    report(`OUTDATED: sent ${sentAt - next.at} ms after it was changed`);
  if (post.deletedAt !== undefined && post.deletedAt < sentAt) {
    report(`DELETED: sent ${sentAt - post.deletedAt} ms after it was deleted`);
  }
  return violations;
}

function checkPost(world: World, post: Planned, all: readonly TargetRow[]): Violation[] {
  const rows = all.filter(({ post_id }) => post_id === post.id);
  if (post.deletedAt !== undefined) {
    return rows.length === 0 ? [] : [{ message: `post ${post.number} was deleted but still exists` }];
  }
  const missing = lastOf(post).channels.filter((name) => !rows.some(({ channel }) => channel === name));
  return [
    ...missing.map((name) => ({
      about: aboutOf(lastOf(post).text, name),
      message: 'LOST: its target is missing',
    })),
    ...rows.flatMap((row) => checkTarget(world, post, row)),
    ...checkStatus(post, rows),
  ];
}

function checkStatus(post: Planned, rows: readonly TargetRow[]): Violation[] {
  const [row] = rows;
  if (row === undefined) return [];
  const right = rows.every(({ status }) => status === 'published') ? 'published' : 'failed';
  if (row.post_status === right) return [];
  return [{ message: `post ${post.number} is ${row.post_status} and should be ${right}` }];
}

function checkTarget(world: World, post: Planned, row: TargetRow): Violation[] {
  const about = aboutOf(lastOf(post).text, row.channel);
  const live = world.networks.accepted.filter(
    ({ text, account }) => isOf(post, text) && account === row.channel,
  );
  const report = (message: string) => [{ about, message }];
  if (row.status === 'published') return checkPublished(post, row, live).flatMap(report);
  if (row.status !== 'failed') return report(`STUCK: it is ${row.status} long after all faults`);
  return checkFailed(world, post, row, live, about).flatMap(report);
}

function checkPublished(post: Planned, row: TargetRow, live: readonly Accepted[]): string[] {
  const parts = row.settings['thread'] === true ? ['post', 'second'] : ['post'];
  const missing = parts.filter((part) => !live.some((entry) => entry.part === part));
  const isKnown = live.some(({ id, part }) => part === 'post' && id === row.external_id);
  const isResent = (post.resends.get(row.channel) ?? 0) > 0;
  return [
    ...missing.map((part) => `LOST: the database says published, but the network has no ${part}`),
    ...(isKnown || (isResent && missing.length > 0)
      ? []
      : [`WRONG LINK: ${row.external_id} is not the id of this post`]),
  ];
}

/** Each error code must be true. */
function checkFailed(
  world: World,
  post: Planned,
  { code, message, channel, kind }: TargetRow,
  live: readonly Accepted[],
  about: string,
): string[] {
  const { text } = lastOf(post);
  const broken = world.leases.broken.get(about) ?? 0;
  const hasCrashed = (world.leases.mostBroken.get(about) ?? 0) >= 5;
  switch (code) {
    case 'rejected': {
      const isTrue = world.networks.refused.some((each) => each.account === channel && each.text === text);
      return isTrue ? [] : ['FALSE: the database says rejected, but the network never refused it'];
    }
    case 'outcome_unknown':
      return kind === 'neither' || hasCrashed
        ? []
        : ['FALSE: unconfirmed, although the network can be asked'];
    case 'attempt_crashed':
      if (live.some((entry) => entry.text === text) && !message.includes('is live'))
        return ['FALSE: the database says crashed, but the post is live'];
      return hasCrashed ? [] : [`FALSE: crashed, but only ${broken} workers were lost`];
    default:
      return [`FALSE: ${code}, but no such event happened`];
  }
}

/** On one channel, targets without faults are published in the order of their time. */
function checkOrder({ networks, leases }: World, posts: readonly Planned[]): Violation[] {
  const smooth = networks.accepted.flatMap(({ text, account, part }) => {
    const about = aboutOf(text, account);
    const post = posts.find((each) => isOf(each, text));
    const isSmooth = part === 'post' && post?.saves.length === 1 && !leases.detours.has(about);
    return isSmooth ? [{ ...lastOf(post), about, account, claimedAt: leases.claimedAt.get(about) ?? 0 }] : [];
  });
  return smooth.flatMap((entry) => {
    const isOvertaking = (other: typeof entry) =>
      other.account === entry.account &&
      other.claimedAt < entry.claimedAt &&
      other.claimedAt >= Math.max(entry.due, entry.at) &&
      other.due > entry.due;
    const first = smooth.find(isOvertaking);
    return first === undefined
      ? []
      : [{ about: entry.about, message: `OVERTAKEN: ${first.text} was published before it` }];
  });
}

/** Seconds. Enough for a lane's backlog of a few posts, but not for a missed wake-up. */
const MAX_LATE = 10;

/** In a world without faults, everything is published on time. */
function checkPeaceful({ leases }: World, rows: readonly TargetRow[]): Violation[] {
  const late = [...leases.late].filter(([, seconds]) => seconds > MAX_LATE);
  const unpublished = rows.filter(({ status }) => status !== 'published').length;
  return [
    ...late.map(([about, seconds]) => ({ about, message: `LATE: by ${seconds} s, without any fault` })),
    ...(unpublished > 0 ? [{ message: `FALSE: ${unpublished} not published, without any fault` }] : []),
  ];
}

function isOf({ number }: Planned, text: string): boolean {
  return text.startsWith(`post ${number} v`);
}
