import type { Channel } from '@belfry/contract/channels.ts';
import { useAnswer } from '../data/client.ts';
import { useWords, type Words } from '../words/words.ts';
import { amountOf, rateOf } from './amounts.ts';
import styles from './channel.module.css';

/** What the account takes. Its own limits replace those of the network. */
export function Limits({ channel }: { channel: Channel }) {
  const words = useWords();
  const { limits: own } = words.channels;
  const networks = useAnswer('listNetworks');
  const network = networks.data?.find(({ platform }) => platform === channel.platform);
  if (network === undefined) return null;
  const rows = rowNames(words).flatMap((name) => {
    const value = channel.limits[name] ?? network.limits[name]?.value;
    if (typeof value !== 'number') return [];
    const isOwn = channel.limits[name] !== undefined;
    return [{ name, isOwn, amount: amountOf(name, value, network.limits[name]?.unit, words) }];
  });
  return (
    <section className={styles['section']}>
      <h2>{own.title()}</h2>
      <dl className={styles['table']}>
        {rows.map(({ name, isOwn, amount }) => (
          <div key={name}>
            <dt>{own.rows[name]()}</dt>
            <dd>
              {amount} {isOwn && <span className={styles['aside']}>{own.own()}</span>}
            </dd>
          </div>
        ))}
        {network.rates.map((rate) => (
          <div key={`${rate.scope} ${rate.most} ${rate.seconds}`}>
            <dt>{network.formats[rate.format ?? '']?.title ?? own.rates()}</dt>
            <dd>{rateOf(rate, words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type RowName = keyof Words['channels']['limits']['rows'];

const rowNames = ({ channels }: Words) => Object.keys(channels.limits.rows) as RowName[];
