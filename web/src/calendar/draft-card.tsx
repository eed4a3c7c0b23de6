/** A draft on the shelf. */

import More from 'icon:ellipsis';
import type { Post } from '@belfry/contract/posts.ts';
import { Link } from '@tanstack/react-router';
import { useStart } from '../app/start.ts';
import { Mark } from '../look/mark.tsx';
import { COARSE, useMedia } from '../look/media.ts';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { useDraggable } from './drag.ts';
import { useHand } from './hand.ts';
import type { Movable } from './moves.ts';
import { Networks } from './networks.tsx';
import styles from './shelf.module.css';
import { Swatches } from './swatches.tsx';

/** A draft as the calendar moves it. */
function movableOf(post: Post): Movable {
  return {
    id: post.id,
    version: post.version,
    state: 'draft',
    ...(post.scheduled_at !== null && { at: post.scheduled_at }),
    text: post.content.slice(0, 80),
    channels: post.targets.map(({ channel_id: id }) => ({ id, state: 'draft' })),
  };
}

export function DraftCard({ post }: { post: Post }) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const { setOpen } = useHand();
  const { permissions } = useStart();
  const isCoarse = useMedia(COARSE);
  const canWrite = permissions.includes('post.write');
  const text = post.content.slice(0, 160) || calendar.noText();
  const movable = movableOf(post);
  const link = useDraggable<HTMLAnchorElement>(movable, canWrite && !isCoarse);
  return (
    <li className={styles['draft']} data-post={post.id}>
      <Link
        to="/write/$id"
        params={{ id: String(post.id) }}
        preload={false}
        className={styles['draftlink']}
        ref={link}
      >
        <span className={styles['drafttext']} dir="auto">
          <Mark state="draft" size={14} />
          <span>{text}</span>
        </span>
        <span className={styles['draftmeta']}>
          <Networks channels={post.targets.map(({ channel }) => channel)} look="draft" />
          <Swatches labels={post.labels} look="draft" />
          <span className="spoken">{calendar.labelled({ names: post.labels.map(({ name }) => name) })}</span>
          <span>
            {post.scheduled_at === null
              ? calendar.shelf.changed({ time: dates.momentOf(post.updated_at) })
              : calendar.shelf.planned({ time: dates.momentOf(post.scheduled_at) })}
          </span>
        </span>
      </Link>
      {canWrite && (
        <button
          type="button"
          className={styles['draftmore']}
          aria-haspopup="menu"
          aria-label={calendar.acts.menu({ post: text })}
          onClick={({ currentTarget }) => setOpen({ kind: 'menu', post: movable, anchor: currentTarget })}
        >
          <More width={16} height={16} />
        </button>
      )}
    </li>
  );
}
