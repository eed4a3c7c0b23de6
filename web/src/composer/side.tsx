/** Beside the text: what readers will see, and what members say about it. Where there is no room beside it, tabs above. */
import type { Post } from '@belfry/contract/posts.ts';
import { type KeyboardEvent, Suspense, useId } from 'react';
import { useThread } from '../comments/thread.ts';
import { part } from '../data/part.ts';
import { useWords } from '../words/words.ts';
import styles from './composer.module.css';
import type { View } from './write.tsx';

const Preview = part(() => import('./preview.tsx'));
const Comments = part(() =>
  import('../comments/comments.tsx').then((module) => ({ default: module.Comments })),
);

export interface Shown {
  /** Of a narrow screen, which has room for one. */
  pane: 'write' | 'side';
  side: 'preview' | 'comments';
}

interface Props {
  shown: Shown;
  onShow: (shown: Shown) => void;
}

export function Panes({ post, shown: { pane, side }, onShow }: Props & { post: Post | undefined }) {
  const { composer, comments } = useWords();
  const panes = [
    { name: composer.preview.write(), to: { pane: 'write', side } },
    { name: composer.preview.title(), to: { pane: 'side', side: 'preview' } },
    ...(post === undefined
      ? []
      : [{ name: comments.title(), to: { pane: 'side', side: 'comments' } } as const]),
  ] as const;
  return (
    <fieldset className={styles['panes']} aria-label={composer.preview.panes()}>
      {panes.map(({ name, to }) => (
        <button
          key={name}
          type="button"
          aria-pressed={to.pane === pane && to.side === side}
          onClick={() => onShow(to)}
        >
          {name}
          {to.pane === 'side' && to.side === 'comments' && post !== undefined && <Count postId={post.id} />}
        </button>
      ))}
    </fieldset>
  );
}

export function Side({
  view,
  shown,
  onShow,
  onTab,
}: Props & { view: View; onTab: (tab: number | null) => void }) {
  const { composer, comments } = useWords();
  const id = useId();
  const { post } = view.state;
  const side = post === undefined ? 'preview' : shown.side;
  const name = side === 'preview' ? composer.preview.title() : comments.title();
  return (
    <aside className={styles['aside']} aria-label={name}>
      {post !== undefined && <Sides id={id} postId={post.id} shown={shown} onShow={onShow} />}
      <div {...(post !== undefined && { role: 'tabpanel', id, 'aria-label': name })}>
        <Suspense fallback={null}>
          {side === 'comments' && post !== undefined ? (
            <Comments key={post.id} post={post} />
          ) : (
            <Preview view={view} onTab={onTab} />
          )}
        </Suspense>
      </div>
    </aside>
  );
}

function Sides({ id, postId, shown, onShow }: Props & { id: string; postId: number }) {
  const { composer, comments } = useWords();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onShow({ ...shown, side: shown.side === 'preview' ? 'comments' : 'preview' });
    event.currentTarget.querySelector<HTMLElement>('[aria-selected="false"]')?.focus();
  };
  const tab = (side: Shown['side']) => ({
    type: 'button' as const,
    role: 'tab',
    'aria-selected': shown.side === side,
    'aria-controls': id,
    tabIndex: shown.side === side ? 0 : -1,
    onClick: () => onShow({ ...shown, side }),
  });
  return (
    <div
      className={styles['sides']}
      role="tablist"
      aria-label={composer.preview.panes()}
      tabIndex={-1}
      onKeyDown={move}
    >
      <button {...tab('preview')}>{composer.preview.title()}</button>
      <button {...tab('comments')}>
        {comments.title()}
        <Count postId={postId} />
      </button>
    </div>
  );
}

/** Of those that the person has not read, if there are some. */
function Count({ postId }: { postId: number }) {
  const { comments } = useWords();
  const { data: thread } = useThread(postId);
  if (thread === undefined || thread.entries.length === 0) return null;
  if (thread.unread === 0)
    return (
      <span className={styles['count']}>
        {thread.entries.length}
        {thread.truncated && '+'}
      </span>
    );
  return (
    <span className={styles['unread']} role="img" aria-label={comments.unread({ count: thread.unread })}>
      {thread.unread}
    </span>
  );
}
