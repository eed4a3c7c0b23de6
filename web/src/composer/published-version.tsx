/** In place of the sheet for a channel that shows the post already. */
import type { Post } from '@belfry/contract/posts.ts';
import { stateOfTarget } from '@belfry/contract/states.ts';
import type { Target } from '@belfry/contract/targets.ts';
import { Link } from '@tanstack/react-router';
import { useAnswer } from '../data/client.ts';
import { StateLine } from '../look/mark.tsx';
import { safeLink } from '../look/safe-link.ts';
import { useMoments } from '../when/moments.ts';
import { useWords } from '../words/words.ts';
import styles from './sheet.module.css';

export function PublishedVersion({ post, target }: { post: Post; target: Target }) {
  const { composer, states, post: words } = useWords();
  const { moment } = useMoments();
  const { data: events = [] } = useAnswer('listPostEvents', { params: { id: post.id } });
  const state = stateOfTarget(target, post);
  const out = events.findLast(
    ({ kind, target_id }) => kind === 'target.published' && target_id === target.id,
  );
  const link = target.removed_at === null ? safeLink(target.external_url) : undefined;
  return (
    <div className={styles['sheet']}>
      <p className={styles['published']}>
        <StateLine
          state={state}
          word={`${states[state]()} ${out === undefined ? '' : moment(out.at)}`.trim()}
        />
        {' · '}
        {link === undefined ? (
          <Link to="/posts/$id" params={{ id: String(post.id) }}>
            {composer.toPost()}
          </Link>
        ) : (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {words.open()} ↗
          </a>
        )}
      </p>
      <p className={styles['hint']}>{composer.publishedStays()}</p>
    </div>
  );
}
