/** Counts the sends of commits against the numbers that a network allows, so that no call is spent to find them used up. */
import type { SendWait } from '@belfry/engine/ending.ts';
import type { Rate } from '@belfry/networks/core/limits.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import type { Claim } from '../../lanes/index.ts';
import { familyOf } from '../../network-apps/index.ts';
import { count, formatDuration } from '../../text/format.ts';
import { type Count, countSend, lockAppCounter } from './store.ts';

/**
 * Counts one send, as so many, before it begins. Returns how long to wait if the network allows none now; then nothing is
 * counted.
 */
export function countOneSend(
  { db }: Pick<Context, 'db'>,
  network: Network,
  { channel }: Pick<Claim, 'channel'>,
  units: number,
): Promise<SendWait | undefined> {
  const { rates = [], name, platform } = network.rules;
  return db.transaction(async (tx) => {
    const family = familyOf(network) ?? platform;
    const isOfApp = rates.some(({ scope }) => scope === 'app');
    const app = isOfApp ? await lockAppCounter(tx, family, channel.id) : '';
    const counterOf = ({ scope }: Rate) => (scope === 'app' ? app : `channel:${channel.id}`);
    const counts = rates.map((rate): Count => ({ ...rate, counter: counterOf(rate) }));
    const usedUp = await countSend(tx, counts, units);
    if (usedUp === undefined) return undefined;
    const { most, seconds, wait } = usedUp;
    const scope = usedUp.counter === app ? 'app' : 'channel';
    const whose = scope === 'app' ? 'all accounts of this installation together' : 'this account';
    const message = `${name} allows ${whose} ${count(most, 'post')} within ${formatDuration(seconds)}. The post waits for its turn.`;
    return { seconds: wait, scope, message };
  });
}
