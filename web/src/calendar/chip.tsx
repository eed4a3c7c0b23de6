/** A post in the calendar. It opens the post, can be dragged, and has a menu. */

import More from 'icon:ellipsis';
import { addressThumbnail, type ThumbnailOf } from '@belfry/contract/thumbnails.ts';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { useStart } from '../app/start.ts';
import { nameOf } from '../data/naming.ts';
import { COARSE, useMedia } from '../look/media.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './chip.module.css';
import { useDraggable } from './drag.ts';
import { useHand, useTouched } from './hand.ts';
import { LiveMark } from './live-mark.tsx';
import { isMovable } from './movable.ts';
import { Networks } from './networks.tsx';
import type { PlacedPost, Shown } from './shown.ts';
import { Swatches } from './swatches.tsx';

interface Props {
  placed: PlacedPost;
  shown: Pick<Shown, 'channels' | 'labels' | 'canWrite'>;
  /** `line`: in a month. `card`: in a week. `row`: in a list. */
  look: 'line' | 'card' | 'row';
}

/** Characters of a post's text that the service answers. */
const OPENING = 80;
export const Chip = memo(function Chip({ placed: { post, time }, shown, look }: Props) {
  const { calendar, states } = useFirstWords();
  const hand = useHand();
  const { isLifted, isOpen, isSelected } = useTouched(post.id);
  const isCoarse = useMedia(COARSE);
  const [isActive, setActive] = useState(false);
  const { id, state, text, picture, unread } = post;
  const channels = post.channels.flatMap((one) => shown.channels.get(one.id) ?? []);
  const names = channels.length === 0 ? [calendar.noChannel()] : channels.map(nameOf);
  const said = text === '' ? calendar.noText() : text.length < OPENING ? text : `${text}…`;
  const labels = post.labels.map((one) => shown.labels.get(one));
  const label = calendar.post({
    state: states[state](),
    channels: names,
    labels: labels.flatMap((one) => one?.name ?? []),
    unread,
    isSelected,
  });
  const canMove = shown.canWrite && isMovable(state);
  const link = useDraggable<HTMLAnchorElement>(post, canMove && !isCoarse);
  return (
    <li
      className={`${styles['chip']} ${styles[look]}`}
      data-post={id}
      data-state={state}
      data-lifted={isLifted || undefined}
      data-selected={isSelected || undefined}
      data-soon={isAfterSignIn(post, channels) || undefined}
      onPointerEnter={() => setActive(true)}
      onPointerLeave={() => setActive(false)}
      onFocus={() => setActive(true)}
      // The button must still be there when the focus goes from the link to it.
      onBlur={({ currentTarget, relatedTarget }) => setActive(currentTarget.contains(relatedTarget))}
      onContextMenu={(event) => {
        event.preventDefault();
        const { clientX, clientY } = event;
        hand.setOpen({ kind: 'menu', post, anchor: pointAt(clientX, clientY) });
      }}
    >
      <Link
        to={state === 'draft' ? '/write/$id' : '/posts/$id'}
        params={{ id: String(id) }}
        preload={false}
        className={styles['link']}
        data-stop
        ref={link}
      >
        <LiveMark state={state} size={look === 'line' ? 14 : 16} />
        <span className={styles['time']} data-minutes={time.slice(3)}>
          {time}
        </span>
        <Networks channels={channels} look={look} />
        <Swatches labels={labels} look={look} />
        <span className={styles['text']} dir="auto">
          {said}
        </span>
        {picture !== null && <Picture {...picture} />}
        <Unread count={unread} />
        <span className="spoken">{label}</span>
      </Link>
      {/* The menu stands at its button. */}
      {(isActive || isOpen || look === 'row') && shown.canWrite && (
        <button
          type="button"
          className={styles['more']}
          aria-label={calendar.acts.menu({ post: said })}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => hand.setOpen({ kind: 'menu', post, anchor: currentTarget })}
        >
          <More width={16} height={16} />
        </button>
      )}
    </li>
  );
});

function Picture(picture: ThumbnailOf) {
  const { workspace } = useStart();
  const source = addressThumbnail(picture, workspace.id, 160);
  return <img className={styles['picture']} src={source} alt="" loading="lazy" />;
}

function Unread({ count = 0 }: { count: number | undefined }) {
  return count > 0 && <span className={styles['unread']} />;
}

function pointAt(x: number, y: number) {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}

/** Whether the post is planned for after the day on which one of its channels needs a new sign-in. */
function isAfterSignIn(
  { at, state }: PlacedPost['post'],
  channels: readonly { reconnect_by: string | null }[],
): boolean {
  if (!isMovable(state)) return false;
  return channels.some(({ reconnect_by: by }) => by !== null && Date.parse(at) > Date.parse(by));
}
