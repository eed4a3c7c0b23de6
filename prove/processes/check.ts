/** Compares the networks' own log with the API's answers to people. The log is the truth. */
import type { Kind } from '../../networks/testing/model.ts';
import { type Accepted, kindOf } from '../../networks/testing/model-service.ts';
import { checkWebhooks } from './check-webhooks.ts';
import type { ApiEvent, ApiTarget } from './client.ts';
import { type ExplainDoubt, type KillNote, openDoubts } from './doubts.ts';
import type { Finding, FindingKind } from './findings.ts';
import type { GivenUp } from './models.ts';
import type { NetworksLog } from './networks-process.ts';
import { lastOf, type People, type WrittenPost } from './people.ts';

/** The final state of one target. */
export interface Ended {
  kind: Kind;
  status: 'published' | 'failed' | 'unsettled';
  code: string | undefined;
  isLive: boolean;
  /** Why the target is unconfirmed. */
  doubt?: string | undefined;
  /** Milliseconds from its time, or its approval, to its first acceptance; undefined if it was not accepted. */
  late: number | undefined;
  /** The earliest time at which it could be published. */
  due: number;
}

export interface Checked {
  findings: Finding[];
  ended: Ended[];
  /** Posts that must not be published: deleted in time, and never approved. */
  deleted: number;
  withheld: number;
}

export interface Evidence {
  log: NetworksLog;
  kills: readonly KillNote[];
  givenUp: readonly GivenUp[];
  /** The service's own event log. */
  events: readonly ApiEvent[];
  /** Why the run is incomplete. */
  mishaps: readonly string[];
}

export function check(
  { posts, mishaps, nameOf }: Pick<People, 'posts' | 'mishaps' | 'nameOf'>,
  { log, kills, givenUp, events, mishaps: unfinished }: Evidence,
): Checked {
  const explainDoubt = openDoubts(log, kills, givenUp);
  const live = Map.groupBy(log.accepted, ({ text, account }) => `${numberOf(text)} ${account}`);
  const of = (post: WrittenPost, channel: string) => live.get(`${post.number} ${channel}`) ?? [];
  const findings: Finding[] = mishaps.map((why) => ({ wrong: 'unanswered', about: 'the API', why }));
  for (const why of unfinished) findings.push({ wrong: 'unfinished', about: 'the run', why });
  const ended: Ended[] = [];
  for (const post of posts) {
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
  const byNumber = new Map(posts.map((post) => [post.number, post]));
  for (const entries of live.values()) findings.push(...checkDoubled(entries, byNumber));
  for (const entry of log.accepted) findings.push(...checkAllowed(entry, byNumber.get(numberOf(entry.text))));
  findings.push(...checkWebhooks(posts, events, log.webhooks.received));
  const deleted = posts.filter(({ deletedAt }) => deletedAt !== undefined);
  const withheld = posts.filter(({ isWithheld, deletedAt }) => isWithheld && deletedAt === undefined);
  return { findings, ended, deleted: deleted.length, withheld: withheld.length };
}

function endOf(
  post: WrittenPost,
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

function checkExplained({ number }: WrittenPost, channel: string, { code, doubt, kind }: Ended): Finding[] {
  if (code !== 'outcome_unknown' || doubt !== undefined) return [];
  const about = `post ${number} on ${channel}`;
  return [{ wrong: 'unexplained', about, why: 'no kill or fault explains the doubt', kind }];
}

function checkTarget(
  post: WrittenPost,
  channel: string,
  target: ApiTarget | undefined,
  accepted: readonly Accepted[],
  log: NetworksLog,
): Finding[] {
  const about = `post ${post.number} on ${channel}`;
  const kind = kindOf(channel);
  const report = (wrong: FindingKind, why: string): Finding[] => [{ wrong, about, why, kind }];
  if (target === undefined) return report('lost', 'its target is missing');
  if (target.status === 'published') {
    if (accepted.length === 0) return report('lost', 'the service says published');
    const isKnown = accepted.some(({ id }) => target.external_url?.endsWith(`/${id}`));
    return isKnown ? [] : report('wrong_reason', `${target.external_url} is not its address`);
  }
  if (target.status !== 'failed') return report('unsettled', `it is ${target.status}`);
  const why = explain(target, channel, accepted, log);
  return why === undefined ? [] : report('wrong_reason', why);
}

/** Why this failure's reason is false; undefined if it is true. */
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
      // A target whose worker crashed again and again stays unconfirmed even if the network could be asked.
      return kindOf(channel) === 'neither' || message.includes('worker')
        ? undefined
        : `unconfirmed, although the network can be asked: ${message}`;
    case 'rejected':
      return refused.some(({ account }) => account === channel)
        ? undefined
        : 'the service says rejected, but the network never refused a post of this account';
    case 'not_approved':
      return undefined;
    case 'attempt_crashed':
      return isLive && !message.includes('is live') ? `it is live: ${message}` : undefined;
    default:
      return `${code}: ${message}`;
  }
}

/** One copy is correct, and one more for each time that a person confirmed a resend. */
function checkDoubled(entries: readonly Accepted[], posts: ReadonlyMap<number, WrittenPost>): Finding[] {
  const [{ text, account }] = entries as [Accepted];
  const number = numberOf(text);
  const max = 1 + (posts.get(number)?.resends.get(account) ?? 0);
  if (entries.length <= max) return [];
  const why = `accepted ${entries.length} times, but at most ${max} are correct`;
  return [{ wrong: 'duplicated', about: `post ${number} on ${account}`, why, kind: kindOf(account) }];
}

function checkAllowed({ text, account, at, media }: Accepted, post: WrittenPost | undefined): Finding[] {
  const about = `${text} on ${account}`;
  const save = post?.saves.find((each) => each.text === text);
  const findings: Finding[] = [];
  const report = (wrong: FindingKind, why: string) =>
    findings.push({ wrong, about, why, kind: kindOf(account) });
  if (post === undefined || save === undefined) {
    report('misdirected', 'no person wrote this text');
    return findings;
  }
  const next = post.saves.slice(post.saves.indexOf(save) + 1).find((each) => each.confirmedAt !== undefined);
  if (!post.channels.includes(account)) report('misdirected', 'it has no target on this channel');
  if (at < save.due) report('early', `${save.due - at} ms before its time`);
  if (post.needsApproval && (save.approvedAt ?? Number.POSITIVE_INFINITY) > at)
    report('unapproved', 'it was not approved');
  if (media.join() !== save.media.join())
    report(
      'wrong_files',
      `it has ${media.join() || 'no files'} in place of ${save.media.join() || 'no files'}`,
    );
  if (next !== undefined && (next.confirmedAt as number) < at)
    report('outdated', `${next.text} had already been confirmed`);
  if (post.deletedAt !== undefined && post.deletedAt < at)
    report('after_deletion', `${at - post.deletedAt} ms after`);
  return findings;
}

function numberOf(text: string): number {
  return Number(/^post (\d+) /.exec(text)?.[1] ?? Number.NaN);
}
