import Pencil from 'icon:pencil';
import type { Channel } from '@belfry/contract/channels.ts';
import { MAX_COUNTED } from '@belfry/contract/counting.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNetworkNames, useStart } from '../app/start.ts';
import { nameOf } from '../data/naming.ts';
import { nowIn } from '../data/time.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import { AgainLink } from './again-link.tsx';
import { Avatar } from './avatar.tsx';
import { usePause } from './changing.ts';
import styles from './channel.module.css';
import { healthOf } from './health.ts';
import { HealthLine } from './health-line.tsx';
import { useMoments } from './moments.ts';
import { Rename } from './rename.tsx';

export interface ChannelProps {
  channel: Channel;
  canManage: boolean;
}

export function Head({ channel, canManage }: ChannelProps) {
  const { channels: words } = useWords();
  const network = useNetworkNames()(channel);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <header className={styles['head']}>
      <Avatar channel={channel} isLarge />
      <div className={styles['who']}>
        {isRenaming ? (
          <Rename channel={channel} onClose={() => setRenaming(false)} />
        ) : (
          <div className={styles['title']}>
            <h1 dir="auto">{nameOf(channel)}</h1>
            {canManage && (
              <Button look="quiet" square aria-label={words.one.rename()} onClick={() => setRenaming(true)}>
                <Pencil width={16} height={16} />
              </Button>
            )}
          </div>
        )}
        <p className={styles['aside']}>
          <bdi>{words.handle(channel)}</bdi> · {network}
        </p>
      </div>
      {canManage && <Acts channel={channel} />}
      <Condition channel={channel} />
    </header>
  );
}

function Acts({ channel }: { channel: Channel }) {
  const { one, reconnect } = useWords().channels;
  const pause = usePause();
  const isPaused = channel.paused_at !== null;
  const isAsked = channel.needs_reconnect;
  return (
    <div className={styles['acts']}>
      <AgainLink channel={channel.id} className={buttonClass(isAsked ? 'act' : 'plain')}>
        {reconnect()}
      </AgainLink>
      <Button look={isPaused && !isAsked ? 'act' : 'plain'} onClick={() => void pause(channel, !isPaused)}>
        {isPaused ? one.resume() : one.pause()}
      </Button>
    </div>
  );
}

/** The state, what follows from it, and what waits. */
function Condition({ channel }: { channel: Channel }) {
  const { channels: words } = useWords();
  const { workspace } = useStart();
  const { moment, longDay } = useMoments();
  const network = useNetworkNames()(channel);
  const { waiting, last_published_at } = channel;
  const health = healthOf(channel, nowIn('UTC').toInstant());
  const hours = workspace.grace_hours;
  return (
    <div className={styles['condition']} data-kind={health.kind}>
      <HealthLine channel={channel} />
      {health.kind === 'reconnect' && <p>{words.one.reconnectWhy({ network, hours })}</p>}
      {health.kind === 'paused' && <p>{words.one.pausedWhy({ hours })}</p>}
      {health.kind === 'until' && health.isSoon && (
        <p>{words.one.reconnectSoon({ day: longDay(health.at) })}</p>
      )}
      <p className={styles['aside']}>
        {words.waiting({ count: waiting, isMore: waiting >= MAX_COUNTED })}
        {waiting > 0 && (
          <>
            {' '}
            <Link to="/" search={{ channel: channel.id }} className={styles['link']}>
              {words.one.showWaiting()}
            </Link>
          </>
        )}
        {' · '}
        {last_published_at === null
          ? words.neverPublished()
          : words.lastPublished({ moment: moment(last_published_at) })}
        {' · '}
        {words.one.since({ day: longDay(channel.created_at) })}
      </p>
    </div>
  );
}
