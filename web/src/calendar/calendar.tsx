/** The calendar: the home of the app. */
import { Suspense, useEffect, useRef, useState } from 'react';
import { useStart } from '../app/start.ts';
import { useIdleAfter } from '../data/idle.ts';
import { useMinute } from '../data/minute.ts';
import { part } from '../data/part.ts';
import { Newcomer } from '../first-steps/newcomer.tsx';
import { Problem } from '../look/problem.tsx';
import { useFirstWords } from '../words/words.ts';
import { createArranger } from './arranged.ts';
import { DeskContext, useDesk } from './desk.tsx';
import { Filters } from './filters.tsx';
import { HandContext, useHandOf } from './hand.ts';
import { Head } from './head.tsx';
import { useKeys } from './keys.ts';
import { useLabelsOfPosts } from './labels.ts';
import { Notes } from './notes.tsx';
import { useOwnTime } from './own-time.ts';
import styles from './page.module.css';
import { usePosts } from './posts.ts';
import type { Setting, Shown } from './shown.ts';
import { useFreeSlots, useSlots } from './slots.ts';
import { useView } from './view.ts';
import { Week } from './week.tsx';

const Later = part(() => import('./later.tsx'));

const others = {
  month: () => import('./month.tsx'),
  list: () => import('./list.tsx'),
  agenda: () => import('./agenda.tsx'),
};
const Agenda = part(others.agenda);
const grids = { month: part(others.month), week: Week, day: Week, list: part(others.list) };

export function Page() {
  const { calendar } = useFirstWords();
  const { channels } = useStart();
  const view = useView();
  const now = useMinute();
  const answer = usePosts(view.day, view.zone, view.filters);
  const slots = useSlots(view);
  const desk = useDesk(view, answer.posts);
  const isLater = useIdleAfter(!answer.isPending);
  // Another view opens at once.
  useEffect(() => {
    if (isLater && !view.isPhone) for (const load of [others.month, others.list]) void load();
  }, [isLater, view.isPhone]);
  const free = useFreeSlots(
    view,
    channels.map(({ id }) => id),
    isLater,
  );
  const own = useOwnTime(view.days, view.zone);
  const page = useRef<HTMLElement>(null);
  useKeys(page, view, desk, answer.posts);
  const hand = useHandOf(desk);
  const [arrange] = useState(createArranger);
  const setting: Setting = {
    ...view,
    now,
    slots,
    free,
    ownZone: own?.isShown === true ? own.zone : undefined,
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    labels: useLabelsOfPosts(answer.posts),
  };
  const placed = arrange(desk.lifted(answer.posts), view.days, view.zone);
  const shown: Shown = { ...setting, setting, placed, kept: desk.kept };
  const Grid = view.isPhone ? Agenda : grids[view.view];
  return (
    <DeskContext value={desk}>
      <HandContext value={hand}>
        <main ref={page} className={styles['page']} data-view={view.view} data-shelf={desk.isShelfOpen}>
          <Head view={view} answer={answer} />
          <Filters view={view} own={own} />
          <Notes view={view} truncated={answer.truncated ? answer.data?.posts.length : undefined} />
          <div className={styles['body']}>
            {answer.data === undefined && answer.error !== null ? (
              <Problem error={answer.error} />
            ) : (
              <Suspense>
                <Grid shown={shown} posts={answer.posts} isLoading={answer.isPending} />
              </Suspense>
            )}
          </div>
          {isLater && view.isPhone && (
            // Below the posts, which it would move away under the finger.
            <div className={styles['notes']}>
              <Newcomer />
            </div>
          )}
          {isLater && (
            <Suspense>
              <Later page={page} shown={shown} posts={answer.posts} />
            </Suspense>
          )}
          <p className="spoken" role="status">
            {desk.spoken}
          </p>
          {desk.lift !== undefined && <p className={styles['hint']}>{calendar.lift.hint()}</p>}
        </main>
      </HandContext>
    </DeskContext>
  );
}
