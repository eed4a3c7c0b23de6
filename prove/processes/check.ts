/** Holds what the networks' own log says against what people were told. The log is the truth. */
import type { Kind } from '../simulation/adapter.ts';
import type { Accepted } from '../simulation/networks.ts';
import { kindOf } from '../simulation/networks.ts';
import type { ApiTarget } from './client.ts';
import type { NetworksLog } from './networks-process.ts';
import type { People, Told } from './people.ts';
import { lastOf } from './people.ts';

export const wrongs = {
  lost: 'published, or nothing at all, says the service; the network never accepted it',
  duplicated: 'accepted more often than anybody asked for',
  undead: 'accepted after its deletion was confirmed',
  outdated: 'accepted with a text from before a confirmed change',
  early: 'accepted before its time',
  astray: 'accepted where nobody sent it, or with a text that nobody wrote',
  untrue: 'failed for a reason that is not so',
  unsettled: 'neither published nor failed at the end',
  unanswered: 'the API said what it must not, or nothing for a minute',
} as const;

export type Wrong = keyof typeof wrongs;

export interface Finding {
  wrong: Wrong;
  about: string;
  why: string;
}

/** How one target ended. */
export interface Ended {
  kind: Kind;
  status: 'published' | 'failed' | 'unsettled';
  code: string | undefined;
  isLive: boolean;
  /** Milliseconds from its time to its first acceptance; undefined where there was none. */
  late: number | undefined;
  /** When it was due. */
  due: number;
}

export interface Checked {
  findings: Finding[];
  ended: Ended[];
  deleted: number;
}

export function check(
  { told, mishaps, nameOf }: Pick<People, 'told' | 'mishaps' | 'nameOf'>,
  log: NetworksLog,
): Checked {
  const live = Map.groupBy(log.accepted, ({ text, account }) => `${numberOf(text)} ${account}`);
  const of = (post: Told, channel: string) => live.get(`${post.number} ${channel}`) ?? [];
  const findings: Finding[] = mishaps.map((why) => ({ wrong: 'unanswered', about: 'the API', why }));
  const ended: Ended[] = [];
  for (const post of told) {
    if (post.deletedAt !== undefined) continue;
    for (const channel of post.channels) {
      const target = post.last.targets.find((each) => nameOf(each.channel_id) === channel);
      const accepted = of(post, channel);
      ended.push(endOf(post, channel, target, accepted));
      findings.push(...checkTarget(post, channel, target, accepted, log));
    }
  }
  const posts = new Map(told.map((post) => [post.number, post]));
  for (const entries of live.values()) findings.push(...checkDoubled(entries, posts));
  for (const entry of log.accepted) findings.push(...checkAllowed(entry, posts.get(numberOf(entry.text))));
  return { findings, ended, deleted: told.filter(({ deletedAt }) => deletedAt !== undefined).length };
}

function endOf(
  post: Told,
  channel: string,
  target: ApiTarget | undefined,
  accepted: readonly Accepted[],
): Ended {
  const [first] = accepted;
  const due = post.saves.find(({ text }) => text === first?.text)?.due ?? lastOf(post).due;
  const isSettled = target?.status === 'published' || target?.status === 'failed';
  return {
    kind: kindOf(channel),
    status: isSettled ? (target.status as 'published' | 'failed') : 'unsettled',
    code: target?.error?.code,
    isLive: first !== undefined,
    late: first === undefined ? undefined : first.at - due,
    due,
  };
}

function checkTarget(
  post: Told,
  channel: string,
  target: ApiTarget | undefined,
  accepted: readonly Accepted[],
  log: NetworksLog,
): Finding[] {
  const about = `post ${post.number} on ${channel}`;
  if (target === undefined) return [{ wrong: 'lost', about, why: 'its target is gone' }];
  if (target.status === 'published') {
    if (accepted.length === 0) return [{ wrong: 'lost', about, why: 'published, says the service' }];
    const isKnown = accepted.some(({ id }) => target.external_url?.endsWith(`/${id}`));
    return isKnown ? [] : [{ wrong: 'untrue', about, why: `${target.external_url} is not its address` }];
  }
  if (target.status !== 'failed') return [{ wrong: 'unsettled', about, why: `it is ${target.status}` }];
  const why = explain(target, channel, accepted, log);
  return why === undefined ? [] : [{ wrong: 'untrue', about, why }];
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
    case 'attempt_crashed':
      return isLive && !message.includes('is live') ? `it is live: ${message}` : undefined;
    default:
      return `${code}: ${message}`;
  }
}

/** One is right, and one more for each time somebody said to send it again. */
function checkDoubled(entries: readonly Accepted[], posts: ReadonlyMap<number, Told>): Finding[] {
  const [{ text, account }] = entries as [Accepted];
  const number = numberOf(text);
  const most = 1 + (posts.get(number)?.resends.get(account) ?? 0);
  if (entries.length <= most) return [];
  const why = `accepted ${entries.length} times, and at most ${most} are right`;
  return [{ wrong: 'duplicated', about: `post ${number} on ${account}`, why }];
}

function checkAllowed({ text, account, at }: Accepted, post: Told | undefined): Finding[] {
  const about = `${text} on ${account}`;
  const save = post?.saves.find((each) => each.text === text);
  if (post === undefined || save === undefined) return [{ wrong: 'astray', about, why: 'nobody wrote it' }];
  const next = post.saves.slice(post.saves.indexOf(save) + 1).find((each) => each.confirmedAt !== undefined);
  const findings: Finding[] = [];
  const say = (wrong: Wrong, why: string) => findings.push({ wrong, about, why });
  if (!post.channels.includes(account)) say('astray', 'nobody sent it there');
  if (at < save.due) say('early', `${save.due - at} ms before its time`);
  if (next !== undefined && (next.confirmedAt as number) < at)
    say('outdated', `${next.text} was confirmed before`);
  if (post.deletedAt !== undefined && post.deletedAt < at) say('undead', `${at - post.deletedAt} ms after`);
  return findings;
}

function numberOf(text: string): number {
  return Number(/^post (\d+) /.exec(text)?.[1] ?? Number.NaN);
}
