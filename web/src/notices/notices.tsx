/** What a person should know, newest first, beside the bell. Loaded when it opens. */
import Check from 'icon:check';
import type { Notice } from '@belfry/contract/notices.ts';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { Button } from '../look/button.tsx';
import Popover from '../look/popover.tsx';
import { Problem } from '../look/problem.tsx';
import { useDates } from '../words/dates.ts';
import styles from './notices.module.css';
import { useMarkRead, useNotices } from './reading.ts';
import { useNoticeWords } from './words.ts';

interface Props {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function Notices({ anchor, onClose }: Props) {
  const words = useNoticeWords();
  return (
    <Popover anchor={anchor} side="right" label={words.title()} onClose={onClose}>
      <Listed onClose={onClose} />
    </Popover>
  );
}

function Listed({ onClose }: { onClose: () => void }) {
  const words = useNoticeWords();
  const { notices, unread, isPending, error, hasMore, loadMore } = useNotices();
  const markRead = useMarkRead();
  return (
    <div className={styles['notices']} aria-busy={isPending}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{words.title()}</h2>
        {unread > 0 && <Button onClick={() => markRead()}>{words.readAll()}</Button>}
      </div>
      {error !== null && <Problem error={error} />}
      {!isPending && error === null && notices.length === 0 && <Empty />}
      <ul>
        {notices.map((notice) => (
          <Row
            key={notice.id}
            notice={notice}
            onRead={() => void markRead([notice.id])}
            onFollow={() => {
              if (notice.read_at === null) void markRead([notice.id]);
              onClose();
            }}
          />
        ))}
      </ul>
      {hasMore && <Button onClick={loadMore}>{words.more()}</Button>}
    </div>
  );
}

interface RowProps {
  notice: Notice;
  onRead: () => void;
  onFollow: () => void;
}

function Row({ notice, onRead, onFollow }: RowProps) {
  const words = useNoticeWords();
  const dates = useDates();
  const { title, body, updated_at, read_at } = notice;
  const isUnread = read_at === null;
  const place = placeOf(notice);
  const text = (
    <>
      <span className={styles['name']}>{title}</span>
      <span className={styles['body']}>{body}</span>
      <time className={styles['time']} dateTime={updated_at}>
        {dates.momentOf(updated_at)}
      </time>
    </>
  );
  return (
    <li className={styles['row']} data-unread={isUnread}>
      {isUnread && <span className={styles['dot']} role="img" aria-label={words.unread()} />}
      {place === undefined ? (
        <div className={styles['text']}>{text}</div>
      ) : (
        <Link {...place} className={styles['text']} onClick={onFollow}>
          {text}
        </Link>
      )}
      {isUnread && (
        <Button look="quiet" square aria-label={words.read({ title })} onClick={onRead}>
          <Check />
        </Button>
      )}
    </li>
  );
}

/** Undefined: what it tells has no place in the app. */
function placeOf({ post_id: post, channel_id: channel }: Notice) {
  if (post !== null) return { to: '/posts/$id', params: { id: String(post) } } as const;
  if (channel !== null) return { to: '/channels/$id', params: { id: String(channel) } } as const;
  return undefined;
}

/** A bell that hangs still. */
function Empty() {
  const words = useNoticeWords();
  return (
    <div className={styles['empty']}>
      <svg className={styles['drawing']} viewBox="0 0 120 64" aria-hidden="true">
        <path d="M20 8h80M60 8v8M48 48c0-6 2-8 2-18a10 10 0 0 1 20 0c0 10 2 12 2 18ZM44 48h32M56 52a4 4 0 0 0 8 0" />
      </svg>
      <p>{words.empty()}</p>
    </div>
  );
}
