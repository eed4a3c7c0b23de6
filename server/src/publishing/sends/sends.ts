/** Counts the sends of commits against the numbers that a network allows, so that no call is spent to find them used up. */
import type { SendWait } from '@belfry/engine/ending.ts';
import type { Rate } from '@belfry/networks/core/limits.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import type { Claim } from '../../lanes/index.ts';
import { familyOf } from '../../network-apps/index.ts';
import { counterOf, counterOfChannel } from '../../rates/index.ts';
import { count, formatDuration } from '../../text/format.ts';
import { type Count, countSend, lockAppCounter } from './store.ts';

/** A call that makes something visible. */
interface Send {
  units: number;
  /** Of the post that it makes. Undefined: it has none, or the call adds to a post. */
  format: string | undefined;
}

/**
 * Counts one send, as so many, before it begins. Returns how long to wait if the network allows none now; then nothing is
 * counted.
 */
export async function countOneSend(
  { db }: Pick<Context, 'db'>,
  network: Network,
  { channel }: Pick<Claim, 'channel'>,
  { units, format }: Send,
): Promise<SendWait | undefined> {
  const { name, platform, formats } = network.rules;
  const isAbout = (rate: Rate) => rate.format === undefined || rate.format === format;
  const rates = (network.rules.rates ?? []).filter(isAbout);
  if (rates.length === 0) return undefined;
  return db.transaction(async (tx) => {
    const family = familyOf(network) ?? platform;
    const isOfApp = rates.some(({ scope }) => scope === 'app');
    const app = isOfApp ? await lockAppCounter(tx, family, channel.id) : '';
    const counts = rates.map((rate): Count & Rate => ({
      ...rate,
      counter: counterOf(rate.scope === 'app' ? app : counterOfChannel(channel.id), rate),
    }));
    const usedUp = await countSend(tx, counts, units);
    if (usedUp === undefined) return undefined;
    const { most, seconds, wait } = usedUp;
    const found = counts.find(({ counter }) => counter === usedUp.counter);
    const whose = found?.scope === 'app' ? 'all accounts of this installation together' : 'this account';
    const what = formats?.[found?.format ?? '']?.title.toLowerCase() ?? 'post';
    const message = `${name} allows ${whose} ${count(most, what)} within ${formatDuration(seconds)}. The post waits for its turn.`;
    // Posts in other formats may go out.
    return {
      seconds: wait,
      scope: found?.format === undefined ? (found?.scope ?? 'channel') : 'target',
      message,
    };
  });
}
