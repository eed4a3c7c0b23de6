/** Holds what the networks' own log says against what people were promised. */

import type { Accepted } from '../../networks/testing/model-service.ts';
import type { Db } from '../../server/src/db/database.ts';
import { aboutOf } from './networks.ts';
import type { People, Planned } from './people.ts';
import { lastOf } from './people.ts';
import type { Surroundings } from './surroundings.ts';

export interface Violation {
  /** The target, where it is one's. */
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

/** Nothing of these posts is still to go out. */
export async function isSettled(db: Db, posts: readonly Planned[]): Promise<boolean> {
  const open = await db.row(
    "select from targets where post_id = any($1) and status in ('pending', 'publishing') limit 1",
    [posts.map(({ id }) => id)],
  );
  return open === undefined;
}

export async function check(world: Surroundings, people: People): Promise<Findings> {
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

/** Nothing is accepted twice, but what a person said to send again. */
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
        message: `DOUBLED: the ${part} was accepted ${entries.length} times, and at most ${most} are right`,
      },
    ];
  });
}

/** What was sent was what its author had saved by then, not before its time, and not after it was deleted. */
function checkAllowed({ text, account, sentAt, part }: Accepted, posts: readonly Planned[]): Violation[] {
  const about = aboutOf(text, account);
  const post = posts.find((each) => isOf(each, text));
  const index = post?.saves.findIndex((save) => save.text === text) ?? -1;
  const save = post?.saves[index];
  if (post === undefined || save === undefined) return [{ about, message: `UNKNOWN: nobody wrote ${text}` }];
  const violations: Violation[] = [];
  const say = (message: string) => violations.push({ about, message: `${message} (${text}, the ${part})` });
  if (sentAt < save.due) say(`EARLY: sent ${save.due - sentAt} ms before its time`);
  if (!save.channels.includes(account)) say('ASTRAY: nobody sent it there');
  const next = post.saves[index + 1];
  if (next !== undefined && next.at < sentAt)
    say(`OUTDATED: sent ${sentAt - next.at} ms after it was changed`);
  if (post.deletedAt !== undefined && post.deletedAt < sentAt) {
    say(`UNDEAD: sent ${sentAt - post.deletedAt} ms after it was deleted`);
  }
  return violations;
}

function checkPost(world: Surroundings, post: Planned, all: readonly TargetRow[]): Violation[] {
  const rows = all.filter(({ post_id }) => post_id === post.id);
  if (post.deletedAt !== undefined) {
    return rows.length === 0 ? [] : [{ message: `post ${post.number} was deleted and is there` }];
  }
  const missing = lastOf(post).channels.filter((name) => !rows.some(({ channel }) => channel === name));
  return [
    ...missing.map((name) => ({
      about: aboutOf(lastOf(post).text, name),
      message: 'LOST: its target is gone',
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

function checkTarget(world: Surroundings, post: Planned, row: TargetRow): Violation[] {
  const about = aboutOf(lastOf(post).text, row.channel);
  const live = world.networks.accepted.filter(
    ({ text, account }) => isOf(post, text) && account === row.channel,
  );
  const say = (message: string) => [{ about, message }];
  if (row.status === 'published') return checkPublished(post, row, live).flatMap(say);
  if (row.status !== 'failed') return say(`STUCK: it is ${row.status} long after all faults`);
  return checkFailed(world, post, row, live, about).flatMap(say);
}

function checkPublished(post: Planned, row: TargetRow, live: readonly Accepted[]): string[] {
  const parts = row.settings['thread'] === true ? ['post', 'second'] : ['post'];
  const missing = parts.filter((part) => !live.some((entry) => entry.part === part));
  const isKnown = live.some(({ id, part }) => part === 'post' && id === row.external_id);
  const isResent = (post.resends.get(row.channel) ?? 0) > 0;
  return [
    ...missing.map((part) => `LOST: published, says the database, and the network has no ${part}`),
    ...(isKnown || (isResent && missing.length > 0)
      ? []
      : [`WRONG LINK: ${row.external_id} is no such post`]),
  ];
}

/** Each code has what makes it true. */
function checkFailed(
  world: Surroundings,
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
      return isTrue ? [] : ['UNTRUE: rejected, says the database, and the network never refused it'];
    }
    case 'outcome_unknown':
      return kind === 'neither' || hasCrashed ? [] : ['UNTRUE: unconfirmed, where the network can tell'];
    case 'attempt_crashed':
      if (live.some((entry) => entry.text === text) && !message.includes('is live'))
        return ['UNTRUE: crashed, says the database, and it is live'];
      return hasCrashed ? [] : [`UNTRUE: crashed, and only ${broken} workers were lost`];
    default:
      return [`UNTRUE: ${code}, and nothing of the kind happened`];
  }
}

/** Of one channel, what met nothing on its way went out in the order of its time. */
function checkOrder({ networks, leases }: Surroundings, posts: readonly Planned[]): Violation[] {
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
      other.claimedAt >= entry.due &&
      other.due > entry.due;
    const first = smooth.find(isOvertaking);
    return first === undefined
      ? []
      : [{ about: entry.about, message: `OVERTAKEN: ${first.text} went before it` }];
  });
}

/** Seconds: a lane's backlog of a few posts fits in, a wake-up that was missed does not. */
const LATEST = 10;

/** Where nothing goes wrong everything is published, and on time. */
function checkPeaceful({ leases }: Surroundings, rows: readonly TargetRow[]): Violation[] {
  const late = [...leases.late].filter(([, seconds]) => seconds > LATEST);
  const unpublished = rows.filter(({ status }) => status !== 'published').length;
  return [
    ...late.map(([about, seconds]) => ({ about, message: `LATE: by ${seconds} s, and nothing was wrong` })),
    ...(unpublished > 0 ? [{ message: `UNTRUE: ${unpublished} not published, and nothing was wrong` }] : []),
  ];
}

function isOf({ number }: Planned, text: string): boolean {
  return text.startsWith(`post ${number} v`);
}
