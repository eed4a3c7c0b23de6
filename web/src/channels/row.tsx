import Grip from 'icon:grip-vertical';
import type { Channel } from '@belfry/contract/channels.ts';
import { MAX_COUNTED } from '@belfry/contract/counting.ts';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useNetworkNames } from '../app/start.ts';
import { nameOf } from '../data/naming.ts';
import { useWords } from '../words/words.ts';
import { Avatar } from './avatar.tsx';
import styles from './channels.module.css';
import { attach } from './drag.ts';
import { HealthLine } from './health-line.tsx';
import { useMoments } from './moments.ts';
import { RowMenu } from './row-menu.tsx';
import { WeekLine } from './week-line.tsx';

export interface RowProps {
  channel: Channel;
  /** Counts from 1. */
  place: number;
  count: number;
  /** Undefined: the person may not change the order. */
  onPlace: ((id: number, place: number) => void) | undefined;
}

export function Row({ channel, place, count, onPlace }: RowProps) {
  const { channels: words } = useWords();
  const [edge, setEdge] = useState<'before' | 'after'>();
  const name = nameOf(channel);
  const isMovable = onPlace !== undefined && count > 1;
  const drag = (row: HTMLElement | null) => {
    if (row === null || !isMovable) return;
    return attach(row, { id: channel.id, place, onOver: setEdge, onDrop: onPlace });
  };
  return (
    <li ref={drag} className={styles['row']} data-edge={edge}>
      {isMovable && (
        <button
          type="button"
          className={styles['grip']}
          aria-label={words.drag({ name })}
          onKeyDown={(event) => moveByKey(event, (by) => onPlace(channel.id, place + by))}
        >
          <Grip width={16} height={16} />
        </button>
      )}
      <Avatar channel={channel} />
      <Who channel={channel} />
      <div className={styles['facts']}>
        <HealthLine channel={channel} />
        <Counts channel={channel} />
      </div>
      <div className={styles['week']}>
        <WeekLine channel={channel} />
      </div>
      {onPlace !== undefined && <RowMenu channel={channel} place={place} count={count} onPlace={onPlace} />}
    </li>
  );
}

function moveByKey(event: KeyboardEvent, move: (by: number) => void): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  move(by);
}

function Who({ channel }: { channel: Channel }) {
  const { channels: words } = useWords();
  const network = useNetworkNames()(channel);
  return (
    <div className={styles['who']}>
      <Link
        to="/channels/$id"
        params={{ id: String(channel.id) }}
        className={styles['name']}
        dir="auto"
        // The row is dragged instead.
        draggable={false}
      >
        {nameOf(channel)}
      </Link>
      <span className={styles['aside']}>
        <bdi>{words.handle(channel)}</bdi> · {network}
      </span>
    </div>
  );
}

function Counts({ channel: { last_published_at, waiting } }: { channel: Channel }) {
  const { channels: words } = useWords();
  const { moment } = useMoments();
  return (
    <span className={styles['aside']}>
      {words.waiting({ count: waiting, isMore: waiting >= MAX_COUNTED })} ·{' '}
      {last_published_at === null
        ? words.neverPublished()
        : words.lastPublished({ moment: moment(last_published_at) })}
    </span>
  );
}
