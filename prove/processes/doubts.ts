/** Why what is unconfirmed is in doubt: the last call of it, and what came in between. */
import type { NetworksLog, SentCall } from './networks-process.ts';

/** A process was ended, or stood still. */
export interface KillNote {
  at: number;
  /** As it is told: `P5: sent and accepted, and no answer`. */
  what: string;
  /** Undefined: it concerned all of them. */
  pid?: number;
}

/** Milliseconds around a call in which a kill can have left it in doubt: its way, and a standstill. */
const BEFORE = 6000;
const AFTER = 60_000;

/** Faults after which a caller cannot know what came of the call. */
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

/** Undefined: nothing that is known of can have left it. */
export type ExplainDoubt = (doubt: {
  number: number;
  channel: string;
  due: number;
  message: string;
}) => string | undefined;

export function openDoubts({ calls }: Pick<NetworksLog, 'calls'>, kills: readonly KillNote[]): ExplainDoubt {
  const byTarget = Map.groupBy(calls, ({ text, account }) => `${/\d+/.exec(text)?.[0]} ${account}`);
  return ({ number, channel, due, message }) => {
    if (message.includes('worker')) return 'its workers were killed again and again';
    const last = byTarget.get(`${number} ${channel}`)?.at(-1);
    if (last !== undefined && lossy.has(last.end)) return `the network: ${last.end}`;
    return killNear(kills, last ?? { at: due, sender: undefined });
  };
}

/** The nearest kill of whoever sent it. */
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
