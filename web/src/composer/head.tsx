import Trash from 'icon:trash-2';
import { stateOfPost } from '@belfry/contract/states.ts';
import { useNavigate } from '@tanstack/react-router';
import { tell } from '../app/acts.ts';
import { BackToCalendar } from '../app/back.tsx';
import { useFailure } from '../app/unseen.ts';
import { api, keyOf, queries, useCall } from '../data/client.ts';
import { forget } from '../data/kept.ts';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { type Moments, useMoments } from '../when/moments.ts';
import { useWords, type Words } from '../words/words.ts';
import { type Desk, type DeskState, publishedOf } from './desk.ts';
import styles from './head.module.css';
import { More } from './more.tsx';
import { follow, takeOver } from './opening.ts';

/** What the post is, and where its text is safe. */
export function Head({ desk, state }: { desk: Desk; state: DeskState }) {
  const words = useWords();
  const moments = useMoments();
  const { post } = state;
  return (
    <header className={styles['head']}>
      <BackToCalendar />
      <h1 className={styles['title']}>{titleOf(words, state.conflict?.post ?? post)}</h1>
      <p className={styles['saving']} role="status" data-saving={state.saving}>
        {describeSaving(words, state, moments)}
      </p>
      {state.copiedAt !== undefined && <Discard desk={desk} post={post} />}
      {post?.status === 'draft' && <Delete desk={desk} state={state} />}
      {(post?.status === 'scheduled' || post?.status === 'pending_approval') && (
        <More desk={desk} post={post} />
      )}
    </header>
  );
}

/** The state, by the same word as everywhere; of a post that is out on some channels, also on how many. */
function titleOf({ composer, states }: Words, post: DeskState['post']): string {
  if (post === undefined) return composer.title();
  const state = states[stateOfPost(post)]();
  const published = publishedOf(post).length;
  return published === 0 ? state : `${states.partly({ published, count: post.targets.length })} · ${state}`;
}

function describeSaving({ composer }: Words, { saving, savedAt, copiedAt }: DeskState, moments: Moments) {
  const time = savedAt === undefined ? '' : moments.time(savedAt);
  if (saving === 'saved')
    return copiedAt === undefined ? composer.saved({ time }) : composer.notLive({ time });
  if (saving === 'saving') return composer.saving();
  if (saving === 'device') return composer.device();
  return saving === 'lost' ? composer.lost() : '';
}

/** At once; undo is a second request. */
function Delete({ desk, state: { post } }: { desk: Desk; state: DeskState }) {
  const { composer, post: words } = useWords();
  const navigate = useNavigate();
  const remove = useCall('deletePost');
  const fail = useFailure(post?.id);
  if (post === undefined) return null;
  const params = { id: post.id };
  const restore = async () => {
    await api().call('restorePost', { params });
    tell(words.deletion.restored());
    await queries.invalidateQueries();
    await navigate({ to: '/write/$id', params: { id: String(post.id) } });
  };
  const submit = async () => {
    await desk.flush();
    const { etag, writing } = desk.get();
    const answer = await remove.mutateAsync({ params, ...(etag && { ifMatch: etag }) }).catch(fail);
    if (answer === undefined) return;
    desk.set({ etag: undefined, saved: writing, earlier: [] });
    await forget({ ...desk.place, of: post.id });
    tell(words.deletion.done(), { undo: restore });
    await queries.invalidateQueries({ queryKey: keyOf('getStart') });
    // A person who went elsewhere meanwhile stays there.
    if (!desk.isClosed) await navigate({ to: '/drafts' });
  };
  const name = composer.deleteDraft();
  return (
    <>
      {remove.isError && <Problem error={remove.error} />}
      <Button
        look="quiet"
        square
        aria-label={name}
        title={name}
        sends
        busy={remove.isPending}
        onClick={submit}
      >
        <Trash />
      </Button>
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
    const { conflict } = desk.get();
    if (conflict !== undefined) follow(desk, conflict);
    takeOver(desk, { data: conflict?.post ?? post, etag: desk.get().etag });
    await forget({ ...desk.place, of: post.id });
  };
  return (
    <Button look="quiet" sends onClick={discard}>
      {composer.discard()}
    </Button>
  );
}
