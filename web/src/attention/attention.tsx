/** Everything that wants a person, grouped by its cause. Empty is the normal state. */
import type { AttentionItem } from '@belfry/contract/attention.ts';
import { useQuery } from '@tanstack/react-query';
import { useStart } from '../app/start.ts';
import { api } from '../data/client.ts';
import { Problem } from '../look/problem.tsx';
import { useDates } from '../words/dates.ts';
import { useWords } from '../words/words.ts';
import styles from './attention.module.css';
import { Item } from './item.tsx';
import { Reviews, useReviews } from './reviews.tsx';

export function Page() {
  const words = useWords();
  // The list and whether it was cut come in one answer.
  const list = useQuery({
    queryKey: ['getAttention'],
    queryFn: async ({ signal }) => (await api().call('getAttention', { signal })).body,
  });
  const reviews = useReviews();
  const error = list.error ?? reviews.error;
  const isEmpty = list.data?.data.length === 0 && reviews.posts.length === 0;
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>{words.attention.title()}</h1>
      {error !== null && <Problem error={error} />}
      {error === null && isEmpty && !reviews.isLoading && <Empty />}
      <ul className={styles['items']}>
        {list.data?.data.map((item: AttentionItem) => (
          <Item key={item.id} item={item} />
        ))}
        {reviews.posts.length > 0 && <Reviews {...reviews} />}
      </ul>
      {list.data?.truncated === true && <p className={styles['aside']}>{words.attention.truncated()}</p>}
    </main>
  );
}

function Empty() {
  const words = useWords();
  const dates = useDates();
  const { channels } = useStart();
  const last = channels
    .map(({ last_published_at }) => last_published_at)
    .filter((at) => at !== null)
    .sort()
    .at(-1);
  const moment = last === undefined ? '' : dates.momentOf(last);
  return (
    <div className={styles['empty']}>
      <svg viewBox="0 0 120 80" className={styles['drawing']} aria-hidden="true">
        <path d="M20 70h80M36 70V30l24-18 24 18v40M52 70V52h16v18M60 24v14M54 38h12l2 6H52Z" />
      </svg>
      <p>{words.attention.empty({ moment })}</p>
    </div>
  );
}
