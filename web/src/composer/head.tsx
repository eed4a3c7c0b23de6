import Back from 'icon:chevron-left';
import Trash from 'icon:trash-2';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api, keyOf, useCall } from '../data/client.ts';
import { forget } from '../data/kept.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords, type Words } from '../words/words.ts';
import type { Desk, DeskState } from './desk.ts';
import styles from './head.module.css';
import { type Moments, useMoments } from './moments.ts';
import { writingOf } from './writing.ts';

const Dialog = lazy(() => import('../look/dialog.tsx').then((one) => ({ default: one.Dialog })));

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
        <span>{words.frame.calendar()}</span>
      </Link>
      <h1 className={styles['title']}>{title}</h1>
      <p className={styles['saving']} role="status" data-saving={state.saving}>
        {describeSaving(words, state, moments)}
      </p>
      {state.hasCopy && <Discard desk={desk} post={post} />}
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
  const { composer, frame, post: words } = useWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useCall('deletePost');
  const [isAsking, setAsking] = useState(false);
  if (post === undefined) return null;
  const submit = async () => {
    await desk.flush();
    const newest = desk.get().etag ?? etag;
    const input = { params: { id: post.id }, ...(newest && { ifMatch: newest }) };
    if ((await remove.mutateAsync(input).catch(() => undefined)) === undefined) return;
    desk.set({ saved: desk.get().writing });
    await forget({ ...desk.place, of: post.id });
    await queries.invalidateQueries({ queryKey: keyOf('getStart') });
    await navigate({ to: '/drafts' });
  };
  const name = composer.deleteDraft();
  return (
    <>
      <Button look="quiet" square aria-label={name} title={name} onClick={() => setAsking(true)}>
        <Trash />
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <Dialog
            title={words.deletion.title()}
            onClose={() => setAsking(false)}
            actions={
              <>
                <Button onClick={() => setAsking(false)}>{frame.cancel()}</Button>
                <Button look="harm" busy={remove.isPending} onClick={submit}>
                  {words.deletion.confirm()}
                </Button>
              </>
            }
          >
            <p>{words.deletion.body()}</p>
            {remove.isError && <Problem error={remove.error} />}
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

/** Leaves the post as it is. */
function Discard({ desk, post }: { desk: Desk; post: DeskState['post'] }) {
  const { composer } = useWords();
  if (post === undefined) return null;
  const discard = async () => {
    await desk.flush();
    await api().call('deleteWorkingCopy', { params: { id: post.id } });
    const writing = writingOf(post);
    desk.set({ writing, saved: writing, hasCopy: false, saving: 'nothing', savedAt: undefined });
    await forget({ ...desk.place, of: post.id });
  };
  return (
    <Button look="quiet" onClick={discard}>
      {composer.discard()}
    </Button>
  );
}
