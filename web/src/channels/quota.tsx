import type { Channel } from '@belfry/contract/channels.ts';
import type { CSSProperties } from 'react';
import { useAnswer } from '../data/client.ts';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './channel.module.css';
import { useMoments } from './moments.ts';

const partOf = (used: number, most: number) =>
  ({ '--used': most === 0 ? 1 : Math.min(1, used / most) }) as CSSProperties;

/** What the network says is left. Nothing if it does not say. */
export function Quota({ channel: { id } }: { channel: Channel }) {
  const { quota: words } = useWords().channels;
  const { moment } = useMoments();
  const quota = useAnswer('getChannelQuota', { params: { id } });
  if (!quota.isError && (quota.data ?? []).length === 0) return null;
  return (
    <section className={styles['section']}>
      <h2>{words.title()}</h2>
      {quota.isError && <Problem error={quota.error} />}
      {quota.data?.map(({ name, used, most, scope, resets_at }) => (
        <div key={name} className={styles['quota']}>
          <span>{words.names[name as keyof typeof words.names]?.() ?? name}</span>
          <span>{words.left({ left: Math.max(0, most - used), most })}</span>
          <span className={styles['bar']} style={partOf(used, most)} />
          {scope === 'app' && <span className={styles['aside']}>{words.ofApp()}</span>}
          {resets_at !== null && (
            <span className={styles['aside']}>{words.resets({ moment: moment(resets_at) })}</span>
          )}
        </div>
      ))}
    </section>
  );
}
