/** The parts of the calendar that nobody sees or needs before its posts are drawn. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { lazy, Suspense } from 'react';
import { useMedia, WIDE } from '../look/media.ts';
import { useDeskOf } from './desk.tsx';
import { Dragging } from './dragging.tsx';
import { PostActs } from './post-acts.tsx';
import { Selection } from './selection.tsx';
import { Shelf } from './shelf.tsx';
import type { Shown } from './shown.ts';

const DayPanel = lazy(() => import('./day-panel.tsx'));

export default function Later({ shown, posts }: { shown: Shown; posts: readonly CalendarPost[] }) {
  const desk = useDeskOf();
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
      <Selection view={shown} posts={posts} />
    </>
  );
}
