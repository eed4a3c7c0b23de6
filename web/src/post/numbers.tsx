/** The newest numbers that the network showed, with their age. */
import type { Post } from '@belfry/contract/posts.ts';
import type { Target } from '@belfry/contract/targets.ts';
import { useStart } from '../app/start.ts';
import { useAnswer } from '../data/client.ts';
import { Temporal } from '../data/time.ts';
import { useDates } from '../words/dates.ts';
import { useWords } from '../words/words.ts';
import styles from './post.module.css';

const names = ['impressions', 'reach', 'views', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const;

export function Numbers({ post, target }: { post: Post; target: Target }) {
  const words = useWords();
  const dates = useDates();
  const { workspace } = useStart();
  const isLive = post.targets.some(({ status }) => status === 'published');
  const metrics = useAnswer('getPostMetrics', { params: { id: post.id } }, { enabled: isLive });
  const newest = metrics.data?.find(({ target_id }) => target_id === target.id)?.measurements.at(-1);
  if (newest === undefined) return null;
  const shown = names.flatMap((name) => {
    const value = newest[name];
    return value === null ? [] : [{ name, value }];
  });
  const at = Temporal.Instant.from(newest.measured_at).toZonedDateTimeISO(workspace.time_zone);
  return (
    <section aria-label={words.post.numbers.title()}>
      <dl className={styles['numbers']}>
        {shown.map(({ name, value }) => (
          <div key={name}>
            <dd>{words.number(value)}</dd>
            <dt>{words.post.numbers[name]()}</dt>
          </div>
        ))}
      </dl>
      <p className={styles['aside']}>{words.post.numbers.age({ moment: dates.moment(at) })}</p>
    </section>
  );
}
