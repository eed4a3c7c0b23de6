import type { Channel } from '@belfry/contract/channels.ts';
import type { State } from '@belfry/contract/states.ts';
import { nowIn } from '../data/time.ts';
import { Mark } from '../look/mark.tsx';
import { useWords, type Words } from '../words/words.ts';
import styles from './channels.module.css';
import { type Health, healthOf } from './health.ts';
import { useMoments } from './moments.ts';

/** In words: whether the channel can publish, and until when. */
export function HealthLine({ channel }: { channel: Channel }) {
  const words = useWords();
  const moments = useMoments();
  const health = healthOf(channel, nowIn('UTC').toInstant());
  return (
    <span className={styles['health']} data-kind={health.kind}>
      <Mark state={markOf(health)} />
      {sentenceOf(health, words, moments)}
    </span>
  );
}

function markOf(health: Health): State {
  if (health.kind === 'reconnect') return 'held';
  if (health.kind === 'paused') return 'paused';
  return health.kind === 'until' && health.isSoon ? 'at_risk' : 'published';
}

function sentenceOf(health: Health, { channels: { state } }: Words, moments: ReturnType<typeof useMoments>) {
  if (health.kind === 'reconnect') return state.reconnect();
  if (health.kind === 'paused') return state.paused({ moment: moments.day(health.since) });
  if (health.kind === 'until') return state.until({ day: moments.day(health.at) });
  return state.ready();
}
