import Back from 'icon:chevron-left';
import Trash from 'icon:trash-2';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { keyOf, useCall } from '../data/client.ts';
import { forget } from '../data/kept.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { useWords, type Words } from '../words/words.ts';
import type { Desk, DeskState } from './desk.ts';
import styles from './head.module.css';
import { type Moments, useMoments } from './moments.ts';

/** What the post is, and where its text is safe. */
export function Head({ desk, state }: { desk: Desk; state: DeskState }) {
  const words = useWords();
  const moments = useMoments();
  const { post } = state;
  const title = post === undefined ? words.composer.title() : words.states[post.status]();
  return (
    <header className={styles['head']}>
      <Link to="/" className={buttonClass('quiet')}>
        <Back />
        {words.frame.calendar()}
      </Link>
      <h1 className={styles['title']}>{title}</h1>
      <p className={styles['saving']} role="status" data-saving={state.saving}>
        {describeSaving(words, state, moments)}
      </p>
      {post?.status === 'draft' && <Delete desk={desk} state={state} />}
    </header>
  );
}

function describeSaving({ composer }: Words, { saving, savedAt, hasCopy }: DeskState, moments: Moments) {
  const time = savedAt === undefined ? '' : moments.time(savedAt);
  if (saving === 'saved') return hasCopy ? composer.notLive({ time }) : composer.saved({ time });
  if (saving === 'saving') return composer.saving();
  if (saving === 'device') return composer.device();
  return saving === 'lost' ? composer.lost() : '';
}

function Delete({ desk, state: { post, etag } }: { desk: Desk; state: DeskState }) {
  const { composer } = useWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useCall('deletePost');
  if (post === undefined) return null;
  const submit = async () => {
    await desk.flush();
    const newest = desk.get().etag ?? etag;
    await remove.mutateAsync({ params: { id: post.id }, ...(newest && { ifMatch: newest }) });
    desk.set({ saved: desk.get().writing });
    await forget({ ...desk.place, of: post.id });
    await queries.invalidateQueries({ queryKey: keyOf('getStart') });
    await navigate({ to: '/drafts' });
  };
  return (
    <Button
      look="quiet"
      square
      aria-label={composer.deleteDraft()}
      title={composer.deleteDraft()}
      onClick={submit}
    >
      <Trash />
    </Button>
  );
}
