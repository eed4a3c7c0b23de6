/** Explains why a target is unconfirmed: its last call, and the fault or kill that followed. */
import type { GivenUp } from './models.ts';
import type { NetworksLog, SentCall } from './networks-process.ts';

/** A process was killed or suspended. */
export interface KillNote {
  at: number;
  /** For the report: `P5: sent and accepted, but not answered`. */
  what: string;
  /** Undefined: all processes. */
  pid?: number;
}

/**
 * Milliseconds before and after a call in which a kill can leave it in doubt: the call's duration, and a suspension.
 */
const BEFORE = 6000;
const AFTER = 60_000;

/** Faults after which the caller cannot know the outcome. */
const lossy: ReadonlySet<string> = new Set<SentCall['end']>([
  'reset_before_body',
  'reset_after_body',
  'error_500',
  'html_502',
  'accept_reset',
  'accept_500',
  'accept_garbage',
  'accept_truncated',
  'accept_half_open',
]);

/** Returns the cause of the doubt; undefined if no known fault or kill explains it. */
export type ExplainDoubt = (doubt: {
  number: number;
  channel: string;
  due: number;
  message: string;
}) => string | undefined;

export function openDoubts(
  { calls }: Pick<NetworksLog, 'calls'>,
  kills: readonly KillNote[],
  givenUp: readonly GivenUp[],
): ExplainDoubt {
  const byTarget = Map.groupBy(calls, ({ text, account }) => `${/\d+/.exec(text)?.[0]} ${account}`);
  return ({ number, channel, due, message }) => {
    if (message.includes('worker')) return 'its workers were killed again and again';
    const sent = byTarget.get(`${number} ${channel}`) ?? [];
    const last = sent.at(-1);
    if (last !== undefined && lossy.has(last.end)) return `the network: ${last.end}`;
    if (last !== undefined && wasGivenUp(last, sent.at(-2), givenUp))
      return 'its sender had no answer in time';
    return killNear(kills, last ?? { at: due, sender: undefined });
  };
}

/** A slow machine may read a call long after its sender has ended it. */
function wasGivenUp(
  { account, text, at }: SentCall,
  previous: SentCall | undefined,
  givenUp: readonly GivenUp[],
): boolean {
  const begins = (begun: number) =>
    begun <= at && at - begun < AFTER && begun > (previous?.at ?? Number.NEGATIVE_INFINITY);
  return givenUp.some((call) => call.account === account && call.text === text && begins(call.begun));
}

/** The kill of the sender that is nearest in time. */
function killNear(
  kills: readonly KillNote[],
  { at, sender }: { at: number; sender: number | undefined },
): string | undefined {
  const [nearest] = kills
    .filter((kill) => kill.at > at - BEFORE && kill.at < at + AFTER)
    .filter(({ pid }) => pid === undefined || sender === undefined || pid === sender)
    .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  return nearest === undefined ? undefined : `killed: ${nearest.what}`;
}
