/** The parts of the calendar that nobody sees or needs before its posts are drawn. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { type RefObject, Suspense } from 'react';
import { part } from '../data/part.ts';
import { useMedia, WIDE } from '../look/media.ts';
import { useDeskOf } from './desk.tsx';
import { Dragging } from './dragging.tsx';
import { useFollow } from './follow.ts';
import { PostActs } from './post-acts.tsx';
import { Selection } from './selection.tsx';
import { Shelf } from './shelf.tsx';
import type { Shown } from './shown.ts';

const DayPanel = part(() => import('./day-panel.tsx'));

interface Props {
  page: RefObject<HTMLElement | null>;
  shown: Shown;
  posts: readonly CalendarPost[];
}

export default function Later({ page, shown, posts }: Props) {
  const desk = useDeskOf();
  useFollow(page, shown.placed, desk.lift !== undefined);
  const isWide = useMedia(WIDE);
  return (
    <>
      {desk.isShelfOpen && !shown.isPhone && <Shelf isOver={!isWide} />}
      <PostActs />
      {desk.peek !== undefined && (
        <Suspense>
          <DayPanel peek={desk.peek} shown={shown} />
        </Suspense>
      )}
      {shown.canWrite && <Dragging view={shown} slots={shown.slots} />}
      <Suspense>
        <Selection view={shown} posts={posts} />
      </Suspense>
    </>
  );
}
