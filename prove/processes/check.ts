/** Holds what the networks' own log says against what people were told. The log is the truth. */
import type { Kind } from '../../networks/testing/model.ts';
import type { Accepted } from '../../networks/testing/model-service.ts';
import { kindOf } from '../../networks/testing/model-service.ts';
import { checkWebhooks } from './check-webhooks.ts';
import type { ApiEvent, ApiTarget } from './client.ts';
import type { ExplainDoubt, KillNote } from './doubts.ts';
import { openDoubts } from './doubts.ts';
import type { Finding, Wrong } from './findings.ts';
import type { NetworksLog } from './networks-process.ts';
import type { NoticeParams, People } from './people.ts';
import { lastOf } from './people.ts';

/** How one target ended. */
export interface Ended {
  kind: Kind;
  status: 'published' | 'failed' | 'unsettled';
  code: string | undefined;
  isLive: boolean;
  /** Of what is unconfirmed. */
  doubt?: string | undefined;
  /** Milliseconds from its time, or its approval, to its first acceptance; undefined where there was none. */
  late: number | undefined;
  /** From when on it might go out. */
  due: number;
}

export interface Checked {
  findings: Finding[];
  ended: Ended[];
  /** Posts that were not to go out: deleted in time, and never approved. */
  deleted: number;
  withheld: number;
}

export interface Evidence {
  log: NetworksLog;
  kills: readonly KillNote[];
  /** What the service's own log says of how posts ended. */
  events: readonly ApiEvent[];
  /** Why the run was not brought to its end. */
  mishaps: readonly string[];
}

export function check(
  { told, mishaps, nameOf }: Pick<People, 'told' | 'mishaps' | 'nameOf'>,
  { log, kills, events, mishaps: unfinished }: Evidence,
): Checked {
  const explainDoubt = openDoubts(log, kills);
  const live = Map.groupBy(log.accepted, ({ text, account }) => `${numberOf(text)} ${account}`);
  const of = (post: NoticeParams, channel: string) => live.get(`${post.number} ${channel}`) ?? [];
  const findings: Finding[] = mishaps.map((why) => ({ wrong: 'unanswered', about: 'the API', why }));
  for (const why of unfinished) findings.push({ wrong: 'unfinished', about: 'the run', why });
  const ended: Ended[] = [];
  for (const post of told) {
    if (post.deletedAt !== undefined || post.isWithheld) continue;
    for (const channel of post.channels) {
      const target = post.last.targets.find((each) => nameOf(each.channel_id) === channel);
      const accepted = of(post, channel);
      const end = endOf(post, channel, target, accepted, explainDoubt);
      ended.push(end);
      findings.push(
        ...checkTarget(post, channel, target, accepted, log),
        ...checkExplained(post, channel, end),
      );
    }
  }
  const posts = new Map(told.map((post) => [post.number, post]));
  for (const entries of live.values()) findings.push(...checkDoubled(entries, posts));
  for (const entry of log.accepted) findings.push(...checkAllowed(entry, posts.get(numberOf(entry.text))));
  findings.push(...checkWebhooks(told, events, log.webhooks.told));
  const deleted = told.filter(({ deletedAt }) => deletedAt !== undefined);
  const withheld = told.filter(({ isWithheld, deletedAt }) => isWithheld && deletedAt === undefined);
  return { findings, ended, deleted: deleted.length, withheld: withheld.length };
}

function endOf(
  post: NoticeParams,
  channel: string,
  target: ApiTarget | undefined,
  accepted: readonly Accepted[],
  explainDoubt: ExplainDoubt,
): Ended {
  const [first] = accepted;
  const save = post.saves.find(({ text }) => text === first?.text) ?? lastOf(post);
  const due = Math.max(save.due, save.approvedAt ?? 0);
  const { code, message = '' } = target?.error ?? {};
  const isDoubt = code === 'outcome_unknown';
  const isSettled = target?.status === 'published' || target?.status === 'failed';
  return {
    kind: kindOf(channel),
    status: isSettled ? (target.status as 'published' | 'failed') : 'unsettled',
    code,
    ...(isDoubt && { doubt: explainDoubt({ number: post.number, channel, due: lastOf(post).due, message }) }),
    isLive: first !== undefined,
    late: first === undefined ? undefined : first.at - due,
    due,
  };
}

function checkExplained({ number }: NoticeParams, channel: string, { code, doubt, kind }: Ended): Finding[] {
  if (code !== 'outcome_unknown' || doubt !== undefined) return [];
  const about = `post ${number} on ${channel}`;
  return [{ wrong: 'unexplained', about, why: 'nothing came in between', kind }];
}

function checkTarget(
  post: NoticeParams,
  channel: string,
  target: ApiTarget | undefined,
  accepted: readonly Accepted[],
  log: NetworksLog,
): Finding[] {
  const about = `post ${post.number} on ${channel}`;
  const kind = kindOf(channel);
  const say = (wrong: Wrong, why: string): Finding[] => [{ wrong, about, why, kind }];
  if (target === undefined) return say('lost', 'its target is gone');
  if (target.status === 'published') {
    if (accepted.length === 0) return say('lost', 'published, says the service');
    const isKnown = accepted.some(({ id }) => target.external_url?.endsWith(`/${id}`));
    return isKnown ? [] : say('untrue', `${target.external_url} is not its address`);
  }
  if (target.status !== 'failed') return say('unsettled', `it is ${target.status}`);
  const why = explain(target, channel, accepted, log);
  return why === undefined ? [] : say('untrue', why);
}

/** What is not true of this failure; undefined: all is. */
function explain(
  { error }: ApiTarget,
  channel: string,
  accepted: readonly Accepted[],
  { refused }: NetworksLog,
): string | undefined {
  const { code = 'no code', message = '' } = error ?? {};
  const isLive = accepted.length > 0;
  switch (code) {
    case 'outcome_unknown':
      // What ended its worker again and again is left in doubt where the network could tell.
      return kindOf(channel) === 'neither' || message.includes('worker')
        ? undefined
        : `unconfirmed, where the network can tell: ${message}`;
    case 'rejected':
      return refused.some(({ account }) => account === channel)
        ? undefined
        : 'rejected, says the service; the network never refused anything';
    case 'not_approved':
      return undefined;
    case 'attempt_crashed':
      return isLive && !message.includes('is live') ? `it is live: ${message}` : undefined;
    default:
      return `${code}: ${message}`;
  }
}

/** One is right, and one more for each time somebody said to send it again. */
function checkDoubled(entries: readonly Accepted[], posts: ReadonlyMap<number, NoticeParams>): Finding[] {
  const [{ text, account }] = entries as [Accepted];
  const number = numberOf(text);
  const most = 1 + (posts.get(number)?.resends.get(account) ?? 0);
  if (entries.length <= most) return [];
  const why = `accepted ${entries.length} times, and at most ${most} are right`;
  return [{ wrong: 'duplicated', about: `post ${number} on ${account}`, why, kind: kindOf(account) }];
}

function checkAllowed({ text, account, at, media }: Accepted, post: NoticeParams | undefined): Finding[] {
  const about = `${text} on ${account}`;
  const save = post?.saves.find((each) => each.text === text);
  const findings: Finding[] = [];
  const say = (wrong: Wrong, why: string) => findings.push({ wrong, about, why, kind: kindOf(account) });
  if (post === undefined || save === undefined) {
    say('astray', 'nobody wrote it');
    return findings;
  }
  const next = post.saves.slice(post.saves.indexOf(save) + 1).find((each) => each.confirmedAt !== undefined);
  if (!post.channels.includes(account)) say('astray', 'nobody sent it there');
  if (at < save.due) say('early', `${save.due - at} ms before its time`);
  if (post.needsApproval && (save.approvedAt ?? Number.POSITIVE_INFINITY) > at)
    say('unapproved', 'nobody had approved it');
  if (media.join() !== save.media.join())
    say('broken', `it has ${media.join() || 'nothing'} in place of ${save.media.join() || 'nothing'}`);
  if (next !== undefined && (next.confirmedAt as number) < at)
    say('outdated', `${next.text} was confirmed before`);
  if (post.deletedAt !== undefined && post.deletedAt < at) say('undead', `${at - post.deletedAt} ms after`);
  return findings;
}

function numberOf(text: string): number {
  return Number(/^post (\d+) /.exec(text)?.[1] ?? Number.NaN);
}
