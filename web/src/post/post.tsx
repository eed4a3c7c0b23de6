/** What happened to a post, and what can safely be done: a head, then a column for each channel. */
import type { Post } from '@belfry/contract/posts.ts';
import { stateOfPost } from '@belfry/contract/states.ts';
import { useParams } from '@tanstack/react-router';
import { BackToCalendar } from '../app/back.tsx';
import { useStart } from '../app/start.ts';
import { Comments } from '../comments/comments.tsx';
import { useAnswer } from '../data/client.ts';
import { Newcomer } from '../first-steps/newcomer.tsx';
import { Labels } from '../labels/labels.tsx';
import { StateLine } from '../look/mark.tsx';
import { Problem } from '../look/problem.tsx';
import { useDates } from '../words/dates.ts';
import { useWords } from '../words/words.ts';
import { Acts } from './acts.tsx';
import { Content } from './content.tsx';
import { Countdown } from './countdown.tsx';
import styles from './post.module.css';
import { Rejected } from './review.tsx';
import { Story } from './story-list.tsx';
import { TargetColumn } from './target-column.tsx';

/** Milliseconds. */
const SOON = 15_000;
const WHILE_MOVING = 1000;

export function Page() {
  const { comments } = useWords();
  const { id } = useParams({ strict: false });
  const params = { id: Number(id) };
  const every = (shown: Post | undefined) => (isMoving(shown) ? WHILE_MOVING : false);
  const post = useAnswer('getPost', { params }, { every });
  const events = useAnswer('listPostEvents', { params }, { every: () => every(post.data) });
  if (post.data === undefined) {
    return (
      <main className={styles['page']}>
        <BackToCalendar />
        {post.isError && <Problem error={post.error} />}
      </main>
    );
  }
  return (
    <main className={styles['page']}>
      <Head post={post.data} />
      {post.data.status === 'published' && <Newcomer />}
      <div className={styles['halves']}>
        <div className={styles['half']}>
          <Content post={post.data} />
          <div className={styles['columns']}>
            {post.data.targets.map((target) => (
              <TargetColumn key={target.id} post={post.data} target={target} events={events.data ?? []} />
            ))}
          </div>
          <Story events={events.data ?? []} targetId={null} />
        </div>
        <aside className={styles['talk']} aria-label={comments.title()}>
          <h2>{comments.title()}</h2>
          <Comments post={post.data} />
        </aside>
      </div>
    </main>
  );
}

/** Whether it will look different in some seconds. */
function isMoving(post: Post | undefined): boolean {
  if (post === undefined) return false;
  const isDue = post.scheduled_at !== null && Date.parse(post.scheduled_at) - Date.now() < SOON;
  const isAsked = post.targets.some(({ condition }) => condition?.code === 'processing');
  return post.status === 'publishing' || isAsked || (post.status === 'scheduled' && isDue);
}

/** Of several channels, some may be done: then the head says how many, and what the worst of the others is. */
function State({ post }: { post: Post }) {
  const { states } = useWords();
  const state = stateOfPost(post);
  const count = post.targets.length;
  const published = post.targets.filter(({ status }) => status === 'published').length;
  if (published === 0 || published === count) return <StateLine state={state} />;
  return (
    <span className={styles['partly']}>
      <StateLine state="published" word={states.partly({ published, count })} />
      <StateLine state={state} />
    </span>
  );
}

function Head({ post }: { post: Post }) {
  const words = useWords();
  return (
    <header className={styles['head']}>
      <BackToCalendar />
      <h1 className={styles['title']}>
        <State post={post} />
      </h1>
      <p className={styles['when']}>
        <When post={post} /> · {words.post.by(post.author)}
      </p>
      <Labels postId={post.id} labels={post.labels} />
      <Countdown post={post} />
      <Rejected post={post} />
      <Acts post={post} />
    </header>
  );
}

/** The time at which the calendar shows the post, and the planned one if it went out in another minute. */
function When({ post: { scheduled_at, planned_at } }: { post: Pick<Post, 'scheduled_at' | 'planned_at'> }) {
  const { post } = useWords();
  const dates = useDates();
  const { workspace } = useStart();
  if (scheduled_at === null) return post.unplanned();
  const at = post.at({ moment: dates.momentOf(scheduled_at), zone: workspace.time_zone });
  const planned = dates.momentOf(planned_at ?? scheduled_at);
  return planned === dates.momentOf(scheduled_at) ? at : post.late({ at, planned });
}
