/** The calendar: the home of the app. */
import { useRef } from 'react';
import { useStart } from '../app/start.ts';
import { useMinute } from '../data/minute.ts';
import { useMedia, WIDE } from '../look/media.ts';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { Agenda } from './agenda.tsx';
import { arrange } from './days.ts';
import { DeskContext, useDesk } from './desk.tsx';
import { Dragging } from './dragging.tsx';
import { Filters } from './filters.tsx';
import { Head } from './head.tsx';
import { useKeys } from './keys.ts';
import { List } from './list.tsx';
import { Month } from './month.tsx';
import { Notes } from './notes.tsx';
import styles from './page.module.css';
import { PostActs } from './post-acts.tsx';
import { usePosts } from './posts.ts';
import { Selection } from './selection.tsx';
import { Shelf } from './shelf.tsx';
import type { Shown } from './shown.ts';
import { useSlots } from './slots.ts';
import { useView } from './view.ts';
import { Week } from './week.tsx';

const grids = { month: Month, week: Week, day: Week, list: List };

export function Page() {
  const { calendar } = useWords();
  const { channels } = useStart();
  const view = useView();
  const now = useMinute();
  const answer = usePosts(view.day, view.zone, view.filters);
  const slots = useSlots(view);
  const desk = useDesk(view, answer.posts);
  const isWide = useMedia(WIDE);
  const page = useRef<HTMLElement>(null);
  useKeys(page, view, desk, answer.posts);
  const shown: Shown = {
    ...view,
    now,
    slots,
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    placed: arrange(desk.lifted(answer.posts), view.days, view.zone),
    kept: desk.lift?.post.id,
  };
  const Grid = view.isPhone && view.view !== 'list' ? Agenda : grids[view.view];
  return (
    <DeskContext value={desk}>
      <main ref={page} className={styles['page']} data-view={view.view} data-shelf={desk.isShelfOpen}>
        <Head view={view} answer={answer} />
        <Filters view={view} />
        <Notes view={view} truncated={answer.truncated ? answer.data?.posts.length : undefined} />
        <div className={styles['body']}>
          {answer.data === undefined && answer.error !== null ? (
            <Problem error={answer.error} />
          ) : (
            <Grid shown={shown} posts={answer.posts} isLoading={answer.isPending} />
          )}
        </div>
        {desk.isShelfOpen && !view.isPhone && <Shelf isOver={!isWide} />}
        <PostActs />
        {view.canWrite && <Dragging view={view} slots={slots} />}
        <Selection view={view} posts={answer.posts} />
        <p className={styles['spoken']} role="status">
          {desk.spoken}
        </p>
        {desk.lift !== undefined && <p className={styles['hint']}>{calendar.lift.hint()}</p>}
      </main>
    </DeskContext>
  );
}
