/** The composer: `/write` for a new post, `/write/17` for one that exists. */
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { onBeginAnother, readBeginning } from '../app/new-post.ts';
import { useStart } from '../app/start.ts';
import { isSignedOut, onSignedOut } from '../data/client.ts';
import { beginName } from '../data/page.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import { COARSE } from '../look/media.ts';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import styles from './composer.module.css';
import type { Desk, DeskState } from './desk.ts';
import { Ended } from './ended.tsx';
import { useFollowing } from './following.ts';
import { dropBlank, findWaiting, finish, show } from './leaving.ts';
import { openNew } from './new-post.ts';
import { SignInAgain } from './notes.tsx';
import { openPost } from './opening.ts';
import { placeOf } from './place.ts';
import { startSaving } from './saving.ts';
import { Write } from './write.tsx';
import { isBlank } from './writing.ts';

const SignInSheet = part(() => import('../app/sign-in-sheet.tsx'));

export function Page() {
  const { id } = useParams({ strict: false });
  // Who may no longer write keeps what was opened, with the reason why it is not saved.
  const [mayWrite] = useState(useStart().permissions.includes('post.write'));
  if (mayWrite) return <Writing id={id} />;
  return id === undefined ? (
    <Navigate to="/" replace />
  ) : (
    <Navigate to="/posts/$id" params={{ id }} replace />
  );
}

function Writing({ id }: { id: string | undefined }) {
  const { desk, error, retry } = useDesk(id === undefined ? undefined : Number(id));
  const { frame } = useWords();
  if (isSignedOut(error)) {
    return (
      <Suspense>
        <SignInSheet onSignedIn={retry} />
      </Suspense>
    );
  }
  if (error !== undefined) {
    return (
      <main className={styles['alone']}>
        <Problem error={error} />
        <Button onClick={retry}>{frame.retry()}</Button>
      </main>
    );
  }
  if (desk === undefined) return <main className={styles['opening']} aria-busy="true" />;
  return <AtDesk key={desk.key} desk={desk} />;
}

function AtDesk({ desk }: { desk: Desk }) {
  const state = useDeskState(desk);
  useTextFirst(desk);
  useFollowing(desk, state);
  if (state.end === undefined) return <Write desk={desk} state={state} />;
  return (
    <>
      <Ended end={state.end} />
      {state.isSignedOut && <SignInAgain desk={desk} isEnded />}
    </>
  );
}

/** Writing goes on at the end of the text. Under a thumb, the keyboard would hide the page. */
function useTextFirst(desk: Desk): void {
  useEffect(() => {
    if (desk.get().end !== undefined || matchMedia(COARSE).matches) return;
    const field = document.querySelector<HTMLTextAreaElement>('textarea[data-text]');
    field?.setSelectionRange(field.value.length, field.value.length);
    field?.focus({ preventScroll: true });
  }, [desk]);
}

function useDeskState(desk: Desk): DeskState {
  return useSyncExternalStore(desk.subscribe, desk.get);
}

interface Shown {
  desk?: Desk;
  /** The id in the address for which it was opened. */
  at?: number | undefined;
  /** The one of the tries that opened it. */
  attempt?: number | undefined;
  /** A new post was asked for while another one was written. */
  isAgain?: boolean;
}

/** Opens the desk that the address names. A new post that was saved stays on the desk where it was begun. */
function useDesk(id: number | undefined) {
  const start = useStart();
  const wanted = readBeginning(useSearch({ strict: false }));
  const { doors } = useWords();
  const [{ desk, at, attempt, isAgain }, setDesk] = useState<Shown>({});
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  // What is wanted of a new post is read once, when it is begun.
  const open = useEffectEvent(async (of: number | undefined) => {
    const place = placeOf(start);
    if (of !== undefined) return findWaiting(of) ?? openPost(place, of);
    return openNew({ ...place, tab: beginName() }, isAgain ? {} : wanted, start, doors.first.line());
  });
  const again = useEffectEvent(() => {
    if (id !== undefined || desk === undefined || isBlank(desk.get().writing)) return;
    setDesk({ isAgain: true });
    setTries(tries + 1);
  });
  useEffect(() => onBeginAnother(() => again()), []);
  const isThere = useEffectEvent(
    (of: number | undefined, now: number) =>
      desk !== undefined && desk.get().post?.id === of && attempt === now,
  );
  useEffect(() => {
    if (isThere(id, tries)) return;
    let isGone = false;
    open(id).then(
      (found) => {
        if (isGone) return;
        setDesk({ desk: found, at: id, attempt: tries });
        setError(undefined);
      },
      (reason: unknown) => !isGone && setError(reason),
    );
    return () => {
      isGone = true;
    };
  }, [id, tries]);
  useSaving(desk);
  const retry = () => {
    setError(undefined);
    setTries(tries + 1);
  };
  // The address of a new post gets its id while it is written.
  if (desk !== undefined && at !== id && desk.get().post?.id === id) setDesk({ desk, at: id, attempt });
  return { desk: at === id ? desk : undefined, error, retry };
}

/** Saves as long as the desk is shown, and once more when it is left. The address gets the id of a new post. */
function useSaving(desk: Desk | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (desk === undefined) return;
    show(desk);
    const saver = startSaving(desk);
    desk.flush = saver.flush;
    const stopListening = onSignedOut(() => desk.set({ isSignedOut: true }));
    let known = desk.get().post?.id;
    const unsubscribe = desk.subscribe(() => {
      const id = desk.get().post?.id;
      if (id === known || id === undefined) return;
      known = id;
      void navigate({ to: '/write/$id', params: { id: String(id) }, replace: true, resetScroll: false });
    });
    return () => {
      unsubscribe();
      stopListening();
      // A part of the app failed to load: the address is still that of the new post.
      const isBroken = known === undefined && location.pathname === '/write';
      const open = (id: number) => void navigate({ to: '/write/$id', params: { id: String(id) } });
      void finish(desk, saver, open).then(() =>
        isBroken ? nameAddress(desk.get().post?.id) : dropBlank(desk),
      );
    };
  }, [desk, navigate]);
}

/** Loading the page again then opens the draft. The router would show the place at once, so it is not told. */
function nameAddress(id: number | undefined): void {
  if (id === undefined || location.pathname !== '/write') return;
  History.prototype.replaceState.call(history, history.state, '', `/write/${id}`);
}
